// Array.prototype: what each method returns and does to its receiver.
test('push and unshift return the new length, pop and shift what they took', function () {
  const a = [];
  assertSame(a.push(1, 2), 2);
  assertSame(a.push(), 2);
  assertSame(a.unshift(-1, 0), 4);
  assertSame(a.pop(), 2);
  assertSame(a.shift(), -1);
  assertSame(a.length, 2);
  assertEquals(a, [0, 1]);
});
test('pop and shift of an empty array give undefined', function () {
  assertEquals([[].pop(), [].shift(), [].unshift()], [undefined, undefined, 0]);
});
test('push and pop take array-likes', function () {
  const o = { length: 2 };
  Array.prototype.push.call(o, 'x');
  assertEquals(o, { 2: 'x', length: 3 });
  assertSame(Array.prototype.pop.call(o), 'x');
});
test('many elements go in and out at the front', function () {
  const big = [];
  for (let i = 0; i < 1000; i++) big.unshift(i);
  for (let i = 0; i < 500; i++) big.shift();
  assertEquals([big.length, big[0], big[499]], [500, 499, 0]);
});
test('slice copies a range, counted from the end where negative', function () {
  const a = [0, 1, 2, 3, 4];
  assertEquals(a.slice(), [0, 1, 2, 3, 4]);
  assertEquals(a.slice(1, 3), [1, 2]);
  assertEquals(a.slice(-2), [3, 4]);
  assertEquals(a.slice(3, 1), []);
  assertEquals(a.slice(NaN, Infinity), [0, 1, 2, 3, 4]);
  assertEquals(a.slice(-100, 2), [0, 1]);
});
test('splice replaces a range and returns what was there', function () {
  const a = [0, 1, 2, 3, 4];
  assertEquals(a.splice(1, 2, 'a', 'b', 'c'), [1, 2]);
  assertEquals(a, [0, 'a', 'b', 'c', 3, 4]);
});
test('splice with a start alone takes everything from there on', function () {
  const a = [0, 'a', 'b', 'c', 3, 4];
  assertEquals(a.splice(-1), [4]);
});
test('splice of no elements inserts', function () {
  const a = [0, 'a', 'b', 'c', 3];
  assertEquals(a.splice(1, -5, 'x'), []);
  assertEquals(a, [0, 'x', 'a', 'b', 'c', 3]);
});
test('splice with an undefined start takes everything', function () {
  const a = [0, 'x', 'a', 'b', 'c', 3];
  assertEquals(a.splice(undefined), [0, 'x', 'a', 'b', 'c', 3]);
  assertEquals(a.splice(), []);
  assertSame(a.length, 0);
});
test('concat flattens arrays by one level', function () {
  assertEquals([1.5].concat([1], ['s'], [{}]), [1.5, 1, 's', {}]);
  assertEquals([1].concat(2, [3, [4]], 'x', { length: 1 }), [1, 2, 3, [4], 'x', { length: 1 }]);
});
test('Symbol.isConcatSpreadable says what concat flattens', function () {
  assertEquals([].concat({ length: 2, 0: 'a', 1: 'b', [Symbol.isConcatSpreadable]: true }), ['a', 'b']);
  const off = [1, 2];
  off[Symbol.isConcatSpreadable] = false;
  assertSame([].concat(off)[0], off);
});
test('concat keeps holes', function () {
  const holes = [1, , 3].concat([, 5]);
  assertEquals([holes.length, 1 in holes, 3 in holes], [5, false, false]);
});
test('join writes null, undefined and holes as nothing', function () {
  assertSame([1, null, undefined, [2, [3]]].join('-'), '1---2,3');
  assertSame([].join(), '');
  assertSame([1].join('x'), '1');
  assertSame([1, 2].join(undefined), '1,2');
  assertSame(String([1, [2, 3]]), '1,2,3');
  assertSame([, ,].join(), ',');
});
test('reverse mirrors the elements', function () {
  assertEquals([1, 2, 3].reverse(), [3, 2, 1]);
});
test('reverse mirrors holes', function () {
  const h = [1, , 3, 4].reverse();
  assertEquals([2 in h, h.length], [false, 4]);
});
test('indexOf looks forward from a place, and compares strictly', function () {
  const a = [1, NaN, 2, 1, '1', -0];
  assertSame(a.indexOf(1), 0);
  assertSame(a.indexOf(NaN), -1);
  assertSame(a.indexOf('1'), 4);
  assertSame(a.indexOf(0), 5);
  assertSame(a.indexOf(1, 1), 3);
  assertSame(a.indexOf(1, -3), 3);
});
test('lastIndexOf looks backward from a place', function () {
  const a = [1, NaN, 2, 1, '1', -0];
  assertSame(a.lastIndexOf(1), 3);
  assertSame(a.lastIndexOf(1, 2), 0);
  assertSame(a.lastIndexOf(1, -10), -1);
});
test('includes finds NaN', function () {
  const a = [1, NaN, 2, 1, '1', -0];
  assertSame(a.includes(NaN), true);
  assertSame(a.includes(undefined), false);
});
test('a hole is undefined to includes and nothing to indexOf', function () {
  assertEquals([[, 1].includes(undefined), [, 1].indexOf(undefined)], [true, -1]);
});
test('methods with a callback give value, index and array, and return what they found', function () {
  const a = [1, 2, 3, 4];
  assertEquals(a.map((x, i, all) => x * i + all.length), [4, 6, 10, 16]);
  assertEquals(a.filter((x) => x % 2), [1, 3]);
  assertSame(a.every((x) => x > 0), true);
  assertSame(a.some((x) => x > 3), true);
  assertSame(a.find((x) => x > 1), 2);
  assertSame(a.findIndex((x) => x > 1), 1);
  assertSame(a.findLast((x) => x < 4), 3);
  assertSame(a.findLastIndex((x) => x > 9), -1);
  assertSame(a.forEach(() => 1), undefined);
});
test('of no elements, every holds and some does not', function () {
  assertSame([].every(() => false), true);
  assertSame([].some(() => true), false);
  assertSame([].find(() => true), undefined);
});
test('the receiver for the callback is passed on', function () {
  const a = [1, 2, 3, 4];
  const self = {};
  a.forEach(function () { assertSame(this, self); }, self);
});
test('a callback that is none and a receiver of null are TypeErrors', function () {
  const a = [1, 2, 3, 4];
  for (const m of [
    'map', 'filter', 'every', 'some', 'forEach', 'find', 'findIndex', 'reduce', 'reduceRight', 'flatMap',
    'findLast'
  ]) {
    assertThrows(TypeError, () => a[m](5));
    assertThrows(TypeError, () => Array.prototype[m].call(null, () => 1));
  }
});
test('reduce goes forward and reduceRight backward, from the first element without a start', function () {
  assertSame([1, 2, 3].reduce((a, b) => a + b), 6);
  assertSame([1, 2, 3].reduce((a, b) => a + b, '0'), '0123');
  assertSame([1, 2, 3].reduceRight((a, b) => a + '' + b), '321');
  assertSame([5].reduce(() => 0), 5);
  assertSame([, 5, ,].reduce(() => 0), 5);
});
test('reduce of nothing, without a start, is a TypeError', function () {
  assertThrows(TypeError, () => [].reduce(() => 1));
  assertThrows(TypeError, () => [, ,].reduceRight(() => 1));
});
test('reduce skips holes', function () {
  const seen = [];
  ['a', , 'c'].reduce((acc, x, i) => { seen.push(i); return acc; }, 0);
  assertEquals(seen, [0, 2]);
});
test('fill writes a range', function () {
  assertEquals([1, 2, 3].fill(0, 1), [1, 0, 0]);
  assertEquals(new Array(3).fill('x'), ['x', 'x', 'x']);
  assertEquals([1, 2, 3].fill(9, -1), [1, 2, 9]);
});
test('copyWithin copies a range onto another, also where they overlap', function () {
  assertEquals([1, 2, 3, 4, 5].copyWithin(0, 3), [4, 5, 3, 4, 5]);
  assertEquals([1, 2, 3, 4, 5].copyWithin(1, 0, 3), [1, 1, 2, 3, 5]);
});
test('at counts from the end where negative', function () {
  assertSame([1, 2, 3].at(-1), 3);
  assertSame([1].at(5), undefined);
});
test('the copying methods leave the array alone and fill its holes', function () {
  const a = [3, , 1];
  assertEquals(a.toSorted(), [1, 3, undefined]);
  assertEquals(a.toReversed(), [1, undefined, 3]);
  assertEquals(a.with(1, 'w'), [3, 'w', 1]);
  assertEquals(a.toSpliced(0, 1, 'p', 'q'), ['p', 'q', undefined, 1]);
  assertSame(1 in a, false);
});
test('with at an index that is not there is a RangeError', function () {
  const a = [3, , 1];
  assertThrows(RangeError, () => a.with(3, 0));
});
test('flat flattens to the depth it is told, and drops holes', function () {
  assertEquals([1, [2, [3, [4]]]].flat(), [1, 2, [3, [4]]]);
  assertEquals([1, [2, [3, [4]]]].flat(Infinity), [1, 2, 3, 4]);
  assertEquals([[1, , 2], , []].flat(), [1, 2]);
});
test('flatMap flattens by one level', function () {
  assertEquals([[1]].flat(0), [[1]]);
  assertEquals([1, 2].flatMap((x) => [x, [x]]), [1, [1], 2, [2]]);
});
test('the separator of join may join the same array', function () {
  const a = [1, 2];
  assertSame(a.join(a), '11,22');
  const b = [1, [2], 3];
  assertSame(b.join(b), '11,2,321,2,33');
  const c = [1, 2];
  c.push(c);
  assertSame(c.join(c), '11,2,21,2,');
  assertSame(a.join({ toString() { return '<' + a.join('+') + '>'; } }), '1<1+2>2');
});
test('an element that joins or prints the array around it gets the empty text', function () {
  const a = [1, { toString() { return '<' + a.join('+') + a.toLocaleString() + a + '>'; } }];
  assertSame(a.join('-'), '1-<>');
  const b = [1, { toLocaleString() { return '<' + b.join('+') + b + '>'; } }];
  assertSame(b.toLocaleString(), '1,<>');
  const c = [1, [2, () => c]];
  c[1][1] = c;
  assertEquals([String(c), c.toLocaleString(), c.join(';')], ['1,2,', '1,2,', '1;2,']);
});
test('an array that a separator or an element throws away is joined again in full', function () {
  const a = [1, 2];
  assertThrows(RangeError, () => a.join({ toString() { throw new RangeError(); } }));
  assertSame(a.join(), '1,2');
  a.push({ toString() { throw new RangeError(); } });
  assertThrows(RangeError, () => a.join());
  a.pop();
  assertSame(a.join(), '1,2');
});
