// Arithmetic at sites that are warm with one kind of number and then get another.
test('addition, subtraction, multiplication past the small integers', function () {
  const add = (a, b) => a + b, sub = (a, b) => a - b, mul = (a, b) => a * b;
  for (let i = 0; i < 300; i++) { assertSame(add(i, 1), i + 1); assertSame(sub(i, 1), i - 1); assertSame(mul(i, 3), i * 3); }
  assertSame(add(1073741823, 1), 1073741824);
  assertSame(add(-1073741824, -1), -1073741825);
  assertSame(sub(-1073741824, 1), -1073741825);
  assertSame(sub(0, -1073741824), 1073741824);
  assertSame(mul(1073741823, 2), 2147483646);
  assertSame(mul(-1073741824, -1), 1073741824);
  assertSame(mul(1 << 20, 1 << 20), 1099511627776);
  assertSame(mul(0, -5), -0);
  assertSame(mul(-5, 0), -0);
  assertSame(mul(-0, 0), -0);
  assertSame(add(0.5, 0.25), 0.75);
  assertSame(add('a', 1), 'a1');
  assertSame(add(1n, 2n), 3n);
  assertSame(sub('7', 2), 5);
  assertSame(mul(null, 5), 0);
  assertSame(mul(undefined, 5), NaN);
  assertSame(add({ valueOf: () => 4 }, 1), 5);
});
test('division and remainder', function () {
  const div = (a, b) => a / b, mod = (a, b) => a % b;
  for (let i = 1; i < 300; i++) { assertSame(div(i * 6, 3), i * 2); assertSame(mod(i, 7), i - 7 * Math.floor(i / 7)); }
  assertEquals([div(1, 2), div(-1073741824, -1), div(0, -1), div(-4, 2), div(1, 0), div(0, 0), div(7, -0)], [0.5, 1073741824, -0, -2, Infinity, NaN, -Infinity]);
  assertEquals([mod(-1, 7), mod(-7, 7), mod(7, -7), mod(5, 0), mod(-1073741824, -1), mod(5.5, 2), mod(2 ** 31, 3), mod(-0, 5), mod(0, 5), mod(5, Infinity), mod(7n, 4n)], [-1, -0, 0, NaN, -0, 1.5, 2, -0, 0, 5, 3n]);
});
test('bits', function () {
  const and = (a, b) => a & b, or = (a, b) => a | b, xor = (a, b) => a ^ b, shl = (a, b) => a << b, sar = (a, b) => a >> b, shr = (a, b) => a >>> b, not = (a) => ~a;
  for (let i = 0; i < 300; i++) { assertSame(and(i, 15), i % 16); assertSame(or(i, 0), i); assertSame(xor(i, i), 0); assertSame(shl(i, 1), i * 2); assertSame(sar(i, 1), Math.floor(i / 2)); assertSame(shr(i, 1), Math.floor(i / 2)); assertSame(not(i), -i - 1); }
  assertEquals([and(0xffffffff, -1), or(0x40000000, 0), xor(0x7fffffff, -1), shl(1, 30), shl(1, 31), shl(3, 31), sar(-1, 31), shr(-1, 0), shr(-1, 1), not(0x7fffffff), shl(1, 37), or(2 ** 40 + 7, 0), or(-0, 0), or(1e10, 0), and(3.7, 1.2), not(NaN), or('12', 0), and(5n, 3n)], [-1, 1073741824, -2147483648, 1073741824, -2147483648, -2147483648, -1, 4294967295, 2147483647, -2147483648, 32, 7, 0, 1410065408, 1, -1, 12, 1n]);
});
test('comparison', function () {
  const lt = (a, b) => a < b, ge = (a, b) => a >= b, eq = (a, b) => a == b, seq = (a, b) => a === b;
  for (let i = 0; i < 300; i++) { assertSame(lt(i, 100), i < 100); assertSame(ge(i, 100), i > 99); assertSame(seq(i, 5), !(i !== 5)); }
  assertEquals([lt(1073741823, 1073741824), lt(-1073741825, -1073741824), lt(0.5, 1), lt(NaN, 1), ge(NaN, NaN), lt('a', 'b'), lt('10', 9), lt(null, 1), lt(undefined, 1), lt(1n, 2), seq(1, 1.0), seq(0, -0), seq(NaN, NaN), eq('1', 1), eq(null, undefined), eq(0.5 + 0.5, 1), seq(2 ** 31, 2147483648), seq('ab', 'a' + 'b')], [true, true, true, false, false, true, false, true, false, true, true, true, false, true, true, true, true, true]);
});
test('increments', function () {
  let x = 1073741820;
  for (let i = 0; i < 10; i++) x++;
  assertSame(x, 1073741830);
  for (let i = 0; i < 20; i++) x--;
  assertSame(x, 1073741810);
  let y = -1073741820;
  for (let i = 0; i < 10; i++) y--;
  assertSame(y, -1073741830);
  let d = 0.5;
  for (let i = 0; i < 10; i++) d++;
  assertSame(d, 10.5);
  let neg = 0;
  neg = -neg;
  assertSame(neg, -0);
  assertSame(++neg, 1);
  const negate = (v) => -v;
  for (let i = 1; i < 300; i++) assertSame(negate(i), -1 * i);
  assertEquals([negate(0), negate(-1073741824), negate(-0), negate('5'), negate(5n), negate(1.5)], [-0, 1073741824, 0, -5, -5n, -1.5]);
});
test('loops with counters of each kind', function () {
  let n = 0;
  for (let i = 0.5; i < 10; i += 0.5) n++;
  for (let i = 1073741800; i < 1073741850; i++) n++;
  for (let i = -2147483660; i < -2147483640; i++) n++;
  for (let i = 10n; i > 0n; i--) n++;
  for (let i = '0'; i < 5; i++) n++;
  assertSame(n, 19 + 50 + 20 + 10 + 5);
});
test('accumulators that overflow in the middle', function () {
  let s = 0;
  for (let i = 0; i < 100000; i++) s += i;
  assertSame(s, 4999950000);
  let p = 1;
  for (let i = 1; i <= 25; i++) p *= i;
  assertSame(p, 1.5511210043330986e25);
  let h = 5381;
  for (let i = 0; i < 1000; i++) h = ((h << 5) + h + i) | 0;
  let g = 5381;
  for (let i = 0; i < 1000; i++) g = (Math.imul(g, 33) + i) | 0;
  assertSame(h, g);
  let f = 1;
  for (let i = 0; i < 1100; i++) f *= 2;
  assertSame(f, Infinity);
});
test('numbers as indices', function () {
  const a = [10, 20, 30];
  const at = (i) => a[i];
  for (let i = 0; i < 300; i++) at(i % 3);
  assertEquals([at(1.0), at(0.5), at(-0), at(-1), at(4294967296), at(2 ** 31), at('1'), at(NaN), at(1e300)], [20, undefined, 10, undefined, undefined, undefined, 20, undefined, undefined]);
});

test('increments of doubles where there is no room for their box at once', function () {
  // Each makes a new box, so that each way of making one is taken.
  const after = () => { let x = 2 ** 31; for (let i = 0; i < 300000; i++) x++; return x - 2 ** 31; };
  const before = () => { let x = 2 ** 31, y; for (let i = 0; i < 300000; i++) { y = ++x; if (y !== x) return [y, x]; } return x - 2 ** 31; };
  const down = () => { let x = 2 ** 31 + 0.5; for (let i = 0; i < 300000; i++) { --x; x--; } return x - 2 ** 31; };
  for (let round = 0; round < 2; round++) {
    assertSame(after(), 300000);
    assertSame(before(), 300000);
    assertSame(down(), -599999.5);
  }
});
