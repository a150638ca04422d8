// Strings to numbers.
test('Number takes a whole literal between white space', function () {
  const cases = [
    ['', 0],
    ['  ', 0],
    ['12', 12],
    [' 12\n', 12],
    ['1e3', 1000],
    ['1e+3', 1000],
    ['.5', 0.5],
    ['5.', 5],
    ['.', NaN],
    ['+5', 5],
    ['-5', -5],
    ['--5', NaN],
    ['0x1F', 31],
    ['-0x1F', NaN],
    ['0b101', 5],
    ['0o17', 15],
    ['017', 17],
    ['1_000', NaN],
    ['Infinity', Infinity],
    ['-Infinity', -Infinity],
    ['infinity', NaN],
    ['1e', NaN],
    ['1e1000', Infinity],
    ['1e-1000', 0],
    ['0x', NaN],
    ['1 2', NaN],
    ['\u00a05\ufeff', 5],
    ['5px', NaN],
    ['1n', NaN],
    ['00', 0],
    ['-0', -0],
    ['0.0000001', 1e-7],
    ['9007199254740993', 9007199254740992],
    ['0x20000000000001', 9007199254740992],
    ['123456789012345678901234567890', 1.2345678901234568e29],
    ['2.2250738585072011e-308', 2.225073858507201e-308],
    ['1.7976931348623159e308', Infinity],
    ['\u180e1', NaN]
  ];
  for (const [s, n] of cases) assertSame(Number(s), n, JSON.stringify(s));
});
test('parseInt takes the digits at the beginning, in a radix', function () {
  const cases = [
    [['42px'], 42],
    [['  -7'], -7],
    [['0x1f'], 31],
    [['0x'], NaN],
    [['1010', 2], 10],
    [['zz', 36], 1295],
    [['9', 8], NaN],
    [['19', 9], 1],
    [['1e3'], 1],
    [['0.9'], 0],
    [[''], NaN],
    [['-0'], -0],
    [['12', 37], NaN],
    [['12', 1], NaN],
    [['12', 0], 12],
    [['0x1f', 16], 31],
    [['0x1f', 10], 0],
    [[null, 36], 1112745],
    [[0.0000005], 5],
    [[1e21], 1],
    [['9007199254740993'], 9007199254740992],
    [['123456789012345678901234567890'], 1.2345678901234568e29],
    [['1'.repeat(400)], Infinity],
    [['11', 4294967298], 3],
    [['\u2028 5'], 5],
    [['1_000'], 1]
  ];
  for (const [args, n] of cases) assertSame(parseInt(...args), n, JSON.stringify(args));
});
test('parseFloat takes the longest number at the beginning', function () {
  const cases = [
    ['3.14abc', 3.14],
    ['  .5.5', 0.5],
    ['-.5e-3x', -0.0005],
    ['1e', 1],
    ['1e+', 1],
    ['e1', NaN],
    ['Infinityx', Infinity],
    ['-Infinity', -Infinity],
    ['0x10', 0],
    ['', NaN],
    ['+5', 5],
    ['1_000', 1],
    ['-0', -0],
    ['1..2', 1],
    ['5e-324', 5e-324],
    ['1e400', Infinity]
  ];
  for (const [s, n] of cases) assertSame(parseFloat(s), n, s);
});
test('decimals halfway between two doubles are rounded to even, however long', function () {
  assertSame(Number('0.1'), 0.1);
  assertSame(Number('1.00000000000000011102230246251565'), 1);
  assertSame(Number('1.00000000000000011102230246251566'), 1.0000000000000002);
  assertSame(Number('9007199254740992.5'), 9007199254740992);
  assertSame(Number('2.4703282292062328e-324'), 5e-324);
  assertSame(Number('2.4703282292062327e-324'), 0);
  assertSame(Number('6929495644600919.5'), 6929495644600920);
  assertSame(Number('8.41e21'), 8.41e21);
  assertSame(Number('0.' + '0'.repeat(320) + '1' + '0'.repeat(100) + 'e321'), 1);
  assertSame(Number('1' + '0'.repeat(400) + 'e-400'), 1);
});
test('operators convert strings, arrays and objects to numbers', function () {
  assertSame('5' * '2', 10);
  assertSame('10' / 4, 2.5);
  assertSame('3' - 1, 2);
  assertSame(+'', 0);
  assertSame(+' \n', 0);
  assertSame(+[], 0);
  assertSame(+[7], 7);
  assertSame(+['x'], NaN);
  assertSame(+{}, NaN);
  assertSame(+true, 1);
  assertSame(+null, 0);
  assertSame(+undefined, NaN);
  assertSame('5' | 0, 5);
  assertSame(~'5', -6);
  assertSame('0x10' * 1, 16);
  assertSame(+new Date(3), 3);
});
