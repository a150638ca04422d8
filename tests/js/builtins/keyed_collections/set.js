// Set.
test('values are told apart by SameValueZero and keep their order', function () {
  const s = new Set([3, 1, 3, NaN, NaN, -0, 0, '1', 1]);
  assertEquals([...s], [3, 1, NaN, 0, '1']);
  assertSame(s.size, 5);
  assertSame(s.has(NaN), true);
  assertSame(s.has(-0), true);
});
test('add returns the set, delete whether there was a value', function () {
  const s = new Set([3, 1]);
  assertSame(s.add(5) === s, true);
  assertSame(s.delete(3), true);
  assertSame(s.delete(3), false);
  assertSame([...s][0], 1);
});
test('an iteration sees what is added', function () {
  const s = new Set([1, 2, 3]);
  const seen = [];
  for (const x of s) { seen.push(x); s.delete(x); if (x < 6) s.add(x + 3); }
  assertEquals(seen, [1, 2, 3, 4, 5, 6, 7, 8]);
});
test('entries are pairs, and keys and values one function', function () {
  const s = new Set('ab');
  assertEquals([...s.entries()], [['a', 'a'], ['b', 'b']]);
  assertSame(Set.prototype.keys === Set.prototype.values, true);
  assertSame(Set.prototype[Symbol.iterator] === Set.prototype.values, true);
});
test('sets and their iterators have tags', function () {
  const s = new Set('ab');
  assertSame(String(s), '[object Set]');
  assertSame(Object.prototype.toString.call(s.values()), '[object Set Iterator]');
});
test('forEach calls with the value twice and the set', function () {
  const s = new Set('ab');
  const seen = [];
  s.forEach((v, k, set) => seen.push(v === k && set === s));
  assertEquals(seen, [true, true]);
});
test('Set must be called with new, on something iterable', function () {
  assertThrows(TypeError, () => Set());
  assertThrows(TypeError, () => new Set(5));
});
test('methods need a set', function () {
  assertThrows(TypeError, () => Set.prototype.has.call(new Map(), 1));
});
test('the constructor calls an add of a subclass', function () {
  class T extends Set { add(v) { return super.add(v * 2); } }
  assertEquals([...new T([1, 2])], [2, 4]);
});
test('a set keeps thousands of values of all kinds apart', function () {
  const s = new Set();
  for (let i = 0; i < 5000; i++) { s.add(i); s.add(String(i)); s.add(i + 0.5); s.add(BigInt(i)); s.add({}); }
  assertSame(s.size, 25000);
  let n = 0;
  for (let i = 0; i < 5000; i++) n += s.has(i) + s.has('' + i) + s.has(i + 0.5) + s.has(BigInt(i)) + s.has({});
  assertSame(n, 20000);
  s.clear();
  assertEquals([s.size, s.has(1)], [0, false]);
});
