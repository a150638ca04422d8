// Array, Array.of, species, length.
test('new Array of a number makes that many holes', function () {
  assertSame(new Array(3).length, 3);
  assertSame(0 in new Array(3), false);
  assertSame(new Array(1.0).length, 1);
  assertSame(new Array(4294967295).length, 4294967295);
});
test('new Array of a number that is no length is a RangeError', function () {
  for (const n of [-1, 1.5, 2 ** 32, NaN, Infinity]) assertThrows(RangeError, () => new Array(n));
});
test('Array of anything else holds its arguments', function () {
  assertEquals(new Array('3'), ['3']);
  assertEquals(Array(1, 2), [1, 2]);
  assertEquals(new Array(), []);
});
test('Array.of holds its arguments, even a single number', function () {
  assertEquals([Array.of(3), Array.of(), Array.of(1, undefined)], [[3], [], [1, undefined]]);
});
test('Array.of constructs its receiver with the number of arguments', function () {
  assert(Array.of.call(function (n) { this.n = n; }, 1, 2).n === 2);
});
test('setting length cuts elements off', function () {
  const a = [1, 2, 3];
  a.length = 1;
  assertEquals([a, 1 in a], [[1], false]);
});
test('setting length to more makes holes', function () {
  const a = [1];
  a.length = 3;
  assertEquals([a.length, 2 in a], [3, false]);
});
test('an element beyond the end raises length', function () {
  const a = [1];
  a[10] = 1;
  assertSame(a.length, 11);
});
test('length is converted to a number', function () {
  const a = [1, 2, 3];
  a.length = '2';
  assertSame(a.length, 2);
});
test('a length that is no array length is a RangeError', function () {
  const a = [1, 2];
  for (const n of [-1, 1.5, 2 ** 32, 'x']) assertThrows(RangeError, () => { a.length = n; });
});
test('the largest index is 4294967294', function () {
  const a = [1, 2];
  a['4294967295'] = 'not an index';
  assertSame(a.length, 2);
  a['4294967294'] = 'index';
  assertSame(a.length, 4294967295);
});
test('length is writable and neither enumerable nor configurable', function () {
  const d = Object.getOwnPropertyDescriptor([1], 'length');
  assertEquals(d, { value: 1, writable: true, enumerable: false, configurable: false });
});
test('setting length stops at an element that cannot be deleted', function () {
  const a = [1, 2, 3];
  Object.defineProperty(a, 1, { configurable: false });
  a.length = 0;
  assertSame(a.length, 2);
});
test('setting length throws in strict code where an element cannot be deleted', function () {
  const a = [1, 2, 3];
  Object.defineProperty(a, 1, { configurable: false });
  assertThrows(TypeError, () => { 'use strict'; a.length = 0; });
});
test('an array with a read-only length takes no new elements', function () {
  'use strict';
  const a = [1];
  Object.defineProperty(a, 'length', { writable: false });
  assertThrows(TypeError, () => { a[1] = 2; });
  assertThrows(TypeError, () => a.push(2));
});
test('a read-only length cannot be set, to no other value', function () {
  'use strict';
  const a = [1];
  Object.defineProperty(a, 'length', { writable: false });
  assertThrows(TypeError, () => { a.length = 5; });
  assertThrows(TypeError, () => { a.length = 1; });
});
test('elements below a read-only length can be written', function () {
  'use strict';
  const a = [1];
  Object.defineProperty(a, 'length', { writable: false });
  a[0] = 9;
  assertEquals([...a], [9]);
});
test('defining an element beyond the end raises length', function () {
  const a = [1, 2, 3];
  Object.defineProperty(a, 5, { value: 'x', enumerable: false });
  assertEquals(Object.keys(a), ['0', '1', '2']);
  assertSame(a.length, 6);
});
test('an element defined as read-only keeps its value', function () {
  const a = [1, 2, 3];
  Object.defineProperty(a, 0, { writable: false });
  a[0] = 9;
  assertSame(a[0], 1);
});
test('defining length as no array length is a RangeError', function () {
  const a = [1, 2, 3];
  assertThrows(RangeError, () => Object.defineProperty(a, 'length', { value: -1 }));
});
test('methods of a subclass make arrays of the subclass', function () {
  class A extends Array { }
  const a = A.of(1, 2, 3);
  for (const r of [
    a.map((x) => x),
    a.filter(() => true),
    a.slice(),
    a.splice(0, 1),
    a.concat([1]),
    a.flat(),
    a.flatMap((x) => x)
  ])
    assertSame(r.constructor, A);
});
test('the copying methods make plain arrays', function () {
  class A extends Array { }
  const a = A.of(1, 2, 3);
  assertSame(a.toSorted().constructor, Array);
});
test('Symbol.species says what methods make', function () {
  class P extends Array { static get [Symbol.species]() { return Array; } }
  assertSame(new P(1, 2).map((x) => x).constructor, Array);
});
test('the species constructor gets the length', function () {
  const odd = [1, 2];
  odd.constructor = { [Symbol.species]: function (n) { this.made = n; } };
  assertSame(odd.map((x) => x).made, 2);
});
test('a constructor that is undefined makes plain arrays', function () {
  const odd = [1, 2];
  odd.constructor = undefined;
  assertSame(odd.map((x) => x).constructor, Array);
});
test('a constructor that is a number is a TypeError', function () {
  const odd = [1, 2];
  odd.constructor = 5;
  assertThrows(TypeError, () => odd.map((x) => x));
});
