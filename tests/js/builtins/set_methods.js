// not-on-node: node 20 lacks them
// Set methods (ES2025).
test('algebra', function () {
  const a = new Set([1, 2, 3]), b = new Set([3, 4]);
  assertEquals([[...a.union(b)], [...a.intersection(b)], [...a.difference(b)], [...a.symmetricDifference(b)], a.isSubsetOf(b), new Set([3]).isSubsetOf(a), a.isSupersetOf(new Set([1])), a.isDisjointFrom(b), a.isDisjointFrom(new Set([9]))], [[1, 2, 3, 4], [3], [1, 2], [1, 2, 4], false, true, true, false, true]);
  assertEquals([...a.union(new Map([[9, 1]]))], [1, 2, 3, 9]);
  assertThrows(TypeError, () => a.union([1]));
  assertEquals([...a.intersection({ size: 1, has: (x) => x === 2, keys: () => [2].values() })], [2]);
});
test('difference asks once for each key it began with', function () {
  const set = new Set([1, 2, 3]), asked = [];
  const result = set.difference({ size: 10, keys() {}, has(key) { asked.push(key); set.clear(); set.add(9); return key === 2; } });
  assertEquals(asked, [1, 2, 3]);
  assertEquals([...result], [1, 3]);
  assertEquals([...set], [9]);
});
