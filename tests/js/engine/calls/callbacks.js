// Callbacks of every kind under builtins that call them again and again.
const list = [3, 1, 2];

test('a callback has fresh locals and arguments at each call', () => {
  const seen = [];
  list.forEach(function (v, i, a, extra) {
    var local;
    assertSame(local, undefined);
    assertSame(extra, undefined);
    local = v;
    extra = 1;
    v = 'changed';
    seen.push(local * 10 + i);
  });
  assertEquals(seen, [30, 11, 22]);
});

test('a callback may use arguments, rest, defaults and patterns', () => {
  assertEquals(list.map(function () { return arguments.length * 10 + arguments[1]; }), [30, 31, 32]);
  assertEquals(list.map((...rest) => rest.length), [3, 3, 3]);
  assertEquals(list.map((v, i, a, d = v * 2) => d), [6, 2, 4]);
  assertEquals(list.map(({ length }) => length), [undefined, undefined, undefined]);
  assertEquals(list.map(() => 7), [7, 7, 7]);
});

test('the receiver is passed on, and wrapped for sloppy callbacks only', () => {
  const receiver = { n: 100 };
  assertEquals(list.map(function (v) { return this.n + v; }, receiver), [103, 101, 102]);
  assertEquals(list.map(function () { 'use strict'; return this; }, 1), [1, 1, 1]);
  assertEquals(list.map(function () { return typeof this; }, 1), ['object', 'object', 'object']);
  list.forEach(function () { assertSame(this, globalThis); });
});

test('natives, bound functions, proxies, generators and async functions are callbacks', () => {
  assertEquals(['1', '2', '3'].map(Number), [1, 2, 3]);
  assertEquals(list.map(((a, v) => a + v).bind(null, 10)), [13, 11, 12]);
  assertEquals(list.map(new Proxy((v) => v + 1, {})), [4, 2, 3]);
  assertEquals(list.map(function* (v) { yield v; yield v + 1; }).map((g) => [...g]), [[3, 4], [1, 2], [2, 3]]);
  assert(list.map(async (v) => v).every((p) => p instanceof Promise));
});
test('a class or a number is no callback', () => {
  assertThrows(TypeError, () => list.map(class {}));
  assertThrows(TypeError, () => list.map(1));
});

test('a callback may call the builtin that calls it', () => {
  const table = list.map((a) => list.map((b) => list.reduce((s, c) => s + a * b * c, 0)));
  assertEquals(table, [[54, 18, 36], [18, 6, 12], [36, 12, 24]]);
});
test('a comparator may sort another array', () => {
  const words = ['b', 'a', 'c'];
  words.sort((x, y) => { [3, 2, 1].sort((p, q) => p - q); return x < y ? -1 : 1; });
  assertEquals(words, ['a', 'b', 'c']);
});
test('callbacks nest until the stack is full, and then the builtin works again', () => {
  let depth = 0;
  const deep = (n) => {
    depth = Math.max(depth, n);
    if (n < 200) [1, 2].slice(n % 2).forEach(() => { if (n < 8 || n % 2) deep(n + 1); });
  };
  deep(0);
  assert(depth >= 8);
  const forever = () => [1, 2].forEach(forever);
  assertThrows(RangeError, forever);
  assertEquals(list.map((v) => v * 2), [6, 2, 4]);
});

test('what a callback throws comes through, and the next call is as the first', () => {
  for (let round = 0; round < 3; round++) {
    let calls = 0;
    const error = new Error('x');
    let caught;
    try { [1, 2, 3, 4].forEach((v) => { calls++; if (v === 3) throw error; }); } catch (e) { caught = e; }
    assertSame(caught, error);
    assertSame(calls, 3);
  }
});
test('the stack of an error in a callback has the same frames each time', () => {
  function inner() { return new Error('here').stack; }
  const stacks = [1, 2, 3].map(function named() { return inner(); });
  for (const stack of stacks) assert(/inner[^]*named[^]*map/.test(stack), stack);
  assertSame(stacks[1].split('\n').length, stacks[2].split('\n').length);
});

test('getters run between the calls', () => {
  const a = { length: 4, get 1() { return [10, 20].map((v) => v + 1)[1]; }, 0: 1, 3: 'x' };
  assertEquals(Array.prototype.map.call(a, (v) => v), [1, 21, , 'x']);
  assertSame(Array.prototype.reduce.call(a, (s, v) => s + v, ''), '121x');
});

