// The with statement.
test('object properties shadow variables, missing ones fall through', function () {
  const f = new Function('o', 'var x = 1, y = 2; with (o) { x = 10; y = 20; var z = x + y; } return [x, y, z, o];');
  assertEquals(f({ x: 0 }), [1, 20, 30, { x: 10 }]);
});
test('calls of functions in the object get it as this', function () {
  const f = new Function('o', 'with (o) { return m(); }');
  const o = { m() { return this; } };
  assertSame(f(o), o);
});
test('var declares outside, its initializer assigns inside', function () {
  const f = new Function('o', 'with (o) { var v = 5; } return [v, o.v];');
  assertEquals(f({ v: 1 }), [undefined, 5]);
  assertEquals(f({}), [5, undefined]);
});
test('let, const and functions in the block belong to the block', function () {
  const f = new Function('o', 'with (o) { let a = 1; { function g() { return a; } } return [a, g(), o.a]; }');
  assertEquals(f({ a: 'o' }), [1, 1, 'o']);
});
test('Symbol.unscopables hides names', function () {
  const f = new Function('o', 'var a = "var", b = "var"; with (o) { return [a, b]; }');
  assertEquals(f({ a: 1, b: 2, [Symbol.unscopables]: { a: true, b: false } }), ['var', 2]);
  const g = new Function('values', 'with ([]) { return values; }');
  assertSame(g('mine'), 'mine');
});
test('closures created inside keep the object', function () {
  const o = { x: 1 };
  const get = new Function('o', 'with (o) { return () => x; }')(o);
  o.x = 2;
  assertSame(get(), 2);
  delete o.x;
  assertThrows(ReferenceError, get);
});
test('typeof, delete and compound assignment', function () {
  const f = new Function('o', 'with (o) { x += 1; x++; return [typeof x, typeof none, delete x, typeof x]; }');
  const o = { x: 1 };
  assertEquals(f(o), ['number', 'undefined', true, 'undefined']);
  assertEquals(o, {});
});
test('nesting, primitives and null', function () {
  const f = new Function('a', 'b', 'with (a) with (b) return [x, y, length];');
  assertEquals(f({ x: 1, y: 1, length: 9 }, { x: 2 }), [2, 1, 9]);
  assertSame(new Function('with ("abc") return length;')(), 3);
  assertThrows(TypeError, new Function('with (null) {}'));
  assertThrows(SyntaxError, () => new Function('"use strict"; with ({}) {}'));
});
test('break, continue, return and throw leave it', function () {
  const f = new Function('for (var i = 0; i < 3; i++) { with ({ i2: i }) { if (i2 === 0) continue; if (i2 === 1) break; } } return i;');
  assertSame(f(), 1);
  const g = new Function('var x = "out"; try { with ({ x: "in" }) { throw 1; } } catch (e) { return x; }');
  assertSame(g(), 'out');
});
test('direct eval inside', function () {
  const f = new Function('o', 'with (o) { eval("var fresh = x; x = 5"); } return [fresh, o.x];');
  assertEquals(f({ x: 1 }), [1, 5]);
});
