// Promise.all, allSettled, any, race.
asyncTest('all gives the values in the order of the promises', async function () {
  assertEquals(await Promise.all([1, Promise.resolve(2), { then: (r) => r(3) }]), [1, 2, 3]);
  assertEquals(await Promise.all([]), []);
  const slow = new Promise((r) => Promise.resolve().then(() => Promise.resolve()).then(() => r('slow')));
  assertEquals(await Promise.all([slow, 'fast']), ['slow', 'fast']);
  assertEquals(await Promise.all(new Set('ab')), ['a', 'b']);
});
asyncTest('all rejects with the first reason', async function () {
  await assertRejects(RangeError, Promise.all([1, Promise.reject(new RangeError()), Promise.reject(new EvalError())]));
});
asyncTest('all rejects what is not iterable', async function () {
  await assertRejects(TypeError, Promise.all(5));
});
asyncTest('allSettled tells how each ended', async function () {
  assertEquals(
    await Promise.allSettled([1, Promise.reject('r'), Promise.resolve('v')]),
    [{ status: 'fulfilled', value: 1 }, { status: 'rejected', reason: 'r' }, { status: 'fulfilled', value: 'v' }]
  );
});
asyncTest('any gives the first value', async function () {
  assertSame(await Promise.any([Promise.reject(1), Promise.resolve(2), 3]), 2);
});
asyncTest('any of rejections alone rejects with all reasons', async function () {
  try {
    await Promise.any([Promise.reject(1), Promise.reject(2)]);
    assert(false);
  } catch (e) {
    assertEquals([e instanceof AggregateError, e.errors, e.name], [true, [1, 2], 'AggregateError']);
  }
});
asyncTest('any of nothing rejects', async function () {
  try { await Promise.any([]); assert(false); } catch (e) { assertEquals(e.errors, []); }
});
asyncTest('race takes the first that is settled', async function () {
  assertSame(await Promise.race([new Promise(() => {}), 'now', Promise.resolve('later')]), 'now');
});
asyncTest('race rejects with the first reason', async function () {
  await assertRejects(RangeError, Promise.race([Promise.reject(new RangeError()), 1]));
});
asyncTest('all gets resolve of its constructor once', async function () {
  let gets = 0;
  class P extends Promise { static get resolve() { gets++; return super.resolve; } }
  await P.all([1, 2, 3]);
  assertSame(gets, 1);
});
asyncTest('a resolve that throws closes the iterator', async function () {
  let closed = 0;
  class Q extends Promise { static resolve() { throw new RangeError(); } }
  const it = {
    [Symbol.iterator]: () => ({ next: () => ({ value: 1, done: false }), return() { closed++; return {}; } })
  };
  await assertRejects(RangeError, Q.all(it));
  assertSame(closed, 1);
});
asyncTest('all of a subclass makes a promise of the subclass', async function () {
  class P extends Promise {}
  assert(P.all([]) instanceof P);
});
asyncTest('an element resolved twice counts once', async function () {
  let resolveTwice;
  const thenable = { then(r) { resolveTwice = r; r('a'); r('b'); } };
  assertEquals(await Promise.all([thenable, 1]), ['a', 1]);
});
asyncTest('thousands of promises are waited for', async function () {
  const r = await Promise.all(Array.from({ length: 2000 }, async (_, i) => { await null; return i; }));
  assertSame(r.reduce((a, b) => a + b), 1999000);
});
