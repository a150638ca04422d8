// Promise: states, chaining, thenables.
asyncTest('a chain of then, catch and finally runs from one to the next', async function () {
  const log = [];
  await Promise.resolve(1).then((v) => v + 1).then((v) => { log.push(v); throw new RangeError('x'); }).then(
    () => log.push('skipped')
  ).catch(
    (e) => { log.push(e.name); return 'recovered'; }
  ).finally(
    (...a) => { log.push(a.length); return 'ignored'; }
  ).then(
    (v) => log.push(v)
  );
  assertEquals(log, [2, 'RangeError', 0, 'recovered']);
});
asyncTest('what the callback of finally throws is the reason', async function () {
  await assertRejects(EvalError, Promise.resolve(1).finally(() => { throw new EvalError(); }));
});
asyncTest('the second callback of then takes the reason', async function () {
  assertSame(await Promise.reject(1).then(undefined, (x) => x + 1), 2);
});
asyncTest('a callback that is no function passes the value on', async function () {
  assertSame(await Promise.resolve(7).then(5), 7);
});
asyncTest('only the first resolution counts', async function () {
  const p = new Promise((resolve, reject) => { resolve(1); resolve(2); reject(3); throw new Error('ignored'); });
  assertSame(await p, 1);
});
asyncTest('an executor that throws rejects', async function () {
  await assertRejects(RangeError, new Promise(() => { throw new RangeError(); }));
});
asyncTest('a promise that follows another is resolved already', async function () {
  const q = new Promise((resolve) => { resolve(new Promise((r) => r('inner'))); resolve('late'); });
  assertSame(await q, 'inner');
});
asyncTest('then of a thenable is got once, and its first call counts', async function () {
  const log = [];
  const t = {
    get then() {
      log.push('get');
      return (resolve, reject) => { resolve('v'); reject('ignored'); throw new Error('ignored'); };
    }
  };
  assertSame(await Promise.resolve(t), 'v');
  assertEquals(log, ['get']);
});
asyncTest('a thenable that throws rejects', async function () {
  await assertRejects(RangeError, Promise.resolve({ then() { throw new RangeError(); } }));
  await assertRejects(EvalError, Promise.resolve({ get then() { throw new EvalError(); } }));
});
asyncTest('an object whose then is no function is a value', async function () {
  assertEquals(await Promise.resolve({ then: 5 }), { then: 5 });
});
asyncTest('a promise that is resolved with itself rejects', async function () {
  const self = {};
  self.p = new Promise((r) => { self.r = r; });
  self.r(self.p);
  await assertRejects(TypeError, self.p);
});
test('Promise is a constructor of one function', function () {
  assertThrows(TypeError, () => Promise(() => {}));
  assertThrows(TypeError, () => new Promise());
  assertThrows(TypeError, () => new Promise({}));
});
test('methods need a constructor or a promise', function () {
  assertThrows(TypeError, () => Promise.resolve.call(5));
  assertThrows(TypeError, () => Promise.prototype.then.call({}));
});
test('Promise.resolve gives a promise of its own back', function () {
  const p = Promise.resolve();
  assertSame(Promise.resolve(p), p);
});
test('methods of a subclass make promises of the subclass', function () {
  const p = Promise.resolve();
  class P extends Promise { }
  assert(
    P.resolve(p) !== p && P.resolve(p) instanceof P && P.resolve(1).then(() => {}) instanceof P &&
        P.resolve(1).finally(() => {}) instanceof P
  );
});
test('a promise has a tag', function () {
  assertSame(Object.prototype.toString.call(Promise.resolve()), '[object Promise]');
});
test('the species of Promise is Promise', function () {
  assertSame(Promise[Symbol.species], Promise);
});
asyncTest('reactions run in the order in which they came', async function () {
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
  const p = Promise.resolve('v').finally(() => new Promise((r) => { log.push('started'); r(); }).then(
    () => log.push('waited')
  ));
  assertSame(await p, 'v');
  assertEquals(log, ['started', 'waited']);
});
asyncTest('withResolvers gives a promise and its functions, where it exists', async function () {
  if (!Promise.withResolvers) return;
  const { promise, resolve, reject } = Promise.withResolvers();
  resolve(5);
  assertSame(await promise, 5);
});
asyncTest('a chain of thousands of reactions reaches its end', async function () {
  let p = Promise.resolve(0);
  for (let i = 0; i < 10000; i++) p = p.then((x) => x + 1);
  assertSame(await p, 10000);
});
asyncTest('queueMicrotask takes its turn among reactions, where it exists', async function () {
  if (typeof queueMicrotask !== 'function') return;
  const log = [];
  queueMicrotask(() => log.push('micro'));
  Promise.resolve().then(() => log.push('then'));
  await null; await null;
  assertEquals(log, ['micro', 'then']);
});
