// Numbers to strings.
test('toString writes the shortest decimal that is read back', function () {
  const cases = [
    [0, '0'],
    [-0, '0'],
    [1, '1'],
    [-1.5, '-1.5'],
    [0.1, '0.1'],
    [1e21, '1e+21'],
    [1e20, '100000000000000000000'],
    [123456789012345680000, '123456789012345680000'],
    [1e-6, '0.000001'],
    [1e-7, '1e-7'],
    [1.5e-7, '1.5e-7'],
    [5e-324, '5e-324'],
    [1.7976931348623157e308, '1.7976931348623157e+308'],
    [NaN, 'NaN'],
    [Infinity, 'Infinity'],
    [-Infinity, '-Infinity'],
    [0.1 + 0.2, '0.30000000000000004'],
    [1 / 3, '0.3333333333333333'],
    [100, '100'],
    [2 ** 53, '9007199254740992'],
    [4294967296.5, '4294967296.5'],
    [1073741824, '1073741824'],
    [-2147483648, '-2147483648'],
    [123e-20, '1.23e-18'],
    [9.5, '9.5'],
    [1e5, '100000']
  ];
  for (const [n, s] of cases) {
    assertSame(String(n), s);
    assertSame(n + '', s);
    assertSame(`${n}`, s);
    assertSame(n.toString(), s);
  }
});
test('toString with a radix writes fractions too', function () {
  assertSame((255).toString(16), 'ff');
  assertSame((255).toString(2), '11111111');
  assertSame((-255).toString(36), '-73');
  assertSame((0.5).toString(2), '0.1');
  assertSame((0.1).toString(3).slice(0, 10), '0.00220022');
  assertSame((3.75).toString(8), '3.6');
  assertSame(NaN.toString(2), 'NaN');
  assertSame((2 ** 53).toString(2).length, 54);
  assertSame((0).toString(7), '0');
  assertSame((35).toString(36), 'z');
  assertSame((-0).toString(2), '0');
  assertSame((5).toString(undefined), '5');
  assertSame((0.000001).toString(36).length > 5, true);
});
test('a radix below 2 or above 36 is a RangeError', function () {
  for (const r of [1, 37, 0, Infinity, -5]) assertThrows(RangeError, () => (5).toString(r));
});
test('toFixed rounds the exact value, and leaves large numbers to toString', function () {
  assertSame((1.005).toFixed(2), '1.00');
  assertSame((1.45).toFixed(1), '1.4');
  assertSame((-1.5).toFixed(0), '-2');
  assertSame((2.5).toFixed(0), '3');
  assertSame((1e21).toFixed(2), '1e+21');
  assertSame((0).toFixed(2), '0.00');
  assertSame((-0).toFixed(2), '0.00');
  assertSame((123.456).toFixed(0), '123');
  assertSame((0.000001).toFixed(7), '0.0000010');
  assertSame((1.23e20).toFixed(2), '123000000000000000000.00');
  assertSame(NaN.toFixed(1), 'NaN');
  assertSame((5).toFixed(), '5');
  assertSame((-0.0000001).toFixed(2), '-0.00');
  assertSame((10.235).toFixed(2), '10.23');
  assertSame((999.995).toFixed(2), '1000.00');
  assertSame((1e-10).toFixed(100).length, 102);
});
test('toFixed of more than 100 digits is a RangeError', function () {
  for (const d of [-1, 101]) assertThrows(RangeError, () => (1).toFixed(d));
});
test('toExponential rounds the exact value to so many digits', function () {
  assertSame((12345).toExponential(), '1.2345e+4');
  assertSame((12345).toExponential(2), '1.23e+4');
  assertSame((0).toExponential(3), '0.000e+0');
  assertSame((-1.5e-9).toExponential(1), '-1.5e-9');
  assertSame(Infinity.toExponential(), 'Infinity');
  assertSame((0.00015).toExponential(0), '1e-4');
  assertSame((1.25).toExponential(1), '1.3e+0');
});
test('toPrecision writes an exponent only where it is needed', function () {
  assertSame((123.456).toPrecision(4), '123.5');
  assertSame((0.000123).toPrecision(2), '0.00012');
  assertSame((123456).toPrecision(2), '1.2e+5');
  assertSame((1e21).toPrecision(3), '1.00e+21');
  assertSame((0).toPrecision(3), '0.00');
  assertSame((1.5).toPrecision(), '1.5');
  assertSame((-1.25).toPrecision(2), '-1.3');
  assertSame((0.0000001).toPrecision(1), '1e-7');
  assertSame((99.99).toPrecision(3), '100');
  assertSame((1e-7).toPrecision(3), '1.00e-7');
});
test('too few or too many digits are a RangeError', function () {
  assertThrows(RangeError, () => (1).toPrecision(0));
  assertThrows(RangeError, () => (1).toPrecision(101));
  assertThrows(RangeError, () => (1).toExponential(-1));
});
test('a number as a key of a property is its string', function () {
  const o = {};
  o[1.5] = 'a'; o[-1] = 'b'; o[1e21] = 'c'; o[0.1 + 0.2] = 'd'; o[-0] = 'e'; o[NaN] = 'f'; o[4294967295] = 'g';
  assertEquals(Object.keys(o), ['0', '1.5', '-1', '1e+21', '0.30000000000000004', 'NaN', '4294967295']);
  assertEquals([o['1.5'], o['0'], o['NaN']], ['a', 'e', 'f']);
});
test('isInteger and isSafeInteger take numbers only', function () {
  assertSame(Number.isInteger(5), true);
  assertSame(Number.isInteger(5.5), false);
  assertSame(Number.isInteger('5'), false);
  assertSame(Number.isInteger(1e300), true);
  assertSame(Number.isSafeInteger(2 ** 53), false);
  assertSame(Number.isSafeInteger(2 ** 53 - 1), true);
});
test('the isFinite and isNaN of Number do not convert, the global ones do', function () {
  assertSame(Number.isFinite('5'), false);
  assertSame(Number.isNaN('x'), false);
  assertSame(isNaN('x'), true);
  assertSame(isFinite('5'), true);
});
test('the limits are those of doubles', function () {
  assertSame(Number.MIN_VALUE, 5e-324);
  assertSame(Number.EPSILON === 2 ** -52, true);
  assertSame(Number.MAX_SAFE_INTEGER, 9007199254740991);
});
test('parseFloat is one function', function () {
  assertSame(Number.parseFloat, parseFloat);
});
test('methods of Number need a number', function () {
  assertThrows(TypeError, () => Number.prototype.toString.call('5'));
  assertThrows(TypeError, () => Number.prototype.valueOf.call({}));
});
test('a Number object is a number in arithmetic', function () {
  assertSame(new Number(5) + 1, 6);
  assertSame(typeof new Number(5), 'object');
});
test('Number converts null, arrays, dates and BigInts', function () {
  assertSame(Number(), 0);
  assertSame(Number(undefined), NaN);
  assertSame(Number(null), 0);
  assertSame(Number([5]), 5);
  assertSame(Number([1, 2]), NaN);
  assertSame(Number(new Date(7)), 7);
  assertSame(Number(5n), 5);
});
test('numbers are read back from their strings', function () {
  let seed = 1;
  for (let i = 0; i < 3000; i++) {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    const x = (seed / 2147483648 - 0.5) * 10 ** ((seed % 600) - 300);
    assertSame(Number(String(x)), x);
    assertSame(parseFloat(x.toString()), x);
  }
});