test('map keeps holes and filter drops them', () => {
  assert(!(1 in [1, , 3].map((v) => v)));
  assertEquals([1, , 3].map((v) => v), [1, , 3]);
  assertEquals([1, , 3].filter(() => true), [1, 3]);
});
test('map makes an array of the kind of its results', () => {
  assertEquals([1, 2].map((v) => v / 2), [0.5, 1]);
  assertEquals([1, 2, 3].map((v) => (v === 2 ? 'two' : v)), [1, 'two', 3]);
});
test('map goes over an array that its callback cuts', () => {
  const a = [1, 2, 3];
  assertEquals(a.map((v, i) => { if (i === 0) a.length = 2; return v; }), [1, 2, ,]);
  assertSame(a.map(() => 1).length, 2);
});
test('map and filter of a subclass make the subclass', () => {
  class Sub extends Array {}
  assert(Sub.from([1, 2]).map((v) => v) instanceof Sub);
  assert(Sub.from([1, 2]).filter((v) => v) instanceof Sub);
});

test('forEach of a map sees what its callback adds, and passes the receiver on', () => {
  const m = new Map([[1, 'a'], [2, 'b']]), out = [];
  m.forEach(function (v, k, self) { out.push(v, k, self === m, this.x); if (k === 2) m.set(3, 'c'); }, { x: 5 });
  assertEquals(out, ['a', 1, true, 5, 'b', 2, true, 5, 'c', 3, true, 5]);
});
test('forEach of a set sees what its callback adds', () => {
  const s = new Set([1, 2]);
  let sum = 0;
  s.forEach((v, k) => { sum += v * k; if (v < 50) s.add(v * 10); });
  assertSame(sum, 50505);
});
test('find, findLastIndex and reduceRight call until they know', () => {
  assertSame([5, 6, 7].find((v, i) => i === 1), 6);
  assertSame([5, 6, 7].findLastIndex((v) => v < 7), 1);
  assertSame([1, 2, 3].reduceRight((x, y) => x + '' + y), '321');
});

test('sort by a comparator is stable', () => {
  const stable = Array.from({ length: 500 }, (_, i) => ({ k: i * 7 % 10, i }));
  stable.sort((x, y) => x.k - y.k);
  for (let i = 1; i < 500; i++) {
    assert(stable[i - 1].k < stable[i].k || (stable[i - 1].k === stable[i].k && stable[i - 1].i < stable[i].i));
  }
});
test('doubles are sorted by a comparator', () => {
  assertEquals([1.5, -2, 0.5, 3].sort((x, y) => x - y), [-2, 0.5, 1.5, 3]);
});
test('the default order is that of strings, with undefined and holes last', () => {
  assertEquals([3, , undefined, 1].sort(), [1, 3, undefined, ,]);
  assertEquals([10, 9, 1, 'b', 'a', true].sort(), [1, 10, 9, 'a', 'b', true]);
  assertEquals(['\u{1f600}', '\uffff', 'é', 'z', 'abcde', 'abcd', 'abc\0', 'abc', ''].sort(),
               ['', 'abc', 'abc\0', 'abcd', 'abcde', 'z', 'é', '\u{1f600}', '\uffff']);
});
test('the default order is stable for objects', () => {
  const same = Array.from({ length: 100 }, (_, i) => new String('same' + i % 3));
  const sorted = same.slice().sort();
  for (let i = 1; i < 100; i++) {
    if (String(sorted[i - 1]) === String(sorted[i])) assert(same.indexOf(sorted[i - 1]) < same.indexOf(sorted[i]));
  }
});
test('an array that its comparator cuts is sorted as it was', () => {
  const shrinking = [5, 4, 3, 2, 1];
  shrinking.sort((x, y) => { shrinking.length = 2; return x - y; });
  assertEquals(shrinking, [1, 2, 3, 4, 5]);
});
test('a frozen array is not sorted', () => {
  const frozen = Object.freeze([2, 1]);
  assertThrows(TypeError, () => frozen.sort());
});
test('push and pop take time by the element, not by the array', () => {
  const a = [];
  for (let i = 0; i < 200000; i++) a.push(i);
  let sum = 0;
  while (a.length) sum += a.pop();
  assertSame(sum, 19999900000);
});
test('spreads take arrays with holes, sets and strings', () => {
  assertEquals([...[1, , 3]], [1, undefined, 3]);
  assertEquals([0, ...[1, 2], ...new Set([3]), ...'45'], [0, 1, 2, 3, '4', '5']);
});
