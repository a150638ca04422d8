// BigInt.
test('arithmetic', function () {
  const a = 123456789012345678901234567890n, b = 987654321n;
  assertEquals([a + b, a - b, b - a, a * b, a / b, a % b, -a / b, -a % b, a ** 3n === a * a * a, (-2n) ** 63n, 0n * -1n, -(-5n), 7n / 2n, -7n / 2n, -7n % 2n].map(String), ['123456789012345678902222222211', '123456789012345678900246913569', '-123456789012345678900246913569', '121932631124828532112482853211126352690', '124999998873437499901', '574845669', '-124999998873437499901', '-574845669', 'true', '-9223372036854775808', '0', '5', '3', '-3', '-1']);
  assertThrows(RangeError, () => 1n / 0n);
  assertThrows(RangeError, () => 1n % 0n);
  assertThrows(RangeError, () => 2n ** -1n);
  let x = 5n;
  assertEquals([x++, x--, ++x, -x, x], [5n, 6n, 6n, -6n, 6n]);
});
test('bits', function () {
  assertEquals([5n & 3n, -5n & 3n, 5n | -3n, -5n ^ 3n, ~5n, ~-1n, 1n << 100n, (1n << 100n) >> 98n, -5n >> 1n, -1n >> 100n, 1n << -1n, 5n >> -2n, (2n ** 64n - 1n) & (2n ** 32n), -(2n ** 64n) | 1n].map(String), ['1', '3', '-3', '-8', '-6', '0', '1267650600228229401496703205376', '4', '-3', '-1', '0', '20', '4294967296', '-18446744073709551615']);
  assertThrows(TypeError, () => 1n >>> 0n);
});
test('mixing with numbers is an error, comparing is not', function () {
  for (const f of [() => 1n + 1, () => 1 * 1n, () => 1n & 1, () => +1n, () => Math.max(1n), () => 1n ** 1, () => isNaN(1n)]) assertThrows(TypeError, f);
  assertEquals([1n < 1.5, 2n > 1, 1n == 1, 1n === 1, 2n ** 53n + 1n > 2 ** 53, 0n == '', 1n < '2', NaN < 1n, 1n < Infinity, [3, 1n, 2].sort().join(), !0n, 0n || 'f'], [true, true, true, false, true, true, true, false, true, '1,2,3', true, 'f']);
  assertSame(1n + 'x', '1x');
});
test('conversion', function () {
  assertEquals([BigInt('0x1f'), BigInt('  12 '), BigInt(''), BigInt(true), BigInt(2 ** 60), BigInt('-5'), BigInt('0b11'), BigInt('0o17'), BigInt(Number.MAX_VALUE) > 0n].map(String), ['31', '12', '0', '1', '1152921504606846976', '-5', '3', '15', 'true']);
  for (const s of ['1.5', '1n', '0x', '-0x1', '1e3', 'x', '--1']) assertThrows(SyntaxError, () => BigInt(s));
  for (const n of [1.5, NaN, Infinity]) assertThrows(RangeError, () => BigInt(n));
  for (const v of [null, undefined, Symbol()]) assertThrows(TypeError, () => BigInt(v));
  assertThrows(TypeError, () => new BigInt(1));
  assertEquals([Number(2n ** 64n), Number(-1n), Number(2n ** 1024n), parseInt('12n'), Number(2n ** 53n + 1n), Number(2n ** 53n + 3n)], [18446744073709552000, -1, Infinity, 12, 9007199254740992, 9007199254740996]);
});
test('toString', function () {
  assertEquals([(255n).toString(16), (-255n).toString(2), (10n ** 50n).toString(), (35n).toString(36), (10n ** 30n).toLocaleString().replace(/\D/g, '').length, String(-0n)], ['ff', '-11111111', '1' + '0'.repeat(50), 'z', 31, '0']);
  assertThrows(RangeError, () => (1n).toString(1));
  assertSame((2n ** 1000n).toString().length, 302);
  let f = 1n;
  for (let i = 1n; i <= 100n; i++) f *= i;
  assertSame(String(f).slice(0, 20) + String(f).length, '93326215443944152681158');
});
test('asIntN and asUintN', function () {
  assertEquals([BigInt.asUintN(8, 257n), BigInt.asIntN(8, 255n), BigInt.asIntN(8, 128n), BigInt.asUintN(64, -1n), BigInt.asIntN(64, 2n ** 63n), BigInt.asUintN(0, 5n), BigInt.asIntN(1, 1n), BigInt.asIntN(200, -5n)].map(String), ['1', '-1', '-128', '18446744073709551615', '-9223372036854775808', '0', '-1', '-5']);
  assertThrows(RangeError, () => BigInt.asUintN(-1, 1n));
  assertThrows(TypeError, () => BigInt.asUintN(1, 1));
});
test('keys, typeof, Map, JSON', function () {
  const o = { 1n: 'a' };
  assertEquals([o[1], o[1n], typeof 1n, typeof Object(1n), new Map([[1n, 'm']]).get(1n), new Set([1n, 1n, 1]).size, Object.is(0n, -0n), [1n].includes(1n), [1n].indexOf(1n)], ['a', 'a', 'bigint', 'object', 'm', 2, true, true, 0]);
  assertThrows(TypeError, () => JSON.stringify(1n));
  assertSame([10, 20][1n], 20);
});
test('a larger computation', function () {
  let a = 0n, b = 1n;
  for (let i = 0; i < 1000; i++) [a, b] = [b, a + b];
  assertSame(String(a).length, 209);
  assertSame(a % 1000000007n, 517691607n);
  const p = (1n << 521n) - 1n;
  let r = 1n, base = 3n, e = p - 1n;
  while (e > 0n) { if (e & 1n) r = (r * base) % p; base = (base * base) % p; e >>= 1n; }
  assertSame(r, 1n);
});
