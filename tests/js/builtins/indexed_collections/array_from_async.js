// Array.fromAsync: sources, mapping, order of steps, closing.
// not-on-node: it came with version 22
asyncTest('Array.fromAsync takes iterables of either kind', async function () {
  assertEquals(await Array.fromAsync([1, Promise.resolve(2), 3]), [1, 2, 3]);
  assertEquals(await Array.fromAsync(new Set([Promise.resolve('a'), 'b'])), ['a', 'b']);
  assertEquals(await Array.fromAsync((async function* () { yield 1; yield Promise.resolve(2); })()), [1, 2]);
  assertEquals(await Array.fromAsync([]), []);
});
asyncTest('Array.fromAsync takes array-likes and waits for their elements', async function () {
  assertEquals(await Array.fromAsync({ length: 3, 0: Promise.resolve('x'), 2: 'z' }), ['x', undefined, 'z']);
  assertEquals(await Array.fromAsync(5), []);
});
asyncTest('Array.fromAsync takes a string by code points', async function () {
  assertEquals(await Array.fromAsync('h\u{1F600}'), ['h', '\u{1F600}']);
});
asyncTest('Array.fromAsync maps, waiting before and after each call', async function () {
  const self = {};
  const seen = [];
  const mapped = await Array.fromAsync(
    [1, Promise.resolve(2)],
    async function (v, i) { seen.push([this === self, v, i]); return v * 10; },
    self
  );
  assertEquals(mapped, [10, 20]);
  assertEquals(seen, [[true, 1, 0], [true, 2, 1]]);
});
asyncTest('Array.fromAsync maps array-likes', async function () {
  assertEquals(
    await Array.fromAsync({ length: 2, 0: 1, 1: Promise.resolve(2) }, (v) => Promise.resolve(v + 1)),
    [2, 3]
  );
});
asyncTest('a promise of an async iterator is not awaited, of a sync one it is', async function () {
  const inner = Promise.resolve(1);
  const source = {
    [Symbol.asyncIterator]() {
      let n = 0;
      return { next: async () => ({ get value() { return inner; }, done: n++ > 0 }) };
    }
  };
  assertSame((await Array.fromAsync(source))[0], inner);
  assertSame((await Array.fromAsync([inner]))[0], 1);
});
asyncTest('Array.fromAsync constructs its receiver, without arguments for an iterable', async function () {
  class A { constructor(...a) { this.args = a; } }
  const a = await Array.fromAsync.call(A, [7]);
  assert(a instanceof A && a.args.length === 0 && a[0] === 7 && a.length === 1);
});
asyncTest('Array.fromAsync constructs its receiver with the length of an array-like', async function () {
  class A { constructor(...a) { this.args = a; } }
  const b = await Array.fromAsync.call(A, { length: 2, 0: 1, 1: 2 });
  assertEquals([...b.args, b.length, b[0], b[1]], [2, 2, 1, 2]);
});
asyncTest('Array.fromAsync without a constructor as receiver makes an array', async function () {
  assert(Array.isArray(await Array.fromAsync.call(undefined, [1])));
});
asyncTest('what cannot be gone through or called rejects', async function () {
  await assertRejects(TypeError, Array.fromAsync(null));
  await assertRejects(TypeError, Array.fromAsync([], 5));
  await assertRejects(TypeError, Array.fromAsync({ [Symbol.asyncIterator]: 5 }));
});
asyncTest('errors of the source reject', async function () {
  await assertRejects(EvalError, Array.fromAsync({ get length() { throw new EvalError(); } }));
  await assertRejects(EvalError, Array.fromAsync([Promise.reject(new EvalError())]));
});
asyncTest('results of an iterator that are no objects reject', async function () {
  await assertRejects(TypeError, Array.fromAsync({ [Symbol.iterator]() { return 1; } }));
  await assertRejects(TypeError, Array.fromAsync({ [Symbol.asyncIterator]() { return { next() { return 1; } }; } }));
});
// An endless source that notes when it is closed.
const closing = (log) => ({
  [Symbol.asyncIterator]() {
    return {
      next: async () => ({ value: 1, done: false }),
      return() {
        log.push('return');
        return Promise.resolve({}).then(() => { log.push('closed'); throw new Error('not told'); });
      }
    };
  }
});
asyncTest('a callback that throws or rejects closes the iterator, and closing is waited for', async function () {
  const log = [];
  const source = () => closing(log);
  await assertRejects(RangeError, Array.fromAsync(source(), () => { throw new RangeError(); }));
  await assertRejects(RangeError, Array.fromAsync(source(), async () => { throw new RangeError(); }));
  assertEquals(log, ['return', 'closed', 'return', 'closed']);
});
asyncTest('a result that takes no element closes the iterator', async function () {
  const log = [];
  const source = () => closing(log);
  class Frozen { constructor() { Object.freeze(this); } }
  await assertRejects(TypeError, Array.fromAsync.call(Frozen, source()));
  assertEquals(log, ['return', 'closed']);
});
test('Array.fromAsync has a name and a length and is not enumerable', function () {
  assertSame(Array.fromAsync.length, 1);
  assertSame(Array.fromAsync.name, 'fromAsync');
  assertSame(Object.keys(Array).length, 0);
});
