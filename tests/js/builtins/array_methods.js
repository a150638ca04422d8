// Array.prototype: what each method returns and does to its receiver.
test('push, pop, shift, unshift', function () {
  const a = [];
  assertEquals([a.push(1, 2), a.push(), a.unshift(-1, 0), a.pop(), a.shift(), a.length], [2, 2, 4, 2, -1, 2]);
  assertEquals(a, [0, 1]);
  assertEquals([[].pop(), [].shift(), [].unshift()], [undefined, undefined, 0]);
  const o = { length: 2 };
  Array.prototype.push.call(o, 'x');
  assertEquals(o, { 2: 'x', length: 3 });
  assertSame(Array.prototype.pop.call(o), 'x');
  const big = [];
  for (let i = 0; i < 1000; i++) big.unshift(i);
  for (let i = 0; i < 500; i++) big.shift();
  assertEquals([big.length, big[0], big[499]], [500, 499, 0]);
});
test('slice and splice', function () {
  const a = [0, 1, 2, 3, 4];
  assertEquals([a.slice(), a.slice(1, 3), a.slice(-2), a.slice(3, 1), a.slice(NaN, Infinity), a.slice(-100, 2)], [[0, 1, 2, 3, 4], [1, 2], [3, 4], [], [0, 1, 2, 3, 4], [0, 1]]);
  assertEquals(a.splice(1, 2, 'a', 'b', 'c'), [1, 2]);
  assertEquals(a, [0, 'a', 'b', 'c', 3, 4]);
  assertEquals(a.splice(-1), [4]);
  assertEquals(a.splice(), []);
  assertEquals(a.splice(1, -5, 'x'), []);
  assertEquals(a, [0, 'x', 'a', 'b', 'c', 3]);
  assertEquals(a.splice(undefined), [0, 'x', 'a', 'b', 'c', 3]);
  assertSame(a.length, 0);
});
test('concat', function () {
  assertEquals([1].concat(2, [3, [4]], 'x', { length: 1 }), [1, 2, 3, [4], 'x', { length: 1 }]);
  assertEquals([].concat({ length: 2, 0: 'a', 1: 'b', [Symbol.isConcatSpreadable]: true }), ['a', 'b']);
  const off = [1, 2];
  off[Symbol.isConcatSpreadable] = false;
  assertSame([].concat(off)[0], off);
  const holes = [1, , 3].concat([, 5]);
  assertEquals([holes.length, 1 in holes, 3 in holes], [5, false, false]);
  assertEquals([1.5].concat([1], ['s'], [{}]), [1.5, 1, 's', {}]);
});
test('join, toString, reverse, indexOf family', function () {
  assertEquals([[1, null, undefined, [2, [3]]].join('-'), [].join(), [1].join('x'), [1, 2].join(undefined), String([1, [2, 3]]), [, ,].join()], ['1---2,3', '', '1', '1,2', '1,2,3', ',']);
  assertEquals([1, 2, 3].reverse(), [3, 2, 1]);
  const h = [1, , 3, 4].reverse();
  assertEquals([2 in h, h.length], [false, 4]);
  const a = [1, NaN, 2, 1, '1', -0];
  assertEquals([a.indexOf(1), a.lastIndexOf(1), a.indexOf(NaN), a.includes(NaN), a.indexOf('1'), a.indexOf(0), a.indexOf(1, 1), a.indexOf(1, -3), a.lastIndexOf(1, 2), a.includes(undefined), a.lastIndexOf(1, -10)], [0, 3, -1, true, 4, 5, 3, 3, 0, false, -1]);
  assertEquals([[, 1].includes(undefined), [, 1].indexOf(undefined)], [true, -1]);
});
test('map, filter, every, some, forEach, find family', function () {
  const a = [1, 2, 3, 4];
  assertEquals([a.map((x, i, all) => x * i + all.length), a.filter((x) => x % 2), a.every((x) => x > 0), a.some((x) => x > 3), a.find((x) => x > 1), a.findIndex((x) => x > 1), a.findLast((x) => x < 4), a.findLastIndex((x) => x > 9), a.forEach(() => 1)], [[4, 6, 10, 16], [1, 3], true, true, 2, 1, 3, -1, undefined]);
  assertEquals([[].every(() => false), [].some(() => true), [].find(() => true)], [true, false, undefined]);
  const self = {};
  a.forEach(function () { assertSame(this, self); }, self);
  for (const m of ['map', 'filter', 'every', 'some', 'forEach', 'find', 'findIndex', 'reduce', 'reduceRight', 'flatMap', 'findLast']) {
    assertThrows(TypeError, () => a[m](5));
    assertThrows(TypeError, () => Array.prototype[m].call(null, () => 1));
  }
});
test('reduce and reduceRight', function () {
  assertEquals([[1, 2, 3].reduce((a, b) => a + b), [1, 2, 3].reduce((a, b) => a + b, '0'), [1, 2, 3].reduceRight((a, b) => a + '' + b), [5].reduce(() => 0), [, 5, ,].reduce(() => 0)], [6, '0123', '321', 5, 5]);
  assertThrows(TypeError, () => [].reduce(() => 1));
  assertThrows(TypeError, () => [, ,].reduceRight(() => 1));
  const seen = [];
  ['a', , 'c'].reduce((acc, x, i) => { seen.push(i); return acc; }, 0);
  assertEquals(seen, [0, 2]);
});
test('fill, copyWithin, at, with and the copying methods', function () {
  assertEquals([[1, 2, 3].fill(0, 1), new Array(3).fill('x'), [1, 2, 3].fill(9, -1), [1, 2, 3, 4, 5].copyWithin(0, 3), [1, 2, 3, 4, 5].copyWithin(1, 0, 3), [1, 2, 3].at(-1), [1].at(5)], [[1, 0, 0], ['x', 'x', 'x'], [1, 2, 9], [4, 5, 3, 4, 5], [1, 1, 2, 3, 5], 3, undefined]);
  const a = [3, , 1];
  assertEquals([a.toSorted(), a.toReversed(), a.with(1, 'w'), a.toSpliced(0, 1, 'p', 'q')], [[1, 3, undefined], [1, undefined, 3], [3, 'w', 1], ['p', 'q', undefined, 1]]);
  assertSame(1 in a, false);
  assertThrows(RangeError, () => a.with(3, 0));
});
test('flat and flatMap', function () {
  assertEquals([[1, [2, [3, [4]]]].flat(), [1, [2, [3, [4]]]].flat(Infinity), [[1, , 2], , []].flat(), [1, 2].flatMap((x) => [x, [x]]), [[1]].flat(0)], [[1, 2, [3, [4]]], [1, 2, 3, 4], [1, 2], [1, [1], 2, [2]], [[1]]]);
});
test('keys, values, entries', function () {
  const a = ['x', , 'z'];
  assertEquals([[...a.keys()], [...a.values()], [...a.entries()]], [[0, 1, 2], ['x', undefined, 'z'], [[0, 'x'], [1, undefined], [2, 'z']]]);
  assertSame(Array.prototype[Symbol.iterator], Array.prototype.values);
  const it = [1].values();
  assertEquals([it.next(), it.next(), it.next()], [{ value: 1, done: false }, { value: undefined, done: true }, { value: undefined, done: true }]);
  assertSame(Object.prototype.toString.call(it), '[object Array Iterator]');
  const grow = [1];
  const out = [];
  for (const x of grow) { out.push(x); if (x < 3) grow.push(x + 1); }
  assertEquals(out, [1, 2, 3]);
});
test('methods are generic', function () {
  const o = { 0: 'a', 1: 'b', length: 2 };
  assertEquals([Array.prototype.map.call(o, (x) => x + x), Array.prototype.join.call('abc', '-'), Array.prototype.slice.call(o, 1), Array.prototype.concat.call(1, 2).length, Array.prototype.indexOf.call('abc', 'b')], [['aa', 'bb'], 'a-b-c', ['b'], 2, 1]);
  Array.prototype.reverse.call(o);
  assertEquals(o, { 0: 'b', 1: 'a', length: 2 });
  Array.prototype.unshift.call(o, 'z');
  assertEquals(o, { 0: 'z', 1: 'b', 2: 'a', length: 3 });
});
test('toLocaleString, isArray, and unscopables', function () {
  assertSame([1, null, 'x'].toLocaleString(), '1,,x');
  assertEquals([Array.isArray([]), Array.isArray({ __proto__: Array.prototype }), Array.isArray(new Proxy([], {})), Array.isArray(Array.prototype), Array.isArray(new Uint8Array(1))], [true, false, true, true, false]);
  assertSame(Array.prototype[Symbol.unscopables].flat, true);
});
test('frozen and sealed arrays', function () {
  'use strict';
  const f = Object.freeze([1, 2]);
  for (const m of [() => f.push(3), () => f.pop(), () => f.shift(), () => f.sort(), () => f.reverse(), () => f.fill(0), () => { f[0] = 5; }, () => { f.length = 0; }]) assertThrows(TypeError, m);
  assertEquals(f, [1, 2]);
  const s = Object.seal([1, 2]);
  s[0] = 9;
  assertThrows(TypeError, () => s.push(3));
  assertThrows(TypeError, () => s.pop());
  assertEquals([...s], [9, 2]);
  const n = Object.preventExtensions([1]);
  assertThrows(TypeError, () => n.push(2));
});

test('join reads the length before it looks for cycles', function () {
  const o = Object.setPrototypeOf({}, []);
  Object.defineProperty(o, 'length', { value: o });
  assertThrows(RangeError, () => Number(o));
  const cyclic = [1];
  cyclic.push(cyclic, 2);
  assertSame(cyclic.join(), '1,,2');
  const log = [], p = new Proxy([1], { get(t, k) { log.push(String(k)); return t[k]; } });
  assertSame(Array.prototype.join.call(p), '1');
  assertEquals(log, ['length', '0']);
});
