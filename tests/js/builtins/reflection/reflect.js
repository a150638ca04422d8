// Reflect.
test('Reflect.get and set pass a receiver on, and say whether it worked', function () {
  const o = { a: 1, get g() { 'use strict'; return this; } };
  assertSame(Reflect.get(o, 'a'), 1);
  assertSame(Reflect.get(o, 'g', 7), 7);
  assertSame(Reflect.set(o, 'a', 2), true);
  assertSame(o.a, 2);
});
test('Reflect.has, deleteProperty and ownKeys tell of properties', function () {
  const o = { a: 1, get g() { return 1; } };
  assertSame(Reflect.has(o, 'a'), true);
  assertSame(Reflect.deleteProperty(o, 'a'), true);
  assertEquals(Reflect.ownKeys(o), ['g']);
  assertSame(Reflect.getOwnPropertyDescriptor(o, 'zz'), undefined);
});
test('Reflect.getPrototypeOf and setPrototypeOf reach the prototype', function () {
  const o = {};
  assertSame(Reflect.getPrototypeOf(o) === Object.prototype, true);
  assertSame(Reflect.setPrototypeOf(o, null), true);
});
test('defineProperty is false for an object that cannot be extended', function () {
  const o = {};
  assertSame(Reflect.isExtensible(o), true);
  assertSame(Reflect.preventExtensions(o), true);
  assertSame(Reflect.isExtensible(o), false);
  assertSame(Reflect.defineProperty(o, 'n', { value: 1 }), false);
});
test('Reflect.apply calls and construct constructs', function () {
  assertSame(Reflect.apply(Math.max, null, [1, 3]), 3);
  assertSame(Reflect.construct(Date, [0]).getTime(), 0);
});
test('ownKeys gives indices in ascending order, then strings, then symbols', function () {
  const s = Symbol();
  assertEquals(Reflect.ownKeys({ [s]: 1, b: 1, 10: 1, a: 1, 2: 1 }), ['2', '10', 'b', 'a', s]);
});
test('set defines the property on the receiver', function () {
  const r = {};
  assertSame(Reflect.set({ x: 1 }, 'x', 5, r), true);
  assertEquals(r, { x: 5 });
});
test('set is false where the receiver is no object, is frozen or has an accessor', function () {
  assertSame(Reflect.set({}, 'x', 5, 5), false);
  const frozen = Object.freeze({ x: 1 });
  assertSame(Reflect.set({ x: 1 }, 'x', 2, frozen), false);
  const acc = Object.defineProperty({}, 'x', { get: () => 1, configurable: true });
  assertSame(Reflect.set({ x: 1 }, 'x', 2, acc), false);
});
test('set calls a setter with the receiver', function () {
  const r = {};
  let got;
  Reflect.set({ set x(v) { got = [this, v]; } }, 'x', 1, r);
  assertEquals([got[0] === r, got[1]], [true, 1]);
});
test('the target must be an object', function () {
  for (const k of [
    'get',
    'set',
    'has',
    'deleteProperty',
    'ownKeys',
    'getPrototypeOf',
    'isExtensible',
    'preventExtensions',
    'getOwnPropertyDescriptor',
    'defineProperty',
    'setPrototypeOf'
  ])
    assertThrows(TypeError, () => Reflect[k](1, 'x', {}));
});
test('apply needs a function and a list, construct constructors', function () {
  assertThrows(TypeError, () => Reflect.apply({}, null, []));
  assertThrows(TypeError, () => Reflect.apply(() => 1, null));
  assertThrows(TypeError, () => Reflect.construct(() => 1, []));
  assertThrows(TypeError, () => Reflect.construct(Date, [], () => 1));
});
test('Reflect is an object with a tag', function () {
  assertThrows(TypeError, () => new Reflect());
  assertSame(Reflect[Symbol.toStringTag], 'Reflect');
});
test('construct gives new.target and its prototype to a class', function () {
  class A { constructor() { this.nt = new.target; } }
  class B { }
  const o = Reflect.construct(A, [], B);
  assertEquals([o.nt === B, o instanceof B, o instanceof A], [true, true, false]);
});
test('construct gives the prototype of new.target to an Error', function () {
  const e = Reflect.construct(Error, ['m'], Map);
  assertSame(e instanceof Map, true);
  assertSame(Object.prototype.toString.call(e), '[object Map]');
  assertSame(e.message, 'm');
});
