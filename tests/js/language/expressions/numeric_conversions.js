// Numbers in hot loops across representations, and additions of mixed types.
test('a hot loop crosses into doubles by additions', function () {
  let x = 2 ** 30 - 500, sum = 0;
  for (let i = 0; i < 1000; i++) { x += 1; sum += x & 1; }
  assertSame(x, 2 ** 30 + 500);
  assertSame(sum, 500);
});
test('a hot loop crosses into doubles by products and sums', function () {
  let y = 1;
  for (let i = 0; i < 100; i++) y *= 2;
  assertSame(y, 2 ** 100);
  let z = -1;
  for (let i = 0; i < 40; i++) z = z + z;
  assertSame(z, -(2 ** 40));
});
test('a hot loop wraps signed and unsigned', function () {
  let h = 0;
  for (let i = 0; i < 1000; i++) h = (h * 31 + i) | 0;
  let u = 0;
  for (let i = 0; i < 1000; i++) u = (Math.imul(u, 31) + i) >>> 0;
  assertSame(u, h >>> 0);
});
test('addition concatenates where one side is a string', function () {
  assertSame(1 + '2', '12');
  assertSame([] + [], '');
  assertSame([] + {}, '[object Object]');
  assertSame(1 + [2], '12');
  assertSame(1 + null + 'x', '1x');
  assertSame('a' + 1 + 2, 'a12');
  assertSame(1 + 2 + 'a', '3a');
  assertSame(1n + '1', '11');
});
test('arithmetic converts strings, booleans, null and undefined', function () {
  assertSame('3' - 1, 2);
  assertSame(true + true, 2);
  assertSame(null + 1, 1);
  assertSame(undefined + 1, NaN);
  assertSame(+[], 0);
  assertSame(+{}, NaN);
  assertSame(+'  12  ', 12);
  assertSame(+'1_000', NaN);
  assertSame(-'5', -5);
});
test('symbols and BigInts are not added to numbers', function () {
  assertThrows(TypeError, () => 1 + Symbol());
  assertThrows(TypeError, () => 1n + 1);
});
