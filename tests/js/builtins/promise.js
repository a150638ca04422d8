// Promise: states, chaining, thenables.
asyncTest('then, catch, finally', async function () {
  const log = [];
  await Promise.resolve(1).then((v) => v + 1).then((v) => { log.push(v); throw new RangeError('x'); }).then(() => log.push('skipped')).catch((e) => { log.push(e.name); return 'recovered'; }).finally((...a) => { log.push(a.length); return 'ignored'; }).then((v) => log.push(v));
  assertEquals(log, [2, 'RangeError', 0, 'recovered']);
  await assertRejects(EvalError, Promise.resolve(1).finally(() => { throw new EvalError(); }));
  assertSame(await Promise.reject(1).then(undefined, (x) => x + 1), 2);
  assertSame(await Promise.resolve(7).then(5), 7);
});
asyncTest('resolving once', async function () {
  const p = new Promise((resolve, reject) => { resolve(1); resolve(2); reject(3); throw new Error('ignored'); });
  assertSame(await p, 1);
  await assertRejects(RangeError, new Promise(() => { throw new RangeError(); }));
  const q = new Promise((resolve) => { resolve(new Promise((r) => r('inner'))); resolve('late'); });
  assertSame(await q, 'inner');
});
asyncTest('thenables', async function () {
  const log = [];
  const t = { get then() { log.push('get'); return (resolve, reject) => { resolve('v'); reject('ignored'); throw new Error('ignored'); }; } };
  assertSame(await Promise.resolve(t), 'v');
  assertEquals(log, ['get']);
  await assertRejects(RangeError, Promise.resolve({ then() { throw new RangeError(); } }));
  await assertRejects(EvalError, Promise.resolve({ get then() { throw new EvalError(); } }));
  assertEquals(await Promise.resolve({ then: 5 }), { then: 5 });
  const self = {};
  self.p = new Promise((r) => { self.r = r; });
  self.r(self.p);
  await assertRejects(TypeError, self.p);
});
test('construction and receivers', function () {
  assertThrows(TypeError, () => Promise(() => {}));
  assertThrows(TypeError, () => new Promise());
  assertThrows(TypeError, () => new Promise({}));
  assertThrows(TypeError, () => Promise.resolve.call(5));
  assertThrows(TypeError, () => Promise.prototype.then.call({}));
  const p = Promise.resolve();
  assertSame(Promise.resolve(p), p);
  assertSame(Object.prototype.toString.call(p), '[object Promise]');
  class P extends Promise { }
  assert(P.resolve(p) !== p && P.resolve(p) instanceof P && P.resolve(1).then(() => {}) instanceof P && P.resolve(1).finally(() => {}) instanceof P);
  assertSame(Promise[Symbol.species], Promise);
});
asyncTest('the order of reactions', async function () {
  const log = [];
  const p = Promise.resolve();
  p.then(() => { log.push(1); p.then(() => log.push(4)); });
  p.then(() => log.push(2));
  Promise.reject().catch(() => log.push(3));
  log.push(0);
  await null; await null; await null;
  assertEquals(log, [0, 1, 2, 3, 4]);
});
asyncTest('resolving with a promise takes two more turns', async function () {
  const log = [];
  new Promise((r) => r(Promise.resolve())).then(() => log.push('nested'));
  Promise.resolve().then(() => log.push(1)).then(() => log.push(2)).then(() => log.push(3)).then(() => log.push(4));
  for (let i = 0; i < 8; i++) await null;
  assertEquals(log, [1, 2, 'nested', 3, 4]);
});
asyncTest('finally waits for what it returns', async function () {
  const log = [];
  const p = Promise.resolve('v').finally(() => new Promise((r) => { log.push('started'); r(); }).then(() => log.push('waited')));
  assertSame(await p, 'v');
  assertEquals(log, ['started', 'waited']);
});
asyncTest('withResolvers where it exists', async function () {
  if (!Promise.withResolvers) return;
  const { promise, resolve, reject } = Promise.withResolvers();
  resolve(5);
  assertSame(await promise, 5);
});
asyncTest('long chains', async function () {
  let p = Promise.resolve(0);
  for (let i = 0; i < 10000; i++) p = p.then((x) => x + 1);
  assertSame(await p, 10000);
});
asyncTest('queueMicrotask where it exists', async function () {
  if (typeof queueMicrotask !== 'function') return;
  const log = [];
  queueMicrotask(() => log.push('micro'));
  Promise.resolve().then(() => log.push('then'));
  await null; await null;
  assertEquals(log, ['micro', 'then']);
});
