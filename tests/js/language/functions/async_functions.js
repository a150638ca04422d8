// Async functions: suspension, order, errors.
asyncTest('await takes values, promises and thenables', async function () {
  assertSame(await 5, 5);
  assertSame(await Promise.resolve('p'), 'p');
  assertSame(await { then(resolve) { resolve('thenable'); } }, 'thenable');
  assertSame(await (async () => 'nested')(), 'nested');
});
asyncTest('the body runs at once up to the first await', async function () {
  const log = [];
  async function f() { log.push(1); await null; log.push(3); }
  const p = f();
  log.push(2);
  await p;
  assertEquals(log, [1, 2, 3]);
});
asyncTest('errors become rejections, also those of parameters', async function () {
  async function f() { throw new RangeError('x'); }
  await assertRejects(RangeError, f());
  async function g(a = (() => { throw new EvalError('param'); })()) { }
  await assertRejects(EvalError, g());
  async function h({ a }) { }
  await assertRejects(TypeError, h(null));
});
asyncTest('await works in try, catch and finally', async function () {
  const log = [];
  async function f() {
    try {
      await Promise.reject(new RangeError('r'));
      log.push('no');
    } catch (e) {
      log.push(e.name);
      await null;
      return 'ret';
    } finally {
      await null;
      log.push('finally');
    }
  }
  assertSame(await f(), 'ret');
  assertEquals(log, ['RangeError', 'finally']);
});
asyncTest('a loop with try and finally is left through its awaits', async function () {
  const log = [];
  async function g() {
    for (const x of [1, 2, 3]) { try { await x; if (x === 1) continue; return x; } finally { log.push('f' + x); } }
  }
  assertSame(await g(), 2);
  assertEquals(log, ['f1', 'f2']);
});
asyncTest('the order of interleaved functions', async function () {
  const log = [];
  async function worker(name, n) { for (let i = 0; i < n; i++) { log.push(name + i); await null; } }
  await Promise.all([worker('a', 3), worker('b', 2), worker('c', 1)]);
  assertEquals(log, ['a0', 'b0', 'c0', 'a1', 'b1', 'a2']);
});
asyncTest('awaiting a native promise takes one turn, returning one takes three', async function () {
  const log = [];
  async function returnsValue() { return 1; }
  async function returnsPromise() { return Promise.resolve(1); }
  async function awaits() { return await Promise.resolve(1); }
  returnsPromise().then(() => log.push('promise'));
  awaits().then(() => log.push('await'));
  returnsValue().then(() => log.push('value'));
  for (let i = 1; i <= 5; i++) { await null; log.push(i); }
  assertEquals(log, ['value', 1, 'await', 2, 'promise', 3, 4, 5]);
});
asyncTest('this and arguments stay over await', async function () {
  const o = { v: 1, async m() { await null; return this.v + arguments.length; } };
  assertSame(await o.m(1, 2), 3);
});
asyncTest('super stays over await', async function () {
  class A { async m() { return 'A'; } }
  class B extends A { async m() { await null; return (await super.m()) + 'B'; } }
  assertSame(await new B().m(), 'AB');
});
asyncTest('async arrows take one parameter without parentheses', async function () {
  const f = async (x) => (await x) + 1;
  const g = async x => await f(x) * 2;
  assertSame(await g(1), 4);
});
asyncTest('an async arrow has this from outside', async function () {
  const o = { m() { return (async () => { await null; return this; })(); } };
  assertSame(await o.m(), o);
});
asyncTest('await stands in every kind of operand', async function () {
  const v = (x) => Promise.resolve(x);
  const a = [await v(1), ...(await v([2, 3]))];
  const o = { [await v('k')]: await v('val') };
  o.x = (await v(1)) + (await v(2)) * (await v(3));
  o.x += await v(10);
  const s = `${await v('t')}${await v('u')}`;
  const c = (await v(true)) ? await v('yes') : await v('no');
  const n = (await v(null)) ?? (await v('dflt'));
  const m = (await v({ deep: { er: () => 'call' } })).deep.er();
  assertEquals(a, [1, 2, 3]);
  assertEquals(o, { k: 'val', x: 17 });
  assertSame(s, 'tu');
  assertSame(c, 'yes');
  assertSame(n, 'dflt');
  assertSame(m, 'call');
  assertSame(typeof await v(1), 'number');
  assertSame(!(await v(0)), true);
  assertSame(-(await v(2)), -2);
});
asyncTest('compound assignment reads its target before the await', async function () {
  let x = 1;
  const p = (async () => { x += await 10; })();
  x = 100;
  await p;
  assertSame(x, 11);
});
asyncTest('long loops of awaits', async function () {
  let sum = 0;
  for (let i = 0; i < 5000; i++) sum += await i;
  assertSame(sum, 12497500);
});
asyncTest('async functions are no constructors and have no prototype', async function () {
  async function f() { }
  assertThrows(TypeError, () => new f());
  assertSame('prototype' in f, false);
});
asyncTest('an async function has a tag and gives a promise', async function () {
  async function f() { }
  assertSame(Object.prototype.toString.call(f), '[object AsyncFunction]');
  assert(f() instanceof Promise);
});
asyncTest('what the then of a thenable throws is thrown by await', async function () {
  try {
    await { get then() { throw new RangeError('getter'); } };
    assert(false);
  } catch (e) {
    assertSame(e.message, 'getter');
  }
  try {
    await { then() { throw new RangeError('call'); } };
    assert(false);
  } catch (e) {
    assertSame(e.message, 'call');
  }
});
test('await and async are identifiers outside of async functions', function () {
  assertSame(new Function('var await = 1, async = 2; return await + async;')(), 3);
  assertSame(
    new Function(`
      async = 5;
      function async() {}
      var o = { async: 1, async async() {}, get async2() { return 2; } };
      return typeof o.async;`)(),
    'function'
  );
});
test('await is reserved within async functions and their parameters', function () {
  assertThrows(SyntaxError, () => new Function('async function f() { var await; }'));
  assertThrows(SyntaxError, () => new Function('async function f(a = await 1) { }'));
  assertThrows(SyntaxError, () => new Function('function f() { await 1; }'));
});
