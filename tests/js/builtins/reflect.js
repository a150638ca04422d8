// Reflect.
test('each function', function () {
  const o = { a: 1, get g() { 'use strict'; return this; } };
  assertEquals([Reflect.get(o, 'a'), Reflect.get(o, 'g', 7), Reflect.set(o, 'a', 2), o.a, Reflect.has(o, 'a'), Reflect.deleteProperty(o, 'a'), Reflect.ownKeys(o), Reflect.getPrototypeOf(o) === Object.prototype, Reflect.setPrototypeOf(o, null), Reflect.isExtensible(o), Reflect.preventExtensions(o), Reflect.isExtensible(o), Reflect.defineProperty(o, 'n', { value: 1 }), Reflect.apply(Math.max, null, [1, 3]), Reflect.construct(Date, [0]).getTime(), Reflect.getOwnPropertyDescriptor(o, 'zz')],
    [1, 7, true, 2, true, true, ['g'], true, true, true, true, false, false, 3, 0, undefined]);
});
test('ownKeys order', function () {
  const s = Symbol();
  assertEquals(Reflect.ownKeys({ [s]: 1, b: 1, 10: 1, a: 1, 2: 1 }), ['2', '10', 'b', 'a', s]);
});
test('set with a receiver', function () {
  const r = {};
  assertSame(Reflect.set({ x: 1 }, 'x', 5, r), true);
  assertEquals(r, { x: 5 });
  assertSame(Reflect.set({}, 'x', 5, 5), false);
  const frozen = Object.freeze({ x: 1 });
  assertSame(Reflect.set({ x: 1 }, 'x', 2, frozen), false);
  let got;
  Reflect.set({ set x(v) { got = [this, v]; } }, 'x', 1, r);
  assertEquals([got[0] === r, got[1]], [true, 1]);
  const acc = Object.defineProperty({}, 'x', { get: () => 1, configurable: true });
  assertSame(Reflect.set({ x: 1 }, 'x', 2, acc), false);
});
test('targets must be objects', function () {
  for (const k of ['get', 'set', 'has', 'deleteProperty', 'ownKeys', 'getPrototypeOf', 'isExtensible', 'preventExtensions', 'getOwnPropertyDescriptor', 'defineProperty', 'setPrototypeOf']) assertThrows(TypeError, () => Reflect[k](1, 'x', {}));
  assertThrows(TypeError, () => Reflect.apply({}, null, []));
  assertThrows(TypeError, () => Reflect.apply(() => 1, null));
  assertThrows(TypeError, () => Reflect.construct(() => 1, []));
  assertThrows(TypeError, () => Reflect.construct(Date, [], () => 1));
  assertThrows(TypeError, () => new Reflect());
  assertSame(Reflect[Symbol.toStringTag], 'Reflect');
});
test('construct with new.target', function () {
  class A { constructor() { this.nt = new.target; } }
  class B { }
  const o = Reflect.construct(A, [], B);
  assertEquals([o.nt === B, o instanceof B, o instanceof A], [true, true, false]);
  const e = Reflect.construct(Error, ['m'], Map);
  assertEquals([e instanceof Map, Object.prototype.toString.call(e), e.message], [true, '[object Map]', 'm']);
});
