// Promises whose then, constructor, species or resolve somebody replaced: everything stays observable. The
// programs before each replacement run first, so that what is fast before is what changes. Replacements of
// built-ins stay: one order of tests.
const turns = async (n) => { for (let i = 0; i < n; i++) await null; };

asyncTest('a constructor of a promise\'s own says what then makes', async function () {
  const log = [];
  class Sub extends Promise { constructor(executor) { log.push('sub'); super(executor); } }
  const p = Promise.resolve(1);
  p.constructor = { [Symbol.species]: Sub };
  assert(p.then((x) => x) instanceof Sub);
  assertEquals(log, ['sub']);
});
asyncTest('a then of a promise\'s own is called by resolution and combinators, but not by await', async function () {
  const log = [];
  const q = Promise.resolve(2);
  q.then = function (resolve) { log.push('own then'); resolve('own'); };
  assertSame(await Promise.resolve(0).then(() => q), 'own');
  assertSame(await new Promise((r) => r(q)), 'own');
  assertEquals(await Promise.all([q]), ['own']);
  assertSame(await Promise.race([q]), 'own');
  assertEquals(log, ['own then', 'own then', 'own then', 'own then']);
  assertSame(await q, 2);  // await looks at the constructor only
  assertSame(log.length, 4);
});
asyncTest('an undefined constructor makes plain promises, and Promise.resolve makes another', async function () {
  const undefinedConstructor = Promise.resolve(3);
  undefinedConstructor.constructor = undefined;
  assertSame(await undefinedConstructor.then((x) => x + 1), 4);
  assert(Promise.resolve(undefinedConstructor) !== undefinedConstructor);
});
asyncTest('a constructor of null is a TypeError', async function () {
  const nullConstructor = Promise.resolve(3);
  nullConstructor.constructor = null;
  assertThrows(TypeError, () => nullConstructor.then());
});
asyncTest('a then of another prototype is called', async function () {
  const p = Promise.resolve(1);
  Object.setPrototypeOf(p, { then(f) { f('foreign'); }, constructor: Promise });
  assertSame(await Promise.resolve().then(() => p), 'foreign');
});
asyncTest('a promise without a prototype is a value, and then can still be called on it', async function () {
  const bare = Object.setPrototypeOf(Promise.resolve(1), null);
  assertSame(await Promise.resolve().then(() => bare), bare);
  assertSame(Promise.prototype.then.call(bare, () => {}) instanceof Promise, true);
});
asyncTest('a getter put on a promise between resolution and job', async function () {
  const log = [];
  const inner = Promise.resolve('inner');
  const outer = new Promise((r) => r(inner));
  Object.defineProperty(inner, 'constructor', { get() { log.push('constructor'); return Promise; } });
  assertSame(await outer, 'inner');
  assertEquals(log, ['constructor']);
});
asyncTest('then of a subclass makes the subclass, as does every follower', async function () {
  let made = 0;
  class Sub extends Promise { constructor(executor) { super(executor); made++; } }
  const p = Sub.resolve(1).then((x) => x + 1);
  assert(p instanceof Sub);
  assertSame(made, 2);
  assertSame(await p, 2);
  assertSame(await Promise.resolve().then(() => Sub.resolve('deep')), 'deep');
  assertSame(made, 5);  // await p made the third, by the `then` of a job, as resolving with 'deep' made the fifth
});
asyncTest('combinators and catch of a subclass work', async function () {
  class Sub extends Promise {}
  assertEquals(await Sub.all([1, Promise.resolve(2), Sub.resolve(3)]), [1, 2, 3]);
  assertSame(await Sub.reject(5).catch((x) => x), 5);
});
asyncTest('resolving functions have one parameter and no name', async function () {
  let functions;
  new Promise((resolve, reject) => { functions = [resolve, reject]; });
  const [resolve, reject] = functions;
  assert(
    resolve !== reject && resolve.length === 1 && reject.length === 1 && resolve.name === '' && reject.name === ''
  );
  assert(!Object.prototype.hasOwnProperty.call(resolve, 'prototype'));
});
asyncTest('a promise is resolved once, also by a promise that is settled later', async function () {
  let functions;
  const p = new Promise((resolve, reject) => { functions = [resolve, reject]; });
  const [resolve, reject] = functions;
  assertSame(resolve.call(null, new Promise((r) => setTimeoutOrNow(r))), undefined);
  assertSame(reject(1), undefined);
  assertSame(resolve(2), undefined);
  assertSame(await p, 'later');
  function setTimeoutOrNow(r) { Promise.resolve().then(() => r('later')); }
});
asyncTest('a rejection counts before what is called later', async function () {
  const {
    promise,
    resolve: a,
    reject: b
  } = Promise.withResolvers
      ? Promise.withResolvers()
      : (() => { const o = {}; o.promise = new Promise((x, y) => { o.resolve = x; o.reject = y; }); return o; })();
  b(7); a(8); b(9);
  assertSame(await promise.catch((x) => x), 7);
});
asyncTest('many reactions of one promise run in order', async function () {
  const log = [];
  let resolve;
  const p = new Promise((r) => { resolve = r; });
  for (let i = 0; i < 100; i++) p.then((v) => log.push(v + i), () => log.push('rejected'));
  const q = p.then();
  resolve(1000);
  p.then(() => log.push('last'));
  await q; await null;
  assertSame(log.length, 101);
  for (let i = 0; i < 100; i++) assertSame(log[i], 1000 + i);
  assertSame(log[100], 'last');
});
asyncTest('many reactions of a rejected promise run in order', async function () {
  const rejected = [];
  let reject;
  const r = new Promise((_, x) => { reject = x; });
  for (let i = 0; i < 3; i++) r.then(() => rejected.push('fulfilled'), (v) => rejected.push(v + i));
  r.catch(() => 0).then(() => rejected.push('caught'));
  reject(5);
  await turns(4);
  assertEquals(rejected, [5, 6, 7, 'caught']);
});
asyncTest('rejections pass through, and each takes its turns', async function () {
  const log = [];
  Promise.reject(1).then(() => log.push('no')).then(() => log.push('no')).catch((e) => log.push('caught ' + e));
  Promise.resolve().then(() => Promise.reject(2)).catch((e) => log.push('inner ' + e));
  new Promise((r) => r(Promise.resolve('p'))).then((v) => log.push(v));
  Promise.resolve().then(() => 1).then(() => 2).then(() => log.push('third'));
  await turns(8);
  assertEquals(log.slice().sort(), ['caught 1', 'inner 2', 'p', 'third']);
  assert(log.indexOf('caught 1') < log.indexOf('inner 2'));
});
asyncTest('an async function keeps its arguments over await', async function () {
  async function manyArguments() {
    let sum = 0;
    for (const x of arguments) sum += await x;
    return sum + (await arguments.length);
  }
  assertSame(await manyArguments(1, 2, 3, Promise.resolve(4)), 14);
});
asyncTest('an async function keeps locals, defaults and rest over await', async function () {
  async function locals(a, b = 2, ...rest) {
    const c = await a, d = await b;
    { let e = await (c + d); rest.push(e); }
    return [a, b, c, d, ...rest];
  }
  assertEquals(await locals(1, undefined, 'r'), [1, 2, 1, 2, 'r', 3]);
});
asyncTest('async functions under way at once take turns', async function () {
  const log = [];
  async function ordered(name) { for (let i = 0; i < 3; i++) { log.push(name + i); await null; } }
  await Promise.all([ordered('a'), ordered('b')]);
  assertEquals(log, ['a0', 'b0', 'a1', 'b1', 'a2', 'b2']);
});

