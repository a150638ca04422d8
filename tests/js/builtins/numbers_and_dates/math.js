// Math.
test('floor goes down and ceil up', function () {
  assertSame(Math.floor(-1.5), -2);
  assertSame(Math.ceil(-1.5), -1);
  assertSame(Math.ceil(-0.5), -0);
});
test('round goes to the nearest integer, and up from the middle', function () {
  assertSame(Math.round(2.5), 3);
  assertSame(Math.round(-2.5), -2);
  assertSame(Math.round(-0.5), -0);
  assertSame(Math.round(0.49999999999999994), 0);
  assertSame(Math.round(2 ** 52 + 1), 4503599627370497);
});
test('trunc goes to zero', function () {
  assertSame(Math.trunc(-1.9), -1);
  assertSame(Math.trunc(-0.9), -0);
});
test('sign keeps zeros', function () {
  assertSame(Math.sign(-3), -1);
  assertSame(Math.sign(-0), -0);
});
test('fround rounds to single precision', function () {
  assertSame(Math.fround(5.5), 5.5);
  assertSame(Math.fround(5.05), 5.050000190734863);
});
test('abs drops the sign of zero and of the least integer', function () {
  assertSame(Math.abs(-0), 0);
  assertSame(Math.abs(-2147483648), 2147483648);
});
test('max and min of nothing are infinite, and NaN wins', function () {
  assertSame(Math.max(), -Infinity);
  assertSame(Math.min(), Infinity);
  assertSame(Math.max(1, NaN, 2), NaN);
});
test('max and min order the zeros', function () {
  assertSame(Math.max(-0, 0), 0);
  assertSame(Math.min(0, -0), -0);
});
test('max converts its arguments, also behind a NaN', function () {
  assertSame(Math.max('3', [5], null), 5);
  let calls = 0;
  Math.max(NaN, { valueOf() { calls++; return 1; } });
  assertSame(calls, 1);
});
test('hypot is exact where it can be, and Infinity wins over NaN', function () {
  assertSame(Math.hypot(), 0);
  assertSame(Math.hypot(3, 4), 5);
  assertSame(Math.hypot(NaN, Infinity), Infinity);
  assertSame(Math.hypot(1e200, 1e200) < Infinity, true);
  assertSame(Math.hypot(-0), 0);
});
test('imul multiplies modulo 2 ** 32', function () {
  assertSame(Math.imul(0xffffffff, 5), -5);
  assertSame(Math.imul(65536, 65536), 0);
  assertSame(Math.imul('3', 4), 12);
  assertSame(Math.imul(2 ** 31, 3), -2147483648);
});
test('clz32 counts the zeros in front of an integer of 32 bits', function () {
  assertSame(Math.clz32(1), 31);
  assertSame(Math.clz32(0), 32);
  assertSame(Math.clz32(-1), 0);
  assertSame(Math.clz32(0.5), 32);
});
test('the trigonometric functions keep zeros', function () {
  assertSame(Math.sin(0), 0);
  assertSame(Math.sin(-0), -0);
  assertSame(Math.cos(0), 1);
  assertSame(Math.tan(-0), -0);
  assertSame(Math.atan2(0, -0) === Math.PI, true);
  assertSame(Math.atan2(-0, 0), -0);
});
test('exp and log meet at 0, 1 and the infinities', function () {
  assertSame(Math.exp(-Infinity), 0);
  assertSame(Math.exp(0), 1);
  assertSame(Math.log(0), -Infinity);
  assertSame(Math.log(-1), NaN);
  assertSame(Math.log(1), 0);
  assertSame(Math.log2(8), 3);
  assertSame(Math.log10(1000), 3);
  assertSame(Math.log1p(-0), -0);
  assertSame(Math.expm1(-0), -0);
});
test('square roots and cube roots keep signs as they must', function () {
  assertSame(Math.sqrt(-0), -0);
  assertSame(Math.sqrt(-1), NaN);
  assertSame(Math.sqrt(2) === Math.SQRT2, true);
  assertSame(Math.cbrt(-8), -2);
  assertSame(Math.pow(2, 0.5) === Math.SQRT2, true);
});
test('the hyperbolic functions have their special values', function () {
  assertSame(Math.sinh(0), 0);
  assertSame(Math.cosh(0), 1);
  assertSame(Math.tanh(Infinity), 1);
  assertSame(Math.asinh(-0), -0);
  assertSame(Math.acosh(1), 0);
  assertSame(Math.atanh(1), Infinity);
});
test('asin and acos are NaN out of their domain', function () {
  assertSame(Math.asin(2), NaN);
  assertSame(Math.acos(1), 0);
});
test('transcendental functions are near the true values', function () {
  const near = (a, b) => assert(Math.abs(a - b) <= Math.abs(b) * 1e-14, a + ' ' + b);
  near(Math.sin(1), 0.8414709848078965);
  near(Math.cos(1e6), 0.9367521275331447);
  near(Math.tan(1.5), 14.101419947171719);
  near(Math.exp(1), Math.E);
  near(Math.log(10), Math.LN10);
  near(Math.atan2(1, -1), 2.356194490192345);
  near(Math.sinh(2), 3.626860407847019);
});
test('random covers the interval without repeating itself', function () {
  let min = 1, max = 0;
  const seen = new Set();
  for (let i = 0; i < 2000; i++) {
    const r = Math.random();
    assert(r >= 0 && r < 1);
    min = Math.min(min, r);
    max = Math.max(max, r);
    seen.add(r);
  }
  assert(min < 0.1 && max > 0.9 && seen.size > 1990);
});
test('Math is an object with a tag', function () {
  assertSame(typeof Math, 'object');
  assertSame(String(Math), '[object Math]');
});
test('the constants are the nearest doubles, and constant', function () {
  assertEquals(Object.getOwnPropertyDescriptor(Math, 'PI'), {
    value: 3.141592653589793,
    writable: false,
    enumerable: false,
    configurable: false
  });
  assertSame(Math.E, 2.718281828459045);
  assertSame(Math.LN2, 0.6931471805599453);
  assertSame(Math.LOG2E, 1.4426950408889634);
  assertSame(Math.LOG10E, 0.4342944819032518);
  assertSame(Math.SQRT1_2, 0.7071067811865476);
});
test('symbols and BigInts are no numbers', function () {
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
