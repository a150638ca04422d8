// exit: 2
// expect-stderr: SyntaxError
// expect-stderr: syntax_error.js:7:16
// expect-stderr: let broken = = 5;
// expect-stderr: ^
// not-on-node: the wording is Halfword's
  let broken = = 5;
