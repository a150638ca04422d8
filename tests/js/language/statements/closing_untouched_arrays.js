// A file of its own: once %ArrayIteratorPrototype% has been changed, loops make iterators from the beginning.
test('a return method that appears during a loop over an array is called for an iterator at its place', () => {
  const prototype = Object.getPrototypeOf([].values());
  let seen;
  for (const x of [1, 2, 3]) {
    prototype.return = function () {
      seen = [this === prototype, Object.getPrototypeOf(this) === prototype, [...this].join()].join(' ');
      return {};
    };
    if (x === 1) break;
  }
  assertSame(seen, 'false true 2,3');
});
