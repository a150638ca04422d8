// Arithmetic at sites that are warm with one kind of number and then get another.
// Functions that have met small integers only.
function warmArithmetic() {
  const add = (a, b) => a + b,
      sub = (a, b) => a - b,
      mul = (a, b) => a * b,
      div = (a, b) => a / b,
      mod = (a, b) => a % b;
  for (let i = 1; i < 300; i++) {
    assertSame(add(i, 1), i + 1);
    assertSame(sub(i, 1), i - 1);
    assertSame(mul(i, 3), i * 3);
    assertSame(div(i * 6, 3), i * 2);
    assertSame(mod(i, 7), i - 7 * Math.floor(i / 7));
  }
  return { add, sub, mul, div, mod };
}
test('warm additions and subtractions go beyond the small integers', function () {
  const { add, sub } = warmArithmetic();
  assertSame(add(1073741823, 1), 1073741824);
  assertSame(add(-1073741824, -1), -1073741825);
  assertSame(sub(-1073741824, 1), -1073741825);
  assertSame(sub(0, -1073741824), 1073741824);
});
test('warm multiplications go beyond the small integers', function () {
  const { mul } = warmArithmetic();
  assertSame(mul(1073741823, 2), 2147483646);
  assertSame(mul(-1073741824, -1), 1073741824);
  assertSame(mul(1 << 20, 1 << 20), 1099511627776);
});
test('a warm multiplication makes minus zero', function () {
  const { mul } = warmArithmetic();
  assertSame(mul(0, -5), -0);
  assertSame(mul(-5, 0), -0);
  assertSame(mul(-0, 0), -0);
});
test('warm arithmetic meets doubles, strings, BigInts and objects', function () {
  const { add, sub, mul } = warmArithmetic();
  assertSame(add(0.5, 0.25), 0.75);
  assertSame(add('a', 1), 'a1');
  assertSame(add(1n, 2n), 3n);
  assertSame(sub('7', 2), 5);
  assertSame(mul(null, 5), 0);
  assertSame(mul(undefined, 5), NaN);
  assertSame(add({ valueOf: () => 4 }, 1), 5);
});
test('a warm division makes fractions, minus zero and infinities', function () {
  const { div } = warmArithmetic();
  assertSame(div(1, 2), 0.5);
  assertSame(div(-1073741824, -1), 1073741824);
  assertSame(div(0, -1), -0);
  assertSame(div(-4, 2), -2);
  assertSame(div(1, 0), Infinity);
  assertSame(div(0, 0), NaN);
  assertSame(div(7, -0), -Infinity);
});
test('a warm remainder has the sign of the dividend, for zero too', function () {
  const { mod } = warmArithmetic();
  assertSame(mod(-1, 7), -1);
  assertSame(mod(-7, 7), -0);
  assertSame(mod(7, -7), 0);
  assertSame(mod(-1073741824, -1), -0);
  assertSame(mod(-0, 5), -0);
  assertSame(mod(0, 5), 0);
});
test('a warm remainder meets zero, doubles, infinities and BigInts', function () {
  const { mod } = warmArithmetic();
  assertSame(mod(5, 0), NaN);
  assertSame(mod(5.5, 2), 1.5);
  assertSame(mod(2 ** 31, 3), 2);
  assertSame(mod(5, Infinity), 5);
  assertSame(mod(7n, 4n), 3n);
});
function warmBits() {
  const and = (a, b) => a & b,
      or = (a, b) => a | b,
      xor = (a, b) => a ^ b,
      shl = (a, b) => a << b,
      sar = (a, b) => a >> b,
      shr = (a, b) => a >>> b,
      not = (a) => ~a;
  for (let i = 0; i < 300; i++) {
    assertSame(and(i, 15), i % 16);
    assertSame(or(i, 0), i);
    assertSame(xor(i, i), 0);
    assertSame(shl(i, 1), i * 2);
    assertSame(sar(i, 1), Math.floor(i / 2));
    assertSame(shr(i, 1), Math.floor(i / 2));
    assertSame(not(i), -i - 1);
  }
  return { and, or, xor, shl, sar, shr, not };
}
test('warm bitwise operators use all of 32 bits', function () {
  const { and, or, xor, not } = warmBits();
  assertSame(and(0xffffffff, -1), -1);
  assertSame(or(0x40000000, 0), 1073741824);
  assertSame(xor(0x7fffffff, -1), -2147483648);
  assertSame(not(0x7fffffff), -2147483648);
});
test('warm shifts count modulo 32 and reach the sign', function () {
  const { shl, sar, shr } = warmBits();
  assertSame(shl(1, 30), 1073741824);
  assertSame(shl(1, 31), -2147483648);
  assertSame(shl(3, 31), -2147483648);
  assertSame(shl(1, 37), 32);
  assertSame(sar(-1, 31), -1);
  assertSame(shr(-1, 0), 4294967295);
  assertSame(shr(-1, 1), 2147483647);
});
test('warm bitwise operators meet doubles, strings and BigInts', function () {
  const { and, or, not } = warmBits();
  assertSame(or(2 ** 40 + 7, 0), 7);
  assertSame(or(-0, 0), 0);
  assertSame(or(1e10, 0), 1410065408);
  assertSame(and(3.7, 1.2), 1);
  assertSame(not(NaN), -1);
  assertSame(or('12', 0), 12);
  assertSame(and(5n, 3n), 1n);
});
function warmComparisons() {
  const lt = (a, b) => a < b, ge = (a, b) => a >= b, eq = (a, b) => a == b, seq = (a, b) => a === b;
  for (let i = 0; i < 300; i++) {
    assertSame(lt(i, 100), i < 100);
    assertSame(ge(i, 100), i > 99);
    assertSame(seq(i, 5), !(i !== 5));
  }
  return { lt, ge, eq, seq };
}
test('a warm comparison meets numbers beyond the small integers and NaN', function () {
  const { lt, ge } = warmComparisons();
  assertSame(lt(1073741823, 1073741824), true);
  assertSame(lt(-1073741825, -1073741824), true);
  assertSame(lt(0.5, 1), true);
  assertSame(lt(NaN, 1), false);
  assertSame(ge(NaN, NaN), false);
});
test('a warm comparison meets strings, null, undefined and BigInts', function () {
  const { lt } = warmComparisons();
  assertSame(lt('a', 'b'), true);
  assertSame(lt('10', 9), false);
  assertSame(lt(null, 1), true);
  assertSame(lt(undefined, 1), false);
  assertSame(lt(1n, 2), true);
});
test('a warm equality meets zeros, NaN, doubles and strings', function () {
  const { eq, seq } = warmComparisons();
  assertSame(seq(1, 1.0), true);
  assertSame(seq(0, -0), true);
  assertSame(seq(NaN, NaN), false);
  assertSame(eq('1', 1), true);
  assertSame(eq(null, undefined), true);
  assertSame(eq(0.5 + 0.5, 1), true);
  assertSame(seq(2 ** 31, 2147483648), true);
  assertSame(seq('ab', 'a' + 'b'), true);
});
