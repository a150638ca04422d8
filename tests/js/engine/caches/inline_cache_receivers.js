// One site, many kinds of receivers.
test('one load meets up to a hundred shapes', function () {
  const get = (o) => o.x;
  for (const count of [1, 2, 4, 5, 8, 20, 100]) {
    const objects = [];
    for (let i = 0; i < count; i++) {
      const o = {};
      for (let j = 0; j < i; j++) o['p' + j] = j;
      o.x = i;
      objects.push(o);
    }
    for (let round = 0; round < 50; round++) for (let i = 0; i < count; i++) assertSame(get(objects[i]), i);
  }
});
test('one load of length meets values of every kind', function () {
  const len = (v) => v.length;
  const values = [
    [1, 2],
    'abc',
    function (a, b, c, d) {},
    { length: 'own' },
    new Uint8Array(6),
    (function () { return arguments; })(1),
    { get length() { return 'getter'; } },
    Object.create({ length: 'inherited' }),
    5,
    true,
    Symbol(),
    1n,
    new String('wrap'),
    new Proxy([1], {})
  ];
  const expected = [2, 3, 4, 'own', 6, 1, 'getter', 'inherited', undefined, undefined, undefined, undefined, 4, 1];
  for (let round = 0; round < 100; round++) assertEquals(values.map(len), expected);
});
test('a warm load of length throws for null and undefined, and goes on', function () {
  const len = (v) => v.length;
  const values = [
    [1, 2],
    'abc',
    function (a, b, c, d) {},
    { length: 'own' },
    new Uint8Array(6),
    (function () { return arguments; })(1),
    { get length() { return 'getter'; } },
    Object.create({ length: 'inherited' }),
    5,
    true,
    Symbol(),
    1n,
    new String('wrap'),
    new Proxy([1], {})
  ];
  const expected = [2, 3, 4, 'own', 6, 1, 'getter', 'inherited', undefined, undefined, undefined, undefined, 4, 1];
  for (let round = 0; round < 100; round++) assertEquals(values.map(len), expected);
  assertThrows(TypeError, () => len(null));
  assertThrows(TypeError, () => len(undefined));
  assertEquals(values.map(len), expected);
});
test('one load meets an own property and one of the prototype', function () {
  const proto = { v: 'proto' };
  const a = Object.create(proto), b = Object.create(proto);
  b.v = 'own';
  const get = (o) => o.v;
  for (let i = 0; i < 200; i++) assertSame(get(i & 1 ? a : b), i & 1 ? 'proto' : 'own');
});
test('one load meets getters and values', function () {
  const a = { get x() { return this.y; }, y: 'g' }, b = { x: 'd' }, c = Object.create(a, { y: { value: 'c' } });
  const get = (o) => o.x;
  for (let i = 0; i < 300; i++) assertSame(get([a, b, c][i % 3]), ['g', 'd', 'c'][i % 3]);
});
// A store that has changed and added.
function warmStore() {
  const set = (o, v) => { o.x = v; };
  for (let i = 0; i < 200; i++) { set({ x: 0 }, i); set({}, i); set({ a: 1, b: 2 }, i); }
  return set;
}
test('one store changes and adds', function () {
  const set = (o, v) => { o.x = v; };
  for (let i = 0; i < 200; i++) {
    const plain = { x: 0 }, fresh = {}, other = { a: 1, b: 2 };
    set(plain, i); set(fresh, i); set(other, i);
    assertSame(plain.x, i);
    assertSame(fresh.x, i);
    assertSame(other.x, i);
    assertSame(Object.keys(other).length, 3);
  }
});
test('a warm store calls setters, own and inherited', function () {
  const set = warmStore();
  let got;
  set({ set x(v) { got = v; } }, 'setter');
  assertSame(got, 'setter');
  const child = Object.create({ set x(v) { got = [this === child, v]; } });
  set(child, 'inherited');
  assertEquals([got, Object.keys(child)], [[true, 'inherited'], []]);
});
const ro = Object.create(Object.freeze({ x: 'ro' })),
    frozen = Object.freeze({ x: 1 }),
    sealed = Object.preventExtensions({});
