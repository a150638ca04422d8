// Increments, counters and accumulators that leave the small integers while they are warm.
test('increments and decrements cross into doubles and back', function () {
  let x = 1073741820;
  for (let i = 0; i < 10; i++) x++;
  assertSame(x, 1073741830);
  for (let i = 0; i < 20; i++) x--;
  assertSame(x, 1073741810);
  let y = -1073741820;
  for (let i = 0; i < 10; i++) y--;
  assertSame(y, -1073741830);
});
test('increments keep a fraction', function () {
  let d = 0.5;
  for (let i = 0; i < 10; i++) d++;
  assertSame(d, 10.5);
});
test('minus zero is incremented to 1', function () {
  let neg = 0;
  neg = -neg;
  assertSame(neg, -0);
  assertSame(++neg, 1);
});
test('a warm negation meets zero, the least integer, strings and BigInts', function () {
  const negate = (v) => -v;
  for (let i = 1; i < 300; i++) assertSame(negate(i), -1 * i);
  assertSame(negate(0), -0);
  assertSame(negate(-1073741824), 1073741824);
  assertSame(negate(-0), 0);
  assertSame(negate('5'), -5);
  assertSame(negate(5n), -5n);
  assertSame(negate(1.5), -1.5);
});
test('loops count in each kind of number', function () {
  let n = 0;
  for (let i = 0.5; i < 10; i += 0.5) n++;
  for (let i = 1073741800; i < 1073741850; i++) n++;
  for (let i = -2147483660; i < -2147483640; i++) n++;
  for (let i = 10n; i > 0n; i--) n++;
  for (let i = '0'; i < 5; i++) n++;
  assertSame(n, 19 + 50 + 20 + 10 + 5);
});
test('a sum overflows in the middle of a loop', function () {
  let s = 0;
  for (let i = 0; i < 100000; i++) s += i;
  assertSame(s, 4999950000);
});
test('a product overflows in the middle of a loop', function () {
  let p = 1;
  for (let i = 1; i <= 25; i++) p *= i;
  assertSame(p, 1.5511210043330986e25);
});
test('a hash of 32 bits wraps in a loop', function () {
  let h = 5381;
  for (let i = 0; i < 1000; i++) h = ((h << 5) + h + i) | 0;
  let g = 5381;
  for (let i = 0; i < 1000; i++) g = (Math.imul(g, 33) + i) | 0;
  assertSame(h, g);
});
test('a product goes to Infinity in a loop', function () {
  let f = 1;
  for (let i = 0; i < 1100; i++) f *= 2;
  assertSame(f, Infinity);
});
test('a warm load takes numbers that are no index', function () {
  const a = [10, 20, 30];
  const at = (i) => a[i];
  for (let i = 0; i < 300; i++) at(i % 3);
  assertSame(at(1.0), 20);
  assertSame(at(0.5), undefined);
  assertSame(at(-0), 10);
  assertSame(at(-1), undefined);
  assertSame(at(4294967296), undefined);
  assertSame(at(2 ** 31), undefined);
  assertSame(at('1'), 20);
  assertSame(at(NaN), undefined);
  assertSame(at(1e300), undefined);
});

test('increments of doubles go on where there is no room for their box at once', function () {
  // Each makes a new box, so that each way of making one is taken.
  const after = () => { let x = 2 ** 31; for (let i = 0; i < 300000; i++) x++; return x - 2 ** 31; };
  const before = () => {
    let x = 2 ** 31, y;
    for (let i = 0; i < 300000; i++) { y = ++x; if (y !== x) return [y, x]; }
    return x - 2 ** 31;
  };
  const down = () => { let x = 2 ** 31 + 0.5; for (let i = 0; i < 300000; i++) { --x; x--; } return x - 2 ** 31; };
  for (let round = 0; round < 2; round++) {
    assertSame(after(), 300000);
    assertSame(before(), 300000);
    assertSame(down(), -599999.5);
  }
});
