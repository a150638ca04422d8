// for await.
asyncTest('for await takes async iterables, and sync ones of promises and values', async function () {
  const out = [];
  for await (const x of (async function* () { yield 1; yield 2; })()) out.push(x);
  for await (const x of [Promise.resolve(3), 4]) out.push(x);
  for await (const [k, v] of new Map([['k', 5]])) out.push(k, v);
  assertEquals(out, [1, 2, 3, 4, 'k', 5]);
});
asyncTest('break waits for return', async function () {
  const log = [];
  const iterable = {
    [Symbol.asyncIterator]() {
      return {
        async next() { return { value: 1, done: false }; },
        async return() { log.push('return'); await null; log.push('returned'); return {}; }
      };
    },
  };
  for await (const x of iterable) break;
  log.push('after');
  assertEquals(log, ['return', 'returned', 'after']);
});
asyncTest('a throw in the body waits for return', async function () {
  const log = [];
  const iterable = {
    [Symbol.asyncIterator]() {
      return {
        async next() { return { value: 1, done: false }; },
        async return() { log.push('return'); await null; log.push('returned'); return {}; }
      };
    },
  };
  await assertRejects(RangeError, (async () => { for await (const x of iterable) throw new RangeError('x'); })());
  assertEquals(log, ['return', 'returned']);
});
asyncTest('the async iterator is preferred', async function () {
  const both = { async *[Symbol.asyncIterator]() { yield 'async'; }, *[Symbol.iterator]() { yield 'sync'; } };
  for await (const x of both) assertSame(x, 'async');
});
asyncTest('a result that is no object is a TypeError', async function () {
  const bad = { [Symbol.asyncIterator]: () => ({ next: async () => 5 }) };
  await assertRejects(TypeError, (async () => { for await (const x of bad); })());
});
asyncTest('a rejected next ends the loop without return', async function () {
  let returned = 0;
  const bad = {
    [Symbol.asyncIterator]: () => ({
      next: () => Promise.reject(new RangeError('n')),
      return() { returned++; return {}; }
    })
  };
  await assertRejects(RangeError, (async () => { for await (const x of bad); })());
  assertSame(returned, 0);
});
asyncTest('a rejection among sync values ends the loop', async function () {
  const seen = [];
  await assertRejects(
    RangeError,
    (async () => { for await (const x of [1, Promise.reject(new RangeError('r')), 3]) seen.push(x); })()
  );
  assertEquals(seen, [1]);
});
asyncTest('each turn of for await has a binding of its own', async function () {
  const fns = [];
  for await (const x of [1, 2, 3]) { if (x === 2) continue; fns.push(() => x); }
  assertEquals(fns.map((f) => f()), [1, 3]);
});
asyncTest('for await takes turns with other jobs', async function () {
  const log = [];
  const other = (async () => { for (let i = 0; i < 3; i++) { log.push('o' + i); await null; } })();
  for await (const x of ['a', 'b']) log.push(x);
  await other;
  assertEquals(log.filter((x) => x.length === 1), ['a', 'b']);
  assertEquals(log.filter((x) => x.length === 2), ['o0', 'o1', 'o2']);
});
asyncTest('a value of a sync iterator takes two ticks', async function () {
  const log = [];
  const p = Promise.resolve(0);
  const ticks = Promise.resolve().then(() => log.push('tick 1')).then(() => log.push('tick 2')).then(
    () => log.push('tick 3')
  ).then(
    () => log.push('tick 4')
  );
  await (async () => { for await (const x of [p]) log.push('body'); log.push('after'); })();
  await ticks;
  assertEquals(log, ['tick 1', 'tick 2', 'body', 'tick 3', 'tick 4', 'after']);
});
