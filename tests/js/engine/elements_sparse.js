// Sparse arrays and dictionary elements.
test('reading, writing, deleting far apart', function () {
  const a = [];
  const at = [0, 1000, 1e6, 1e9, 4294967294];
  for (const i of at) a[i] = i;
  assertEquals([a.length, at.map((i) => a[i]), a[5], 1000 in a, 1001 in a, Object.keys(a)], [4294967295, at, undefined, true, false, at.map(String)]);
  delete a[1e9];
  assertSame(1e9 in a, false);
  a.length = 500;
  assertEquals(Object.keys(a), ['0']);
});
test('methods on sparse arrays take a short way', function () {
  const a = [];
  a[0] = 'a'; a[5000000] = 'b'; a[5000001] = 'c';
  assertEquals([a.filter(() => true), a.indexOf('c'), a.lastIndexOf('a'), a.reduce((x, y) => x + y), a.some((x) => x === 'b')], [['a', 'b', 'c'], 5000001, 0, 'abc', true]);
  const seen = [];
  a.forEach((x, i) => seen.push(i));
  assertEquals(seen, [0, 5000000, 5000001]);
});
test('sort, reverse, splice, unshift on them', function () {
  const a = [];
  a[0] = 'z'; a[100000] = 'a';
  a.sort();
  assertEquals([a[0], a[1], a.length, Object.keys(a).length], ['a', 'z', 100001, 2]);
  a.length = 3;
  a.unshift('n');
  assertEquals([a[0], a[1], a.length], ['n', 'a', 4]);
});
test('back to dense', function () {
  const a = [];
  for (let i = 2000; i >= 0; i--) a[i] = i;
  let s = 0;
  for (let i = 0; i < a.length; i++) s += a[i];
  assertEquals([s, a.length], [2001000, 2001]);
  const b = [];
  for (let i = 0; i < 1000; i++) b[i * 1000] = i;
  for (let i = 0; i < 1000; i++) assertSame(b[i * 1000], i);
  assertSame(b.length, 999001);
});
test('objects with index keys of all sizes', function () {
  const o = {};
  for (let i = 0; i < 3000; i++) o[(i * 2654435761) >>> 0] = i;
  let n = 0;
  for (let i = 0; i < 3000; i++) n += o[(i * 2654435761) >>> 0] === i ? 1 : 0;
  assertSame(n, 3000);
  assertSame(Object.keys(o).length, 3000);
  let last = -1;
  for (const k in o) { if (+k < 4294967295) { assert(+k > last); last = +k; } }
});
test('attributes in dictionary elements', function () {
  const a = [1, 2, 3];
  Object.defineProperty(a, 100000, { value: 'ro', enumerable: false });
  a[100000] = 'x';
  assertEquals([a[100000], Object.keys(a), delete a[100000]], ['ro', ['0', '1', '2'], false]);
  a.length = 5;
  assertSame(a.length, 100001);
});
test('splice and unshift of arrays that are nearly all holes', function () {
  const make = () => { const a = []; a[5] = 'a'; a[1000] = 'b'; a[4000000000] = 'c'; return a; };
  const a = make();
  assertSame(a.unshift('x', 'y'), 4000000003);
  assertEquals(Object.keys(a), ['0', '1', '7', '1002', '4000000002']);
  assertEquals([a[0], a[1], a[7], a[1002], a[4000000002]], ['x', 'y', 'a', 'b', 'c']);
  const b = make(), removed = b.splice(5, 1000, 'n');
  assertEquals([removed.length, Object.keys(removed).join(), removed[0], removed[995]], [1000, '0,995', 'a', 'b']);
  assertEquals([b.length, Object.keys(b).join(), b[5], b[3999999001]], [3999999002, '5,3999999001', 'n', 'c']);
  const c = make();
  assertEquals([c.splice(0).length, c.length, Object.keys(c).length], [4000000001, 0, 0]);
  const d = [];
  d.length = 2 ** 32 - 1;
  d[0] = 'first';
  d[2 ** 32 - 2] = 'last';
  assertThrows(RangeError, () => d.unshift('new'));
  assertEquals(Object.keys(d), ['0', '1', '4294967295']);
  assertEquals([d[0], d[1], d[4294967295], d.length], ['new', 'first', 'last', 2 ** 32 - 1]);
});
