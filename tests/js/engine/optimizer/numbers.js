// Loops of numbers, which are optimized: results at the edges of int32, uint32, Smis and doubles.
// Long enough for functions to be found hot and given up again.
const rounds = 6000;
function repeat(f, ...rest) {
  let result;
  for (let i = 0; i < 40; i++) result = f(rounds, ...rest);
  return result;
}
test('sums that leave Smis and int32', function () {
  function sum(n, step) { let s = 0; for (let i = 0; i < n; i++) s += step; return s; }
  assertSame(repeat(sum, 3), 18000);
  assertSame(repeat(sum, 400000), 2400000000);
  assertSame(repeat(sum, 0.5), 3000);
  assertSame(repeat(sum, -(2 ** 40)), -(2 ** 40) * 6000);
  assertSame(repeat(sum, '1').length, 6001);
});
test('products, and minus zero', function () {
  function product(n, a, b) { let p = 0; for (let i = 0; i < n; i++) p = a * b; return p; }
  assertSame(repeat(product, 3, 4), 12);
  assertSame(repeat(product, 0, -4), -0);
  assertSame(repeat(product, -0, 4), -0);
  assertSame(repeat(product, 65536, 65536), 2 ** 32);
  assertSame(repeat(product, 2 ** 30, 3), 3 * 2 ** 30);
  assertSame(repeat(product, NaN, 1), NaN);
});
test('quotients and remainders', function () {
  function quotient(n, a, b) { let q; for (let i = 0; i < n; i++) q = a / b; return q; }
  function remainder(n, a, b) { let r; for (let i = 0; i < n; i++) r = a % b; return r; }
  for (const [a, b] of [
    [12, 4],
    [12, 5],
    [0, 5],
    [0, -5],
    [-12, 4],
    [-12, -1],
    [-(2 ** 31), -1],
    [1, 0],
    [-1, 0],
    [0, 0],
    [2 ** 31, 2],
    [5.5, 2],
    [-0, 3],
    [-7, 7],
    [7, -7],
    [1e300, 1e-300],
    [NaN, 1],
    [5, Infinity]
  ]) {
    assertSame(
      repeat(quotient, a, b),
      Number(`${a}`) === a && !Object.is(a, -0) ? eval(`(${a}) / (${b})`) : a / b,
      `${a} / ${b}`
    );
    assertSame(repeat(remainder, a, b), Object.is(a, -0) || a !== a ? a % b : eval(`(${a}) % (${b})`), `${a} % ${b}`);
  }
});
test('bitwise operators truncate', function () {
  function mix(n, a, b) { let h = 0; for (let i = 0; i < n; i++) h = ((h << 5) - h + a ^ b) | 0; return h; }
  function unsigned(n, a) { let u = 0; for (let i = 0; i < n; i++) u = (u + a) >>> 0; return u; }
  function shifts(n, a, k) {
    let s = 0;
    for (let i = 0; i < n; i++) s = (a << k) ^ (a >> k) ^ (a >>> k) ^ ~a;
    return s;
  }
  const slow = (f, ...rest) => (0, eval)(`(${f})`)(rounds, ...rest);
  for (const a of [
    1,
    -1,
    2 ** 31,
    2 ** 32 + 5,
    -(2 ** 33) - 7,
    0.9,
    -0.9,
    1e20,
    NaN,
    Infinity,
    -0,
    '12',
    null,
    undefined,
    true
  ]) {
    assertSame(repeat(mix, a, 77), slow(mix, a, 77), `mix ${a}`);
    assertSame(repeat(unsigned, a), slow(unsigned, a), `unsigned ${a}`);
    assertSame(repeat(shifts, a, 35), slow(shifts, a, 35), `shifts ${a}`);
  }
});
test('increments in all forms', function () {
  function count(n, from) {
    let a = from, b = from, c = 0, d;
    for (let i = 0; i < n; i++) { d = a++; c = ++b; a--; --b; }
    return [a, b, c, d];
  }
  assertSame(String(repeat(count, 5)), '5,5,6,5');
  assertSame(String(repeat(count, 2 ** 30 - 1)), `${2 ** 30 - 1},${2 ** 30 - 1},${2 ** 30},${2 ** 30 - 1}`);
  assertSame(String(repeat(count, 2 ** 31 - 1)), `${2 ** 31 - 1},${2 ** 31 - 1},${2 ** 31},${2 ** 31 - 1}`);
  assertSame(String(repeat(count, 0.5)), '0.5,0.5,1.5,0.5');
  assertSame(String(repeat(count, '7')), '7,7,8,7');
  assertSame(String(repeat(count, 10n)), '10,10,11,10');
});
test('an increment converts what it is given, whatever it is', function () {
  const forms = [
    (x) => { x++; return x; },
    (x) => { ++x; return x; },
    (x) => x++,
    (x) => ++x,
    (x) => { x--; return x; },
    (x) => { --x; return x; },
    (x) => x--,
    (x) => --x,
    (x) => { const o = { x }; o.x++; return o.x; },
    (x) => { const o = { x }; return --o.x; },
    (x) => { const e = [x]; return e[0]++ + e[0]; },
    (x) => +x,
    (x) => -x,
    (x) => ~x
  ];
  const slow = forms.map((f) => (0, eval)(`(${f})`));
  const values = ['7', '', 'a', true, null, undefined, { valueOf: () => '5' }, 1.5, -0, 2 ** 30 - 1];
  for (const value of values) {
    forms.forEach((form, n) => {
      const fresh = (0, eval)(`(${form} /* ${String(value)} */)`);
      let result;
      for (let i = 0; i < 3000; i++) result = fresh(value);
      assertSame(result, slow[n](value), `${form} of ${String(value)}`);
    });
  }
  for (const [n, form] of forms.entries()) {
    let result;
    for (let i = 0; i < 20000; i++) result = form(values[i % values.length]);
    assertSame(result, slow[n](values[19999 % values.length]), String(form));
  }
});
test('comparisons with NaN, and of what is no number', function () {
  function all(n, a, b) {
    let r = 0;
    for (let i = 0; i < n; i++) {
      r = 0;
      if (a < b) r |= 1;
      if (a <= b) r |= 2;
      if (a > b) r |= 4;
      if (a >= b) r |= 8;
      if (a == b) r |= 16;
      if (a != b) r |= 32;
      if (a === b) r |= 64;
      if (a !== b) r |= 128;
      if (!(a < b)) r |= 256;
      if (!(a >= b)) r |= 512;
    }
    return r;
  }
  const once = (a, b) => (0, eval)(`(${all})`)(1, a, b), object = {}, values =
    [1, 2, -0, 0, 1.5, NaN, 2 ** 31, '1', 'b', '', null, undefined, true, false, object, {}, 5n, Symbol.iterator];
  for (const a of values) {
    for (const b of values) {
      let expected, error;
      try { expected = once(a, b); } catch (e) { error = e; }
      if (error) assertThrows(error.constructor, () => all(rounds, a, b));
      else assertSame(all(rounds, a, b), expected, `${String(a)} and ${String(b)}`);
    }
  }
});
test('values of loops that change what they are', function () {
  function change(n, at, to) {
    let v = 0, s = '';
    for (let i = 0; i < n; i++) { if (i === at) v = to; if (i % 1000 === 999) s += typeof v + ','; v = v + 1; }
    return s + v;
  }
  assertSame(change(rounds, 3500, 0.5), 'number,'.repeat(6) + '2500.5');
  assertSame(change(rounds, 3500, 2 ** 31), 'number,'.repeat(6) + (2 ** 31 + 2500));
  assertSame(change(rounds, 5998, 'x'), 'number,'.repeat(5) + 'string,' + 'x11');
  assertSame(change(rounds, 3500, undefined), 'number,'.repeat(6) + 'NaN');
});
test('booleans where numbers are expected', function () {
  function f(n, a, b) {
    let s = 0;
    for (let i = 0; i < n; i++) {
      const less = a < b;
      switch (less) { case 0: s += 1000; break; case 1: s += 2000; break; case true: s += 3; }
      if (less == 1) s += 5;
      if (less === 1) s += 7000;
      s += (less ? [4, 5, 6][i % 3] : 1) + (i == less ? 1 : 0) + (less | 2) + ~less + -less;
    }
    return s;
  }
  const slow = (0, eval)(`(${f})`);
  for (const [a, b] of [[1, 2], [2, 1], [0.5, 0.5], ['a', 'b']]) {
    let expected = 0;
    for (let i = 0; i < 60; i++) expected += slow(100, a, b);
    assertSame(repeat(f, a, b), slow(rounds, a, b), `${a} and ${b}`);
    assertSame(expected > 0, true);
  }
});
test('truth of values in conditions', function () {
  function truth(n, v) { let t = 0; for (let i = 0; i < n; i++) { if (v) t++; if (!v) t--; t += v ? 2 : 3; } return t; }
  for (const v of [
    0,
    -0,
    1,
    NaN,
    0.5,
    '',
    'a',
    null,
    undefined,
    true,
    false,
    {},
    [],
    0n,
    5n,
    Symbol.iterator,
    document_all()
  ])
    assertSame(truth(rounds, v), v ? 3 * rounds : 2 * rounds, String(v));
});
function document_all() { return function () {}; }
test('sums of integers that are truncated, and kept besides', function () {
  const edges = [0, 1, -1, 7, -1000, 2 ** 30, 2 ** 31 - 1, -(2 ** 31), -(2 ** 30) - 1, 123456789, -987654321];
  const wrap = (n) => Number(BigInt.asIntN(32, n));
  const functions = [
    [(a, b) => (a + b) | 0, (a, b) => wrap(a + b)],
    [(a, b) => (a - b) >> 1, (a, b) => wrap(a - b) >> 1],
    [(a, b) => (a + b - 1) & 0xffff, (a, b) => wrap(a + b - 1n) & 0xffff],
    [(a, b) => (a + b + a - b) ^ 5, (a, b) => wrap(a + a) ^ 5],
    [(a, b) => (a - b) >>> 0, (a, b) => Number(BigInt.asUintN(32, a - b))],
    [(a, b) => { const s = a + b; return (s | 0) + s; }, (a, b) => wrap(a + b) + Number(a + b)],
    [
      (a, b) => { let s = a + b; for (let i = 0; i < 3; i++) s = (s + a) | 0; return s; },
      (a, b) => wrap(a + b + 3n * a)
    ],
    [(a, b) => ~(a + b), (a, b) => ~wrap(a + b)],
  ];
  for (const [f, g] of functions) {
    function run(n, small) { let s = 0; for (let i = 0; i < n; i++) s = (s + f(small[i % 3], i & 7)) | 0; return s; }
    for (let k = 0; k < 30; k++) run(3000, [1, 2, 3]);
    for (const a of edges) for (const b of edges) assertSame(f(a, b), g(BigInt(a), BigInt(b)), `${f} of ${a} and ${b}`);
    for (let k = 0; k < 30; k++) run(3000, edges);
    for (const a of edges) for (const b of edges) assertSame(f(a, b), g(BigInt(a), BigInt(b)), `${f} of ${a} and ${b}`);
  }
});
test('comparisons of what was always small integers', function () {
  function rel(o, p) {
    return (o.v < p.v ? 1 : 0) + (o.v <= p.v ? 2 : 0) + (o.v === p.v ? 4 : 0) + (o.v == p.v ? 8 : 0) +
        (o.v > 3 ? 16 : 0) + (7 >= o.v ? 32 : 0) + (5 === o.v ? 64 : 0);
  }
  const numbers = [0, 1, 3, 5, 7, -1, 0x3fffffff, -0x40000000];
  const others = [
    0x40000000,
    -0x40000001,
    2 ** 31,
    1.5,
    -0,
    NaN,
    Infinity,
    '5',
    '',
    null,
    undefined,
    true,
    5n,
    { valueOf() { return 5; } }
  ];
  const check = list => {
    for (const a of list)
      for (const b of list)
        assertSame(
          rel({ v: a }, { v: b }),
          (a < b ? 1 : 0) + (a <= b ? 2 : 0) + (a === b ? 4 : 0) + (a == b ? 8 : 0) + (a > 3 ? 16 : 0) +
              (7 >= a ? 32 : 0) + (5 === a ? 64 : 0)
        );
  };
  for (let k = 0; k < 60; k++) check(numbers);
  for (let k = 0; k < 20; k++) check(numbers.concat(others));
});
test('bits that are asked for', function () {
  function bits(o, mask) {
    return (o.v & 4 ? 1 : 0) + ((o.v & mask) === 0 ? 2 : 0) + ((o.v & mask) !== 0 ? 4 : 0) +
        (0 == (mask & 8) ? 8 : 0) + ((o.v & 0x80000000) !== 0 || o.v === 9 ? 16 : 0);
  }
  const want = (v, m) =>
    (v & 4 ? 1 : 0) + ((v & m) === 0 ? 2 : 0) + ((v & m) !== 0 ? 4 : 0) + (0 == (m & 8) ? 8 : 0) +
        ((v & 0x80000000) !== 0 || v === 9 ? 16 : 0);
  const small = [0, 1, 4, 5, 8, 9, 12, -1, -8, 0x3fffffff],
      others = [2 ** 31, 2 ** 32 + 4, -(2 ** 31), 4.7, NaN, -0, '12', true, null, undefined];
  for (let k = 0; k < 60; k++) for (const v of small) for (const m of small) assertSame(bits({ v }, m), want(v, m));
  for (let k = 0; k < 10; k++)
    for (const v of small.concat(others)) for (const m of small.concat(others)) assertSame(bits({ v }, m), want(v, m));
});
test('what is true, and what equals null', function () {
  const values = [
    0,
    1,
    -0,
    0.5,
    NaN,
    -1.5,
    2 ** 40,
    '',
    'x',
    'a'.repeat(30),
    'ab'.slice(1),
    {},
    [],
    null,
    undefined,
    true,
    false,
    0n,
    5n,
    Symbol.iterator,
    () => 1
  ];
  function truth(v) { return v ? 1 : !v ? 2 : 3; }
  function loose(a, b) { return (a == b ? 1 : 0) + (a != b ? 2 : 0); }
  const is = values.map(v => Boolean(v));
  for (let k = 0; k < 60; k++) for (let i = 0; i < values.length; i++) assertSame(truth(values[i]), is[i] ? 1 : 2);
  const nothing = [null, undefined], objects = [{}, [], () => 1];
  for (let k = 0; k < 200; k++)
    for (const a of nothing.concat(objects))
      for (const b of nothing.concat(objects))
        assertSame(loose(a, b), a === b || (nothing.includes(a) && nothing.includes(b)) ? 1 : 2);
  for (let k = 0; k < 20; k++)
    for (const a of nothing) for (const v of values) assertSame(loose(a, v), v === null || v === undefined ? 1 : 2);
});
test('conditions that a branch before has asked', function () {
  function held(o) { return (o.state & 4) !== 0 || o.state === 2; }
  function f(o) { if (held(o)) return 'held'; if (o.state === 2 || !(o.state & 1)) return 'even'; return 'odd'; }
  warm(
    i => f({ state: i % 8 }),
    i => { const s = i % 8; return (s & 4) !== 0 || s === 2 ? 'held' : s & 1 ? 'odd' : 'even'; },
    6000
  );
  function twice(a, b) {
    const both = a < b;
    let s = both ? 1 : 2;
    if (both) s += 10;
    if (!both) s += 100;
    return both && a < b ? s : -s;
  }
  warm(i => twice(i % 7, 3), i => i % 7 < 3 ? 11 : -102, 6000);
});
test('symbols, BigInts and what is neither', function () {
  const values = [
    Symbol('a'),
    Symbol('a'),
    Symbol.iterator,
    1n,
    BigInt(1),
    -1n,
    2n ** 70n,
    2n ** 70n,
    undefined,
    null,
    true,
    false,
    'a',
    1,
    {}
  ];
  function same(a, b) { return (a === b ? 1 : 0) + (a !== b ? 2 : 0) + (a == b ? 4 : 0); }
  const want = values.map(
    a => values.map(
      b =>
        (Object.is(a, b) ? 1 : 2) +
            (Object.is(a, b) || (a == null && b == null) ||
                ((a === true || typeof a === 'bigint' || a === 1) &&
                    (b === true || typeof b === 'bigint' || b === 1) &&
                    String(Number(a)) === String(Number(b)))
                ? 4
                : 0)
    )
  );
  for (let k = 0; k < 300; k++)
    for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) assertSame(same(values[i], values[j]), want[i][j]);
  for (let k = 0; k < 40; k++)
    for (let i = 0; i < values.length - 1; i++)
      for (let j = 0; j < values.length - 1; j++) assertSame(same(values[i], values[j]), want[i][j], `${i} ${j}`);
});
