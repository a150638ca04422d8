// Array.prototype.sort.
test('the default order is that of strings, with undefined and holes last', function () {
  assertEquals([10, 9, 1, 100].sort(), [1, 10, 100, 9]);
  assertEquals(['b', undefined, 'a'].sort(), ['a', 'b', undefined]);
  assertEquals([3, , 1].sort(), [1, 3, ,]);
  assertEquals([true, 'false', null].sort(), ['false', null, true]);
  assertEquals([-1, -2, 5, 40].sort(), [-1, -2, 40, 5]);
  const h = [3, , undefined, 1].sort();
  assertEquals([h.length, h[2], 3 in h], [4, undefined, false]);
});
test('equal elements keep their order', function () {
  const a = Array.from({ length: 1000 }, (_, i) => ({ k: i % 7, i }));
  a.sort((x, y) => x.k - y.k);
  for (let i = 1; i < a.length; i++) assert(a[i - 1].k < a[i].k || (a[i - 1].k === a[i].k && a[i - 1].i < a[i].i));
});
test('numbers of every count are ordered by a comparator', function () {
  for (const n of [0, 1, 2, 3, 10, 22, 23, 100, 1000, 5000]) {
    let seed = n + 1;
    const a = Array.from({ length: n }, () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 3);
    const b = a.slice().sort((x, y) => x - y);
    for (let i = 1; i < n; i++) assert(b[i - 1] <= b[i]);
    assertSame(b.length, n);
    assertSame(b.reduce((x, y) => x + y, 0).toPrecision(8), a.reduce((x, y) => x + y, 0).toPrecision(8));
  }
});
test('arrays that are sorted, reversed or all equal are sorted', function () {
  const up = Array.from({ length: 500 }, (_, i) => i), down = up.slice().reverse();
  assertEquals(up.slice().sort((a, b) => a - b), up);
  assertEquals(down.sort((a, b) => a - b), up);
  assertEquals(new Array(100).fill(5).sort((a, b) => a - b), new Array(100).fill(5));
});
test('the result of a comparator is converted to a number, and NaN is 0', function () {
  assertEquals([1, 2, 3].sort(() => 0), [1, 2, 3]);
  assertEquals([3, 1, 2].sort((a, b) => ({ valueOf: () => a - b })), [1, 2, 3]);
  assertEquals([3, 1, 2].sort((a, b) => String(a - b)), [1, 2, 3]);
  assertEquals([2, 1].sort(() => undefined), [2, 1]);
  assertEquals([2, 1].sort(() => NaN), [2, 1]);
});
test('a comparator that is neither a function nor undefined is a TypeError', function () {
  assertThrows(TypeError, () => [1].sort(null));
  assertThrows(TypeError, () => [1].sort({}));
});
test('an undefined comparator means the default order', function () {
  assertEquals([3, 1].sort(undefined), [1, 3]);
});
test('what a comparator throws is passed on', function () {
  assertThrows(RangeError, () => [2, 1].sort(() => { throw new RangeError(); }));
});
test('undefined is never passed to the comparator', function () {
  const seen = new Set();
  [3, undefined, 1, undefined, 2].sort((a, b) => { seen.add(a).add(b); return a - b; });
  assertSame(seen.has(undefined), false);
});
test('an array that its comparator cuts is sorted as it was', function () {
  const a = [5, 4, 3, 2, 1];
  a.sort((x, y) => { a.length = 2; return x - y; });
  assertEquals(a, [1, 2, 3, 4, 5]);
});
test('numbers, strings and null are ordered by their strings', function () {
  assertEquals([1.5, 1, 'b', 'a', 10, null].sort(), [1, 1.5, 10, 'a', 'b', null]);
});
test('strings are ordered by code unit', function () {
  assertEquals(['ä', 'z', 'a', 'Z'].sort(), ['Z', 'a', 'z', 'ä']);
});
test('BigInts and numbers are ordered by a comparator', function () {
  assertEquals([10n, 9, 8n].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)), [8n, 9, 10n]);
});
test('an array-like is sorted', function () {
  const o = { 0: 'c', 1: 'a', 2: 'b', length: 3 };
  Array.prototype.sort.call(o);
  assertEquals(o, { 0: 'a', 1: 'b', 2: 'c', length: 3 });
});
test('what toString throws is passed on', function () {
  assertThrows(RangeError, () => [{ toString() { throw new RangeError(); } }, 1].sort());
});
test('sort reads holes through to the prototype', function () {
  const a = [3, , 1];
  Object.setPrototypeOf(a, { __proto__: Array.prototype, 1: 2 });
  Array.prototype.sort.call(a);
  assertEquals([a[0], a[1], a[2]], [1, 2, 3]);
});
test('what is left behind the sorted values is deleted, asked for or not', function () {
  const deleted = [];
  new Proxy([, , 0], { deleteProperty(target, key) { deleted.push(key); return delete target[key]; } }).sort();
  assertSame(deleted.join(), '1,2');
  const fixed = Object.defineProperty({ 0: 2, 2: 1, length: 3 }, 2, { configurable: false });
  assertThrows(TypeError, () => Array.prototype.sort.call(fixed));
});
