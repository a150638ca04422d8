// Array.prototype: receivers that are no ordinary arrays.
test('methods take array-likes and strings', function () {
  const o = { 0: 'a', 1: 'b', length: 2 };
  assertEquals(Array.prototype.map.call(o, (x) => x + x), ['aa', 'bb']);
  assertSame(Array.prototype.join.call('abc', '-'), 'a-b-c');
  assertEquals(Array.prototype.slice.call(o, 1), ['b']);
  assertSame(Array.prototype.concat.call(1, 2).length, 2);
  assertSame(Array.prototype.indexOf.call('abc', 'b'), 1);
});
test('reverse swaps the elements of an array-like', function () {
  const o = { 0: 'a', 1: 'b', length: 2 };
  Array.prototype.reverse.call(o);
  assertEquals(o, { 0: 'b', 1: 'a', length: 2 });
});
test('unshift moves the elements of an array-like', function () {
  const o = { 0: 'b', 1: 'a', length: 2 };
  Array.prototype.unshift.call(o, 'z');
  assertEquals(o, { 0: 'z', 1: 'b', 2: 'a', length: 3 });
});
test('toLocaleString writes null as nothing', function () {
  assertSame([1, null, 'x'].toLocaleString(), '1,,x');
});
test('Array.isArray asks what an object is, and sees through a proxy', function () {
  assertSame(Array.isArray([]), true);
  assertSame(Array.isArray({ __proto__: Array.prototype }), false);
  assertSame(Array.isArray(new Proxy([], {})), true);
  assertSame(Array.isArray(Array.prototype), true);
  assertSame(Array.isArray(new Uint8Array(1)), false);
});
test('methods younger than with statements are unscopable', function () {
  assertSame(Array.prototype[Symbol.unscopables].flat, true);
});
test('a frozen array refuses every change', function () {
  'use strict';
  const f = Object.freeze([1, 2]);
  for (const m of [
    () => f.push(3),
    () => f.pop(),
    () => f.shift(),
    () => f.sort(),
    () => f.reverse(),
    () => f.fill(0),
    () => { f[0] = 5; },
    () => { f.length = 0; }
  ])
    assertThrows(TypeError, m);
  assertEquals(f, [1, 2]);
});
test('a sealed array takes values and keeps its length', function () {
  const s = Object.seal([1, 2]);
  s[0] = 9;
  assertThrows(TypeError, () => s.push(3));
  assertThrows(TypeError, () => s.pop());
  assertEquals([...s], [9, 2]);
});
test('an array that cannot be extended refuses a push', function () {
  const n = Object.preventExtensions([1]);
  assertThrows(TypeError, () => n.push(2));
});
test('join reads the length before it looks for cycles', function () {
  const o = Object.setPrototypeOf({}, []);
  Object.defineProperty(o, 'length', { value: o });
  assertThrows(RangeError, () => Number(o));
});
test('join writes nothing for an array within itself', function () {
  const cyclic = [1];
  cyclic.push(cyclic, 2);
  assertSame(cyclic.join(), '1,,2');
});
test('join reads length and then each element', function () {
  const log = [], p = new Proxy([1], { get(t, k) { log.push(String(k)); return t[k]; } });
  assertSame(Array.prototype.join.call(p), '1');
  assertEquals(log, ['length', '0']);
});
