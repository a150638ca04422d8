// not-on-node: using declarations
// await using: what is awaited, and when.
function resource(name, log, wait) {
  return { async [Symbol.asyncDispose]() { log.push('-' + name); await wait; log.push('gone ' + name); } };
}
asyncTest('a block awaits each resource in reverse order', async () => {
  const log = [];
  {
    await using a = resource('a', log), b = resource('b', log);
    using c = { [Symbol.dispose]() { log.push('-c'); } };
    log.push('body');
  }
  assertEquals(log, ['body', '-c', '-b', 'gone b', '-a', 'gone a']);
});
asyncTest('a sync method is taken where there is no async one, and its result is not awaited', async () => {
  let awaited = false;
  const thenable = { get then() { awaited = true; return undefined; } };
  { await using a = { [Symbol.dispose]() { return thenable; } }; }
  assertSame(awaited, false);
  await assertRejects(
    RangeError,
    (async () => { await using a = { [Symbol.dispose]() { throw new RangeError('sync'); } }; })()
  );
  await assertRejects(
    TypeError,
    (async () => { await using a = {}; })(),
    /has no \[Symbol\.asyncDispose\] or \[Symbol\.dispose\] method/
  );
});
asyncTest('null is awaited once', async () => {
  const log = [];
  const turns = (async () => { for (let i = 0; i < 4; i++) { log.push(i); await null; } })();
  { await using a = null, b = undefined; log.push('body'); }
  log.push('after');
  await turns;
  assertEquals(log, [0, 'body', 1, 'after', 2, 3]);
});
asyncTest('nothing is awaited where an await using was not reached', async () => {
  const log = [];
  async function f() {
    out: { break out; await using a = null; }
    log.push('sync');
  }
  f();
  assertEquals(log, ['sync']);
});
asyncTest('errors are suppressed in order', async () => {
  const bad = (n) => ({ async [Symbol.asyncDispose]() { await null; throw new Error(n); } });
  let error;
  try { await using a = bad('a'), b = bad('b'); throw new Error('body'); } catch (e) { error = e; }
  assert(error instanceof SuppressedError);
  assertSame(error.error.message, 'a');
  assertSame(error.suppressed.error.message, 'b');
  assertSame(error.suppressed.suppressed.message, 'body');
});
asyncTest('an async function resolves when its resources are gone', async () => {
  const log = [];
  async function f() { await using a = resource('a', log, Promise.resolve()); return 'value'; }
  const promise = f().then((v) => log.push(v));
  await promise;
  assertEquals(log, ['-a', 'gone a', 'value']);
});
asyncTest('loops', async () => {
  const log = [];
  for (await using r of [resource(1, log), resource(2, log)]) log.push('body');
  for await (await using r of [resource(3, log)]) log.push('body');
  for await (using r of [{ [Symbol.dispose]() { log.push('-s'); } }]) log.push('body');
  for (await using r = resource(4, log), of = null; ;) break;
  for (await using of of []) ;
  assertEquals(log, [
    'body', '-1', 'gone 1', 'body', '-2', 'gone 2', 'body', '-3', 'gone 3', 'body', '-s', '-4', 'gone 4'
  ]);
});
asyncTest('async generators keep resources over yields', async () => {
  const log = [];
  async function* g() { await using a = resource('a', log); yield 1; yield 2; }
  for await (const x of g()) { log.push(x); break; }
  assertEquals(log, [1, '-a', 'gone a']);
  log.length = 0;
  const it = g();
  await it.next();
  await assertRejects(RangeError, it.throw(new RangeError('t')));
  assertEquals(log, ['-a', 'gone a']);
});
asyncTest('await using is still an expression', async () => {
  const using = Promise.resolve([3]);
  assertEquals(await using, [3]);
  await using
  const x = 1;
  assertSame(await using[0], undefined);
});
asyncTest('AsyncDisposableStack awaits what it holds', async () => {
  const log = [];
  const stack = new AsyncDisposableStack();
  stack.use(resource('used', log));
  stack.use(null);
  stack.use({ [Symbol.dispose]() { log.push('sync'); } });
  stack.adopt('value', async (v) => { log.push(v); });
  stack.defer(() => { log.push('deferred'); });
  const moved = stack.move();
  assertSame(stack.disposed, true);
  await stack.disposeAsync();
  assertEquals(log, []);
  await moved.disposeAsync();
  assertSame(moved.disposed, true);
  assertEquals(log, ['deferred', 'value', 'sync', '-used', 'gone used']);
  assertThrows(ReferenceError, () => moved.defer(() => {}), /already-disposed AsyncDisposableStack/);
  await assertRejects(TypeError, AsyncDisposableStack.prototype.disposeAsync.call({}), /incompatible receiver/);
  const failing = new AsyncDisposableStack();
  failing.defer(async () => { throw new RangeError('x'); });
  failing.defer(() => { throw new TypeError('y'); });
  let error;
  try { await failing.disposeAsync(); } catch (e) { error = e; }
  assert(error.error instanceof RangeError && error.suppressed instanceof TypeError);
});
asyncTest('async iterators are closed by asyncDispose', async () => {
  const log = [];
  async function* g() { try { yield 1; } finally { log.push('closed'); } }
  { await using it = g(); await it.next(); }
  assertEquals(log, ['closed']);
});
