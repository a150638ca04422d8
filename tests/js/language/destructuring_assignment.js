// Destructuring patterns as assignment targets.
test('swaps and chains', function () {
  let a = 1, b = 2, c;
  [a, b] = [b, a];
  assertEquals([a, b], [2, 1]);
  c = [a, b] = [3, 4];
  assertEquals([a, b, c], [3, 4, [3, 4]]);
  const list = [1, 2, 3];
  [list[0], list[2]] = [list[2], list[0]];
  assertEquals(list, [3, 2, 1]);
});
test('targets may be properties, elements and nested patterns', function () {
  const o = {};
  let z;
  ({ a: o.x, b: [o['y'], { c: z = 5 }] } = { a: 1, b: [2, {}] });
  assertEquals([o, z], [{ x: 1, y: 2 }, 5]);
  [...o.rest] = [1, 2];
  assertEquals(o.rest, [1, 2]);
  [o.first, ...[o.second, ...o.more]] = [1, 2, 3, 4];
  assertEquals([o.first, o.second, o.more], [1, 2, [3, 4]]);
});
test('the value of the expression is the right side', function () {
  const source = { a: 1 };
  let a;
  assertSame(({ a } = source), source);
  const list = [1];
  assertSame([a] = list, list);
});
test('target references are evaluated before the value is fetched', function () {
  const log = [];
  const target = () => { log.push('target'); return {}; };
  const source = { get p() { log.push('get'); return 1; } };
  ({ p: target().x } = source);
  assertEquals(log, ['target', 'get']);
  log.length = 0;
  const iterable = { [Symbol.iterator]: () => ({ next() { log.push('next'); return { done: true }; } }) };
  [target()[(log.push('key'), 'k')]] = iterable;
  assertEquals(log, ['target', 'key', 'next']);
});
test('assignments to constants and to read-only properties', function () {
  const c = 1;
  assertThrows(TypeError, function () { [c] = [2]; });
  assertThrows(TypeError, function () { 'use strict'; ({ a: Object.freeze({ x: 1 }).x } = { a: 2 }); });
});
test('a throwing target closes the iterator', function () {
  let closed = 0;
  const iterable = { [Symbol.iterator]: () => ({ next: () => ({ value: 1, done: false }), return() { closed++; return {}; } }) };
  const bad = { set x(v) { throw new RangeError('set'); } };
  assertThrows(RangeError, function () { [bad.x] = iterable; });
  assertSame(closed, 1);
});
test('return must give an object', function () {
  const iterable = { [Symbol.iterator]: () => ({ next: () => ({ value: 1, done: false }), return: () => 1 }) };
  let a;
  assertThrows(TypeError, function () { [a] = iterable; });
});
test('object rest and keys already taken', function () {
  let a, rest;
  ({ a, ...rest } = { a: 1, b: 2, c: 3 });
  assertEquals([a, rest], [1, { b: 2, c: 3 }]);
  const key = { toString: () => 'b' };
  ({ [key]: a, ...rest } = { a: 1, b: 2, c: 3 });
  assertEquals([a, rest], [2, { a: 1, c: 3 }]);
});
test('in for-of with existing targets', function () {
  const o = {};
  const seen = [];
  for ([o.a, o.b] of [[1, 2], [3, 4]]) seen.push(o.a + o.b);
  for ({ x: o.c = 7 } of [{ x: 1 }, {}]) seen.push(o.c);
  assertEquals(seen, [3, 7, 1, 7]);
});
test('inside generators, yield may be part of the pattern', function () {
  function* g() { let a, b; [a = yield 'first', b = yield 'second'] = [undefined, undefined]; return [a, b]; }
  const it = g();
  assertEquals(it.next(), { value: 'first', done: false });
  assertEquals(it.next(1), { value: 'second', done: false });
  assertEquals(it.next(2), { value: [1, 2], done: true });
});
test('names for anonymous functions', function () {
  let f, g;
  [f = () => {}] = [];
  ({ g = function () {} } = {});
  assertEquals([f.name, g.name], ['f', 'g']);
});
