// BigInt.
test('arithmetic on many digits', function () {
  const a = 123456789012345678901234567890n, b = 987654321n;
  assertSame(a + b, 123456789012345678902222222211n);
  assertSame(a - b, 123456789012345678900246913569n);
  assertSame(b - a, -123456789012345678900246913569n);
  assertSame(a * b, 121932631124828532112482853211126352690n);
  assertSame(a / b, 124999998873437499901n);
  assertSame(a % b, 574845669n);
  assertSame(-a / b, -124999998873437499901n);
  assertSame(-a % b, -574845669n);
  assertSame(a ** 3n === a * a * a, true);
  assertSame((-2n) ** 63n, -9223372036854775808n);
  assertSame(0n * -1n, 0n);
  assertSame(-(-5n), 5n);
  assertSame(7n / 2n, 3n);
  assertSame(-7n / 2n, -3n);
  assertSame(-7n % 2n, -1n);
});
test('division by zero and negative powers are RangeErrors', function () {
  assertThrows(RangeError, () => 1n / 0n);
  assertThrows(RangeError, () => 1n % 0n);
  assertThrows(RangeError, () => 2n ** -1n);
});
test('increments return the value before or after', function () {
  let x = 5n;
  assertSame(x++, 5n);
  assertSame(x--, 6n);
  assertSame(++x, 6n);
  assertSame(-x, -6n);
  assertSame(x, 6n);
});
test('the bitwise operators work on two\'s complement of any width', function () {
  assertSame(5n & 3n, 1n);
  assertSame(-5n & 3n, 3n);
  assertSame(5n | -3n, -3n);
  assertSame(-5n ^ 3n, -8n);
  assertSame(~5n, -6n);
  assertSame(~-1n, 0n);
  assertSame(1n << 100n, 1267650600228229401496703205376n);
  assertSame((1n << 100n) >> 98n, 4n);
  assertSame(-5n >> 1n, -3n);
  assertSame(-1n >> 100n, -1n);
  assertSame(1n << -1n, 0n);
  assertSame(5n >> -2n, 20n);
  assertSame((2n ** 64n - 1n) & (2n ** 32n), 4294967296n);
  assertSame(-(2n ** 64n) | 1n, -18446744073709551615n);
});
test('there is no unsigned shift', function () {
  assertThrows(TypeError, () => 1n >>> 0n);
});
test('arithmetic with numbers is a TypeError', function () {
  for (const f of [
    () => 1n + 1,
    () => 1 * 1n,
    () => 1n & 1,
    () => +1n,
    () => Math.max(1n),
    () => 1n ** 1,
    () => isNaN(1n)
  ])
    assertThrows(TypeError, f);
});
test('comparison with numbers and strings is by mathematical value', function () {
  assertSame(1n < 1.5, true);
  assertSame(2n > 1, true);
  assertSame(1n == 1, true);
  assertSame(1n === 1, false);
  assertSame(2n ** 53n + 1n > 2 ** 53, true);
  assertSame(0n == '', true);
  assertSame(1n < '2', true);
  assertSame(NaN < 1n, false);
  assertSame(1n < Infinity, true);
});
test('BigInts sort among numbers by their strings', function () {
  assertSame([3, 1n, 2].sort().join(), '1,2,3');
});
test('0n is false', function () {
  assertSame(!0n, true);
  assertSame(0n || 'f', 'f');
});
test('a BigInt and a string are concatenated', function () {
  assertSame(1n + 'x', '1x');
});
test('BigInt converts strings, booleans and integers', function () {
  assertSame(BigInt('0x1f'), 31n);
  assertSame(BigInt('  12 '), 12n);
  assertSame(BigInt(''), 0n);
  assertSame(BigInt(true), 1n);
  assertSame(BigInt(2 ** 60), 1152921504606846976n);
  assertSame(BigInt('-5'), -5n);
  assertSame(BigInt('0b11'), 3n);
  assertSame(BigInt('0o17'), 15n);
  assertSame(BigInt(Number.MAX_VALUE) > 0n, true);
});
test('a string that is no integer is a SyntaxError', function () {
  for (const s of ['1.5', '1n', '0x', '-0x1', '1e3', 'x', '--1']) assertThrows(SyntaxError, () => BigInt(s));
});
test('a number that is no integer is a RangeError', function () {
  for (const n of [1.5, NaN, Infinity]) assertThrows(RangeError, () => BigInt(n));
});
test('undefined, null and symbols are TypeErrors', function () {
  for (const v of [null, undefined, Symbol()]) assertThrows(TypeError, () => BigInt(v));
});
test('BigInt is no constructor', function () {
  assertThrows(TypeError, () => new BigInt(1));
});
test('Number rounds a BigInt to the nearest double', function () {
  assertSame(Number(2n ** 64n), 18446744073709552000);
  assertSame(Number(-1n), -1);
  assertSame(Number(2n ** 1024n), Infinity);
  assertSame(parseInt('12n'), 12);
  assertSame(Number(2n ** 53n + 1n), 9007199254740992);
  assertSame(Number(2n ** 53n + 3n), 9007199254740996);
});
test('toString writes every radix', function () {
  assertSame((255n).toString(16), 'ff');
  assertSame((-255n).toString(2), '-11111111');
  assertEquals((10n ** 50n).toString(), '1' + '0'.repeat(50));
  assertSame((35n).toString(36), 'z');
  assertSame((10n ** 30n).toLocaleString().replace(/\D/g, '').length, 31);
  assertSame(String(-0n), '0');
});
test('a radix below 2 is a RangeError', function () {
  assertThrows(RangeError, () => (1n).toString(1));
});
test('numbers of hundreds of digits are written', function () {
  assertSame((2n ** 1000n).toString().length, 302);
  let f = 1n;
  for (let i = 1n; i <= 100n; i++) f *= i;
  assertSame(String(f).slice(0, 20) + String(f).length, '93326215443944152681158');
});
test('asIntN and asUintN wrap to a width', function () {
  assertSame(BigInt.asUintN(8, 257n), 1n);
  assertSame(BigInt.asIntN(8, 255n), -1n);
  assertSame(BigInt.asIntN(8, 128n), -128n);
  assertSame(BigInt.asUintN(64, -1n), 18446744073709551615n);
  assertSame(BigInt.asIntN(64, 2n ** 63n), -9223372036854775808n);
  assertSame(BigInt.asUintN(0, 5n), 0n);
  assertSame(BigInt.asIntN(1, 1n), -1n);
  assertSame(BigInt.asIntN(200, -5n), -5n);
});
test('a negative width is a RangeError', function () {
  assertThrows(RangeError, () => BigInt.asUintN(-1, 1n));
});
test('asUintN does not take a number', function () {
  assertThrows(TypeError, () => BigInt.asUintN(1, 1));
});
test('a BigInt as a key of a property is its string', function () {
  const o = { 1n: 'a' };
  assertSame(o[1], 'a');
  assertSame([10, 20][1n], 20);
  assertSame(o[1n], 'a');
});
test('typeof a BigInt is bigint, of its wrapper object', function () {
  assertSame(typeof 1n, 'bigint');
  assertSame(typeof Object(1n), 'object');
});
test('collections and searches compare BigInts by value', function () {
  assertSame(new Map([[1n, 'm']]).get(1n), 'm');
  assertSame(new Set([1n, 1n, 1]).size, 2);
  assertSame(Object.is(0n, -0n), true);
  assertSame([1n].includes(1n), true);
  assertSame([1n].indexOf(1n), 0);
});
test('JSON.stringify refuses a BigInt', function () {
  assertThrows(TypeError, () => JSON.stringify(1n));
});
test('the thousandth Fibonacci number is exact', function () {
  let a = 0n, b = 1n;
  for (let i = 0; i < 1000; i++) [a, b] = [b, a + b];
  assertSame(String(a).length, 209);
  assertSame(a % 1000000007n, 517691607n);
});
test('a modular power of 521 bits is exact', function () {
  const p = (1n << 521n) - 1n;
  let r = 1n, base = 3n, e = p - 1n;
  while (e > 0n) { if (e & 1n) r = (r * base) % p; base = (base * base) % p; e >>= 1n; }
  assertSame(r, 1n);
});
