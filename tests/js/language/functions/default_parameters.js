// Default parameter values and the scope they live in.
test('a default is used for undefined, and only then', function () {
  const f = (a = 1, b = a + 1, c = a + b) => [a, b, c];
  assertEquals(f(), [1, 2, 3]);
  assertEquals(f(undefined, 10), [1, 10, 11]);
  assertEquals(f(null, 0, ''), [null, 0, '']);
});
test('a default is evaluated at each call', function () {
  let n = 0;
  const f = (x = ++n) => x;
  assertSame(f(), 1);
  assertSame(f(), 2);
  assertSame(f(7), 7);
  assertSame(f(), 3);
});
test('a default does not see later parameters', function () {
  assertThrows(ReferenceError, function () { ((a = b, b = 1) => a)(); });
  assertThrows(ReferenceError, function () { ((a = a) => a)(); });
  assertSame(((a = b, b) => a)(1), 1);
});
test('a variable of the body is not seen by defaults', function () {
  let x = 'outer';
  function f(a = () => x) { var x = 'inner'; return [a(), x]; }
  assertEquals(f(), ['outer', 'inner']);
});
test('a variable of the body begins with the value of its parameter', function () {
  function g(x, read = () => x) { var x; const before = x; x = 2; return [before, x, read()]; }
  assertEquals(g(1), [1, 2, 1]);
});
test('a closure in a default sees assignments of the body to the parameter', function () {
  function h(x, read = () => x) { x = 2; return read(); }
  assertSame(h(1), 2);
});
test('functions of the body are not seen by defaults', function () {
  function f(a = typeof inner) { function inner() {} return a; }
  assertSame(f(), 'undefined');
});
test('defaults see arguments, this and new.target', function () {
  function f(a = arguments.length, b = this, c = new.target) { return [a, b, c]; }
  const r = f.call('x');
  assertSame(r[0], 0);
  assertSame(typeof r[1], 'object');
  assertSame(r[2], undefined);
});
test('length counts parameters before the first default', function () {
  assertSame(((a, b = 1, c) => 0).length, 1);
  assertSame(((a = 1) => 0).length, 0);
  assertSame(((a, b) => 0).length, 2);
  assertSame(((...r) => 0).length, 0);
});
test('arguments is unmapped with defaults', function () {
  function f(a, b = 2) { a = 9; return [arguments[0], arguments.length]; }
  assertEquals(f(1), [1, 1]);
});
test('what a default throws is thrown by the call', function () {
  function required(name) { throw new TypeError(name + ' missing'); }
  const f = (a = required('a')) => a;
  assertThrows(TypeError, () => f(), /a missing/);
  assertSame(f(1), 1);
});
test('a direct eval in a default declares into the parameters\' scope', function () {
  function f(a = eval('1 + 1'), b = eval('var z = 3; z')) { return [a, b, typeof z]; }
  assertEquals(f(), [2, 3, 'number']);
});
test('closures in defaults share the parameters', function () {
  function f(a, get = () => a, set = (v) => { a = v; }) { set(5); return [a, get()]; }
  assertEquals(f(1), [5, 5]);
});
