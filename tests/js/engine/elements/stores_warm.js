// Stores that append or fill a hole, in code that is warm, where something makes them visible; and 32-bit
// arithmetic at its edges. Each function runs often before the case that counts.
test('a warm store fills holes and appends, in each representation', function () {
  function store(a, i, v) { a[i] = v; }
  const smis = [], doubles = [0.5], things = [''];
  for (const a of [smis, doubles, things]) {
    const v = a === smis ? 7 : a === doubles ? 7.25 : 'x';
    store(a, 40, v);
    for (let i = 1; i < 40; i += 2) store(a, i, v);
    assertSame(a.length, 41);
    for (let i = 2; i < 40; i += 2) { assert(!(i in a)); store(a, i, v); assert(i in a); }
    for (let i = 41; i < 100; i++) store(a, i, v);
    assertSame(a.length, 100);
    for (let i = 1; i < 100; i++) assertSame(a[i], v);
  }
});
test('a warm store appends NaN, minus zero and an integer to doubles', function () {
  function store(a, i, v) { a[i] = v; }
  const doubles = [];
  for (let i = 0; i < 100; i++) store(doubles, i, 7.25);
  store(doubles, 100, NaN);
  store(doubles, 101, -0);
  store(doubles, 102, 3);
  assertEquals(doubles.slice(100), [NaN, -0, 3]);
});
// A strict store that has filled holes with v and appended it.
function warmStore(v) {
  function store(a, i, v) { 'use strict'; a[i] = v; }
  for (let i = 0; i < 100; i++) { const a = [v, , v]; store(a, 1, v); store(a, 3, v); assertSame(a.length, 4); }
  return store;
}
test('a warm store does not fill a hole of an array that cannot be extended, nor appends', function () {
  for (const v of [1, 1.5, 'x']) {
    const store = warmStore(v);
    const closed = [v, , v];
    Object.preventExtensions(closed);
    assertThrows(TypeError, () => store(closed, 1, v));
    assertThrows(TypeError, () => store(closed, 3, v));
    store(closed, 0, v);
    assert(!(1 in closed) && closed.length === 3);
  }
});
test('a warm store does not change a frozen array', function () {
  for (const v of [1, 1.5, 'x']) {
    const store = warmStore(v);
    const frozen = Object.freeze([v, , v]);
    assertThrows(TypeError, () => store(frozen, 0, v));
  }
});
test('a warm store fills a hole of an array with a read-only length, and does not append', function () {
  for (const v of [1, 1.5, 'x']) {
    const store = warmStore(v);
    const fixed = Object.defineProperty([v, , v], 'length', { writable: false });
    store(fixed, 1, v);
    assertSame(fixed[1], v);
    assertThrows(TypeError, () => store(fixed, 3, v));
    assertSame(fixed.length, 3);
  }
});
test('a warm store finds setters and read-only elements of another prototype', function () {
  function store(a, i, v) { a[i] = v; }
  for (const v of [1, 1.5, 'x']) {
    for (let i = 0; i < 100; i++) { const a = [v, , v]; store(a, 1, v); store(a, 3, v); }
    const log = [];
    const prototype = Object.create(Array.prototype, { 1: { set(x) { log.push(x); } }, 3: { value: 'fixed' } });
    const a = Object.setPrototypeOf([v, , v], prototype);
    store(a, 1, v);
    store(a, 3, v);
    assertEquals(log, [v]);
    assert(!Object.hasOwn(a, 1) && !Object.hasOwn(a, 3) && a.length === 3 && a[3] === 'fixed');
  }
});
test('a transient number is stored with its own value', function () {
  function scale(from, to, k) { for (let i = 0; i < from.length; i++) to[i] = from[i] * k; }
  const from = [];
  for (let i = 0; i < 50; i++) from.push(i + 0.5);
  const packed = [], holey = [0.1, , , , 0.2];
  for (let i = 0; i < 20; i++) scale(from, packed, i);
  scale(from, holey, 2);
  for (let i = 0; i < 50; i++) { assertSame(packed[i], (i + 0.5) * 19); assertSame(holey[i], i * 2 + 1); }
  assertSame(holey.length, 50);
});
test('bitwise operators on numbers beyond Smis wrap modulo 2 ** 32', function () {
  const xor = (a, b) => a ^ b, and = (a, b) => a & b, or = (a, b) => a | b;
  const shl = (a, b) => a << b, sar = (a, b) => a >> b, shr = (a, b) => a >>> b;
  const by8 = (a) => [a << 8, a >> 8, a >>> 8, a & 0xff, a | 1, a ^ 255, a >>> 0, a >> 0, ~a];
  const operands = [
    0,
    -0,
    1,
    -1,
    0x3fffffff,
    0x40000000,
    -0x40000000,
    -0x40000001,
    0x7fffffff,
    -0x80000000,
    0x80000000,
    0xffffffff,
    0x100000000,
    1.9,
    -1.9,
    2 ** 53,
    -(2 ** 53),
    2 ** 63,
    -(2 ** 63),
    2 ** 63 + 2048,
    2 ** 64,
    1e300,
    -1e300,
    NaN,
    Infinity,
    -Infinity,
    9.3e18,
    -9.3e18
  ];
  // ToInt32 by its definition, in arithmetic only.
  const toInt32 = (d) => {
    if (!isFinite(d)) return 0;
    let m = Math.trunc(d) % 4294967296;
    if (m < 0) m += 4294967296;
    return m >= 2147483648 ? m - 4294967296 : m + 0;
  };
  const bits = (n) => {
    const t = [];
    let m = n < 0 ? n + 4294967296 : n;
    for (let i = 0; i < 32; i++) { t.push(m % 2); m = Math.floor(m / 2); }
    return t;
  };
  const number = (t) => { let n = 0; for (let i = 31; i >= 0; i--) n = n * 2 + t[i]; return n; };
  const signed = (n) => (n >= 2147483648 ? n - 4294967296 : n);
  const zip = (a, b, f) => signed(number(bits(toInt32(a)).map((x, i) => f(x, bits(toInt32(b))[i]))));
  for (let round = 0; round < 3; round++) {
    for (const a of operands) {
      const i = toInt32(a), u = i < 0 ? i + 4294967296 : i;
      for (const b of operands) {
        assertSame(xor(a, b), zip(a, b, (x, y) => (x + y) % 2) + 0);
        assertSame(and(a, b), zip(a, b, (x, y) => x * y) + 0);
        assertSame(or(a, b), zip(a, b, (x, y) => Math.max(x, y)) + 0);
      }
      for (const b of [0, 1, 8, 31, 32, 33, -1, 8.7, 4294967297]) {
        const n = ((toInt32(b) % 32) + 32) % 32;
        assertSame(shl(a, b), toInt32((u % 2 ** (32 - n)) * 2 ** n) + 0);
        assertSame(sar(a, b), Math.floor(i / 2 ** n) + 0);
        assertSame(shr(a, b), Math.floor(u / 2 ** n));
      }
      assertEquals(
        by8(a),
        [shl(a, 8), sar(a, 8), shr(a, 8), and(a, 0xff), or(a, 1), xor(a, 255), u, i, -1 - i].map((x) => x + 0)
      );
    }
  }
});
const doubles = [0.5, 1.5, , 2.5], typed = new Float64Array([0.5, 1.5, 2.5]), ints = new Uint32Array([0xffffffff, 1]);
// Loads that have met these.
function warmLoads() {
  function get(a, i) { return a[i]; }
  function sum(a, n) { let s = 0; for (let i = 0; i < n; i++) s += a[i]; return s; }
  for (let i = 0; i < 200; i++) {
    get(doubles, 0);
    get(typed, 1);
    get(ints, 0);
    get([1], 0);
    get('abc', 1);
    sum(doubles, 2);
    sum(typed, 3);
  }
  return { get, sum };
}
test('a warm load of an array of doubles finds nothing in holes, past the ends and between', function () {
  const { get, sum } = warmLoads();
  assertSame(get(doubles, 1), 1.5);
  assertSame(get(doubles, 2), undefined);
  assertSame(get(doubles, 4), undefined);
  assertSame(get(doubles, -1), undefined);
  assertSame(get(doubles, 1.5), undefined);
  assertSame(get(doubles, '3'), 2.5);
  assertSame(sum(doubles, 3), NaN);
});
test('a warm load of a typed array finds nothing past the ends', function () {
  const { get } = warmLoads();
  assertSame(get(typed, 2), 2.5);
  assertSame(get(typed, 3), undefined);
  assertSame(get(typed, -1), undefined);
  assertSame(get(ints, 0), 4294967295);
  assertSame(get(ints, 2), undefined);
});
test('a warm load meets a sparse array, names, plain objects and arguments', function () {
  const { get } = warmLoads();
  const dictionary = [0.5];
  dictionary[1e6] = 1;
  assertEquals([get(dictionary, 0), get(dictionary, 1e6), get(dictionary, 5)], [0.5, 1, undefined]);
  const named = Object.assign([0.5, 1.5], { extra: 1 });
  assertSame(get(named, 1), 1.5);
  assertSame(get(named, 'extra'), 1);
  assertSame(get({ 0: 'zero' }, 0), 'zero');
  assertSame(get(arguments, 0), undefined);
});
test('a warm load reads a hole through to the prototype', function () {
  const { get } = warmLoads();
  Array.prototype[2] = 'inherited';
  try { assertSame(get(doubles, 2), 'inherited'); } finally { delete Array.prototype[2]; }
});
