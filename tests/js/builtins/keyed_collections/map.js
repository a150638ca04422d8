// Map.
test('keys are told apart by SameValueZero', function () {
  const o = {},
      m = new Map([
        [NaN, 'nan'],
        [0, 'zero'],
        ['0', 'str'],
        [o, 'obj'],
        [undefined, 'u'],
        [null, 'n'],
        [1n, 'big'],
        [1, 'one']
      ]);
  assertSame(m.get(NaN), 'nan');
  assertSame(m.get(-0), 'zero');
  assertSame(m.get('0'), 'str');
  assertSame(m.get(o), 'obj');
  assertSame(m.get({}), undefined);
  assertSame(m.get(undefined), 'u');
  assertSame(m.get(null), 'n');
  assertSame(m.get(1n), 'big');
  assertSame(m.get(1.0), 'one');
  assertSame(m.size, 8);
  assertSame(m.has(2), false);
  assertSame(m.get(2), undefined);
});
test('negative zero becomes zero as a key', function () {
  const m = new Map([[0, 'zero']]);
  m.set(-0, 'again');
  assertSame(Object.is([...m.keys()][0], 0), true);
  const n = new Map();
  n.set(-0, 1);
  assertSame([...n.keys()][0], 0);
});
test('a key that is set again keeps its place, a deleted one comes back at the end', function () {
  const m = new Map([[NaN, 'nan'], [0, 'zero'], ['0', 'str'], [1, 'one']]);
  m.set('new', 1).set('0', 'changed');
  assertSame([...m.keys()].indexOf('0'), 2);
  m.delete('0');
  m.set('0', 'back');
  assertSame([...m.keys()].pop(), '0');
});
test('equal strings and numbers made differently are one key', function () {
  const m = new Map();
  m.set('ab', 1);
  m.set('a' + String.fromCharCode(98), 2);
  m.set('xabx'.slice(1, 3), 3);
  m.set(0.1 + 0.2, 'a'); m.set(0.30000000000000004, 'b');
  m.set(2 ** 31, 'c'); m.set(2147483647 + 1, 'd');
  m.set(1.5 + 1.5, 'e'); m.set(3, 'f');
  m.set(10n ** 20n, 'g'); m.set(100000000000000000000n, 'h');
  assertEquals([...m.values()], [3, 'b', 'd', 'f', 'h']);
});
test('an iteration sees what is added and not what is deleted before its turn', function () {
  const m = new Map([[1, 'a'], [2, 'b'], [3, 'c']]);
  const seen = [];
  for (const [k] of m) {
    seen.push(k);
    if (k === 1) { m.delete(2); m.set(4, 'd'); }
    if (k === 3) { m.delete(1); m.set(1, 'again'); }
  }
  assertEquals(seen, [1, 3, 4, 1]);
});
test('forEach sees a key that is deleted and set again', function () {
  const n = new Map([[1, 1]]);
  let turns = 0;
  n.forEach((v, k) => { n.delete(k); if (++turns < 5) n.set(k, v); });
  assertSame(turns, 5);
});
test('clear ends what was there, and what is set then is gone through', function () {
  const c = new Map([[1, 1], [2, 2], [3, 3]]);
  const cs = [];
  for (const [k] of c) { cs.push(k); if (k === 2) { c.clear(); c.set(9, 9); } }
  assertEquals(cs, [1, 2, 9]);
});
test('a live iterator sees additions', function () {
  const m = new Map([[1, 1]]);
  const it = m.keys();
  assertEquals(it.next(), { value: 1, done: false });
  m.set(2, 2);
  assertEquals(it.next(), { value: 2, done: false });
  assertEquals(it.next(), { value: undefined, done: true });
});
test('an iterator that is finished stays so', function () {
  const m = new Map([[1, 1], [2, 2]]);
  const it = m.keys();
  it.next(); it.next(); it.next();
  m.set(3, 3);
  assertEquals(it.next(), { value: undefined, done: true });
});
test('iterators go on behind what was deleted, over many growths', function () {
  const m = new Map();
  for (let i = 0; i < 100; i++) m.set(i, i);
  const a = m.keys(), b = m.keys();
  for (let i = 0; i < 50; i++) a.next();
  for (let i = 0; i < 100; i += 2) m.delete(i);
  for (let i = 1000; i < 3000; i++) m.set(i, i);
  assertSame(a.next().value, 51);
  assertSame(b.next().value, 1);
  let count = 0;
  for (const k of b) count++;
  assertSame(count, 49 + 2000);
});
test('Map must be called with new, on nothing or on entries', function () {
  assertThrows(TypeError, () => Map());
  assertEquals([new Map(null).size, new Map().size, new Map(new Map([[1, 2]])).get(1)], [0, 0, 2]);
  assertThrows(TypeError, () => new Map([1]));
  assertThrows(TypeError, () => new Map(5));
});
test('the constructor closes an iterator that gives no entry', function () {
  let closed = 0;
  const it = {
    [Symbol.iterator]: () => ({ next: () => ({ value: 5, done: false }), return() { closed++; return {}; } })
  };
  assertThrows(TypeError, () => new Map(it));
  assertSame(closed, 1);
});
test('the constructor calls a set of a subclass', function () {
  const log = [];
  class M extends Map { set(k, v) { log.push(k); return super.set(k, v); } }
  new M([['a', 1], ['b', 2]]);
  assertEquals(log, ['a', 'b']);
});
test('set returns the map, delete whether there was a key, clear and forEach nothing', function () {
  const m = new Map([['a', 1]]);
  assertSame(m.delete('a'), true);
  assertSame(m.delete('a'), false);
  assertSame(m.clear(), undefined);
  assertSame(m.forEach(() => 1), undefined);
  assertSame(m.set('x', 1) === m, true);
});
test('entries is what iterates a map', function () {
  const m = new Map([['x', 1]]);
  assertEquals([...m.entries()], [['x', 1]]);
  assertEquals([...m], [['x', 1]]);
  assertSame(Map.prototype.entries === Map.prototype[Symbol.iterator], true);
});
test('maps and their iterators have tags', function () {
  const m = new Map();
  assertSame(String(m), '[object Map]');
  assertSame(Object.prototype.toString.call(m.keys()), '[object Map Iterator]');
});
test('set has two parameters', function () {
  assertSame(Map.prototype.set.length, 2);
});
test('methods need a map, forEach a function', function () {
  const m = new Map([['x', 1]]);
  for (const f of ['get', 'set', 'has', 'delete', 'clear', 'forEach', 'keys'])
    assertThrows(TypeError, () => Map.prototype[f].call(new Set()));
  assertThrows(TypeError, () => m.forEach(5));
});
test('forEach calls with value, key, map and the receiver it was given', function () {
  const m = new Map([['x', 1]]);
  const self = {};
  m.forEach(function (v, k, map) { assertEquals([v, k, map === m, this === self], [1, 'x', true, true]); }, self);
});
test('a map of thousands of keys keeps what was not deleted', function () {
  const m = new Map();
  for (let i = 0; i < 20000; i++) m.set('k' + i, i);
  for (let i = 0; i < 20000; i += 3) m.delete('k' + i);
  let sum = 0;
  for (const v of m.values()) sum += v;
  assertSame(m.size, 13333);
  assertSame(m.get('k1'), 1);
  assertSame(m.get('k3'), undefined);
  assertSame(m.get('k19999'), 19999);
  assertSame(sum, 199990000 - 3 * (6666 * 6667 / 2));
});
test('an object stays the same key when it changes', function () {
  const keys = [], m = new Map();
  for (let i = 0; i < 500; i++) { const k = { i }; keys.push(k); m.set(k, i); }
  for (const k of keys) { k.more = 1; k.i = -1; Object.freeze(k); }
  assert(keys.every((k, i) => m.get(k) === i));
});
