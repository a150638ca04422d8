// Exceptions at warm sites and across frames of all kinds.
test('what is thrown deep is caught high, many times', function () {
  const deep = (n, v) => { if (n === 0) throw v; deep(n - 1, v); };
  for (let i = 0; i < 500; i++) { try { deep(30, i); assert(false); } catch (e) { assertSame(e, i); } }
});
test('registers of the catching frame are intact', function () {
  const f = (i) => {
    let a = i, b = i * 2, c = [i], d = 'x' + i;
    const k = { i };
    try { a = 100; b += 1; c.push((() => { throw 'e'; })()); d = 'never'; } catch (e) { return [a, b, c, d, k, e]; }
  };
  for (let i = 0; i < 300; i++) assertEquals(f(i), [100, i * 2 + 1, [i], 'x' + i, { i }, 'e']);
});
test('exceptions cross natives with callbacks and back, nested', function () {
  const boom = (x) => { if (x === 3) throw new RangeError('three'); return x; };
  for (let i = 0; i < 200; i++) {
    const log = [];
    try {
      [1, 2].forEach((a) => {
        try {
          [3, 4].map((b) => boom(b));
        } catch (e) {
          log.push(a + e.message);
          if (a === 2) throw e;
        } finally {
          log.push('f');
        }
      });
    } catch (e) {
      log.push('out');
    }
    assertEquals(log, ['1three', 'f', '2three', 'f', 'out']);
  }
});
test('a warm load throws for what is missing, and then succeeds again', function () {
  const get = (o) => o.p.q;
  for (let i = 0; i < 300; i++) {
    if (i % 10 === 0) assertThrows(TypeError, () => get({})); else assertSame(get({ p: { q: i } }), i);
  }
});
test('a warm call throws for what is no function, and then succeeds again', function () {
  const call = (o) => o.m();
  for (let i = 0; i < 300; i++) {
    if (i % 10 === 0) assertThrows(TypeError, () => call({ m: i })); else assertSame(call({ m: () => i }), i);
  }
});
test('a handler throws another error with the first as its cause', function () {
  const layer = (n) => {
    try {
      if (n === 0) throw new Error('base');
      layer(n - 1);
    } catch (e) {
      throw new Error(n + ':' + e.message, { cause: e });
    }
  };
  try {
    layer(5);
  } catch (e) {
    assertEquals([e.message, e.cause.cause.cause.cause.cause.cause.message], ['5:4:3:2:1:0:base', 'base']);
  }
});
test('constructors, accessors, iterators and conversions throw into a warm handler', function () {
  const cases = [
    () => new (class { constructor() { throw 1; } })(),
    () => new (class extends (class { constructor() { throw 1; } }) { })(),
    () => ({ get x() { throw 1; } }).x,
    () => { ({ set x(v) { throw 1; } }).x = 5; },
    () => [...{ *[Symbol.iterator]() { throw 1; } }],
    () => +{ valueOf() { throw 1; } },
    () => `${{ toString() { throw 1; } }}`,
    () => { const { a = (() => { throw 1; })() } = {}; },
    () => ((a = (() => { throw 1; })()) => a)(),
    () => class { static x = (() => { throw 1; })(); },
    () => ({ [(() => { throw 1; })()]: 1 }),
    () => { for (const x of [1]) throw x; },
    () => { switch ((() => { throw 1; })()) { } },
    () => eval('throw 1'),
    () => new Function('throw 1')()
  ];
  for (let i = 0; i < 50; i++)
    for (const f of cases) { let caught = 'nothing'; try { f(); } catch (e) { caught = e; } assertSame(caught, 1); }
});