test('a warm sloppy store leaves what is read-only or cannot be extended', function () {
  const set = warmStore();
  set(ro, 1);
  assertSame(ro.x, 'ro');
  set(frozen, 2);
  assertSame(frozen.x, 1);
  set(sealed, 1);
  assertSame('x' in sealed, false);
});
test('a warm strict store throws for what is read-only, cannot be extended or is no object', function () {
  const strictSet = (o, v) => { 'use strict'; o.x = v; };
  for (let i = 0; i < 200; i++) strictSet({ x: 1 }, i);
  for (const o of [frozen, sealed, ro, 5, 'str']) assertThrows(TypeError, () => strictSet(o, 1));
});
test('a warm store of length cuts an array', function () {
  const setLength = (o, v) => { o.length = v; };
  for (let i = 0; i < 200; i++) setLength({ length: 1 }, i);
  const arr = [1, 2, 3];
  setLength(arr, 1);
  assertEquals(arr, [1]);
});
test('a warm store meets a setter added to the prototype later', function () {
  class A { }
  const add = (o) => { o.late = 1; };
  for (let i = 0; i < 300; i++) add(new A());
  let calls = 0;
  Object.defineProperty(A.prototype, 'late', { set() { calls++; }, configurable: true });
  const o = new A();
  add(o);
  assertEquals([calls, Object.hasOwn(o, 'late')], [1, false]);
});
test('a warm store meets a read-only property added to the prototype later', function () {
  class A { }
  const add = (o) => { o.late = 1; };
  for (let i = 0; i < 300; i++) add(new A());
  Object.defineProperty(A.prototype, 'late', { value: 1, writable: false, configurable: true });
  const p = new A();
  add(p);
  assertSame(Object.hasOwn(p, 'late'), false);
});
test('a warm constructor meets a setter added to its prototype later', function () {
  function P(a, b) { this.a = a; this.b = b; }
  for (let i = 0; i < 300; i++) { const p = new P(i, i); assertSame(p.a + p.b, 2 * i); }
  let seen;
  Object.defineProperty(P.prototype, 'b', { set(v) { seen = v; }, configurable: true });
  const q = new P(1, 'to the setter');
  assertEquals([q.a, Object.keys(q), seen], [1, ['a'], 'to the setter']);
});
test('one load takes names, indices, symbols and numbers in turn', function () {
  const s = Symbol();
  const get = (o, k) => o[k];
  const o = { name: 'n', 0: 'zero', [s]: 'sym', '-1': 'neg', 1.5: 'frac' }, a = [10, 20, 30];
  for (let i = 0; i < 200; i++)
    assertEquals(
      [
        get(o, 'name'),
        get(o, 0),
        get(o, s),
        get(o, -1),
        get(o, 1.5),
        get(o, '0'),
        get(a, 1),
        get(a, '1'),
        get(a, 'length'),
        get(a, 9),
        get('str', 1),
        get('str', 'length'),
        get(o, { toString: () => 'name' })
      ],
      ['n', 'zero', 'sym', 'neg', 'frac', 'zero', 20, 20, 3, undefined, 't', 3, 'n']
    );
});
test('one store takes names, indices and symbols in turn', function () {
  const s = Symbol();
  const set = (x, k, v) => { x[k] = v; };
  for (let i = 0; i < 200; i++) {
    const t = {};
    set(t, 'k' + (i % 10), i);
    set(t, i, i);
    set(t, s, i);
    assertEquals([Object.keys(t).length, t[s]], [2, i]);
  }
});
test('one call meets functions of every kind, and what is none', function () {
  const call = (f, x) => f(x);
  const fs = [
    (x) => x + 1,
    Math.abs,
    ((a, b) => a + b).bind(null, 100),
    new Proxy((x) => x * 2, {}),
    function (x) { return x; }
  ];
  for (let i = 0; i < 300; i++) assertSame(call(fs[i % 5], i), [i + 1, i, 100 + i, i * 2, i][i % 5]);
  assertThrows(TypeError, () => call(class {}, 1));
  for (const bad of [undefined, null, 5, 'x', {}, Symbol()]) assertThrows(TypeError, () => call(bad, 1));
  assertSame(call(fs[0], 1), 2);
});
test('one construction meets constructors of every kind, and what is none', function () {
  const make = (C) => new C(1);
  function F(x) { this.x = x; }
  class A { constructor(x) { this.x = x; } }
  class B extends A { }
  const cs = [F, A, B, F.bind(null), Array, Object, Date];
  for (let i = 0; i < 280; i++) {
    const o = make(cs[i % 7]);
    if (i % 7 < 4) assertSame(o.x, 1); else assert(o instanceof cs[i % 7]);
  }
  assertThrows(TypeError, () => make(() => 1));
});
