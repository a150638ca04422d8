// Built-ins that go through the values of an array: what changes meanwhile is seen, and so are replaced iterators.
test('arrays that change while they are gone through', function () {
  const a = [[1, 'a'], [2, 'b']];
  Object.defineProperty(a[0], 0, { get() { a.push([3, 'c']); return 1; } });
  assertEquals([...new Map(a)], [[1, 'a'], [2, 'b'], [3, 'c']]);
  const b = [[1, 'a'], [2, 'b'], [3, 'c']];
  Object.defineProperty(b[0], 0, { get() { b.length = 1; return 1; } });
  assertEquals(Object.fromEntries(b), { 1: 'a' });
});
test('holes, getters and prototypes', function () {
  assertThrows(TypeError, () => new Map([, [1, 2]]));
  const log = [];
  const holey = Object.setPrototypeOf([[1, 1], , [3, 3]], Object.create(Array.prototype, { 1: { get() { log.push('get'); return [2, 2]; } } }));
  assertEquals([...new Map(holey).keys()], [1, 2, 3]);
  assertEquals(log, ['get']);
  const throwing = Object.defineProperty([[1, 1]], 1, { get() { throw new RangeError(); } });
  assertThrows(RangeError, () => new Map(throwing));
  assertEquals([...new WeakSet([]) instanceof WeakSet ? [1] : []], [1]);
  assertEquals(Object.fromEntries([['x', 0.5], ['y', [0.25][0]]]), { x: 0.5, y: 0.25 });
});
test('iterators with a next of their own, and other kinds', function () {
  const array = [[1, 1], [2, 2]];
  const own = array.values();
  let calls = 0;
  own.next = function () { calls++; return { done: true }; };
  assertEquals([...new Map({ [Symbol.iterator]: () => own })], []);
  assertSame(calls, 1);
  const started = array.values();
  started.next();
  assertEquals([...new Map(started)], [[2, 2]]);
  assertEquals(started.next(), { value: undefined, done: true });
  assertEquals([...new Map(['x', 'y'].entries())], [[0, 'x'], [1, 'y']]);
  assertThrows(TypeError, () => new Map([1, 2].keys()));
  const patched = array.values();
  const prototype = Object.getPrototypeOf(patched);
  Object.setPrototypeOf(patched, { next: () => ({ done: true }), [Symbol.iterator]() { return this; } });
  assertEquals([...new Map(patched)], []);
  const original = prototype.next;
  prototype.next = function () { calls++; return original.call(this); };
  try { assertSame(new Map(array).size, 2); } finally { prototype.next = original; }
  assertSame(calls, 4);
  assertSame(new Map(array).size, 2);
});
asyncTest('combinators of promises', async function () {
  const log = [];
  const a = [1, 2];
  const thenable = { then(resolve) { resolve('t'); } };
  a.push(thenable);
  Object.defineProperty(a, 3, { enumerable: true, configurable: true, get() { log.push('get'); a.length = 4; return Promise.resolve(4); } });
  assertEquals(await Promise.all(a), [1, 2, 't', 4]);
  assertEquals(log, ['get']);
  assertEquals(await Promise.all([, 1]), [undefined, 1]);
});
