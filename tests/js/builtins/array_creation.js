// Array, Array.of, Array.from, species, length.
test('the constructor', function () {
  assertEquals([new Array(3).length, new Array('3'), Array(1, 2), new Array(), 0 in new Array(3), new Array(1.0).length], [3, ['3'], [1, 2], [], false, 1]);
  for (const n of [-1, 1.5, 2 ** 32, NaN, Infinity]) assertThrows(RangeError, () => new Array(n));
  assertSame(new Array(4294967295).length, 4294967295);
});
test('Array.of', function () {
  assertEquals([Array.of(3), Array.of(), Array.of(1, undefined)], [[3], [], [1, undefined]]);
  assert(Array.of.call(function (n) { this.n = n; }, 1, 2).n === 2);
});
test('Array.from', function () {
  assertEquals([Array.from('a😀'), Array.from({ length: 2, 0: 'x' }), Array.from(new Set([1, 1, 2])), Array.from([1, 2], (x, i) => x * 10 + i), Array.from({ length: 3 }, (_, i) => i), Array.from([, 1])], [['a', '😀'], ['x', undefined], [1, 2], [10, 21], [0, 1, 2], [undefined, 1]]);
  assertThrows(TypeError, () => Array.from(null));
  assertThrows(TypeError, () => Array.from([], 5));
  assertThrows(TypeError, () => Array.from({ [Symbol.iterator]: 5 }));
  let closed = 0;
  const it = { [Symbol.iterator]: () => ({ next: () => ({ value: 1, done: false }), return() { closed++; return {}; } }) };
  assertThrows(RangeError, () => Array.from(it, () => { throw new RangeError(); }));
  assertSame(closed, 1);
  const self = {};
  Array.from([1], function () { assertSame(this, self); }, self);
});
test('length', function () {
  const a = [1, 2, 3];
  a.length = 1;
  assertEquals([a, 1 in a], [[1], false]);
  a.length = 3;
  assertEquals([a.length, 2 in a], [3, false]);
  a[10] = 1;
  assertSame(a.length, 11);
  a.length = '2';
  assertSame(a.length, 2);
  for (const n of [-1, 1.5, 2 ** 32, 'x']) assertThrows(RangeError, () => { a.length = n; });
  a['4294967295'] = 'not an index';
  assertSame(a.length, 2);
  a['4294967294'] = 'index';
  assertSame(a.length, 4294967295);
  const d = Object.getOwnPropertyDescriptor([1], 'length');
  assertEquals(d, { value: 1, writable: true, enumerable: false, configurable: false });
});
test('length with elements that cannot be deleted', function () {
  const a = [1, 2, 3];
  Object.defineProperty(a, 1, { configurable: false });
  a.length = 0;
  assertSame(a.length, 2);
  assertThrows(TypeError, () => { 'use strict'; a.length = 0; });
});
test('read-only length', function () {
  'use strict';
  const a = [1];
  Object.defineProperty(a, 'length', { writable: false });
  assertThrows(TypeError, () => { a[1] = 2; });
  assertThrows(TypeError, () => a.push(2));
  assertThrows(TypeError, () => { a.length = 5; });
  assertThrows(TypeError, () => { a.length = 1; });
  a[0] = 9;
  assertEquals([...a], [9]);
});
test('defineProperty on elements', function () {
  const a = [1, 2, 3];
  Object.defineProperty(a, 5, { value: 'x', enumerable: false });
  assertSame(a.length, 6);
  assertEquals(Object.keys(a), ['0', '1', '2']);
  Object.defineProperty(a, 0, { writable: false });
  a[0] = 9;
  assertSame(a[0], 1);
  assertThrows(RangeError, () => Object.defineProperty(a, 'length', { value: -1 }));
});
test('species', function () {
  class A extends Array { }
  const a = A.of(1, 2, 3);
  for (const r of [a.map((x) => x), a.filter(() => true), a.slice(), a.splice(0, 1), a.concat([1]), a.flat(), a.flatMap((x) => x)]) assertSame(r.constructor, A);
  assertSame(a.toSorted().constructor, Array);
  class P extends Array { static get [Symbol.species]() { return Array; } }
  assertSame(new P(1, 2).map((x) => x).constructor, Array);
  const odd = [1, 2];
  odd.constructor = { [Symbol.species]: function (n) { this.made = n; } };
  assertSame(odd.map((x) => x).made, 2);
  odd.constructor = undefined;
  assertSame(odd.map((x) => x).constructor, Array);
  odd.constructor = 5;
  assertThrows(TypeError, () => odd.map((x) => x));
});
