// Generators and async functions at warm sites.
test('thousands of short generators', function () {
  function* range(n) { for (let i = 0; i < n; i++) yield i; }
  let sum = 0;
  for (let i = 0; i < 2000; i++) for (const x of range(10)) sum += x;
  assertSame(sum, 90000);
});
test('one long generator', function () {
  function* count() { let i = 0; while (true) yield i++; }
  let last;
  for (const x of count()) { last = x; if (x === 100000) break; }
  assertSame(last, 100000);
});
test('generators in a pipeline', function () {
  function* map(it, f) { for (const x of it) yield f(x); }
  function* filter(it, f) { for (const x of it) if (f(x)) yield x; }
  function* take(it, n) { let i = 0; for (const x of it) { if (i++ >= n) return; yield x; } }
  function* nat() { for (let i = 0; ; i++) yield i; }
  for (let i = 0; i < 100; i++)
    assertEquals([...take(map(filter(nat(), (x) => x % 3 === 0), (x) => x * x), 5)], [0, 9, 36, 81, 144]);
});
test('a generator keeps locals, captured and not', function () {
  function* g(a, b, c) {
    let d = a + b, e = [d], f = () => d + c;
    yield d;
    d++;
    e.push(d);
    yield f();
    const h = { a, b, c, d, e };
    yield h;
    return f;
  }
  for (let i = 0; i < 300; i++) {
    const it = g(i, 1, 2);
    assertSame(it.next().value, i + 1);
    assertSame(it.next().value, i + 4);
    assertEquals(it.next().value, { a: i, b: 1, c: 2, d: i + 2, e: [i + 1, i + 2] });
    assertSame(it.next().value(), i + 4);
  }
});
test('a generator yields within try, loops, switch, calls and spreads', function () {
  function* g() {
    for (let i = 0; i < 3; i++) {
      try {
        switch (yield i) { case 'a': yield [...'xy', yield 'inner'].length; break; default: throw i; }
      } catch (e) {
        yield 'caught ' + e;
      } finally {
        yield 'finally';
      }
    }
  }
  for (let i = 0; i < 100; i++) {
    const it = g();
    const out = [
      it.next().value,
      it.next('a').value,
      it.next('q').value,
      it.next().value,
      it.next().value,
      it.next('b').value,
      it.next().value,
      it.next().value
    ];
    assertEquals(out, [0, 'inner', 3, 'finally', 1, 'caught 1', 'finally', 2]);
  }
});
asyncTest('an async function is called thousands of times in turn', async function () {
  const f = async (x) => { const y = await x; return y + 1; };
  let s = 0;
  for (let i = 0; i < 2000; i++) s = await f(s);
  assertSame(s, 2000);
});
asyncTest('hundreds of async functions are under way at once', async function () {
  const f = async (x) => { const y = await x; return y + 1; };
  const all = await Promise.all(Array.from({ length: 500 }, (_, i) => f(Promise.resolve(i))));
  assertSame(all.reduce((a, b) => a + b), 125250);
});
asyncTest('async generators in a pipeline', async function () {
  async function* src(n) { for (let i = 0; i < n; i++) yield i; }
  async function* map(it, f) { for await (const x of it) yield await f(x); }
  let s = 0;
  for await (const x of map(src(500), async (v) => v * 2)) s += x;
  assertSame(s, 249500);
});
test('for-of and generators that are not as usual', function () {
  const sum = (iterable) => { let s = ''; for (const x of iterable) s += x; return s; };
  const prototype = Object.getPrototypeOf((function* () {}).prototype);
  const next = prototype.next;
  for (let round = 0; round < 60; round++) {
    assertSame(sum((function* () { yield 1; yield 2; return 3; })()), '12');
    const running = (function* () { yield 1; for (const x of running) yield x; })();
    assertThrows(TypeError, () => sum(running), /already running/);
    assertSame(sum(running), '');
    const failing = (function* () { yield 1; throw new RangeError('in the middle'); })();
    assertThrows(RangeError, () => sum(failing));
    assertSame(sum(failing), '');
    // What a delegate returns is not looked at before the loop does.
    const delegate = (results) => ({ [Symbol.iterator]: () => ({ next: () => results.shift() }) });
    const outer = (results) => (function* () { yield* delegate(results); yield 'end'; })();
    assertSame(sum(outer([{ value: 7 }, { value: 8, done: 0 }, { done: 1 }])), '78end');
    assertThrows(TypeError, () => sum(outer([{ value: 7 }, 5])));
    let got = '';
    assertSame(
      sum(outer([{ get value() { got += 'v'; return 9; }, get done() { got += 'd'; return false; } }, { done: true }])),
      '9end'
    );
    assertSame(got, 'ddv');
    const own = (function* () { yield 1; yield 2; })();
    let calls = 0;
    own.next = function () { calls++; return next.call(this); };
    assertSame(sum(own), '12');
    assertSame(calls, 3);
    const [a, b] = (function* () { yield round; yield 'b'; yield 'c'; })();
    assertSame(a + b, round + 'b');
    let closed = 0;
    for (const x of (function* () { try { yield 1; yield 2; } finally { closed++; } })()) break;
    assertSame(closed, 1);
  }
  prototype.next = function () { return { done: true }; };
  try {
    assertSame(sum((function* () { yield 1; })()), '');
  } finally {
    prototype.next = next;
  }
});
