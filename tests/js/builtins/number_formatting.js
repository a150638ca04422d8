// Numbers to strings.
test('toString(10)', function () {
  const cases = [[0, '0'], [-0, '0'], [1, '1'], [-1.5, '-1.5'], [0.1, '0.1'], [1e21, '1e+21'], [1e20, '100000000000000000000'], [123456789012345680000, '123456789012345680000'], [1e-6, '0.000001'], [1e-7, '1e-7'], [1.5e-7, '1.5e-7'], [5e-324, '5e-324'], [1.7976931348623157e308, '1.7976931348623157e+308'], [NaN, 'NaN'], [Infinity, 'Infinity'], [-Infinity, '-Infinity'], [0.1 + 0.2, '0.30000000000000004'], [1 / 3, '0.3333333333333333'], [100, '100'], [2 ** 53, '9007199254740992'], [4294967296.5, '4294967296.5'], [1073741824, '1073741824'], [-2147483648, '-2147483648'], [123e-20, '1.23e-18'], [9.5, '9.5'], [1e5, '100000']];
  for (const [n, s] of cases) { assertSame(String(n), s); assertSame(n + '', s); assertSame(`${n}`, s); assertSame(n.toString(), s); }
});
test('toString(radix)', function () {
  assertEquals([(255).toString(16), (255).toString(2), (-255).toString(36), (0.5).toString(2), (0.1).toString(3).slice(0, 10), (3.75).toString(8), NaN.toString(2), (2 ** 53).toString(2).length, (0).toString(7), (35).toString(36), (-0).toString(2), (0.000001).toString(36).length > 5], ['ff', '11111111', '-73', '0.1', '0.00220022', '3.6', 'NaN', 54, '0', 'z', '0', true]);
  for (const r of [1, 37, 0, Infinity, -5]) assertThrows(RangeError, () => (5).toString(r));
  assertSame((5).toString(undefined), '5');
});
test('toFixed', function () {
  assertEquals([(1.005).toFixed(2), (1.45).toFixed(1), (-1.5).toFixed(0), (2.5).toFixed(0), (1e21).toFixed(2), (0).toFixed(2), (-0).toFixed(2), (123.456).toFixed(0), (0.000001).toFixed(7), (1.23e20).toFixed(2), NaN.toFixed(1), (5).toFixed(), (-0.0000001).toFixed(2), (10.235).toFixed(2), (999.995).toFixed(2), (1e-10).toFixed(100).length], ['1.00', '1.4', '-2', '3', '1e+21', '0.00', '0.00', '123', '0.0000010', '123000000000000000000.00', 'NaN', '5', '-0.00', '10.23', '1000.00', 102]);
  for (const d of [-1, 101]) assertThrows(RangeError, () => (1).toFixed(d));
});
test('toExponential and toPrecision', function () {
  assertEquals([(12345).toExponential(), (12345).toExponential(2), (0).toExponential(3), (-1.5e-9).toExponential(1), Infinity.toExponential(), (0.00015).toExponential(0), (1.25).toExponential(1)], ['1.2345e+4', '1.23e+4', '0.000e+0', '-1.5e-9', 'Infinity', '1e-4', '1.3e+0']);
  assertEquals([(123.456).toPrecision(4), (0.000123).toPrecision(2), (123456).toPrecision(2), (1e21).toPrecision(3), (0).toPrecision(3), (1.5).toPrecision(), (-1.25).toPrecision(2), (0.0000001).toPrecision(1), (99.99).toPrecision(3), (1e-7).toPrecision(3)], ['123.5', '0.00012', '1.2e+5', '1.00e+21', '0.00', '1.5', '-1.3', '1e-7', '100', '1.00e-7']);
  assertThrows(RangeError, () => (1).toPrecision(0));
  assertThrows(RangeError, () => (1).toPrecision(101));
  assertThrows(RangeError, () => (1).toExponential(-1));
});
test('as property keys', function () {
  const o = {};
  o[1.5] = 'a'; o[-1] = 'b'; o[1e21] = 'c'; o[0.1 + 0.2] = 'd'; o[-0] = 'e'; o[NaN] = 'f'; o[4294967295] = 'g';
  assertEquals(Object.keys(o), ['0', '1.5', '-1', '1e+21', '0.30000000000000004', 'NaN', '4294967295']);
  assertEquals([o['1.5'], o['0'], o['NaN']], ['a', 'e', 'f']);
});
test('Number statics', function () {
  assertEquals([Number.isInteger(5), Number.isInteger(5.5), Number.isInteger('5'), Number.isInteger(1e300), Number.isSafeInteger(2 ** 53), Number.isSafeInteger(2 ** 53 - 1), Number.isFinite('5'), Number.isNaN('x'), isNaN('x'), isFinite('5'), Number.EPSILON === 2 ** -52, Number.MAX_SAFE_INTEGER, Number.MIN_VALUE], [true, false, false, true, false, true, false, false, true, true, true, 9007199254740991, 5e-324]);
  assertSame(Number.parseFloat, parseFloat);
  assertThrows(TypeError, () => Number.prototype.toString.call('5'));
  assertThrows(TypeError, () => Number.prototype.valueOf.call({}));
  assertEquals([new Number(5) + 1, typeof new Number(5), Number(), Number(undefined), Number(null), Number([5]), Number([1, 2]), Number(new Date(7)), Number(5n)], [6, 'object', 0, NaN, 0, 5, NaN, 7, 5]);
});
test('round trip of many values', function () {
  let seed = 1;
  for (let i = 0; i < 3000; i++) {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    const x = (seed / 2147483648 - 0.5) * 10 ** ((seed % 600) - 300);
    assertSame(Number(String(x)), x);
    assertSame(parseFloat(x.toString()), x);
  }
});
