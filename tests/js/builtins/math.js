// Math.
test('rounding', function () {
  assertEquals([Math.floor(-1.5), Math.ceil(-1.5), Math.ceil(-0.5), Math.round(2.5), Math.round(-2.5), Math.round(-0.5), Math.round(0.49999999999999994), Math.round(2 ** 52 + 1), Math.trunc(-1.9), Math.trunc(-0.9), Math.sign(-3), Math.sign(-0), Math.fround(5.5), Math.fround(5.05), Math.abs(-0), Math.abs(-2147483648)], [-2, -1, -0, 3, -2, -0, 0, 4503599627370497, -1, -0, -1, -0, 5.5, 5.050000190734863, 0, 2147483648]);
});
test('max, min, hypot', function () {
  assertEquals([Math.max(), Math.min(), Math.max(1, NaN, 2), Math.max(-0, 0), Math.min(0, -0), Math.max('3', [5], null), Math.hypot(), Math.hypot(3, 4), Math.hypot(NaN, Infinity), Math.hypot(1e200, 1e200) < Infinity, Math.hypot(-0)], [-Infinity, Infinity, NaN, 0, -0, 5, 0, 5, Infinity, true, 0]);
  let calls = 0;
  Math.max(NaN, { valueOf() { calls++; return 1; } });
  assertSame(calls, 1);
});
test('integers', function () {
  assertEquals([Math.imul(0xffffffff, 5), Math.imul(65536, 65536), Math.imul(2 ** 31, 3), Math.clz32(1), Math.clz32(0), Math.clz32(-1), Math.clz32(0.5), Math.imul('3', 4)], [-5, 0, -2147483648, 31, 32, 0, 32, 12]);
});
test('special values of the transcendental functions', function () {
  assertEquals([Math.sin(0), Math.sin(-0), Math.cos(0), Math.tan(-0), Math.atan2(0, -0) === Math.PI, Math.atan2(-0, 0), Math.exp(-Infinity), Math.exp(0), Math.log(0), Math.log(-1), Math.log(1), Math.log2(8), Math.log10(1000), Math.log1p(-0), Math.expm1(-0), Math.sqrt(-1), Math.sqrt(2) === Math.SQRT2, Math.cbrt(-8), Math.pow(2, 0.5) === Math.SQRT2, Math.sinh(0), Math.cosh(0), Math.tanh(Infinity), Math.asinh(-0), Math.acosh(1), Math.atanh(1), Math.asin(2), Math.acos(1), Math.sqrt(-0)], [0, -0, 1, -0, true, -0, 0, 1, -Infinity, NaN, 0, 3, 3, -0, -0, NaN, true, -2, true, 0, 1, 1, -0, 0, Infinity, NaN, 0, -0]);
  const near = (a, b) => assert(Math.abs(a - b) <= Math.abs(b) * 1e-14, a + ' ' + b);
  near(Math.sin(1), 0.8414709848078965); near(Math.cos(1e6), 0.9367521275331447); near(Math.tan(1.5), 14.101419947171719); near(Math.exp(1), Math.E); near(Math.log(10), Math.LN10); near(Math.atan2(1, -1), 2.356194490192345); near(Math.sinh(2), 3.626860407847019);
});
test('random', function () {
  let min = 1, max = 0;
  const seen = new Set();
  for (let i = 0; i < 2000; i++) { const r = Math.random(); assert(r >= 0 && r < 1); min = Math.min(min, r); max = Math.max(max, r); seen.add(r); }
  assert(min < 0.1 && max > 0.9 && seen.size > 1990);
});
test('properties', function () {
  assertEquals(Object.getOwnPropertyDescriptor(Math, 'PI'), { value: 3.141592653589793, writable: false, enumerable: false, configurable: false });
  assertEquals([typeof Math, String(Math), Math.E, Math.LN2, Math.LOG2E, Math.LOG10E, Math.SQRT1_2], ['object', '[object Math]', 2.718281828459045, 0.6931471805599453, 1.4426950408889634, 0.4342944819032518, 0.7071067811865476]);
  assertThrows(TypeError, () => Math.abs(Symbol()));
  assertThrows(TypeError, () => Math.abs(1n));
});

test('cube roots are the nearest doubles', function () {
  assertSame(Math.cbrt(2), 1.2599210498948732);
  assertSame(Math.cbrt(3), 1.4422495703074083);
  assertSame(Math.cbrt(-0.001), -0.1);
  assertSame(Math.cbrt(1e300), 1e100);
  assertSame(Math.cbrt(-0), -0);
  assertSame(Math.cbrt(Infinity), Infinity);
});
