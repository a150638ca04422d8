// Exceptions: try, catch, finally and every way out of them.
test('finally overrides a return or a throw, or lets it through', function () {
  assertSame((() => { try { return 1; } finally { } })(), 1);
  assertSame((() => { try { return 1; } finally { return 2; } })(), 2);
  assertSame((() => { try { throw 1; } catch (e) { return 'c' + e; } finally { } })(), 'c1');
  assertSame((() => { try { throw 1; } finally { return 'swallowed'; } })(), 'swallowed');
  assertThrows(RangeError, () => { try { throw new EvalError(); } finally { throw new RangeError(); } });
  assertThrows(EvalError, () => { try { throw new EvalError(); } finally { } });
});
test('the return value is taken before finally runs', function () {
  let x = 1;
  assertSame((() => { try { return x; } finally { x = 2; } })(), 1);
  assertSame(x, 2);
});
test('an object that is returned may be changed by finally', function () {
  const o = { n: 1 };
  assertSame((() => { try { return o; } finally { o.n = 2; } })().n, 2);
});
test('break and continue run finally', function () {
  const log = [];
  for (let i = 0; i < 4; i++) {
    try { if (i === 1) continue; if (i === 3) break; log.push('b' + i); } finally { log.push('f' + i); }
  }
  assertEquals(log, ['b0', 'f0', 'f1', 'b2', 'f2', 'f3']);
});
test('break in finally takes a return back', function () {
  assertSame((() => { for (;;) { try { return 1; } finally { break; } } return 2; })(), 2);
});
test('continue in catch runs finally in each turn', function () {
  let n = 0;
  do { try { throw 1; } catch (e) { continue; } finally { n++; } } while (n < 3);
  assertSame(n, 3);
});
test('catch and finally nest', function () {
  const log = [];
  const f = () => {
    try {
      try {
        try { throw new RangeError('1'); } finally { log.push('a'); }
      } catch (e) {
        log.push(e.message);
        throw new EvalError('2');
      } finally {
        log.push('b');
      }
    } catch (e) {
      log.push(e.message);
      return 'r';
    } finally {
      log.push('c');
    }
  };
  assertSame(f(), 'r');
  assertEquals(log, ['a', '1', 'b', '2', 'c']);
});
test('anything can be thrown', function () {
  for (const v of [undefined, null, 0, '', 'text', Symbol.iterator, 5n, NaN, {}, () => {}]) {
    try { throw v; } catch (e) { assertSame(e, v); }
  }
});
test('catch may do without a parameter', function () {
  let hit = 0;
  try { throw 1; } catch { hit++; }
  assertSame(hit, 1);
});
test('catch may have a pattern', function () {
  let hit = 0;
  try { throw { a: [1, 2] }; } catch ({ a: [x, y], b = x + y }) { assertEquals([x, y, b], [1, 2, 3]); hit++; }
  assertSame(hit, 1);
});
test('a pattern of catch that fails throws', function () {
  assertThrows(TypeError, () => { try { throw null; } catch ({ a }) { } });
});
test('exceptions cross callbacks, getters, iterators and constructors', function () {
  assertThrows(RangeError, () => [1].map(() => { throw new RangeError(); }));
  assertThrows(RangeError, () => 'a'.replace(/a/, () => { throw new RangeError(); }));
  assertThrows(RangeError, () => JSON.stringify({ toJSON() { throw new RangeError(); } }));
  assertThrows(RangeError, () => [3, 1].sort(() => { throw new RangeError(); }));
  assertThrows(RangeError, () => new Proxy({}, { get() { throw new RangeError(); } }).x);
  assertThrows(RangeError, () => `${{ toString() { throw new RangeError(); } }}`);
  assertThrows(RangeError, () => { for (const x of (function* () { throw new RangeError(); })()); });
  assertThrows(RangeError, () => new (class { constructor() { throw new RangeError(); } })());
  assertThrows(RangeError, () => Reflect.apply(() => { throw new RangeError(); }, null, []));
  assertThrows(RangeError, () => new Map([[1, 2]]).forEach(() => { throw new RangeError(); }));
});
test('arguments are dropped when one throws', function () {
  const log = [];
  const a = [1, 2, 3];
  try { log.push('x', a[0] + (() => { throw 1; })() + log.push('never')); } catch { }
  assertEquals(log, []);
});
test('a finished assignment stays when the rest of the expression throws', function () {
  let x = 1;
  try { x = (x = 5) + (() => { throw 1; })(); } catch { }
  assertSame(x, 5);
});
test('an assignment whose value throws is not made', function () {
  const o = {};
  try { o.p = o.q = (() => { throw 1; })(); } catch { }
  assertEquals(o, {});
});
test('thousands of exceptions in a loop are caught', function () {
  let caught = 0;
  const thrower = (i) => { if (i % 2) throw i; return i; };
  for (let i = 0; i < 20000; i++) {
    try { thrower(i); } catch (e) { caught += e === i ? 1 : 0; } finally { caught += 0; }
  }
  assertSame(caught, 10000);
});
test('variables keep their values across the handlers', function () {
  let a = 1, b = 2;
  const f = (v) => {
    let c = 3;
    try { a = 10; c = 30; if (v) throw 1; b = 20; } catch { c++; } finally { c += 100; }
    return [a, b, c];
  };
  assertEquals(f(true), [10, 2, 131]);
  assertEquals(f(false), [10, 20, 130]);
});
test('return in finally takes back what was thrown into a generator', function () {
  function* g() { try { yield 1; } finally { return 'fin'; } }
  const it = g();
  it.next();
  assertEquals(it.throw(new Error('lost')), { value: 'fin', done: true });
});
test('finally runs once for each exit', function () {
  let n = 0;
  const f = (k) => {
    try { switch (k) { case 0: return 0; case 1: throw 1; case 2: break; } } catch (e) { return 'c'; } finally { n++; }
    return 'end';
  };
  assertSame(f(0), 0);
  assertSame(f(1), 'c');
  assertSame(f(2), 'end');
  assertSame(n, 3);
});
test('try in a function called by finally leaves the return value alone', function () {
  const inner = () => { try { return 'inner'; } finally { } };
  assertSame((() => { try { return 'outer'; } finally { inner(); } })(), 'outer');
});
test('try in a catch leaves the handler alone', function () {
  assertSame((() => { try { throw 1; } catch { try { throw 2; } catch { } return 'done'; } })(), 'done');
});
