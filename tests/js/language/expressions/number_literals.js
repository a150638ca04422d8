// Numeric literals.
test('literals of every base, fraction and exponent have their values', function () {
  assertEquals(
    [0b101, 0o17, 0xfF, 0B1, 0O7, 0XA, .5, 5., 1e3, 1E-3, 1.5e+2, 0.0, 1_000_000, 0xff_ff, 0b1_0, 1_0.5_0],
    [5, 15, 255, 1, 7, 10, 0.5, 5, 1000, 0.001, 150, 0, 1000000, 65535, 2, 10.5]
  );
  assertEquals(
    [0xffffffffffffffff, 0x20000000000001, 123456789012345680000, 1e400, 5e-324, 2e-324, 1.7976931348623159e308],
    [18446744073709552000, 9007199254740992, 123456789012345680000, Infinity, 5e-324, 0, Infinity]
  );
});
test('a dot behind an integer is its own', function () {
  assertSame(1.e3, 1000);
  assertSame(0.1e1, 1);
  assertSame(5..toFixed(1), '5.0');
  assertSame(5.0.toFixed(1), '5.0');
  assertSame(5 .toFixed(1), '5.0');
});
test('literals of BigInts have their values', function () {
  assertSame(String(1n), '1');
  assertSame(String(0x10n), '16');
  assertSame(String(0b11n), '3');
  assertSame(String(0o7n), '7');
  assertSame(String(1_0n), '10');
  assertSame(String(123456789012345678901234567890n), '123456789012345678901234567890');
});
test('a literal with a misplaced separator, digit or letter is a SyntaxError', function () {
  for (const s of [
    '1_',
    '1__0',
    '_1_0_',
    '0_1',
    '0x',
    '0b2',
    '0o8',
    '1e',
    '3in []',
    '3a',
    '0b1a',
    '1.5n',
    '01n',
    '1e3n',
    '0x_1',
    '1._5',
    '1_.5',
    '08n',
    '"use strict"; 010',
    '"use strict"; 08',
    '0b',
    '0xg',
    '1e+'
  ]) {
    let ok = false;
    try {
      (0, eval)(s);
      ok = true;
    } catch (e) {
      assert(e instanceof SyntaxError || (s === '_1_0_' && e instanceof ReferenceError), s);
    }
    assertSame(ok, false, s);
  }
});
test('a number that begins with 0 is octal, unless it has an 8 or a 9', function () {
  assertSame(eval('010'), 8);
  assertSame(eval('08'), 8);
  assertSame(eval('0777'), 511);
  assertSame(eval('00'), 0);
  assertSame(eval('09.5'), 9.5);
  assertSame(eval('010.toString()'), '8');
});
