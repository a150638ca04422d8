// Set.
test('values, order, SameValueZero', function () {
  const s = new Set([3, 1, 3, NaN, NaN, -0, 0, '1', 1]);
  assertEquals([...s], [3, 1, NaN, 0, '1']);
  assertEquals([s.size, s.has(NaN), s.has(-0), s.add(5) === s, s.delete(3), s.delete(3), [...s][0]], [5, true, true, true, true, false, 1]);
});
test('changes during iteration', function () {
  const s = new Set([1, 2, 3]);
  const seen = [];
  for (const x of s) { seen.push(x); s.delete(x); if (x < 6) s.add(x + 3); }
  assertEquals(seen, [1, 2, 3, 4, 5, 6, 7, 8]);
});
test('protocol', function () {
  const s = new Set('ab');
  assertEquals([[...s.entries()], Set.prototype.keys === Set.prototype.values, Set.prototype[Symbol.iterator] === Set.prototype.values, String(s), Object.prototype.toString.call(s.values())], [[['a', 'a'], ['b', 'b']], true, true, '[object Set]', '[object Set Iterator]']);
  const seen = [];
  s.forEach((v, k, set) => seen.push(v === k && set === s));
  assertEquals(seen, [true, true]);
  assertThrows(TypeError, () => Set());
  assertThrows(TypeError, () => new Set(5));
  assertThrows(TypeError, () => Set.prototype.has.call(new Map(), 1));
  class T extends Set { add(v) { return super.add(v * 2); } }
  assertEquals([...new T([1, 2])], [2, 4]);
});
test('large sets of all kinds', function () {
  const s = new Set();
  for (let i = 0; i < 5000; i++) { s.add(i); s.add(String(i)); s.add(i + 0.5); s.add(BigInt(i)); s.add({}); }
  assertSame(s.size, 25000);
  let n = 0;
  for (let i = 0; i < 5000; i++) n += s.has(i) + s.has('' + i) + s.has(i + 0.5) + s.has(BigInt(i)) + s.has({});
  assertSame(n, 20000);
  s.clear();
  assertEquals([s.size, s.has(1)], [0, false]);
});
