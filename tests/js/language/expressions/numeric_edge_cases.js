// Numbers at the edges of their representations.
test('small integers overflow into doubles', function () {
  for (const limit of [2 ** 30, 2 ** 31, 2 ** 32, 2 ** 53]) {
    let x = limit - 2;
    x++; x++;
    assertSame(x, limit);
    x = -limit + 1;
    x--; x--;
    assertSame(x, -limit - 1);
    assertSame((limit - 1) + (limit - 1), 2 * limit - 2);
    assertSame((-limit) - limit, -2 * limit);
  }
  assertSame(1073741823 + 1, 1073741824);
  assertSame(-1073741824 - 1, -1073741825);
  assertSame(2147483647 + 1, 2147483648);
  assertSame(65536 * 65536, 4294967296);
  assertSame(46341 * 46341, 2147488281);
  assertSame(32768 * 32768, 1073741824);
  assertSame(-(-1073741824), 1073741824);
  assertSame(-(-2147483648), 2147483648);
});
test('negation, multiplication and remainder make minus zero', function () {
  const z = 0;
  assertSame(-z, -0);
  assertSame(0 * -1, -0);
  assertSame(-1 * 0, -0);
  assertSame(-5 % 5, -0);
  assertSame(5 % -5, 0);
  assertSame(0 / -3, -0);
  let neg = 0; neg *= -1;
  assertSame(neg, -0);
});
test('addition and subtraction drop minus zero, unless both are', function () {
  assertSame(-0 + 0, 0);
  assertSame(-0 - 0, -0);
  assertSame(-0 + -0, -0);
  assertSame(0 - 0, 0);
});
test('minus zero shows in division, rounding and parsing', function () {
  assertSame(1 / -0, -Infinity);
  assertSame(Math.round(-0.2), -0);
  assertSame(+'-0', -0);
  assertSame(parseInt('-0'), -0);
});
test('minus zero is zero to strings, comparison and bits', function () {
  assertSame(-0 | 0, 0);
  assertSame(-0 >>> 0, 0);
  assertSame(~~-0.5, 0);
  assertSame(String(-0), '0');
  assertSame(JSON.stringify(-0), '0');
  assertSame(-0 === 0, true);
  assertSame([-0].includes(0), true);
  assertSame(Object.is(-0, 0), false);
});
test('max and min order the zeros', function () {
  assertSame(Math.max(-0, 0), 0);
  assertSame(Math.min(0, -0), -0);
});
test('division is exact, or infinite by zero', function () {
  assertSame(7 / 2, 3.5);
  assertSame(6 / 2, 3);
  assertSame(1 / 0, Infinity);
  assertSame(-1 / 0, -Infinity);
  assertSame(0 / 0, NaN);
});
test('a remainder has the sign of the dividend', function () {
  assertSame(7 % 3, 1);
  assertSame(-7 % 3, -1);
  assertSame(7 % -3, 1);
  assertSame(5.5 % 2, 1.5);
  assertSame(-5.5 % 2, -1.5);
});
test('a remainder by zero is NaN, by Infinity the dividend', function () {
  assertSame(5 % 0, NaN);
  assertSame(5 % Infinity, 5);
  assertSame(Infinity % 5, NaN);
});
test('the least integers by -1 are no overflow', function () {
  assertSame(-2147483648 % -1, -0);
  assertSame(-1073741824 % -1, -0);
  assertSame(-1073741824 / -1, 1073741824);
});
test('a remainder of large numbers is exact', function () {
  assertSame(2 ** 53 % 3, 2);
  assertSame(1e308 % 3e-5 < 3e-5, true);
});
test('a left shift counts modulo 32', function () {
  assertSame(1 << 31, -2147483648);
  assertSame(1 << 30, 1073741824);
  assertSame(1 << 32, 1);
  assertSame(1 << 33, 2);
  assertSame(1 << -1, -2147483648);
});
test('a right shift fills with zeros or with the sign, by its kind', function () {
  assertSame(-1 >>> 0, 4294967295);
  assertSame(-1 >>> 31, 1);
  assertSame(-1 >>> 32, 4294967295);
  assertSame(-8 >> 1, -4);
  assertSame(-1 >> 31, -1);
  assertSame(5 >> 32, 5);
});
test('a bitwise operator takes an integer modulo 2 ** 32', function () {
  assertSame(2 ** 32 << 0, 0);
  assertSame((2 ** 31) | 0, -2147483648);
  assertSame((2 ** 32 + 5) | 0, 5);
  assertSame((2 ** 53 + 2) | 0, 2);
  assertSame(1e20 | 0, 1661992960);
  assertSame(-1e20 | 0, -1661992960);
  assertSame(1e300 | 0, 0);
});
test('a bitwise operator takes NaN and infinities as 0, and cuts fractions', function () {
  assertSame(NaN | 0, 0);
  assertSame(Infinity >> 1, 0);
  assertSame(~~3.7, 3);
  assertSame('0x10' << 1, 32);
  assertSame(4294967295.9 >>> 0, 4294967295);
  assertSame(-1.9 | 0, -1);
});
test('~ inverts each bit', function () {
  assertSame(~2147483647, -2147483648);
  assertSame(~-1, 0);
});
test('the bitwise operators work on both signs', function () {
  assertEquals(
    [5 & 3, 5 | 3, 5 ^ 3, -5 & 3, -5 | 3, -5 ^ 3, 0xffffffff & 0xff, 0xffffffff | 0, 0x80000000 ^ 0],
    [1, 7, 6, 3, -5, -8, 255, -1, -2147483648]
  );
});
test('the bitwise operators convert their operands', function () {
  assertSame(null & 1, 0);
  assertSame('12' | 3, 15);
  assertSame([5] ^ 1, 4);
  assertSame(true << 3, 8);
});
test('increments convert and give the number before', function () {
  let a = '5', b = null, c = undefined, d = true, e = 1.5, f = 'x', g = {}, h = [7];
  assertSame(a++, 5);
  assertSame(b++, 0);
  assertSame(c++, NaN);
  assertSame(d++, 1);
  assertSame(e++, 1.5);
  assertSame(f++, NaN);
  assertSame(g++, NaN);
  assertSame(h++, 7);
  assertEquals([a, b, c, d, e, f, g, h], [6, 1, NaN, 2, 2.5, NaN, NaN, 8]);
});
test('an increment stops where doubles are two apart', function () {
  let big = 9007199254740991;
  assertSame(++big, 9007199254740992);
  assertSame(++big, 9007199254740992);
});
test('an increment of minus zero gives it and makes 1', function () {
  let m = -0;
  assertSame(m++, -0);
  assertSame(m, 1);
});
test('an increment goes beyond the small integers', function () {
  let n = 1073741823;
  assertSame(n++, 1073741823);
  assertSame(n, 1073741824);
});
test('NaN is unequal to itself, and not less or greater', function () {
  assertSame(NaN === NaN, false);
  assertEquals([NaN < 1, NaN > 1, NaN <= NaN, NaN >= NaN, undefined < 1], [false, false, false, false, false]);
  assertSame(NaN !== NaN, true);
});
test('infinities that cancel are NaN', function () {
  assertSame(Infinity - Infinity, NaN);
  assertSame(Infinity * 0, NaN);
});
test('the largest number overflows, and the least goes to 0', function () {
  assertSame(Infinity > Number.MAX_VALUE, true);
  assertSame(Number.MAX_VALUE * 2, Infinity);
  assertSame(Number.MIN_VALUE / 2, 0);
});
test('decimals are rounded to the nearest double', function () {
  assertSame(0.1 + 0.2, 0.30000000000000004);
  assertSame(1e21 + 1, 1e21);
  assertSame(9007199254740992 + 1, 9007199254740992);
  assertSame(9007199254740993, 9007199254740992);
  assertSame(0.1 * 3, 0.30000000000000004);
  assertSame(4.35 * 100, 434.99999999999994);
  assertSame(1.005 * 1000, 1004.9999999999999);
});
