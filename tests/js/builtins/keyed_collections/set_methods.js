// not-on-node: node 20 lacks them
// Set methods (ES2025).
test('union, intersection and differences combine two sets', function () {
  const a = new Set([1, 2, 3]), b = new Set([3, 4]);
  assertEquals([...a.union(b)], [1, 2, 3, 4]);
  assertEquals([...a.intersection(b)], [3]);
  assertEquals([...a.difference(b)], [1, 2]);
  assertEquals([...a.symmetricDifference(b)], [1, 2, 4]);
});
test('isSubsetOf, isSupersetOf and isDisjointFrom compare two sets', function () {
  const a = new Set([1, 2, 3]), b = new Set([3, 4]);
  assertSame(a.isSubsetOf(b), false);
  assertSame(new Set([3]).isSubsetOf(a), true);
  assertSame(a.isSupersetOf(new Set([1])), true);
  assertSame(a.isDisjointFrom(b), false);
  assertSame(a.isDisjointFrom(new Set([9])), true);
});
test('the other operand is set-like, not just iterable', function () {
  const a = new Set([1, 2, 3]);
  assertEquals([...a.union(new Map([[9, 1]]))], [1, 2, 3, 9]);
  assertThrows(TypeError, () => a.union([1]));
  assertEquals([...a.intersection({ size: 1, has: (x) => x === 2, keys: () => [2].values() })], [2]);
});
test('difference asks once for each key it began with', function () {
  const set = new Set([1, 2, 3]), asked = [];
  const result = set.difference({
    size: 10,
    keys() {},
    has(key) { asked.push(key); set.clear(); set.add(9); return key === 2; }
  });
  assertEquals(asked, [1, 2, 3]);
  assertEquals([...result], [1, 3]);
  assertEquals([...set], [9]);
});
