// Reading objects in dictionary mode by names that a program has put together. What is read is what is there now.
function dictionary(prototype, size) {
  const o = Object.create(prototype);
  for (let i = 0; i < 2 * size; i++) o['key' + i] = i;
  for (let i = 0; i < 2 * size; i += 2) delete o['key' + i];
  return o;
}
const get = (o, key) => o[key];
const update = (o, key) => o[key]++;
const text = 'key1 key2 key3 absent';
// A name of its own each time, which is interned and thin after its first use.
const made = (name) => text.slice(text.indexOf(name), text.indexOf(name) + name.length);

test('of any size, with and without room in the object', () => {
  for (const size of [1, 3, 5, 40, 300, 40000]) {
    const o = dictionary({ absent: 'above' }, size);
    for (let n = 0; n < 300; n++) {
      const i = n % size;
      assertSame(get(o, 'key' + (2 * i + 1)), 2 * i + 1);
      assertSame(get(o, 'key' + 2 * i), undefined);
    }
    const last = 'ke' + 'y' + (2 * size - 1);
    for (let n = 0; n < 10; n++) assertSame(get(o, last), 2 * size - 1);
    assertSame(get(o, made('absent')), 'above');
    o.absent = 'own';
    assertSame(get(o, made('absent')), 'own');
    delete o.absent;
    assertSame(get(o, made('absent')), 'above');
  }
});

test('with elements besides', () => {
  const o = dictionary(null, 20);
  o[3] = 'three';
  o[1000000] = 'far';
  for (let n = 0; n < 300; n++) {
    assertSame(get(o, made('key1')), 1);
    assertSame(get(o, 3), 'three');
    assertSame(get(o, '3'), 'three');
    assertSame(get(o, '1000000'), 'far');
    assertSame(get(o, 'x3'.slice(1)), 'three');
  }
  const array = dictionary(Array.prototype, 1) && Object.assign([1, 2], { key1: 'a', key2: 'b', key3: 'c' });
  delete array.key2;
  for (let n = 0; n < 300; n++)
    assertEquals([get(array, made('key3')), get(array, made('key2')), get(array, 'length')], ['c', undefined, 2]);
});

test('accessors and proxies are asked', () => {
  const o = dictionary(new Proxy({}, { get: (target, key) => 'proxy ' + String(key) }), 20);
  let calls = 0;
  Object.defineProperty(o, 'key3', { get() { calls++; return this === o; }, configurable: true });
  for (let n = 0; n < 300; n++) {
    assertSame(get(o, made('key3')), true);
    assertSame(get(o, made('key2')), 'proxy key2');
  }
  assertSame(calls, 300);
  Object.defineProperty(o, 'key3', { value: 'plain' });
  assertSame(get(o, made('key3')), 'plain');
});

test('symbols, numbers and other keys', () => {
  const o = dictionary(null, 20), symbol = Symbol();
  o[symbol] = 'symbol';
  o['1.5'] = 'number';
  o['-1'] = 'negative';
  o.null = 'null';
  for (let n = 0; n < 300; n++) {
    assertEquals([get(o, symbol), get(o, 1.5), get(o, -1), get(o, null), get(o, { toString: () => 'key1' })],
                 ['symbol', 'number', 'negative', 'null', 1]);
  }
});

test('read and written in one', () => {
  const o = dictionary(null, 20);
  for (let n = 0; n < 300; n++) assertSame(update(o, made('key1')), 1 + n);
  assertSame(o.key1, 301);
});

test('what has many properties of one prefix, deleted and made again', () => {
  const o = {};
  for (let round = 0; round < 5; round++) {
    for (let i = 0; i < 1000; i++) o['p' + i] = round * i;
    for (let i = 0; i < 1000; i++) assertSame(get(o, 'p' + i), round * i);
    for (let i = 0; i < 1000; i += 3) delete o['p' + i];
    for (let i = 0; i < 1000; i++) assertSame(get(o, 'p' + i), i % 3 === 0 ? undefined : round * i);
  }
});
