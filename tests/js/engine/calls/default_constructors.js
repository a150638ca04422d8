// not-on-node: default constructors of node 20 iterate over their arguments
test('a default constructor passes its arguments on, whatever iteration of arrays does', () => {
  class A { constructor(...rest) { this.t = rest.length; } }
  class B extends A { }
  const iterator = Array.prototype[Symbol.iterator];
  Array.prototype[Symbol.iterator] = function () { throw new Error('iterated'); };
  const made = new B(1, 2, 3);
  Array.prototype[Symbol.iterator] = iterator;
  assertSame(made.t, 3);
});
