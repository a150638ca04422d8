// Shapes: transitions, dictionaries, deletion, attributes.
test('the same properties in another order have the right values', function () {
  const get = (o) => [o.a, o.b, o.c];
  const make = [
    () => ({ a: 1, b: 2, c: 3 }),
    () => ({ c: 3, b: 2, a: 1 }),
    () => { const o = {}; o.b = 2; o.c = 3; o.a = 1; return o; },
    () => Object.assign({ c: 3 }, { a: 1, b: 2 }),
    () => JSON.parse('{"b":2,"a":1,"c":3}')
  ];
  for (let i = 0; i < 500; i++) assertEquals(get(make[i % 5]()), [1, 2, 3]);
});
test('an object grows to thousands of properties and loses half of them', function () {
  for (const n of [5, 20, 64, 65, 130, 500, 3000]) {
    const o = {};
    for (let i = 0; i < n; i++) o['k' + i] = i;
    let sum = 0;
    for (let i = 0; i < n; i++) sum += o['k' + i];
    assertSame(sum, (n * (n - 1)) / 2);
    assertSame(Object.keys(o).length, n);
    assertSame(Object.keys(o)[0], 'k0');
    assertSame(Object.keys(o)[n - 1], 'k' + (n - 1));
    assertSame(o.k0, 0);
    assertSame(o['k' + n], undefined);
    for (let i = 0; i < n; i += 2) delete o['k' + i];
    assertEquals([Object.keys(o).length, o.k0, o.k1], [Math.floor(n / 2), undefined, 1]);
    o.k0 = 'again';
    assertSame(Object.keys(o).pop(), 'k0');
  }
});
test('any property may be deleted and added again', function () {
  const make = () => ({ a: 1, b: 2, c: 3, d: 4 });
  for (const k of ['a', 'b', 'c', 'd']) {
    for (let i = 0; i < 50; i++) {
      const o = make();
      assert(delete o[k]);
      assertEquals([k in o, Object.keys(o).join(''), o[k]], [false, 'abcd'.replace(k, ''), undefined]);
      o[k] = 'new';
      assertEquals([Object.keys(o).pop(), o[k]], [k, 'new']);
      o.e = 5;
      assertSame(Object.keys(o).length, 5);
    }
  }
});
test('adding and deleting in turn does not lose anything', function () {
  const o = { keep: 'kept' };
  for (let i = 0; i < 2000; i++) { o['t' + i] = i; if (i >= 10) delete o['t' + (i - 10)]; }
  assertEquals(Object.keys(o), ['keep', ...Array.from({ length: 10 }, (_, i) => 't' + (1990 + i))]);
  assertSame(o.keep, 'kept');
});
test('a warm store follows a property that becomes read-only and writable', function () {
  const set = (o, v) => { o.p = v; return o.p; };
  const o = { p: 1 };
  for (let i = 0; i < 300; i++) assertSame(set(o, i), i);
  Object.defineProperty(o, 'p', { writable: false });
  assertSame(set(o, 'no'), 299);
  Object.defineProperty(o, 'p', { writable: true });
  assertSame(set(o, 'yes'), 'yes');
  Object.freeze(o);
  assertSame(set(o, 'no'), 'yes');
});
test('a warm store keeps a property hidden', function () {
  const set = (o, v) => { o.p = v; return o.p; };
  for (let i = 0; i < 300; i++) assertSame(set({ p: 1 }, i), i);
  const q = { p: 1 };
  Object.defineProperty(q, 'p', { enumerable: false });
  assertEquals([Object.keys(q), set(q, 2)], [[], 2]);
});
test('a warm property takes values of every type', function () {
  const o = { v: 1 };
  const set = (x, v) => { x.v = v; };
  const get = (x) => x.v;
  for (const v of [
    1, 2 ** 30, 2 ** 31, 1.5, -0, 'str', null, undefined, {}, [], () => 1, Symbol.iterator, 10n, NaN, true
  ]) {
    for (let i = 0; i < 20; i++) { set(o, v); assertSame(get(o), v); }
  }
});
test('objects of one constructor may differ', function () {
  function T(i) { this.a = i; if (i % 2) this.odd = i; else this.even = i; this.z = i; }
  for (let i = 0; i < 500; i++) {
    const t = new T(i);
    assertEquals(
      [t.a, t.odd, t.even, t.z, Object.keys(t).length],
      [i, i % 2 ? i : undefined, i % 2 ? undefined : i, i, 3]
    );
  }
});
test('symbols, strings and indices are keys of one object', function () {
  const s = [Symbol(0), Symbol(1)];
  for (let i = 0; i < 200; i++) {
    const o = {};
    o[s[i & 1]] = 's'; o.a = 'a'; o[i] = 'i'; o[s[1 - (i & 1)]] = 't';
    assertSame(o[s[i & 1]], 's');
    assertSame(o.a, 'a');
    assertSame(o[i], 'i');
    assertSame(o[s[1 - (i & 1)]], 't');
    assertSame(Reflect.ownKeys(o).length, 4);
  }
});
test('objects of every kind take properties', function () {
  const get = (x) => x.extra;
  for (let i = 0; i < 100; i++) {
    for (const o of [
      () => 1,
      [1, 2],
      new Date(0),
      new Error('e'),
      new Map(),
      /x/,
      Object(1),
      Object('s'),
      new Uint8Array(1),
      (function () { return arguments; })(),
      new Proxy({}, {}),
      Promise.resolve(),
      class {}
    ]) {
      o.extra = i; o.more = 'm';
      assertSame(get(o), i);
      assertSame(o.more, 'm');
      assertSame(delete o.extra, true);
      assertSame(get(o), undefined);
    }
  }
});
test('wide objects share structure only as long as they agree', function () {
  const a = {}, b = {};
  for (let i = 0; i < 100; i++) { a['x' + i] = i; b['x' + i] = -i; }
  a.onlyA = 1;
  b.onlyB = 2;
  assertSame(a.onlyA, 1);
  assertSame(a.onlyB, undefined);
  assertSame(b.onlyB, 2);
  assertSame(b.onlyA, undefined);
  assertSame(a.x50, 50);
  assertSame(b.x50, -50);
});
test('literals with __proto__ inherit', function () {
  const p = { greet() { return 'hi ' + this.n; } };
  for (let i = 0; i < 200; i++) assertSame({ __proto__: p, n: i }.greet(), 'hi ' + i);
});
test('class fields are made in order', function () {
  class F { a = 1; b = this.a + 1; ['c'] = 3; }
  for (let i = 0; i < 200; i++) assertEquals(Object.entries(new F()), [['a', 1], ['b', 2], ['c', 3]]);
});
