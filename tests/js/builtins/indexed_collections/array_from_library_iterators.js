// What is appended from an iterator of the library in one go, as if it had been stepped through: by spread,
// Array.from, TypedArray.from and toArray.

var n = 200,
    numbers = Array.from({ length: n }, function (v, i) { return i; }),
    halves = numbers.map(function (i) { return i + 0.5; });
var sources = {
  'an array': function () { return halves; },
  'an array with holes': function () { return [1, , 3]; },
  'keys of an array': function () { return numbers.keys(); },
  'entries of an array': function () { return halves.entries(); },
  'values of an array with holes': function () { return [1, , 3].values(); },
  'an iterator in the middle': function () { var i = halves.values(); i.next(); i.next(); return i; },
  'an exhausted iterator': function () { var i = [1].values(); i.next(); i.next(); return i; },
  'values of a frozen array': function () { return Object.freeze([1, 2.5, 'x']).values(); },
  'values of an array-like object': function () { return Array.prototype.values.call({ length: 3, 0: 'a', 2: 'c' }); },
  'values of an array with a getter': function () {
    var a = [1, 2, 3];
    Object.defineProperty(a, 1, { get: function () { a.push(9); return 'g'; } });
    return a.values();
  },
  'a set': function () { return new Set(halves); },
  'entries of a set': function () { return new Set(numbers).entries(); },
  'a set with deleted values': function () {
    var s = new Set(numbers);
    numbers.forEach(function (i) { if (i % 3) s.delete(i); });
    return s;
  },
  'a map': function () { return new Map(halves.map(function (v, i) { return [i, v]; })); },
  'keys of a map': function () { return new Map([[1, 2], ['a', 'b']]).keys(); },
  'values of a map': function () { return new Map([[1, 2], ['a', 'b']]).values(); },
  'an iterator of a set that was cleared': function () {
    var s = new Set([1, 2, 3]), i = s.values();
    i.next();
    s.clear();
    s.add(7);
    return i;
  },
  'text': function () { return 'ab\u{1F600}c\ud800'; },
  'narrow text': function () { return 'abc\xff'.repeat(50); },
  'a rope': function () { return 'abcdefghijklmnop' + String(n) + '\u{1F600}qrstuvwxyz'; },
  'a typed array': function () { return new Float32Array([1.5, 2, NaN, -0]); },
  'keys of a typed array': function () { return new Uint8Array(100).keys(); },
  'a generator': function () { return (function* () { yield* halves; return 'r'; })(); },
  'matches': function () { return 'a1b2'.matchAll(/\d/g); },
};
function stepped(source) {
  var i = source[Symbol.iterator](), all = [], r;
  while (!(r = i.next()).done) all.push(r.value);
  return all;
}
Object.keys(sources).forEach(function (name) {
  test('of ' + name, function () {
    var expected = stepped(sources[name]());
    assertEquals([...sources[name]()], expected, 'spread');
    assertEquals(['x', ...sources[name](), ...sources[name]()], ['x'].concat(expected, expected), 'spread twice');
    assertEquals(Array.from(sources[name]()), expected, 'Array.from');
    assertEquals((function () { return Array.from(arguments); })(...sources[name]()), expected, 'arguments');
    class A extends Array {}
    assertEquals(Array.from(A.from(sources[name]())), expected, 'a subclass');
    assertEquals(Array.from(Float64Array.from(sources[name]())), expected.map(Number), 'Float64Array.from');
  });
});
test('an iterator is exhausted afterwards', function () {
  [
    new Set([1, 2]).values(),
    new Map([[1, 2]]).keys(),
    [1, 2].values(),
    'ab'[Symbol.iterator](),
    new Uint8Array(2).values()
  ].forEach(
    function (i) {
      assertSame(Array.from(i).length > 0, true);
      assertEquals(i.next(), { value: undefined, done: true });
      assertEquals([...i], []);
    }
  );
  var a = [1], i = a.values();
  assertEquals([...i], [1]);
  a.push(2);
  assertEquals(i.next(), { value: undefined, done: true });
});
test('a next method that a program has put there is called', function () {
  var i = new Set([1, 2]).values(), left = 2;
  i.next = function () { return { value: 'mine', done: left-- === 0 }; };
  assertEquals([...i], ['mine', 'mine']);
  left = 1;
  assertEquals(Array.from(i), ['mine']);
});
test('a next method of another kind of iterator throws', function () {
  var i = new Set([1, 2]).values();
  i.next = new Map().keys().next;
  assertThrows(TypeError, function () { return [...i]; });
  assertThrows(TypeError, function () { return Array.from(i); });
});
test('a getter on the prototype of iterators is called once', function () {
  var prototype = Object.getPrototypeOf(new Set().values()),
      next = Object.getOwnPropertyDescriptor(prototype, 'next'),
      calls = 0;
  Object.defineProperty(prototype, 'next', { configurable: true, get: function () { calls++; return next.value; } });
  try {
    assertEquals([...new Set([1, 2])], [1, 2]);
    assertEquals(Array.from(new Set([3])), [3]);
    assertSame(calls, 2);
  } finally {
    Object.defineProperty(prototype, 'next', next);
  }
});
test('steps over a detached buffer throw', function () {
  var t = new Uint8Array([1, 2, 3]), i = t.values();
  i.next();
  t.buffer.transfer ? t.buffer.transfer() : structuredClone(t.buffer, { transfer: [t.buffer] });
  assertThrows(TypeError, function () { return [...i]; });
});
