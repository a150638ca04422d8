// flags: --harmony
// exit: 1
// expect-stderr: Uncaught TypeError: gone
// expect-stderr: at outermost
// The report of an uncaught error reads the stack where proposals keep it.
function outermost() { throw new TypeError('gone'); }
outermost();
