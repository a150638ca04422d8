// Destructuring patterns as assignment targets.
test('values are swapped by an array pattern', function () {
  let a = 1, b = 2;
  [a, b] = [b, a];
  assertEquals([a, b], [2, 1]);
});
test('assignments chain through a pattern', function () {
  let a, b, c;
  c = [a, b] = [3, 4];
  assertEquals([a, b, c], [3, 4, [3, 4]]);
});
test('elements are swapped by an array pattern', function () {
  const list = [1, 2, 3];
  [list[0], list[2]] = [list[2], list[0]];
  assertEquals(list, [3, 2, 1]);
});
test('targets may be properties, elements and nested patterns', function () {
  const o = {};
  let z;
  ({ a: o.x, b: [o['y'], { c: z = 5 }] } = { a: 1, b: [2, {}] });
  assertEquals([o, z], [{ x: 1, y: 2 }, 5]);
});
test('the rest may go to a property or a nested pattern', function () {
  const o = {};
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
test('a target is evaluated before the value is fetched', function () {
  const log = [];
  const target = () => { log.push('target'); return {}; };
  const source = { get p() { log.push('get'); return 1; } };
  ({ p: target().x } = source);
  assertEquals(log, ['target', 'get']);
});
test('a target and its key are evaluated before the next step of the iterator', function () {
  const log = [];
  const target = () => { log.push('target'); return {}; };
  const iterable = { [Symbol.iterator]: () => ({ next() { log.push('next'); return { done: true }; } }) };
  [target()[(log.push('key'), 'k')]] = iterable;
  assertEquals(log, ['target', 'key', 'next']);
});
test('an assignment to a constant is a TypeError', function () {
  const c = 1;
  assertThrows(TypeError, function () { [c] = [2]; });
});
test('an assignment to a read-only property is a TypeError in strict code', function () {
  assertThrows(TypeError, function () { 'use strict'; ({ a: Object.freeze({ x: 1 }).x } = { a: 2 }); });
});
test('a target that throws closes the iterator', function () {
  let closed = 0;
  const iterable = {
    [Symbol.iterator]: () => ({ next: () => ({ value: 1, done: false }), return() { closed++; return {}; } })
  };
  const bad = { set x(v) { throw new RangeError('set'); } };
  assertThrows(RangeError, function () { [bad.x] = iterable; });
  assertSame(closed, 1);
});
test('a return that gives no object is a TypeError', function () {
  const iterable = { [Symbol.iterator]: () => ({ next: () => ({ value: 1, done: false }), return: () => 1 }) };
  let a;
  assertThrows(TypeError, function () { [a] = iterable; });
});
test('the rest of an object leaves out the keys already taken', function () {
  let a, rest;
  ({ a, ...rest } = { a: 1, b: 2, c: 3 });
  assertEquals([a, rest], [1, { b: 2, c: 3 }]);
});
test('the rest of an object leaves out computed keys, converted once', function () {
  let a, rest;
  const key = { toString: () => 'b' };
  ({ [key]: a, ...rest } = { a: 1, b: 2, c: 3 });
  assertEquals([a, rest], [2, { a: 1, c: 3 }]);
});
test('for-of assigns to patterns of existing targets', function () {
  const o = {};
  const seen = [];
  for ([o.a, o.b] of [[1, 2], [3, 4]]) seen.push(o.a + o.b);
  for ({ x: o.c = 7 } of [{ x: 1 }, {}]) seen.push(o.c);
  assertEquals(seen, [3, 7, 1, 7]);
});
test('yield may be part of a pattern', function () {
  function* g() { let a, b; [a = yield 'first', b = yield 'second'] = [undefined, undefined]; return [a, b]; }
  const it = g();
  assertEquals(it.next(), { value: 'first', done: false });
  assertEquals(it.next(1), { value: 'second', done: false });
  assertEquals(it.next(2), { value: [1, 2], done: true });
});
test('an anonymous function takes the name of its target', function () {
  let f, g;
  [f = () => {}] = [];
  ({ g = function () {} } = {});
  assertEquals([f.name, g.name], ['f', 'g']);
});
