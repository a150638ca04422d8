// yield* : delegation to iterators.
test('the value of yield* is what its iterator returned', function () {
  function* inner() { yield 1; return 'r'; }
  function* outer() { const r = yield* inner(); yield r; }
  assertEquals([...outer()], [1, 'r']);
});
test('yield* goes through any iterable', function () {
  function* g() { yield* 'ab'; yield* [1, 2]; yield* new Set([3]); yield* new Map([[4, 5]]); }
  assertEquals([...g()], ['a', 'b', 1, 2, 3, [4, 5]]);
});
test('yield* needs an iterable', function () {
  assertThrows(TypeError, () => [...(function* () { yield* 5; })()]);
});
test('next, throw and return are forwarded', function () {
  const log = [];
  const inner = {
    [Symbol.iterator]() { return this; },
    next(v) { log.push(['next', v]); return { value: 'n', done: false }; },
    throw(v) { log.push(['throw', v]); return { value: 't', done: false }; },
    return(v) { log.push(['return', v]); return { value: 'ret', done: true }; },
  };
  function* g() { try { yield* inner; } finally { log.push('finally'); } }
  const it = g();
  assertEquals(it.next('first'), { value: 'n', done: false });
  assertEquals(it.next('second'), { value: 'n', done: false });
  assertEquals(it.throw('err'), { value: 't', done: false });
  assertEquals(it.return('bye'), { value: 'ret', done: true });
  assertEquals(log, [['next', undefined], ['next', 'second'], ['throw', 'err'], ['return', 'bye'], 'finally']);
});
test('results are passed on untouched', function () {
  const result = { value: 1, done: false, extra: 'x' };
  const inner = { [Symbol.iterator]: () => ({ next: () => result }) };
  function* g() { yield* inner; }
  assertSame(g().next(), result);
});
test('a delegate without throw is closed and a TypeError thrown', function () {
  let closed = 0;
  const inner = {
    [Symbol.iterator]: () => ({ next: () => ({ value: 1, done: false }), return() { closed++; return {}; } })
  };
  function* g() { yield* inner; }
  const it = g();
  it.next();
  assertThrows(TypeError, () => it.throw(new RangeError('x')));
  assertSame(closed, 1);
});
test('a delegate without return lets the generator return', function () {
  const inner = { [Symbol.iterator]: () => ({ next: () => ({ value: 1, done: false }) }) };
  function* g() { try { yield* inner; } finally { } }
  const it = g();
  it.next();
  assertEquals(it.return(4), { value: 4, done: true });
});
test('a result that is no object is a TypeError', function () {
  function* g() { yield* { [Symbol.iterator]: () => ({ next: () => 1 }) }; }
  assertThrows(TypeError, () => g().next());
});
test('an inner generator catches what the outer is given', function () {
  function* inner() { try { yield 1; } catch (e) { yield 'inner caught ' + e; } return 'done'; }
  function* outer() { yield (yield* inner()) + '!'; }
  const it = outer();
  it.next();
  assertEquals(it.throw('E'), { value: 'inner caught E', done: false });
  assertEquals(it.next(), { value: 'done!', done: false });
  assertEquals(it.next(), { value: undefined, done: true });
});
test('a throw that is done goes on behind the yield*', function () {
  const inner = {
    [Symbol.iterator]: () => ({ next: () => ({ done: false }), throw: (v) => ({ value: v + '!', done: true }) })
  };
  function* g() { return [yield* inner]; }
  const it = g();
  it.next();
  assertEquals(it.throw('x'), { value: ['x!'], done: true });
});
test('a chain of hundreds of delegations is one', function () {
  function* chain(n) { if (n === 0) { yield 'deep'; return 0; } return 1 + (yield* chain(n - 1)); }
  const it = chain(200);
  assertEquals(it.next(), { value: 'deep', done: false });
  assertEquals(it.next(), { value: 200, done: true });
});
