// not-on-node: it resumes the generator within the getter, before what the getter interrupts has been delivered
// A getter of `then` that iteration results inherit runs in the middle of what an async generator does for a
// request, and asks the same generator for more.

// Runs `body`; meanwhile the getter calls `hook` at each of its first `times` calls.
async function withThen(times, hook, body) {
  let calls = 0;
  Object.defineProperty(Object.prototype, 'then', {
    configurable: true,
    get() {
      if (calls++ < times) hook();
      return undefined;
    }
  });
  try {
    return await body();
  } finally {
    delete Object.prototype.then;
  }
}
// What becomes of promises, in the order in which it becomes known.
function watch(log, name, promise) {
  promise.then(r => log.push(name + ' ' + r.value + ' ' + r.done), e => log.push(name + ' threw ' + e));
}
async function turns() {
  for (let i = 0; i < 30; i++) await null;
}

for (const method of ['next', 'return', 'throw']) {
  asyncTest('A getter that a yielded result inherits calls ' + method, async function () {
    const log = [];
    let finished = 0;
    async function* generator() {
      try {
        yield 1;
        yield 2;
      } finally {
        finished++;
      }
    }
    const it = generator();
    await withThen(1, () => watch(log, 'inner', it[method]('v')), async function () {
      watch(log, 'outer', it.next());
      await turns();
    });
    assertEquals(log, [
      'outer 1 false',
      method === 'next' ? 'inner 2 false' : method === 'return' ? 'inner v true' : 'inner threw v'
    ]);
    assertEquals(finished, method === 'next' ? 0 : 1);
  });

  asyncTest('A getter that the result of a generator that ends inherits calls ' + method, async function () {
    const log = [];
    async function* generator() { return 1; }
    const it = generator();
    await withThen(1, () => watch(log, 'inner', it[method]('v')), async function () {
      watch(log, 'outer', it.next());
      await turns();
    });
    assertEquals(log, [
      'outer 1 true',
      method === 'next' ? 'inner undefined true' : method === 'return' ? 'inner v true' : 'inner threw v'
    ]);
  });

  asyncTest('A getter that the result of an ended generator inherits calls ' + method, async function () {
    const log = [];
    async function* generator() { }
    const it = generator();
    await it.next();
    await withThen(1, () => watch(log, 'inner', it[method]('v')), async function () {
      watch(log, 'outer', it.next());
      watch(log, 'last', it.next());
      await turns();
    });
    const inner = method === 'next' ? 'inner undefined true' : method === 'return' ? 'inner v true' : 'inner threw v';
    const expected = ['outer undefined true', 'last undefined true'];
    // What waits for nothing is answered within the getter, so before what the getter interrupts.
    if (method === 'return') expected.push(inner); else expected.unshift(inner);
    if (method === 'return')
      assertEquals(log.filter(s => s.startsWith('inner')), [inner]);
    else
      assertEquals(log, expected);
  });
}

asyncTest('Each request of a queue that grows while it is answered is answered once', async function () {
  const log = [];
  async function* generator() { yield 1; yield 2; yield 3; }
  const it = generator();
  let n = 0;
  await withThen(20, () => watch(log, String(n++), n % 3 ? it.next() : it.return(n)), async function () {
    for (let i = 0; i < 4; i++) watch(log, 'q' + i, it.next());
    await turns();
    await turns();
    await turns();
  });
  assertEquals(log.length, new Set(log.map(s => s.split(' ')[0])).size);
  assertEquals(log.length, n + 4);
});

asyncTest(
  'The wait for a value of return asks for its constructor once, and a getter of that may ask for more',
  async function () {
    const log = [];
    async function* generator() { }
    const it = generator();
    await it.next();
    const promise = Promise.resolve('v');
    let asked = 0;
    Object.defineProperty(promise, 'constructor', {
      get() {
        if (asked++ === 0) {
          watch(log, 'next', it.next());
          watch(log, 'return', it.return('w'));
        }
        return Promise;
      }
    });
    watch(log, 'outer', it.return(promise));
    await turns();
    assertEquals(asked, 1);
    assertEquals(log, ['outer v true', 'next undefined true', 'return w true']);
  }
);

asyncTest('Many values of return that can not be awaited', async function () {
  async function* generator() { await new Promise(resolve => { release = resolve; }); }
  let release;
  const bad = Promise.resolve();
  Object.defineProperty(bad, 'constructor', { get() { throw 'bad'; } });
  const it = generator();
  it.next();
  let rejected = 0;
  let last;
  for (let i = 0; i < 200000; i++) last = it.return(bad).catch(() => { rejected++; });
  release();
  await last;
  assertEquals(rejected, 200000);
});

asyncTest('A generator that asks itself for more while it runs and ends', async function () {
  const log = [];
  let it;
  async function* generator() {
    watch(log, 'a', it.next());
    watch(log, 'b', it.throw('t'));
    watch(log, 'c', it.return('r'));
    throw 'x';
  }
  it = generator();
  watch(log, 'first', it.next());
  await turns();
  // The last to be watched is the first to be settled.
  assertEquals(log, ['a undefined true', 'b threw t', 'first threw x', 'c r true']);
});
