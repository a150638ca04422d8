// Stores that add to objects in dictionary mode, and deletes, ask no more than once who has the name. What
// prototypes say still counts.
function dictionary(prototype) {
  const o = Object.create(prototype);
  for (let i = 0; i < 2000; i++) o['key' + i] = i;
  for (let i = 0; i < 2000; i += 2) delete o['key' + i];
  return o;
}
const put = (o, key, value) => { o[key] = value; };
const putNamed = (o, value) => { o.named = value; };

test('a setter, a read-only property and a proxy above decide', () => {
  for (const warm of [0, 300]) {
    const log = [];
    const prototype = { set watched(v) { log.push(v); }, get only() { return 1; }, plain: 1 };
    Object.defineProperty(prototype, 'fixed', { value: 1, writable: false, configurable: true });
    const o = dictionary(prototype);
    for (let i = 0; i < warm; i++) put(o, 'warm' + i, i);
    put(o, 'watched', 5);
    assertEquals(log, [5]);
    put(o, 'plain', 2);
    assertEquals([Object.hasOwn(o, 'watched'), o.plain, prototype.plain], [false, 2, 1]);
    put(o, 'fixed', 2);
    put(o, 'only', 2);
    assertSame(Object.hasOwn(o, 'fixed') || Object.hasOwn(o, 'only'), false);
    assertThrows(TypeError, () => { 'use strict'; o.fixed = 2; });
    assertThrows(TypeError, () => { 'use strict'; o.only = 2; });
    Object.setPrototypeOf(prototype, new Proxy({}, { set(t, k, v, r) { log.push(k); return true; } }));
    putNamed(o, 1);
    assertEquals([log, Object.hasOwn(o, 'named')], [[5, 'named'], false]);
  }
});

test('without a prototype', () => {
  const o = dictionary(null);
  for (let i = 0; i < 3000; i++) put(o, 'more' + i, i);
  put(o, '__proto__', 1);
  assertSame(Object.keys(o).length, 4001);
  assertSame(o.__proto__, 1);
  for (let i = 0; i < 500; i++) {
    const small = Object.create(null);
    putNamed(small, i);
    small.other = i;
    assertEquals(Object.entries(small), [['named', i], ['other', i]]);
  }
});

test('not extensible, sealed and frozen', () => {
  for (const close of [Object.preventExtensions, Object.seal, Object.freeze]) {
    const o = close(dictionary({}));
    put(o, 'added', 1);
    assertThrows(TypeError, () => { 'use strict'; o.added = 1; });
    assertSame('added' in o, false);
    if (close !== Object.preventExtensions) {
      assertSame(delete o.key1, false);
      assertThrows(TypeError, () => { 'use strict'; delete o.key1; });
    }
    assertSame(o.key1, 1);
  }
});

test('what was deleted and added again comes last', () => {
  const o = dictionary({});
  for (let round = 0; round < 3; round++) {
    for (let i = 1; i < 2000; i += 2) {
      assertSame(delete o['key' + i], true);
      put(o, 'key' + i, round);
    }
  }
  assertSame(delete o.absent, true);
  const keys = Object.keys(o);
  assertEquals([keys.length, keys[0], keys[999], o.key1], [1000, 'key1', 'key1999', 2]);
});

test('caches of others see what is added and deleted', () => {
  const base = dictionary({ late: 'above' });
  const below = Object.create(base);
  const read = (o) => o.late;
  for (let i = 0; i < 300; i++) assertSame(read(below), 'above');
  put(base, 'late', 'added');
  for (let i = 0; i < 300; i++) assertSame(read(below), 'added');
  delete base.late;
  assertSame(read(below), 'above');
  function F() {}
  const f = new F();
  const check = (o) => o instanceof F;
  for (let i = 0; i < 300; i++) assertSame(check(f), true);
  for (let i = 0; i < 2000; i++) put(F, 'static' + i, i);
  put(F, 'prototype', {});
  assertSame(check(f), false);
  const global = globalThis;
  put(global, 'fromADictionary', 1);
  assertSame(fromADictionary, 1);
  delete global.fromADictionary;
  assertThrows(ReferenceError, () => fromADictionary);
});

test('arrays and functions as dictionaries', () => {
  const a = [1, 2, 3];
  for (let i = 0; i < 2000; i++) put(a, 'name' + i, i);
  put(a, 'length', 1);
  assertEquals([a.length, a.name5, Object.keys(a).length], [1, 5, 2001]);
  const arrow = () => 1;
  for (let i = 0; i < 2000; i++) put(arrow, 'name' + i, i);
  put(arrow, 'name', 'other');
  assertSame(arrow.name, 'arrow');
  assertSame(delete arrow.name, true);
  put(arrow, 'name', 'other');
  assertSame(Object.hasOwn(arrow, 'name'), false);
});
