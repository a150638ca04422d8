// Generator functions and what next, return and throw do.
test('next passes values in both directions', function () {
  function* g(a) { const b = yield a; const c = yield a + b; return a + b + c; }
  const it = g(1);
  assertEquals(it.next('ignored'), { value: 1, done: false });
  assertEquals(it.next(10), { value: 11, done: false });
  assertEquals(it.next(100), { value: 111, done: true });
  assertEquals(it.next(), { value: undefined, done: true });
});
test('parameters are evaluated at the call, the body at the first next', function () {
  const log = [];
  function* g(x = log.push('param')) { log.push('body'); }
  const it = g();
  assertEquals(log, ['param']);
  it.next();
  assertEquals(log, ['param', 'body']);
});
test('return runs finally', function () {
  const log = [];
  function* g() { try { yield 1; yield 2; } finally { log.push('finally'); } }
  const it = g();
  it.next();
  assertEquals(it.return('r'), { value: 'r', done: true });
  assertEquals(log, ['finally']);
  assertEquals(it.next(), { value: undefined, done: true });
});
test('a yield in finally puts return off', function () {
  function* h() { try { yield 1; } finally { yield 'cleanup'; } }
  const jt = h();
  jt.next();
  assertEquals(jt.return('r'), { value: 'cleanup', done: false });
  assertEquals(jt.next(), { value: 'r', done: true });
  assertEquals(jt.next(), { value: undefined, done: true });
});
test('a return in finally overrules', function () {
  function* k() { try { yield 1; } finally { return 'other'; } }
  const kt = k();
  kt.next();
  assertEquals(kt.return('r'), { value: 'other', done: true });
});
test('a continue in finally takes return back', function () {
  function* l() { for (;;) { try { yield 1; } finally { continue; } } }
  const lt = l();
  lt.next();
  assertEquals(lt.return('r'), { value: 1, done: false });
});
test('return before the start ends the generator without running it', function () {
  function* g() { throw new Error('must not run'); }
  assertEquals(g().return(5), { value: 5, done: true });
});
test('throw before the start ends the generator without running it', function () {
  function* g() { throw new Error('must not run'); }
  assertThrows(RangeError, () => g().throw(new RangeError('x')));
});
test('a generator that is returned from is at its end, and still throws', function () {
  function* g() { throw new Error('must not run'); }
  const it = g();
  it.return(1);
  assertEquals(it.next(), { value: undefined, done: true });
  assertThrows(RangeError, () => it.throw(new RangeError('x')));
});
test('throw arrives at the yield', function () {
  function* g() { while (true) { try { yield 'ok'; } catch (e) { yield 'caught ' + e; } } }
  const it = g();
  it.next();
  assertEquals(it.throw('a'), { value: 'caught a', done: false });
  assertEquals(it.next(), { value: 'ok', done: false });
});
test('an error ends the generator', function () {
  function* g() { yield 1; throw new RangeError('x'); }
  const it = g();
  it.next();
  assertThrows(RangeError, () => it.next());
  assertEquals(it.next(), { value: undefined, done: true });
});
test('a generator that calls its own next gets a TypeError', function () {
  let it;
  function* g() { it.next(); }
  it = g();
  assertThrows(TypeError, () => it.next());
});
test('yield stands in every kind of operand', function () {
  function* g() {
    const a = [yield 1, yield 2];
    const o = { [yield 3]: yield 4, m: (yield 5) ? yield 6 : yield 7 };
    const t = `${yield 8}-${yield 9}`;
    const c = Math.max(yield 10, ...(yield 11));
    o.x = (yield 12) + (yield 13);
    o[yield 14] += yield 15;
    const s = (yield 16) || (yield 17);
    switch (yield 18) { case yield 19: a.push('case'); }
    return [a, o, t, c, s, typeof (yield 20), !(yield 21), new Array(yield 22, yield 23)];
  }
  const answers = [
    'a', 'b', 'key', 'val', false, 'seven', 't1', 't2', 5, [9], 1, 2, 'x', 10, 0, 'or', 'same', 'same', 'ty',
    0, 1, 2
  ];
  const it = g();
  let r = it.next();
  const order = [];
  while (!r.done) { order.push(r.value); r = it.next(answers.shift()); }
  assertEquals(order, [1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23]);
  assertEquals(r.value, [
    ['a', 'b', 'case'],
    { key: 'val', m: 'seven', x: 13 },
    't1-t2',
    9,
    'or',
    'string',
    true,
    [1, 2]
  ]);
});
test('locals, arguments and this survive a yield', function () {
  function* g(a, b) {
    let sum = a + b;
    for (let i = 0; i < 3; i++) { yield sum += i; }
    yield arguments.length;
    yield this;
  }
  const self = {};
  assertEquals([...g.call(self, 1, 2)].slice(0, 4), [3, 4, 6, 2]);
  assertSame([...g.call(self, 1, 2)][4], self);
});
test('generators are no constructors', function () {
  function* g() {}
  assertThrows(TypeError, () => new g());
});
test('a generator object inherits from the prototype of its function', function () {
  function* g() {}
  assert(g() instanceof g);
  assertSame(Object.getPrototypeOf(g()), g.prototype);
  assertSame(Object.hasOwn(g.prototype, 'constructor'), false);
});
test('a generator function without a prototype object takes that of the realm', function () {
  function* g() {}
  g.prototype = null;
  const base = Object.getPrototypeOf(Object.getPrototypeOf((function* () {}).prototype));
  assertSame(Object.getPrototypeOf(Object.getPrototypeOf(g())), base);
  assertSame(g()[Symbol.toStringTag], 'Generator');
});
test('a generator iterates itself', function () {
  const it = (function* () {})();
  assertSame(it[Symbol.iterator](), it);
});
test('methods may be generators', function () {
  const o = { *[Symbol.iterator]() { yield* [1, 2]; }, *named() { yield this.v; }, v: 3 };
  assertEquals([...o, ...o.named()], [1, 2, 3]);
});
test('an endless generator is left by a pattern', function () {
  function* naturals() { let n = 0; while (true) yield n++; }
  const [a, b, c] = naturals();
  assertEquals([a, b, c], [0, 1, 2]);
});
test('an endless generator is left by break', function () {
  function* naturals() { let n = 0; while (true) yield n++; }
  let sum = 0;
  for (const n of naturals()) { if (n > 100) break; sum += n; }
  assertSame(sum, 5050);
});
test('a generator may delegate to itself', function () {
  function* tree(n) { if (n > 0) { yield* tree(n - 1); yield n; yield* tree(n - 1); } }
  assertEquals([...tree(3)], [1, 2, 1, 3, 1, 2, 1]);
  let count = 0;
  for (const _ of tree(10)) count++;
  assertSame(count, 1023);
});
test('a thousand generators keep their states', function () {
  function* g(i) { yield i; yield i * 2; }
  const all = [];
  for (let i = 0; i < 1000; i++) { const it = g(i); it.next(); all.push(it); }
  let sum = 0;
  for (const it of all) sum += it.next().value;
  assertSame(sum, 999000);
});
test('yield is an identifier in sloppy code', function () {
  assertSame(new Function('var yield = 3; return yield;')(), 3);
});
test('yield is reserved in strict code and in generators', function () {
  assertThrows(SyntaxError, () => new Function('"use strict"; var yield = 3;'));
  assertThrows(SyntaxError, () => new Function('function* g() { var yield; }'));
  assertThrows(SyntaxError, () => new Function('function* g(a = yield) {}'));
});
