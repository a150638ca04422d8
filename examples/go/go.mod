module halfword.example

go 1.21
