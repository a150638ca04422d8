// The operator **.
test('exponentiation has its special values', function () {
  assertSame(2 ** 10, 1024);
  assertSame(2 ** -1, 0.5);
  assertSame(2 ** 0.5 === Math.SQRT2, true);
  assertSame((-0) ** 3, -0);
  assertSame((-0) ** -1, -Infinity);
  assertSame((-2) ** 3, -8);
  assertSame((-2) ** 0.5, NaN);
});
test('anything to the power of zero is 1, and 1 to no number is NaN', function () {
  assertSame(0 ** 0, 1);
  assertSame(NaN ** 0, 1);
  assertSame(1 ** Infinity, NaN);
  assertSame(1 ** NaN, NaN);
});
test('exponentiation is grouped from the right', function () {
  assertSame(2 ** 3 ** 2, 512);
});
test('exponentiation reaches both ends of the doubles', function () {
  assertSame(2 ** -2, 0.25);
  assertSame(10 ** 15, 1e15);
  assertSame(2 ** 1023 * 2, Infinity);
  assertSame(2 ** -1074, 5e-324);
  assertSame(2 ** -1075, 0);
});
test('a power is assigned', function () {
  let x = 3; x **= 2;
  assertSame(x, 9);
});
test('a negated base needs parentheses', function () {
  assertThrows(SyntaxError, () => eval('-2 ** 2'));
  assertSame((-2) ** 2, 4);
});
