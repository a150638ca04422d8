// == and ===, Object.is.
test('loose equality converts, and is symmetric', function () {
  const o = { valueOf: () => 1 };
  const pairs = [
    [null, undefined, true],
    [null, 0, false],
    [undefined, 0, false],
    ['', 0, true],
    ['0', false, true],
    ['1', 1, true],
    [' 1 ', 1, true],
    ['a', NaN, false],
    [NaN, NaN, false],
    [true, 1, true],
    [true, '1', true],
    [true, 'true', false],
    [[], '', true],
    [[], 0, true],
    [[1], 1, true],
    [[1, 2], '1,2', true],
    [{}, '[object Object]', true],
    [o, 1, true],
    [o, '1', true],
    [o, true, true],
    [1n, 1, true],
    [1n, '1', true],
    [2n, true, false],
    [1n, 1.5, false],
    ['x', 1n, false],
    [null, false, false],
    [0, -0, true],
    [new String('a'), 'a', true],
    [Object(1n), 1n, true],
    ['0x10', 16, true],
    ['', 0n, true],
    [Infinity, 'Infinity', true],
    [2n ** 64n, 2 ** 64, true],
    [null, {}, false]
  ];
  for (const [a, b, expected] of pairs) {
    assertSame(a == b, expected, String(typeof a) + ' ' + String(a) + ' == ' + String(b));
    assertSame(b == a, expected);
    assertSame(a != b, !expected);
  }
});
test('an object is equal to itself only', function () {
  const a = {};
  assertSame(a == a, true);
  assertSame({} == {}, false);
});
test('a symbol is equal to itself and to its wrapper', function () {
  const s = Symbol();
  assertSame(s == s, true);
  assertSame(s == Object(s), true);
  assertSame(s == 'x', false);
});
test('a conversion happens only where it is needed, and once', function () {
  let n = 0;
  const o = { valueOf() { n++; return 1; } };
  o == null; o == undefined; o == o;
  assertSame(n, 0);
  o == 1; o == '1';
  assertSame(n, 2);
});
test('an object that cannot be converted is a TypeError', function () {
  assertThrows(TypeError, () => ({ valueOf: null, toString: null }) == 1);
});
test('strict equality converts nothing, and NaN is unequal', function () {
  assertEquals(
    [
      1 === 1,
      'a' === 'a',
      'ab' === 'a' + 'b',
      NaN === NaN,
      0 === -0,
      null === undefined,
      1 === '1',
      1n === 1n,
      1n === 1,
      true === 1
    ],
    [true, true, true, false, true, false, false, true, false, false]
  );
});
test('numbers and BigInts of any representation are equal by value', function () {
  assertSame(1.5 + 1.5 === 3, true);
  assertSame(2 ** 31 === 2147483648, true);
  assertSame(12345678901234567890n === 12345678901234567890n, true);
});
test('ropes are equal by their characters', function () {
  const long = 'x'.repeat(1000);
  assertSame(long + 'y' === 'x'.repeat(1000) + 'y', true);
  assertSame(long + 'y' === 'x'.repeat(1001), false);
});
test('equality at a warm place takes changing types', function () {
  const eq = (a, b) => a === b, loose = (a, b) => a == b;
  const values = [1, 1.5, 'a', null, undefined, true, {}, Symbol.iterator, 1n, NaN];
  let strictCount = 0, looseCount = 0;
  for (let round = 0; round < 100; round++)
    for (const a of values) for (const b of values) { if (eq(a, b)) strictCount++; if (loose(a, b)) looseCount++; }
  assertSame(strictCount, 100 * 9);
  assertSame(looseCount, 100 * (9 + 2 + 2 + 2 + 2));
});
