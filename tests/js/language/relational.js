// < > <= >= in instanceof.
test('strings compare by code unit, numbers numerically', function () {
  assertEquals(['a' < 'b', 'a' < 'B', '10' < '9', '10' < 9, 'a' < 1, 'a' < 'ab', '' < 'a', 'Z' < 'a', '\u{1F600}' < '\uffff'], [true, false, true, false, false, true, true, true, true]);
  assertEquals([null < 1, undefined < 1, null >= 0, undefined == 0, true > false, [2] > 1, ['b'] > 'a'], [true, false, true, false, true, true, true]);
  assertEquals([1n < 2, 2n > 1.5, 1n < '2', '1' < 2n, 'x' < 1n, 1n >= 1, 2n ** 70n > 2 ** 69, 9007199254740993n > 9007199254740992], [true, true, true, true, false, true, true, true]);
});
test('both sides are converted left to right', function () {
  const log = [];
  const v = (n, x) => ({ valueOf() { log.push(n); return x; } });
  v('a', 1) < v('b', 2); v('c', 1) > v('d', 2); v('e', 1) <= v('f', 2); v('g', 1) >= v('h', 2);
  assertEquals(log, ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']);
});
test('in', function () {
  assertEquals(['a' in { a: undefined }, 'toString' in {}, 0 in [1], 1 in [1], 'length' in [], Symbol.iterator in []], [true, true, true, false, true, true]);
  for (const v of [1, 'x', null, undefined, true]) assertThrows(TypeError, () => 'a' in v);
});
test('instanceof', function () {
  function F() {}
  const f = new F();
  assertEquals([f instanceof F, f instanceof Object, 1 instanceof Number, null instanceof Object, Object.create(null) instanceof Object, F instanceof Function], [true, true, false, false, false, true]);
  F.prototype = {};
  assertSame(f instanceof F, false);
  const B = F.bind();
  assertSame(new F() instanceof B, true);
  assertThrows(TypeError, () => f instanceof {});
  assertThrows(TypeError, () => f instanceof 5);
  assertThrows(TypeError, () => f instanceof (() => {}));
  F.prototype = 5;
  assertThrows(TypeError, () => f instanceof F);
  assertSame(5 instanceof F, false);
});
test('NaN makes everything false', function () {
  for (const v of [0, NaN, 'x', undefined, {}]) assertEquals([NaN < v, NaN > v, NaN <= v, NaN >= v], [false, false, false, false]);
});
