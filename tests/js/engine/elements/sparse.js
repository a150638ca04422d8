// Sparse arrays and dictionary elements.
test('elements far apart are read, written and deleted', function () {
  const a = [];
  const at = [0, 1000, 1e6, 1e9, 4294967294];
  for (const i of at) a[i] = i;
  assertEquals(
    [a.length, at.map((i) => a[i]), a[5], 1000 in a, 1001 in a, Object.keys(a)],
    [4294967295, at, undefined, true, false, at.map(String)]
  );
  delete a[1e9];
  assertSame(1e9 in a, false);
});
test('cutting a sparse array deletes what is behind', function () {
  const a = [];
  for (const i of [0, 1000, 1e6, 1e9]) a[i] = i;
  a.length = 500;
  assertEquals(Object.keys(a), ['0']);
});
test('methods of a sparse array take a short way', function () {
  const a = [];
  a[0] = 'a'; a[5000000] = 'b'; a[5000001] = 'c';
  assertEquals(
    [a.filter(() => true), a.indexOf('c'), a.lastIndexOf('a'), a.reduce((x, y) => x + y), a.some((x) => x === 'b')],
    [['a', 'b', 'c'], 5000001, 0, 'abc', true]
  );
});
test('forEach of a sparse array calls for what is there', function () {
  const a = [];
  a[0] = 'a'; a[5000000] = 'b'; a[5000001] = 'c';
  const seen = [];
  a.forEach((x, i) => seen.push(i));
  assertEquals(seen, [0, 5000000, 5000001]);
});
test('sort of a sparse array moves everything to the front', function () {
  const a = [];
  a[0] = 'z'; a[100000] = 'a';
  a.sort();
  assertEquals([a[0], a[1], a.length, Object.keys(a).length], ['a', 'z', 100001, 2]);
});
test('unshift of an array that was sparse moves everything up', function () {
  const a = [];
  a[0] = 'a'; a[1] = 'z'; a[100000] = 'far';
  a.length = 3;
  a.unshift('n');
  assertEquals([a[0], a[1], a.length], ['n', 'a', 4]);
});
test('an array that is filled from its end is dense', function () {
  const a = [];
  for (let i = 2000; i >= 0; i--) a[i] = i;
  let s = 0;
  for (let i = 0; i < a.length; i++) s += a[i];
  assertEquals([s, a.length], [2001000, 2001]);
});
test('a thousand elements a thousand apart keep their values', function () {
  const b = [];
  for (let i = 0; i < 1000; i++) b[i * 1000] = i;
  for (let i = 0; i < 1000; i++) assertSame(b[i * 1000], i);
  assertSame(b.length, 999001);
});
test('an object has thousands of index keys of any size, in ascending order', function () {
  const o = {};
  for (let i = 0; i < 3000; i++) o[(i * 2654435761) >>> 0] = i;
  let n = 0;
  for (let i = 0; i < 3000; i++) n += o[(i * 2654435761) >>> 0] === i ? 1 : 0;
  assertSame(n, 3000);
  assertSame(Object.keys(o).length, 3000);
  let last = -1;
  for (const k in o) { if (+k < 4294967295) { assert(+k > last); last = +k; } }
});
test('an element of a sparse array may be read-only, hidden and permanent', function () {
  const a = [1, 2, 3];
  Object.defineProperty(a, 100000, { value: 'ro', enumerable: false });
  a[100000] = 'x';
  assertEquals([a[100000], Object.keys(a), delete a[100000]], ['ro', ['0', '1', '2'], false]);
});
test('cutting a sparse array stops at an element that is permanent', function () {
  const a = [1, 2, 3];
  Object.defineProperty(a, 100000, { value: 'ro', enumerable: false });
  a.length = 5;
  assertSame(a.length, 100001);
});
