// %TypedArray%.prototype.
const T = (...v) => Int16Array.of(...v);
test('methods shared with Array', function () {
  const t = T(3, 1, 2);
  assertEquals([[...t.map((x) => x * 2)], [...t.filter((x) => x > 1)], t.reduce((a, b) => a + b), t.reduceRight((a, b) => a + '-' + b), t.every((x) => x > 0), t.some((x) => x > 5), t.find((x) => x < 3), t.findIndex((x) => x === 2), t.findLast((x) => x > 1), t.indexOf(1), t.lastIndexOf(9), t.includes(2), t.join('/'), [...t.slice(1)], [...t.keys()], [...t.entries()][0], t.at(-1), t.forEach(() => 1)],
    [[6, 2, 4], [3, 2], 6, '2-1-3', true, false, 1, 2, 2, 1, -1, true, '3/1/2', [1, 2], [0, 1, 2], [0, 3], 2, undefined]);
  assertEquals([[...t.fill(7, 1)], [...T(1, 2, 3).reverse()], [...T(1, 2, 3, 4).copyWithin(0, 2)], [...T(1, 2).with(0, 9)], [...T(2, 1).toSorted()], [...T(1, 2).toReversed()]], [[3, 7, 7], [3, 2, 1], [3, 4, 3, 4], [9, 2], [1, 2], [2, 1]]);
  assertThrows(RangeError, () => T(1).with(5, 1));
});
test('sort is numeric', function () {
  assertEquals([[...T(10, 9, 1, -1).sort()], [...new Float64Array([1, NaN, -0, 0, -Infinity]).sort()], [...T(1, 2, 3).sort((a, b) => b - a)], [...new BigInt64Array([3n, -1n]).sort()]], [[-1, 1, 9, 10], [-Infinity, -0, 0, 1, NaN], [3, 2, 1], [-1n, 3n]]);
  assertThrows(TypeError, () => T(1).sort(5));
  const big = new Uint32Array(1000).map((_, i) => (i * 7919) % 1000);
  assert(big.sort().every((x, i) => x === i));
});
test('set', function () {
  const t = new Uint8Array(5);
  t.set([1, 2], 1); t.set(new Float64Array([300.7]), 4); t.set('9', 0);
  assertEquals([...t], [9, 1, 2, 0, 44]);
  t.set(t.subarray(0, 3), 1);
  assertEquals([...t], [9, 9, 1, 2, 44]);
  const s = new Uint8Array([1, 2, 3, 4]);
  new Uint8Array(s.buffer).set(new Uint8Array(s.buffer, 0, 3), 1);
  assertEquals([...s], [1, 1, 2, 3]);
  const w = new Uint16Array(s.buffer);
  w.set(s.subarray(0, 2));
  assertEquals([...w], [1, 1]);
  assertThrows(RangeError, () => t.set([1, 2], 4));
  assertThrows(RangeError, () => t.set([1], -1));
});
test('species and subclasses', function () {
  class U extends Uint8Array { }
  const u = new U([1, 2]);
  assert(u.map((x) => x) instanceof U && u.slice() instanceof U && u.subarray() instanceof U && u.filter(() => true) instanceof U);
  const odd = new Uint8Array(2);
  odd.constructor = { [Symbol.species]: Int16Array };
  assertSame(odd.map((x) => x).constructor, Int16Array);
  odd.constructor = { [Symbol.species]: function () { return new Uint8Array(0); } };
  assertThrows(TypeError, () => odd.map((x) => x));
});
test('slice copies bytes, also between kinds', function () {
  const f = new Float32Array([1.5, 2.5]);
  const c = f.slice();
  c[0] = 9;
  assertEquals([f[0], c.buffer !== f.buffer, c.length], [1.5, true, 2]);
});
test('iteration sees writes', function () {
  const t = T(1, 2, 3);
  const seen = [];
  for (const x of t) { seen.push(x); t[2] = 9; }
  assertEquals(seen, [1, 2, 9]);
});
