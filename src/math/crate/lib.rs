// Cargo wants a target. There is no code in Rust here.
