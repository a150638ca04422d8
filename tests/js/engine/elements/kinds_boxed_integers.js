// flags: --verify-heap
// Integers that arithmetic has left in boxes, as elements of arrays of Smis: they become Smis there.
function boxed(half) {
  return half + half;
}
test('elements that unshift and splice insert', function () {
  const a = [5, 6, 7];
  a.unshift(boxed(0.5));
  const b = [5, 6, 7];
  b.splice(1, 1, boxed(0.5), boxed(1.5));
  const c = [1.5, 2.5];
  c.splice(1, 0, boxed(0.5));
  gc();
  assertEquals([a, b, c], [[1, 5, 6, 7], [5, 1, 3, 7], [1.5, 1, 2.5]]);
});
test('elements that other methods make', function () {
  const a = [5, 6, 7].fill(boxed(0.5), 1);
  a.push(boxed(1));
  a[a.length] = boxed(1.5);
  const others = [
    a.with(0, boxed(2)),
    a.toSpliced(1, 0, boxed(2.5)),
    a.concat(boxed(3)),
    Array.of(boxed(0.5)),
    [boxed(0.5)]
  ];
  gc();
  assertEquals(a, [5, 1, 1, 2, 3]);
  assertEquals(others, [[4, 1, 1, 2, 3], [5, 5, 1, 1, 2, 3], [5, 1, 1, 2, 3, 6], [1], [1]]);
});
