// Methods that dictionaries inherit, and what their prototypes do meanwhile; deletes that change a dictionary in place.
function dictionary(prototype, size = 1000) {
  const o = Object.create(prototype);
  for (let i = 0; i < size; i++) o['key' + i] = i;
  delete o.key0;
  return o;
}

test('methods are found where they are now', () => {
  const prototype = { method() { return 'first'; } }, o = dictionary(prototype);
  const call = (o) => o.method(), read = (o) => o.method, has = (o, key) => o.hasOwnProperty(key);
  for (let i = 0; i < 300; i++) assertEquals([call(o), has(o, 'key1'), has(o, 'key0')], ['first', true, false]);
  prototype.method = () => 'second';
  for (let i = 0; i < 300; i++) assertSame(call(o), 'second');
  o.method = () => 'own';
  for (let i = 0; i < 300; i++) assertSame(call(o), 'own');
  delete o.method;
  assertSame(call(o), 'second');
  delete prototype.method;
  assertSame(read(o), undefined);
  Object.prototype.method = () => 'above';
  assertSame(call(o), 'above');
  delete Object.prototype.method;
  assertThrows(TypeError, () => call(o));
  Object.setPrototypeOf(o, { method: () => 'other' });
  assertSame(call(o), 'other');
  Object.setPrototypeOf(o, null);
  assertSame(read(o), undefined);
});

test('getters get the receiver', () => {
  const prototype = { get self() { return this; } }, o = dictionary(prototype), other = dictionary(prototype);
  const read = (o) => o.self;
  for (let i = 0; i < 300; i++) assertEquals([read(o) === o, read(other) === other], [true, true]);
  Object.defineProperty(prototype, 'self', { value: 'data' });
  assertEquals([read(o), read(other)], ['data', 'data']);
});

test('behind a dictionary, a dictionary, an array, a typed array, a proxy', () => {
  const read = (o) => o.length, method = (o) => o.method;
  const below = (o) => dictionary(o);
  const base = dictionary({ length: 7, method: 1 });
  const cases = [
    [below(base), 7, 1],
    [below([1, 2, 3]), 3, undefined],
    [below(new Proxy({}, { get: (t, k) => k })), 'length', 'method']
  ];
  for (let i = 0; i < 300; i++) {
    for (const [o, length, found] of cases) assertEquals([read(o), method(o)], [length, found]);
  }
  assertThrows(TypeError, () => read(below(new Uint8Array(4))));
  base.method = 2;
  assertSame(method(cases[0][0]), 2);
});

test('stores to what is there', () => {
  const put = (o, key, value) => { o[key] = value; };
  const o = dictionary({});
  for (let i = 0; i < 300; i++) {
    put(o, 'key' + (i + 1), i + 0.5);
    assertSame(o['key' + (i + 1)], i + 0.5);
  }
  const log = [];
  Object.defineProperty(o, 'key1', { set(v) { log.push(v); } });
  Object.defineProperty(o, 'key2', { value: 'fixed', writable: false });
  for (let i = 0; i < 300; i++) put(o, 'key1', i), put(o, 'key2', i);
  assertEquals([log.length, log[299], o.key2], [300, 299, 'fixed']);
  assertThrows(TypeError, () => { 'use strict'; o['key' + 2] = 1; });
  const young = {};
  for (let i = 0; i < 50000; i++) put(o, 'key500', { i, young });
  assertSame(o.key500.i, 49999);
  const below = Object.create(o);
  put(o, 'key3', 'as a prototype');
  assertSame(below.key3, 'as a prototype');
  const f = function () {};
  for (let i = 0; i < 1000; i++) f['name' + i] = i;
  const made = new f(), is = (x) => x instanceof f;
  assertSame(is(made), true);
  put(f, 'prototype', {});
  assertSame(is(made), false);
});

test('deletes while something goes through the properties', () => {
  const o = dictionary({}, 3000);
  const seen = [];
  for (const key in o) {
    seen.push(key);
    delete o['key' + (Number(key.slice(3)) + 1)];
  }
  assertEquals([seen.length, seen[0], seen[1]], [1500, 'key1', 'key3']);
  const keys = Object.keys(o);
  assertSame(keys.length, 1500);
  delete o[keys[5]];
  assertEquals([Object.keys(o).length, Object.keys(o)[5] === keys[6], Object.entries(o).length], [1499, true, 1499]);
  o[keys[5]] = 'again';
  assertEquals([Object.keys(o).at(-1), JSON.stringify(o).endsWith('"again"}')], [keys[5], true]);
  const copy = { ...o };
  assertSame(Object.keys(copy).length, 1500);
  for (const key of Object.keys(o)) assertSame(delete o[key], true);
  assertEquals([Object.keys(o), 'key7' in o, o.hasOwnProperty('key7')], [[], false, false]);
  assertThrows(TypeError, () => {
    'use strict';
    const fixed = dictionary({});
    Object.freeze(fixed);
    delete fixed.key5;
  });
});
