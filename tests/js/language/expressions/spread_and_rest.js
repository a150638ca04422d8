// Spread in calls, arrays and objects; rest parameters.
test('a call takes spreads of any iterable, in any position', function () {
  const f = (...args) => args;
  assertEquals(f(...[1, 2], 3, ...'ab', ...new Set([4, 4, 5]), ...[]), [1, 2, 3, 'a', 'b', 4, 5]);
  assertSame(Math.max(...[1, 5, 3]), 5);
  assertEquals(f(...[, 1]), [undefined, 1]);
});
test('a call with spread keeps its receiver', function () {
  const o = { base: 10, add(...n) { return n.reduce((a, b) => a + b, this.base); } };
  assertSame(o.add(...[1, 2, 3]), 16);
  assertSame(o['add'](...[1]), 11);
});
test('super and new take spreads', function () {
  class A { constructor(...args) { this.args = args; } m(...a) { return a.length; } }
  class B extends A { constructor(...args) { super(0, ...args, 9); } m(...a) { return super.m(...a, 1); } }
  assertEquals(new B(...[1, 2]).args, [0, 1, 2, 9]);
  assertSame(new B().m(...[1, 2]), 3);
  assertEquals(new Date(...[2020, 1, 3]).getDate(), 3);
});
test('an array takes spreads of any iterable, holes as undefined', function () {
  const g = function* () { yield 1; yield 2; };
  assertEquals([0, ...g(), ...[3, , 4], ...''], [0, 1, 2, 3, undefined, 4]);
  assertSame(2 in [...[1, , 3]], true);
});
test('a spread needs an iterable', function () {
  assertThrows(TypeError, () => [...undefined]);
  assertThrows(TypeError, () => [...{}]);
});
test('a spread notices a changed array iterator', function () {
  const proto = Object.getPrototypeOf([][Symbol.iterator]());
  const original = proto.next;
  proto.next = function () {
    const r = original.call(this);
    return r.done ? r : { value: r.value * 10, done: false };
  };
  try {
    assertEquals([...[1, 2]].join(), '10,20');
    assertSame(Math.max(...[1, 2]), 20);
  } finally {
    proto.next = original;
  }
  assertEquals([...[1, 2]], [1, 2]);
});
test('an object takes own properties of anything', function () {
  assertEquals({ a: 1, ...{ a: 2, b: 3 }, b: 4 }, { a: 2, b: 4 });
  assertEquals({ ...null, ...undefined, ...5, ...true, ...'hi' }, { 0: 'h', 1: 'i' });
});
test('an object spread copies symbols, and calls getters once', function () {
  const sym = Symbol('s');
  assertSame({ ...{ [sym]: 1 } }[sym], 1);
  let calls = 0;
  const withGetter = { get x() { calls++; return 1; } };
  const copy = { ...withGetter };
  assertSame(calls, 1);
  assertSame(copy.x, 1);
  assertSame(calls, 1);
});
test('an object spread defines and does not set', function () {
  const setterTarget = { set x(v) { throw new Error('must define, not set'); }, ...{ x: 1 } };
  assertSame(setterTarget.x, 1);
  assertSame(Object.getPrototypeOf({ ...{ ['__proto__']: null } }), Object.prototype);
});
test('an object spread keeps the order of keys', function () {
  assertEquals(Object.keys({ z: 1, ...{ b: 1, 2: 1, a: 1, 1: 1 }, y: 1 }), ['1', '2', 'z', 'b', 'a', 'y']);
});
test('rest parameters are an array, new at each call', function () {
  function f(a, ...rest) { return rest; }
  assert(Array.isArray(f()));
  assertEquals(f(1), []);
  assert(f(1, 2) !== f(1, 2));
  assertSame(f.length, 1);
});
test('a rest parameter may be a pattern', function () {
  function g(...[a, b, ...c]) { return [a, b, c]; }
  assertEquals(g(1, 2, 3, 4), [1, 2, [3, 4]]);
});
test('spreads of thousands of elements', function () {
  const big = Array.from({ length: 20000 }, (_, i) => i);
  assertSame(((...a) => a.length)(...big), 20000);
  assertSame(Math.max(...big), 19999);
  assertSame([...big, ...big].length, 40000);
  assertSame(String.fromCharCode(...big.slice(65, 70)), 'ABCDE');
});
test('arguments are evaluated from left to right, each once', function () {
  const log = [];
  const v = (x) => { log.push(x); return x; };
  const it = { *[Symbol.iterator]() { log.push('iter'); yield 1; log.push('end'); } };
  ((...a) => a)(v('a'), ...it, v('b'), ...[v('c')]);
  assertEquals(log, ['a', 'iter', 'end', 'b', 'c']);
});
test('what an iterator throws ends the spread', function () {
  const bad = { *[Symbol.iterator]() { yield 1; throw new RangeError('x'); } };
  assertThrows(RangeError, () => [...bad]);
  assertThrows(RangeError, () => Math.max(...bad));
});
