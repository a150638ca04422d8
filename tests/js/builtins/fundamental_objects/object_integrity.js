// Object.freeze, seal and preventExtensions.
test('a frozen object takes no changes', function () {
  'use strict';
  const f = Object.freeze({ a: 1, o: { b: 1 }, get g() { return 1; }, set g(v) { } });
  assert(Object.isFrozen(f) && Object.isSealed(f) && !Object.isExtensible(f));
  assertThrows(TypeError, () => { f.a = 2; });
  assertThrows(TypeError, () => { f.n = 2; });
  assertThrows(TypeError, () => { delete f.a; });
  assertThrows(TypeError, () => Object.setPrototypeOf(f, {}));
});
test('freezing stops at values, and leaves setters working', function () {
  'use strict';
  let set;
  const f = Object.freeze({ a: 1, o: { b: 1 }, get g() { return 1; }, set g(v) { set = v; } });
  f.o.b = 2;
  assertSame(f.o.b, 2);
  f.g = 5;
  assertSame(set, 5);
});
test('a sealed object takes values and keeps its properties', function () {
  'use strict';
  const s = Object.seal({ a: 1 });
  s.a = 2;
  assertThrows(TypeError, () => { delete s.a; });
  assertEquals([s.a, Object.isSealed(s), Object.isFrozen(s)], [2, true, false]);
});
test('an object that cannot be extended loses properties for good', function () {
  'use strict';
  const e = Object.preventExtensions({ a: 1 });
  delete e.a;
  assertThrows(TypeError, () => { e.a = 1; });
  assertSame(Object.isFrozen(e), true);
});
test('primitives are frozen, fresh objects are not', function () {
  assertSame(Object.isFrozen({}), false);
  assertSame(Object.isFrozen(5), true);
  assertSame(Object.freeze(5), 5);
  assertSame(Object.isExtensible(5), false);
});
