// BigInts of many digits: identities that tie the operators together, across the sizes where algorithms change.
let seed = 99n;
function random(bits) {
  let value = 0n;
  for (let i = 0; i < bits; i += 30) {
    seed = (seed * 6364136223846793005n + 1442695040888963407n) % 2n ** 64n;
    const kind = seed >> 61n;
    const piece = kind === 0n ? 0n : kind === 1n ? 2n ** 30n - 1n : seed >> 34n;
    value = value << 30n | piece & 2n ** 30n - 1n;
  }
  return seed & 1024n ? -value : value;
}
test('multiplication distributes, and division with remainder undoes it', function () {
  for (const bits of [30, 60, 100, 500, 1600, 3300, 12000]) {
    for (let round = 0; round < 12; round++) {
      const a = random(bits), b = random(bits >> round % 4) || 1n, c = random(bits);
      assertSame((a + c) * b, a * b + c * b);
      assertSame(a * a - b * b, (a + b) * (a - b));
      const q = a / b, r = a % b;
      assertSame(q * b + r, a);
      assert((r < 0n ? -r : r) < (b < 0n ? -b : b));
      assertSame(a * b / b, a);
    }
  }
});
test('products longer than a part agree with their remainders', function () {
  // Longer than what is multiplied at once; checked modulo numbers that the parts don't share.
  const moduli = [2n ** 61n - 1n, 10n ** 18n + 9n, 7n ** 22n];
  const long = (bits) => 3n ** BigInt(Math.floor(bits / Math.log2(3))) + random(3000);
  for (const [bits, other] of [[600000, 600000], [1100000, 700000], [1300000, 40000], [1300000, 60]]) {
    const a = long(bits), b = -long(other), product = a * b;
    for (const m of moduli) assertSame(product % m, a % m * (b % m) % m);
    assertSame(b * a, product);
  }
});
test('carries go through every part of a product', function () {
  const ones = 2n ** 1048576n - 1n;  // carries through every part
  assertSame(ones * ones, 2n ** 2097152n - 2n ** 1048577n + 1n);
});
test('a BigInt is read back from its digits in every radix', function () {
  for (const bits of [60, 200, 2100, 9000, 40000]) {
    const a = random(bits);
    assertSame(BigInt(String(a)), a);
    const magnitude = a < 0n ? -a : a;
    for (const [radix, prefix] of [[2, '0b'], [8, '0o'], [16, '0x']])
      assertSame(BigInt(prefix + magnitude.toString(radix)), magnitude);
    let back = 0n;
    if (bits < 3000) {
      for (const d of magnitude.toString(36)) back = back * 36n + BigInt(parseInt(d, 36));
      assertSame(back, magnitude);
    }
  }
});
test('the bitwise operators agree with arithmetic', function () {
  for (const bits of [31, 64, 90, 700]) {
    for (let round = 0; round < 20; round++) {
      const a = random(bits), b = random(bits), s = BigInt(round * 7);
      assertSame((a & b) + (a | b), a + b);
      assertSame((a ^ b) + 2n * (a & b), a + b);
      assertSame(~a, -a - 1n);
      assertSame(a << s, a * 2n ** s);
      assertSame(a >> s, (a - ((a % 2n ** s + 2n ** s) % 2n ** s)) / 2n ** s);
      assertSame(
        BigInt.asUintN(round * 5, a),
        ((a % 2n ** BigInt(round * 5)) + 2n ** BigInt(round * 5)) % 2n ** BigInt(round * 5)
      );
    }
  }
});
test('a number is rounded to even, and the largest goes to Infinity at the halfway point', function () {
  assertSame(Number(2n ** 1024n - 2n ** 970n), Infinity);
  assertSame(Number(2n ** 1024n - 2n ** 970n - 1n), Number.MAX_VALUE);
});
test('rounding and comparison agree at every exponent', function () {
  for (let e = 54n; e < 1000n; e += 97n) {
    assertSame(Number((2n ** 53n + 1n) << e), Number(2n ** 53n << e));
    assertSame(Number(((2n ** 53n + 1n) << e) + 1n), Number((2n ** 53n + 2n) << e));
    assert(((2n ** 53n + 1n) << e) > Number(2n ** 53n << e));
    assert((2n ** 53n << e) == Number(2n ** 53n << e));
  }
});
test('a result too large is a RangeError', function () {
  assertThrows(RangeError, () => 1n << 2n ** 64n);
  assertThrows(RangeError, () => (2n ** 64n) ** (2n ** 40n));
});
test('a right shift by more than the width leaves the sign', function () {
  assertSame(1n >> 2n ** 64n, 0n);
  assertSame(-1n >> 2n ** 64n, -1n);
});
test('quotients of all lengths, of digits that make guesses wrong', function () {
  const power = (digits) => 1n << BigInt(32 * digits);
  const shapes = [
    (digits) => power(digits) - 1n,
    (digits) => power(digits) >> 1n,
    (digits) => (power(digits) >> 1n) + 1n,
    (digits) => power(digits) - power(digits >> 1),
    (digits) => power(digits) - power(digits - 1) + 1n,
    (digits) => power(digits) - (power(digits) >> 33n) - 1n,
    (digits) => (power(digits) >> 7n) + power(digits >> 2) - 3n,
    (digits) => { const r = random(32 * digits); return (r < 0n ? -r : r) + power(digits - 1); },
  ];
  for (const divisor of [1, 2, 79, 80, 81, 82, 127, 160, 161, 162, 163, 200, 321, 500]) {
    for (const quotient of [1, 2, 79, 80, 81, 83, 120, 161, 170, 333, 700]) {
      for (let i = 0; i < shapes.length; i++) {
        const b = shapes[i](divisor), c = shapes[(i + divisor + quotient) % shapes.length](quotient);
        for (const rest of [0n, 1n, b - 1n]) {
          if (rest >= b) continue;
          const a = b * c + rest;
          if (a / b !== c || a % b !== rest) throw new Error(`${divisor} ${quotient} ${i} ${rest === 0n}`);
          if (-a / b !== -c || -a % b !== -rest) throw new Error(`${divisor} ${quotient} ${i} negative`);
        }
        const a = shapes[(i + 3) % shapes.length](divisor + quotient), q = a / b, r = a % b;
        if (q * b + r !== a || r < 0n || r >= b) throw new Error(`${divisor} ${quotient} ${i} of a shape`);
      }
    }
  }
});
test('texts of long numbers are those of their parts', function () {
  for (const radix of [3, 7, 10, 29, 36]) {
    for (const length of [100, 600, 1200, 2400, 5000, 20000]) {
      const high = random(length * 3),
          scale = BigInt(radix) ** BigInt(length),
          low = BigInt('1' + '7'.repeat(90)) % scale;
      const positive = (high < 0n ? -high : high) + 1n;
      assertSame(
        (positive * scale + low).toString(radix),
        positive.toString(radix) + low.toString(radix).padStart(length, '0')
      );
      assertSame((scale - 1n).toString(radix), (radix - 1).toString(radix).repeat(length));
      if (radix === 10) assertSame(BigInt((positive * scale + low).toString()), positive * scale + low);
    }
  }
});
