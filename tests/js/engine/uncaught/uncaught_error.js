// exit: 1
// expect-stderr: Uncaught RangeError: the message
// expect-stderr: uncaught_error.js:7
// expect-stderr: thrower
// not-on-node: the wording is Halfword's
function thrower() {
  throw new RangeError('the message');
}
thrower();
