// slow: fills large arrays
// timeout: 30
// not-on-node: V8 fills dictionaries entry by entry
// An array in dictionary mode that is filled becomes dense at once; one that no memory takes is refused.
test('a huge array is filled in a moment', function () {
  var a = new Array(2 ** 26 + 10).fill(1);
  assertSame(a.length, 2 ** 26 + 10);
  assertSame(a[0] + a[2 ** 25] + a[a.length - 1], 3);
});
test('elements outside of the range stay', function () {
  var a = new Array(2 ** 25 + 1);
  a[5] = 'five';
  a[2 ** 25] = 0.5;
  a.fill(7, 10, 2 ** 24);
  assertSame(a[5], 'five');
  assertSame(9 in a, false);
  assertSame(a[10], 7);
  assertSame(a[2 ** 24 - 1], 7);
  assertSame(2 ** 24 in a, false);
  assertSame(a[2 ** 25], 0.5);
});
test('a short range of a sparse array leaves it sparse', function () {
  var a = new Array(2 ** 32 - 1);
  a.fill('x', 2 ** 31, 2 ** 31 + 3);
  assertEquals(Object.keys(a), ['2147483648', '2147483649', '2147483650']);
});
test('elements with other attributes are not overridden', function () {
  var a = new Array(2 ** 25 + 1);
  Object.defineProperty(a, 1, { value: 'mine', writable: false, configurable: true });
  assertThrows(TypeError, function () { a.fill(0, 0, 2000); });
  assertSame(a[0], 0);
  assertSame(a[1], 'mine');
});
test('more elements than arrays can have in a row are refused before any is written', function () {
  var a = new Array(2 ** 32 - 1);
  assertThrows(RangeError, function () { a.fill(1); });
  assertEquals(Object.keys(a), []);
});
