// Built-ins that go through the values of an array: what changes meanwhile is seen, and so are replaced iterators.
test('an array that grows is gone through to its new end', function () {
  const a = [[1, 'a'], [2, 'b']];
  Object.defineProperty(a[0], 0, { get() { a.push([3, 'c']); return 1; } });
  assertEquals([...new Map(a)], [[1, 'a'], [2, 'b'], [3, 'c']]);
});
test('an array that shrinks is gone through to its new end', function () {
  const b = [[1, 'a'], [2, 'b'], [3, 'c']];
  Object.defineProperty(b[0], 0, { get() { b.length = 1; return 1; } });
  assertEquals(Object.fromEntries(b), { 1: 'a' });
});
test('a hole is an undefined entry', function () {
  assertThrows(TypeError, () => new Map([, [1, 2]]));
});
test('a hole reads a getter of the prototype once', function () {
  const log = [];
  const holey = Object.setPrototypeOf(
    [[1, 1], , [3, 3]],
    Object.create(Array.prototype, { 1: { get() { log.push('get'); return [2, 2]; } } })
  );
  assertEquals([...new Map(holey).keys()], [1, 2, 3]);
  assertEquals(log, ['get']);
});
test('what a getter of an element throws is passed on', function () {
  const throwing = Object.defineProperty([[1, 1]], 1, { get() { throw new RangeError(); } });
  assertThrows(RangeError, () => new Map(throwing));
});
test('an empty array makes an empty WeakSet', function () {
  assertEquals([...new WeakSet([]) instanceof WeakSet ? [1] : []], [1]);
});
test('entries of doubles keep their values', function () {
  assertEquals(Object.fromEntries([['x', 0.5], ['y', [0.25][0]]]), { x: 0.5, y: 0.25 });
});
const array = [[1, 1], [2, 2]];
test('a next of the iterator\'s own is called', function () {
  const own = array.values();
  let calls = 0;
  own.next = function () { calls++; return { done: true }; };
  assertEquals([...new Map({ [Symbol.iterator]: () => own })], []);
  assertSame(calls, 1);
});
test('an iterator that has started goes on, to its end', function () {
  const started = array.values();
  started.next();
  assertEquals([...new Map(started)], [[2, 2]]);
  assertEquals(started.next(), { value: undefined, done: true });
});
test('iterators of entries and of keys give what they give', function () {
  assertEquals([...new Map(['x', 'y'].entries())], [[0, 'x'], [1, 'y']]);
  assertThrows(TypeError, () => new Map([1, 2].keys()));
});
test('an iterator with another prototype takes its next from there', function () {
  const patched = array.values();
  Object.setPrototypeOf(patched, { next: () => ({ done: true }), [Symbol.iterator]() { return this; } });
  assertEquals([...new Map(patched)], []);
});
test('a replaced next of all array iterators is called, until it is put back', function () {
  const prototype = Object.getPrototypeOf(array.values()), original = prototype.next;
  let calls = 0;
  prototype.next = function () { calls++; return original.call(this); };
  try { assertSame(new Map(array).size, 2); } finally { prototype.next = original; }
  assertSame(calls, 3);
  assertSame(new Map(array).size, 2);
  assertSame(calls, 3);
});
asyncTest('Promise.all sees what a getter does to the array it goes through', async function () {
  const log = [];
  const a = [1, 2];
  const thenable = { then(resolve) { resolve('t'); } };
  a.push(thenable);
  Object.defineProperty(a, 3, {
    enumerable: true,
    configurable: true,
    get() { log.push('get'); a.length = 4; return Promise.resolve(4); }
  });
  assertEquals(await Promise.all(a), [1, 2, 't', 4]);
  assertEquals(log, ['get']);
});
asyncTest('Promise.all takes a hole as undefined', async function () {
  assertEquals(await Promise.all([, 1]), [undefined, 1]);
});
