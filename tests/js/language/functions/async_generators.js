// Async generators: queueing, delegation, closing.
asyncTest('yield awaits its value, and ends with what is returned', async function () {
  async function* g() { yield 1; yield Promise.resolve(2); const x = yield 3; return x; }
  const it = g();
  assertEquals(await it.next(), { value: 1, done: false });
  assertEquals(await it.next(), { value: 2, done: false });
  assertEquals(await it.next(), { value: 3, done: false });
  assertEquals(await it.next('end'), { value: 'end', done: true });
  assertEquals(await it.next(), { value: undefined, done: true });
});
asyncTest('requests made at once are served in order', async function () {
  async function* g() { for (let i = 0; i < 3; i++) { await null; yield i; } return 'r'; }
  const it = g();
  const results = await Promise.all([it.next(), it.next(), it.next(), it.next(), it.next()]);
  assertEquals(results.map((r) => r.value), [0, 1, 2, 'r', undefined]);
  assertEquals(results.map((r) => r.done), [false, false, false, true, true]);
});
asyncTest('throw goes into the generator and return through its finally', async function () {
  const log = [];
  async function* g() {
    try { yield 1; } catch (e) { yield 'caught ' + e; } finally { await null; log.push('finally'); }
  }
  const a = g();
  await a.next();
  assertEquals(await a.throw('E'), { value: 'caught E', done: false });
  assertEquals(await a.return('R'), { value: 'R', done: true });
  assertEquals(log, ['finally']);
});
asyncTest('return before the start ends it with the awaited value', async function () {
  const log = [];
  async function* g() { try { yield 1; } finally { log.push('finally'); } }
  const b = g();
  assertEquals(await b.return(Promise.resolve('awaited')), { value: 'awaited', done: true });
  assertEquals(log, []);
});
asyncTest('throw before the start rejects', async function () {
  async function* g() { yield 1; }
  await assertRejects(RangeError, g().throw(new RangeError('x')));
});
asyncTest('a rejected promise that is yielded throws inside', async function () {
  async function* g() { try { yield Promise.reject(new RangeError('r')); } catch (e) { yield e.name; } }
  const it = g();
  assertEquals(await it.next(), { value: 'RangeError', done: false });
});
asyncTest('errors reject and end it', async function () {
  async function* g() { yield 1; throw new RangeError('x'); }
  const it = g();
  await it.next();
  await assertRejects(RangeError, it.next());
  assertEquals(await it.next(), { value: undefined, done: true });
});
asyncTest('yield* goes through sync and async iterables', async function () {
  async function* inner() { yield 'a'; return 'ret'; }
  async function* g() { yield* [1, Promise.resolve(2)]; const r = yield* inner(); yield r; }
  const out = [];
  for await (const x of g()) out.push(x);
  assertEquals(out, [1, 2, 'a', 'ret']);
});
asyncTest('for await closes the generator on break', async function () {
  const log = [];
  async function* g() { try { yield 1; yield 2; } finally { await null; log.push('closed'); } }
  for await (const x of g()) { log.push(x); break; }
  assertEquals(log, [1, 'closed']);
});
asyncTest('methods may be async generators, static and computed ones too', async function () {
  const o = { async *m() { yield this.v; }, v: 1 };
  class C { static async *s() { yield 's'; } async *[Symbol.asyncIterator]() { yield 'c'; } }
  assertSame((await o.m().next()).value, 1);
  assertSame((await C.s().next()).value, 's');
  for await (const x of new C()) assertSame(x, 'c');
});
asyncTest('async generators are no constructors, and their objects have a tag', async function () {
  async function* g() { }
  assertThrows(TypeError, () => new g());
  assertSame(Object.prototype.toString.call(g()), '[object AsyncGenerator]');
});
asyncTest('an async generator iterates itself', async function () {
  async function* g() { }
  const it = g();
  assertSame(it[Symbol.asyncIterator](), it);
});
asyncTest('next on a wrong receiver rejects and does not throw', async function () {
  async function* g() { }
  await assertRejects(TypeError, Object.getPrototypeOf(g.prototype).next.call({}));
});
asyncTest('parameters are evaluated at the call', async function () {
  async function* g(a = (() => { throw new RangeError('x'); })()) { }
  assertThrows(RangeError, () => g());
});
