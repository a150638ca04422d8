// Default parameter values and the scope they live in.
test('used for undefined, and only then', function () {
  const f = (a = 1, b = a + 1, c = a + b) => [a, b, c];
  assertEquals(f(), [1, 2, 3]);
  assertEquals(f(undefined, 10), [1, 10, 11]);
  assertEquals(f(null, 0, ''), [null, 0, '']);
});
test('evaluated at each call', function () {
  let n = 0;
  const f = (x = ++n) => x;
  assertEquals([f(), f(), f(7), f()], [1, 2, 7, 3]);
});
test('later parameters are in their dead zone', function () {
  assertThrows(ReferenceError, function () { ((a = b, b = 1) => a)(); });
  assertThrows(ReferenceError, function () { ((a = a) => a)(); });
  assertSame(((a = b, b) => a)(1), 1);
});
test('the body has a variable scope of its own', function () {
  let x = 'outer';
  function f(a = () => x) { var x = 'inner'; return [a(), x]; }
  assertEquals(f(), ['outer', 'inner']);
  function g(x, read = () => x) { var x; const before = x; x = 2; return [before, x, read()]; }
  assertEquals(g(1), [1, 2, 1]);
  function h(x, read = () => x) { x = 2; return read(); }
  assertSame(h(1), 2);
});
test('functions in the body do not leak into parameter expressions', function () {
  function f(a = typeof inner) { function inner() {} return a; }
  assertSame(f(), 'undefined');
});
test('arguments, this and new.target are usable', function () {
  function f(a = arguments.length, b = this, c = new.target) { return [a, b, c]; }
  const r = f.call('x');
  assertSame(r[0], 0);
  assertSame(typeof r[1], 'object');
  assertSame(r[2], undefined);
});
test('length counts parameters before the first default', function () {
  assertEquals([((a, b = 1, c) => 0).length, ((a = 1) => 0).length, ((a, b) => 0).length, ((...r) => 0).length], [1, 0, 2, 0]);
});
test('arguments is unmapped with defaults', function () {
  function f(a, b = 2) { a = 9; return [arguments[0], arguments.length]; }
  assertEquals(f(1), [1, 1]);
});
test('errors in defaults are errors of the call', function () {
  function required(name) { throw new TypeError(name + ' missing'); }
  const f = (a = required('a')) => a;
  assertThrows(TypeError, () => f(), /a missing/);
  assertSame(f(1), 1);
});
test('direct eval in a default', function () {
  function f(a = eval('1 + 1'), b = eval('var z = 3; z')) { return [a, b, typeof z]; }
  assertEquals(f(), [2, 3, 'number']);
});
test('closures over parameters see assignments to them', function () {
  function f(a, get = () => a, set = (v) => { a = v; }) { set(5); return [a, get()]; }
  assertEquals(f(1), [5, 5]);
});
