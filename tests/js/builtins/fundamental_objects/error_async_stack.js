// "at async" frames: who waits for the function that has thrown, as V8 writes them. Where there is no test(),
// the frames are printed: node prints the same, but for names that V8 infers.

function thrower() { throw new Error('x'); }
async function one() { await 1; thrower(); }
async function two() { return await one(); }
const object = { async method() { const result = await two(); return result; } };
class Class { async method() { await object.method(); } }
async function* generator() { await 1; yield await two(); }

// The names of frames, but for those of the test itself, of the error that the promise of f() is rejected with.
async function framesOf(f) {
  try {
    await f();
  } catch (error) {
    const lines = error.stack.split('\n').slice(1).map((line) => line.trim().replace(/^at /, ''));
    const own = lines.findIndex((line) => line.includes('framesOf'));
    return lines.slice(0, own < 0 ? lines.length : own).map((line) => line.replace(/ ?\(?[^ ]*:(\d+):\d+\)?$/, ''));
  }
}
const failing = async () => { await 1; throw new Error('y'); };

const cases = {
  'awaits': [() => new Class().method(),
    ['thrower', 'one', 'async two', 'async Object.method', 'async Class.method']],
  'a function without a name': [async () => { await two(); }, ['thrower', 'one', 'async two', 'async']],
  'Promise.all': [async function f() { await Promise.all([1, two()]); },
    ['thrower', 'one', 'async two', 'async Promise.all (index 1)', 'async f']],
  'Promise.any': [async function f() { await Promise.any([two()]).catch((e) => { throw e.errors[0]; }); },
    ['thrower', 'one', 'async two', 'async Promise.any (index 0)', 'async f']],
  'Promise.allSettled': [async function f() { throw (await Promise.allSettled([failing()]))[0].reason; },
    ['failing', 'async Promise.allSettled (index 0)', 'async f']],
  'Promise.race': [async function f() { await Promise.race([two()]); }, ['thrower', 'one', 'async two', 'async f']],
  'combinators in each other': [async function f() { await Promise.all([0, Promise.all([two()])]); },
    ['thrower', 'one', 'async two', 'async Promise.all (index 0)', 'async Promise.all (index 1)', 'async f']],
  'then': [async function f() { await two().then(() => 1); }, ['thrower', 'one', 'async two', 'async f']],
  'a reaction that throws': [async function f() { await Promise.resolve().then(function g() { thrower(); }); },
    ['thrower', 'g', 'async f']],
  'finally': [async function f() { await two().finally(() => 1); }, ['thrower', 'one', 'async two', 'async f']],
  'async generators': [async function f() { for await (const x of generator()); },
    ['thrower', 'one', 'async two', 'async generator', 'async f']],
  'yield*': [async function f() { async function* g() { yield* generator(); } for await (const x of g()); },
    ['thrower', 'one', 'async two', 'async generator', 'async g', 'async f']],
  'for await over an array': [async function f() { for await (const x of [two()]); },
    ['thrower', 'one', 'async two', 'async f']],
  'a promise that two wait for': [async function f() { const p = two(); p.catch(() => 0); await p; },
    ['thrower', 'one', 'async two']],
  'calls that have not awaited yet': [async function f() { await 1; await (async function g() { thrower(); })(); },
    ['thrower', 'g', 'f']],
  'a thenable': [async function f() { await { then() { thrower(); } }; }, ['thrower', 'Object.then']],
};

const results = {};
const run = (async () => {
  for (const [name, [f]] of Object.entries(cases)) results[name] = await framesOf(f);
  results.limit = await (async () => {
    Error.stackTraceLimit = 3;
    try { return await framesOf(() => new Class().method()); } finally { Error.stackTraceLimit = 10; }
  })();
  Error.prepareStackTrace = (error, sites) => sites;
  try {
    await (async function f() { await Promise.all([1, two()]); })();
  } catch (error) {
    results.sites = error.stack.slice(0, 5).map((site) => [site.getFunctionName(), site.isAsync(), site.isPromiseAll(),
      site.getPromiseIndex()]);
  }
  delete Error.prepareStackTrace;
})();

if (typeof test === 'undefined') {
  run.then(() => console.log(results));
} else {
  asyncTest('positions are those of await', async () => {
    async function f() {
      const a = 1, b = await two();
    }
    const line = await f().catch((error) => error.stack.split('\n').find((frame) => frame.includes('async f ')));
    assertEquals(/:(\d+):(\d+)\)$/.exec(line)[2], '24');
  });
  asyncTest('frames that wait', async () => {
    await run;
    for (const [name, [, expected]] of Object.entries(cases)) assertEquals(results[name], expected, name);
    assertEquals(results.limit, ['thrower', 'one', 'async two']);
    assertEquals(results.sites, [['thrower', false, false, null], ['one', false, false, null],
      ['two', true, false, null], ['all', true, true, 1], ['f', true, false, null]]);
  });
}