// From here on built-ins stay replaced, each put back at the end of its test as what it was.
asyncTest('Promise.resolve is replaced', async function () {
  const original = Promise.resolve;
  const log = [];
  Promise.resolve = function (x) { log.push(x); return original.call(this, x); };
  assertEquals(await Promise.all([1, 2]), [1, 2]);
  assertSame(await Promise.race([3]), 3);
  Promise.resolve = original;
  assertEquals(log, [1, 2, 3]);
});
asyncTest('a replaced then is called by resolution, combinators and catch, but not by await', async function () {
  const original = Promise.prototype.then;
  let calls = 0;
  function replacement(a, b) { calls++; return original.call(this, a, b); }
  function assign(f) { Promise.prototype.then = f; }
  for (let i = 0; i < 200; i++) assign(original);
  assign(replacement);
  const inner = Promise.resolve(1);
  const outer = new Promise((r) => r(inner));
  await turns(4);
  // the job of the resolution, and the harness on what this function returned; await calls no `then`
  const before = calls;
  assertSame(before, 2);
  await Promise.all([inner, inner]);
  assertSame(calls, 4);
  await Promise.resolve().catch(() => {});
  assertSame(calls, 5);
  assign(original);
  assertSame(await outer, 1);
});
asyncTest('a replaced species is asked by then, but not for what a resolution makes', async function () {
  const log = [];
  const descriptor = Object.getOwnPropertyDescriptor(Promise, Symbol.species);
  Object.defineProperty(Promise, Symbol.species, {
    configurable: true,
    get() { log.push('species'); return undefined; }
  });
  await Promise.resolve(1).then(() => {});
  assertEquals(log, ['species', 'species']);  // the harness's `then` is the second
  assertSame(await new Promise((r) => r(Promise.resolve('x'))), 'x');
  assertEquals(log, ['species', 'species', 'species']);
  Object.defineProperty(Promise, Symbol.species, descriptor);
});
asyncTest('a replaced constructor is asked by then, resolve and await', async function () {
  const log = [];
  const descriptor = Object.getOwnPropertyDescriptor(Promise.prototype, 'constructor');
  Object.defineProperty(Promise.prototype, 'constructor', {
    configurable: true,
    get() { log.push('constructor'); return Promise; }
  });
  const p = Promise.resolve(1);
  assertEquals(log, []);
  p.then(() => {});
  assertEquals(log, ['constructor']);
  assertSame(Promise.resolve(p), p);
  await p;
  assertEquals(log, ['constructor', 'constructor', 'constructor']);
  Object.defineProperty(Promise.prototype, 'constructor', descriptor);
  assertSame(await p, 1);
});
