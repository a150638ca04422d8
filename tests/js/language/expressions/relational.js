// < > <= >= in instanceof.
test('strings compare by code unit, numbers numerically', function () {
  assertEquals(
    ['a' < 'b', 'a' < 'B', '10' < '9', '10' < 9, 'a' < 1, 'a' < 'ab', '' < 'a', 'Z' < 'a', '\u{1F600}' < '\uffff'],
    [true, false, true, false, false, true, true, true, true]
  );
  assertSame(null < 1, true);
  assertSame(undefined < 1, false);
  assertSame(null >= 0, true);
  assertSame(undefined == 0, false);
  assertSame(true > false, true);
  assertSame([2] > 1, true);
  assertSame(['b'] > 'a', true);
});
test('BigInts compare with numbers and strings by exact value', function () {
  assertEquals(
    [
      1n < 2,
      2n > 1.5,
      1n < '2',
      '1' < 2n,
      'x' < 1n,
      1n >= 1,
      2n ** 70n > 2 ** 69,
      9007199254740993n > 9007199254740992
    ],
    [true, true, true, true, false, true, true, true]
  );
});
test('both sides are converted left to right', function () {
  const log = [];
  const v = (n, x) => ({ valueOf() { log.push(n); return x; } });
  v('a', 1) < v('b', 2); v('c', 1) > v('d', 2); v('e', 1) <= v('f', 2); v('g', 1) >= v('h', 2);
  assertEquals(log, ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']);
});
test('in looks for own and inherited keys', function () {
  assertSame('a' in { a: undefined }, true);
  assertSame('toString' in {}, true);
  assertSame(0 in [1], true);
  assertSame(1 in [1], false);
  assertSame('length' in [], true);
  assertSame(Symbol.iterator in [], true);
});
test('in needs an object', function () {
  for (const v of [1, 'x', null, undefined, true]) assertThrows(TypeError, () => 'a' in v);
});
test('instanceof looks for the prototype of the moment', function () {
  function F() {}
  const f = new F();
  assertSame(f instanceof F, true);
  assertSame(f instanceof Object, true);
  assertSame(1 instanceof Number, false);
  assertSame(null instanceof Object, false);
  assertSame(Object.create(null) instanceof Object, false);
  assertSame(F instanceof Function, true);
  F.prototype = {};
  assertSame(f instanceof F, false);
});
test('instanceof takes a bound function as its target', function () {
  function F() {}
  const B = F.bind();
  assertSame(new F() instanceof B, true);
});
test('instanceof needs a function with a prototype, unless the left is no object', function () {
  function F() {}
  const f = new F();
  assertThrows(TypeError, () => f instanceof {});
  assertThrows(TypeError, () => f instanceof 5);
  assertThrows(TypeError, () => f instanceof (() => {}));
  F.prototype = 5;
  assertThrows(TypeError, () => f instanceof F);
  assertSame(5 instanceof F, false);
});
test('NaN makes every comparison false', function () {
  for (const v of [0, NaN, 'x', undefined, {}])
    assertEquals([NaN < v, NaN > v, NaN <= v, NaN >= v], [false, false, false, false]);
});
