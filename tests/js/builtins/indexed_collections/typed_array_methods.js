// %TypedArray%.prototype.
const T = (...v) => Int16Array.of(...v);
test('callbacks go through the elements', function () {
  const t = T(3, 1, 2);
  assertEquals([...t.map((x) => x * 2)], [6, 2, 4]);
  assertEquals([...t.filter((x) => x > 1)], [3, 2]);
  assertSame(t.reduce((a, b) => a + b), 6);
  assertSame(t.reduceRight((a, b) => a + '-' + b), '2-1-3');
  assertSame(t.forEach(() => 1), undefined);
});
test('every, some and the find family look for an element', function () {
  const t = T(3, 1, 2);
  assertSame(t.every((x) => x > 0), true);
  assertSame(t.some((x) => x > 5), false);
  assertSame(t.find((x) => x < 3), 1);
  assertSame(t.findIndex((x) => x === 2), 2);
  assertSame(t.findLast((x) => x > 1), 2);
});
test('indexOf, lastIndexOf and includes look for a value', function () {
  const t = T(3, 1, 2);
  assertSame(t.indexOf(1), 1);
  assertSame(t.lastIndexOf(9), -1);
  assertSame(t.includes(2), true);
});
test('join, slice, at, keys and entries read elements', function () {
  const t = T(3, 1, 2);
  assertSame(t.join('/'), '3/1/2');
  assertEquals([...t.slice(1)], [1, 2]);
  assertEquals([...t.keys()], [0, 1, 2]);
  assertEquals([...t.entries()][0], [0, 3]);
  assertSame(t.at(-1), 2);
});
test('fill, reverse and copyWithin write in place', function () {
  assertEquals([...T(3, 1, 2).fill(7, 1)], [3, 7, 7]);
  assertEquals([...T(1, 2, 3).reverse()], [3, 2, 1]);
  assertEquals([...T(1, 2, 3, 4).copyWithin(0, 2)], [3, 4, 3, 4]);
});
test('with, toSorted and toReversed make copies', function () {
  assertEquals([...T(1, 2).with(0, 9)], [9, 2]);
  assertEquals([...T(2, 1).toSorted()], [1, 2]);
  assertEquals([...T(1, 2).toReversed()], [2, 1]);
});
test('with at an index that is not there is a RangeError', function () {
  assertThrows(RangeError, () => T(1).with(5, 1));
});
test('sort is numeric, with NaN last and -0 before 0', function () {
  assertEquals([...T(10, 9, 1, -1).sort()], [-1, 1, 9, 10]);
  assertEquals([...new Float64Array([1, NaN, -0, 0, -Infinity]).sort()], [-Infinity, -0, 0, 1, NaN]);
});
test('sort takes a comparator, and nothing else', function () {
  assertEquals([...T(1, 2, 3).sort((a, b) => b - a)], [3, 2, 1]);
  assertEquals([...new BigInt64Array([3n, -1n]).sort()], [-1n, 3n]);
  assertThrows(TypeError, () => T(1).sort(5));
});
test('a thousand elements are sorted', function () {
  const big = new Uint32Array(1000).map((_, i) => (i * 7919) % 1000);
  assert(big.sort().every((x, i) => x === i));
});
test('set converts what it copies from arrays, typed arrays and array-likes', function () {
  const t = new Uint8Array(5);
  t.set([1, 2], 1); t.set(new Float64Array([300.7]), 4); t.set('9', 0);
  assertEquals([...t], [9, 1, 2, 0, 44]);
});
test('set copies overlapping ranges of one buffer as they were', function () {
  const t = new Uint8Array([9, 1, 2, 0, 44]);
  t.set(t.subarray(0, 3), 1);
  assertEquals([...t], [9, 9, 1, 2, 44]);
  const s = new Uint8Array([1, 2, 3, 4]);
  new Uint8Array(s.buffer).set(new Uint8Array(s.buffer, 0, 3), 1);
  assertEquals([...s], [1, 1, 2, 3]);
});
test('set copies overlapping ranges of other widths as they were', function () {
  const s = new Uint8Array([1, 1, 2, 3]);
  const w = new Uint16Array(s.buffer);
  w.set(s.subarray(0, 2));
  assertEquals([...w], [1, 1]);
});
test('set beyond the end is a RangeError', function () {
  const t = new Uint8Array(5);
  assertThrows(RangeError, () => t.set([1, 2], 4));
  assertThrows(RangeError, () => t.set([1], -1));
});
test('methods of a subclass make arrays of the subclass', function () {
  class U extends Uint8Array { }
  const u = new U([1, 2]);
  assert(
    u.map((x) => x) instanceof U && u.slice() instanceof U && u.subarray() instanceof U &&
        u.filter(() => true) instanceof U
  );
});
test('the species may be another kind of typed array', function () {
  const odd = new Uint8Array(2);
  odd.constructor = { [Symbol.species]: Int16Array };
  assertSame(odd.map((x) => x).constructor, Int16Array);
});
test('a species that gives too short an array is a TypeError', function () {
  const odd = new Uint8Array(2);
  odd.constructor = { [Symbol.species]: function () { return new Uint8Array(0); } };
  assertThrows(TypeError, () => odd.map((x) => x));
});
test('slice copies into a buffer of its own', function () {
  const f = new Float32Array([1.5, 2.5]);
  const c = f.slice();
  c[0] = 9;
  assertEquals([f[0], c.buffer !== f.buffer, c.length], [1.5, true, 2]);
});
test('an iteration sees what is written before its turn', function () {
  const t = T(1, 2, 3);
  const seen = [];
  for (const x of t) { seen.push(x); t[2] = 9; }
  assertEquals(seen, [1, 2, 9]);
});
