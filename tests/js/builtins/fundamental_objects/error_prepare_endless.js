// not-on-node: node calls no prepareStackTrace in another
// slow: with collections all the time, because the stack is deep
test('an endless prepareStackTrace ends with the stack', () => {
  Error.prepareStackTrace = () => new Error().stack;
  try { assertThrows(RangeError, () => new Error().stack); } finally { Error.prepareStackTrace = undefined; }
});
