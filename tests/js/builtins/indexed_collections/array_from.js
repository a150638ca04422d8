// Array.from: what it takes, constructs and calls.
test('Array.from takes iterables and array-likes', function () {
  assertEquals(Array.from('a😀'), ['a', '😀']);
  assertEquals(Array.from({ length: 2, 0: 'x' }), ['x', undefined]);
  assertEquals(Array.from(new Set([1, 1, 2])), [1, 2]);
  assertEquals(Array.from([, 1]), [undefined, 1]);
});
test('Array.from maps value and index', function () {
  assertEquals(Array.from([1, 2], (x, i) => x * 10 + i), [10, 21]);
  assertEquals(Array.from({ length: 3 }, (_, i) => i), [0, 1, 2]);
});
test('Array.from refuses null, a callback that is none and an iterator method that is none', function () {
  assertThrows(TypeError, () => Array.from(null));
  assertThrows(TypeError, () => Array.from([], 5));
  assertThrows(TypeError, () => Array.from({ [Symbol.iterator]: 5 }));
});
test('Array.from closes the iterator when the callback throws', function () {
  let closed = 0;
  const it = {
    [Symbol.iterator]: () => ({ next: () => ({ value: 1, done: false }), return() { closed++; return {}; } })
  };
  assertThrows(RangeError, () => Array.from(it, () => { throw new RangeError(); }));
  assertSame(closed, 1);
});
test('Array.from calls the callback with the receiver it was given', function () {
  const self = {};
  Array.from([1], function () { assertSame(this, self); }, self);
});
test('Array.from sees what its callback changes', function () {
  var a = [1, 2, 3], seen = [];
  assertEquals(
    Array.from(a, function (v, k) { seen.push(k); if (k === 0) a.push(4); if (k === 1) a[2] = 'c'; return v; }),
    [1, 2, 'c', 4]
  );
  assertEquals(seen, [0, 1, 2, 3]);
});
test('Array.from calls the callback of an array with the receiver it was given', function () {
  var self = { x: 1 };
  Array.from([1], function () { 'use strict'; assertSame(this, self); }, self);
});

test(
  'Array.from constructs its receiver, without arguments for an iterable and with the length for an array-like',
  function () {
    function C() { this.made = arguments.length; }
    var c = Array.from.call(C, [1, , 3]);
    assertSame(c.made, 0);
    assertSame(c.length, 3);
    assertSame(1 in c, true);
    assertSame(Array.from.call(C, { length: 2, 0: 'a' }).made, 1);
  }
);
test('Array.from constructs a subclass', function () {
  class A extends Array {}
  assertSame(Array.from.call(A, [1, 2]) instanceof A, true);
});
test('Array.from makes an array where the receiver is no constructor', function () {
  assertSame(Object.getPrototypeOf(Array.from.call({}, [1])), Array.prototype);
  assertSame(Object.getPrototypeOf(Array.from.call(undefined, { length: 1 })), Array.prototype);
});

test('Array.from closes an array iterator too when the callback throws', function () {
  var proto = Object.getPrototypeOf([][Symbol.iterator]()), closed = 0;
  assertThrows(RangeError, function () { Array.from([1, 2], function () { throw new RangeError(); }); });
  proto.return = function () { closed++; return {}; };
  try {
    assertThrows(RangeError, function () { Array.from([1, 2], function () { throw new RangeError(); }); });
  } finally {
    delete proto.return;
  }
  assertSame(closed, 1);
});

test('Array.from goes through a replaced Symbol.iterator', function () {
  var original = Array.prototype[Symbol.iterator];
  Array.prototype[Symbol.iterator] = function* () { yield 'patched'; };
  try {
    assertEquals(Array.from([1, 2]), ['patched']);
  } finally {
    Array.prototype[Symbol.iterator] = original;
  }
  assertEquals(Array.from([1, 2]), [1, 2]);
});

