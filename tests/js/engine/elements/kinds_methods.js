// Methods of arrays from one representation of elements to the next.
test('concat joins arrays of different kinds', function () {
  assertEquals([1, 2].concat([0.5]), [1, 2, 0.5]);
  assertEquals([0.5].concat(['a']), [0.5, 'a']);
  assertSame([1].concat([{}])[0], 1);
});
test('slice, splice, sort and reverse keep the kinds of elements', function () {
  assertEquals([0.5, 1.5].slice(1), [1.5]);
  assertEquals([1, 2, 3].splice(1, 1, 0.5), [2]);
  assertEquals([0.5, 2, 1].sort(), [0.5, 1, 2]);
  assertSame([3.5, , 1].reverse()[2], 3.5);
});
test('map, filter, from and spread make arrays of the kind of their results', function () {
  assertEquals([1.5].map((x) => x * 2), [3]);
  assertEquals([1, 2].map((x) => x / 2), [0.5, 1]);
  assertEquals([1.5, 2].filter((x) => x === 2), [2]);
  assertEquals(Array.from([0.5, 1]), [0.5, 1]);
  assertEquals([...[0.5], ...[1], ...['a']], [0.5, 1, 'a']);
});
test('fill and copyWithin change the kind of elements', function () {
  assertEquals([1, 2, 3].fill(0.5, 1), [1, 0.5, 0.5]);
  assertEquals([0.5, 1.5].fill('x'), ['x', 'x']);
  assertEquals([1, 0.5, 'x'].copyWithin(0, 1), [0.5, 'x', 'x']);
});
test('a large array made beforehand is filled one by one', function () {
  const a = new Array(100000);
  for (let i = 0; i < a.length; i++) a[i] = i;
  assertEquals([a[99999], a.length], [99999, 100000]);
});
test('a large array is filled with a double', function () {
  const d = new Array(50000).fill(0.5);
  assertSame(d.reduce((x, y) => x + y), 25000);
});
test('an array filled with undefined has no holes', function () {
  const z = new Array(1000).fill();
  assertSame(z[999], undefined);
  assertSame(999 in z, true);
});
