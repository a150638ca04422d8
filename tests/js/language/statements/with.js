// The with statement.
test('properties hide variables, and missing ones fall through', function () {
  const f = new Function('o', 'var x = 1, y = 2; with (o) { x = 10; y = 20; var z = x + y; } return [x, y, z, o];');
  assertEquals(f({ x: 0 }), [1, 20, 30, { x: 10 }]);
});
test('a function of the object is called on it', function () {
  const f = new Function('o', 'with (o) { return m(); }');
  const o = { m() { return this; } };
  assertSame(f(o), o);
});
test('var declares outside, its initializer assigns inside', function () {
  const f = new Function('o', 'with (o) { var v = 5; } return [v, o.v];');
  assertEquals(f({ v: 1 }), [undefined, 5]);
  assertEquals(f({}), [5, undefined]);
});
test('let, const and functions of the block belong to the block', function () {
  const f = new Function('o', 'with (o) { let a = 1; { function g() { return a; } } return [a, g(), o.a]; }');
  assertEquals(f({ a: 'o' }), [1, 1, 'o']);
});
test('Symbol.unscopables hides names', function () {
  const f = new Function('o', 'var a = "var", b = "var"; with (o) { return [a, b]; }');
  assertEquals(f({ a: 1, b: 2, [Symbol.unscopables]: { a: true, b: false } }), ['var', 2]);
});
test('the unscopables of arrays hide their younger methods', function () {
  const g = new Function('values', 'with ([]) { return values; }');
  assertSame(g('mine'), 'mine');
});
test('a closure made inside keeps the object', function () {
  const o = { x: 1 };
  const get = new Function('o', 'with (o) { return () => x; }')(o);
  o.x = 2;
  assertSame(get(), 2);
  delete o.x;
  assertThrows(ReferenceError, get);
});
test('typeof, delete and assignments reach the object', function () {
  const f = new Function('o', 'with (o) { x += 1; x++; return [typeof x, typeof none, delete x, typeof x]; }');
  const o = { x: 1 };
  assertEquals(f(o), ['number', 'undefined', true, 'undefined']);
  assertEquals(o, {});
});
test('with statements nest', function () {
  const f = new Function('a', 'b', 'with (a) with (b) return [x, y, length];');
  assertEquals(f({ x: 1, y: 1, length: 9 }, { x: 2 }), [2, 1, 9]);
});
test('a primitive is wrapped, null is a TypeError', function () {
  assertSame(new Function('with ("abc") return length;')(), 3);
  assertThrows(TypeError, new Function('with (null) {}'));
});
test('strict code has no with', function () {
  assertThrows(SyntaxError, () => new Function('"use strict"; with ({}) {}'));
});
test('break and continue leave the statement', function () {
  const f = new Function(
    'for (var i = 0; i < 3; i++) { with ({ i2: i }) { if (i2 === 0) continue; if (i2 === 1) break; } } return i;'
  );
  assertSame(f(), 1);
});
test('throw leaves the statement', function () {
  const g = new Function('var x = "out"; try { with ({ x: "in" }) { throw 1; } } catch (e) { return x; }');
  assertSame(g(), 'out');
});
test('a direct eval inside reads and writes the object', function () {
  const f = new Function('o', 'with (o) { eval("var fresh = x; x = 5"); } return [fresh, o.x];');
  assertEquals(f({ x: 1 }), [1, 5]);
});
