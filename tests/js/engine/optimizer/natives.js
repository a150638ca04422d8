// Builtins, typed arrays and strings that optimized code has nodes for, at their limits.
function check(source, values) {
  const make = () => new Function('v', source);
  const result = (f, v) => {
    try {
      const r = f(v);
      return Object.is(r, -0) ? '-0' : `${typeof r} ${String(r)}`;
    } catch (e) {
      return `${e.constructor.name}: ${e.message}`;
    }
  };
  for (const first of [values[0], values[values.length - 1]]) {
    const warm = make();
    for (let k = 0; k < 400; k++) result(warm, first);
    for (let round = 0; round < 2; round++) {
      for (const v of values) {
        const expected = result(make(), v);
        for (let k = 0; k < 25; k++) assertSame(result(warm, v), expected);
      }
    }
  }
}
const numbers = [
  1,
  0,
  -0,
  -1,
  0.5,
  -0.5,
  0.49999999999999994,
  -0.49999999999999994,
  1.5,
  2.5,
  -1.5,
  -2.5,
  5e-324,
  -5e-324,
  2147483647,
  2147483648,
  -2147483648,
  -2147483649,
  2147483646.5,
  -2147483648.5,
  4294967295.5,
  4294967296,
  -4294967296.5,
  2 ** 52 + 0.5,
  2 ** 53,
  -(2 ** 53),
  1e300,
  -1e300,
  NaN,
  Infinity,
  -Infinity,
  1073741823,
  1073741824,
  -1073741825
];
const values = [
  ...numbers,
  '7',
  '-1.5',
  undefined,
  null,
  true,
  { valueOf() { return -3.5; } },
  10n,
  Symbol.iterator,
  2.25
];
for (const name of ['floor', 'ceil', 'trunc', 'round', 'abs', 'sqrt']) {
  test(`Math.${name}`, function () {
    check(`let r = 0; for (let i = 0; i < 3; i++) r = Math.${name}(v); return r;`, values);
    check(`let s = 0; for (let i = 0; i < 3; i++) s += Math.${name}(v + i); return s;`, numbers);
    check(`let s = 0; for (let i = 0; i < 3; i++) s = (s + Math.${name}(v)) | 0; return s;`, numbers);
  });
}
for (const name of ['max', 'min', 'imul']) {
  test(`Math.${name}`, function () {
    for (const other of ['1', '-5', '0', '0.5', '-0', 'NaN', '2147483647', '"8"'])
      check(`let r = 0; for (let i = 0; i < 3; i++) r = Math.${name}(v, ${other}); return r;`, values);
    check(`let s = 0; for (let i = -2; i < 3; i++) s = s * 3 + Math.${name}(v, i) | 0; return s;`, numbers);
  });
}
for (const name of Object.getOwnPropertyNames(Math).filter((name) => Math[name].length === 1)) {
  test(`Math.${name} of a number`, function () {
    check(`let r = 0; for (let i = 0; i < 3; i++) r = Math.${name}(v); return r;`, [0.5, ...values, 0.25]);
  });
}
for (const source of ['Math.atan2(v, w)', 'Math.pow(v, w)', 'v ** w', 'Math.hypot(v, w)']) {
  test(source, function () {
    for (const w of ['1', '-5', '0', '0.5', '-0', 'NaN', 'Infinity', '2147483647', '"8"', 'undefined'])
      check(`const w = ${w}; let r = 0; for (let i = 0; i < 3; i++) r = ${source}; return r;`, [2, ...values, 0.5]);
  });
}
test('parseInt', function () {
  const texts = ['12', '12.5', '0x1f', ' 7px', '', '-0', '1e3'], small = [1e-7, -1e-7, 1e21, -1e21];
  for (const first of [5, 0.5, '12']) {
    check('let r = 0; for (let i = 0; i < 3; i++) r = parseInt(v); return r;', [first, ...values, ...small, ...texts]);
    check('let r = 0; for (let i = 0; i < 3; i++) r += parseInt(v, 10); return r;', [first, ...numbers, ...texts]);
    check('let r = 0; for (let i = 0; i < 3; i++) r += parseInt(v, 7); return r;', [first, ...numbers, ...texts]);
  }
});
test('a builtin that is replaced', function () {
  const floor = Math.floor;
  function f(n) { let s = 0; for (let i = 0; i < n; i++) s += Math.floor(i / 2); return s; }
  for (let k = 0; k < 30; k++) assertSame(f(300), 22350);
  Math.floor = () => 1;
  for (let k = 0; k < 30; k++) assertSame(f(300), 300);
  Math.floor = floor;
  for (let k = 0; k < 30; k++) assertSame(f(300), 22350);
});
test('null, undefined and what is compared with them', function () {
  const all = [
    null,
    undefined,
    0,
    -0,
    '',
    'text',
    false,
    true,
    NaN,
    {},
    [],
    function () {},
    Symbol.iterator,
    0n,
    1.5,
    { valueOf() { throw new Error('never'); } }
  ];
  for (const source of [
    'v == null',
    'v != null',
    'v == undefined',
    'null == v',
    'v === null',
    'v ?? "other"',
    'v?.x',
    '!v',
    'v ? 1 : 2',
    'v == v',
    'v == 0',
    'v == "text"',
    'v == true',
    'v == false',
    'v == (i > 0)',
    '(i > 0) != v',
    'v == o',
    'typeof v == "object"'
  ])
    check(`const o = {}; let r; for (let i = 0; i < 3; i++) r = ${source}; return r;`, all);
});
const kinds = [
  Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array,
  Float64Array, BigInt64Array
];
if (typeof Float16Array === 'function') kinds.push(Float16Array);
for (const Kind of kinds) {
  test(`elements of ${Kind.name}`, function () {
    const make = () => new Function(
      'a',
      'b',
      'from',
      'to',
      'v',
      'for (let i = from; i < to; i++) { a[i] = v; b[i] = a[i]; a[i & 3] = b[i]; } return b[to - 1];'
    );
    const is_big = Kind === BigInt64Array;
    const given = is_big ? [1n, -1n, 2n ** 63n, 2n ** 64n + 5n] : [1, ...numbers, '5', undefined, null];
    const warm = make();
    const at = (f, from, to, v) => {
      const buffer = new ArrayBuffer(96), a = new Kind(buffer, 8, 8), b = new Array(8).fill(0);
      new Uint8Array(buffer).fill(0xa5);
      let result;
      try { result = f(a, b, from, to, v); } catch (e) { result = e.constructor.name; }
      return `${Object.is(result, -0)
          ? '-0'
          : String(result)} ${b.map(String).join()} ${new Uint8Array(buffer).join()}`;
    };
    for (let k = 0; k < 300; k++) at(warm, 0, 8, given[0]);
    for (const v of given) {
      for (const [from, to] of [[0, 8], [3, 4], [6, 10], [-2, 2], [8, 9]]) {
        const expected = at(make(), from, to, v);
        for (let k = 0; k < 9; k++) assertSame(at(warm, from, to, v), expected);
      }
    }
  });
}
test('typed arrays that are detached, tracked, or another kind', function () {
  function sum(a, n) { let s = 0; for (let i = 0; i < n; i++) s += a[i] === undefined ? 1000 : a[i]; return s; }
  const a = new Int32Array(100).fill(2);
  for (let k = 0; k < 60; k++) assertSame(sum(a, 100), 200);
  assertSame(sum(a, 102), 2200);
  const resizable = new ArrayBuffer(400, { maxByteLength: 800 }), tracking = new Int32Array(resizable).fill(3);
  for (let k = 0; k < 60; k++) assertSame(sum(tracking, 100), 300);
  resizable.resize(40);
  assertSame(sum(tracking, 100), 30 + 90000);
  resizable.resize(800);
  assertSame(sum(tracking, 100), 30);
  a.buffer.transfer();
  for (let k = 0; k < 30; k++) assertSame(sum(a, 10), 10000);
  for (let k = 0; k < 60; k++) assertSame(sum(new Float64Array(100).fill(0.5), 100), 50);
});
test('arrays of Smis that get something else', function () {
  function move(a, from, to) { for (let i = 0; i < 4; i++) a[to + i] = from[i]; return a; }
  for (let k = 0; k < 300; k++) move([1, 2, 3, 4, 5, 6, 7, 8], [4, 3, 2, 1], 2);
  for (let k = 0; k < 40; k++) {
    assertSame(move([1, 2, 3, 4, 5, 6, 7, 8], [4, 3, 2, 1], 2).join(), '1,2,4,3,2,1,7,8');
    assertSame(
      move([1, 2, 3, 4, 5, 6, 7, 8], ['a', {}, 1.5, null], 2).map(String).join(),
      '1,2,a,[object Object],1.5,,7,8'.replace('1.5,,', '1.5,null,')
    );
    assertSame(move(['x', 2, 3, 4, 5, 6, 7, 8], [4, 3, 2, 1], 2).join(), 'x,2,4,3,2,1,7,8');
    assertSame(move([1.5, 2, 3, 4, 5, 6, 7, 8], [4, 3, 2, 1], 6).join(), '1.5,2,3,4,5,6,4,3,2,1');
  }
});
test('a typed array whose memory has gone, where code has just read and written it', function () {
  for (const Kind of [Uint8Array, Int16Array, Int32Array, Float64Array]) {
    const get = new Function('a', 'i', 'return a[i]'), set = new Function('a', 'i', 'a[i] = 5');
    const read = (a, n) => { let s = 0; for (let i = 0; i < n; i++) { set(a, i & 7); s += get(a, i & 7); } return s; };
    const a = new Kind(8);
    for (let k = 0; k < 40; k++) assertSame(read(a, 3000), 15000);
    a.buffer.transfer();
    for (let i = 0; i < 8; i++) { set(a, i); assertSame(get(a, i), undefined); }
  }
});
test('push onto arrays of all kinds, and what it may find', function () {
  const source = `
    return function (n, make, value, at, what) {
      let a = make(), s = 0, other = a;
      for (let i = 0; i < n; i++) {
        if (i % 70 === 69) a = make();
        s += a.push(typeof value === 'function' ? value(i) : i);
        s += a.length + other.length;
        if (i === at) {
          if (what === 0) Object.freeze(a);
          else if (what === 1) a.length = 3;
          else if (what === 2) a.push = function (v) { this[0] = v; return -1; };
          else if (what === 3) Object.defineProperty(a, 'length', { writable: false });
          else if (what === 4) a[1000000] = 1;
          else if (what === 5) a = { length: 1, push: Array.prototype.push };
        }
      }
      return [s, a.length, a[0], a[a.length - 1], other[1], JSON.stringify(a).length];
    };`;
  const makes = [
    () => [],
    () => [1, 2],
    () => ['a'],
    () => [0.5],
    () => [, 1],
    () => new Array(),
    () => new Array(3),
    () => new (class extends Array {})()
  ];
  const values = [
    null,
    i => 'v' + i,
    i => i + 0.5,
    i => ({ i }),
    i => (i < 30 ? i : 'x'),
    i => (i < 40 ? 'y' : i * 1.5),
    () => undefined
  ];
  for (const make of makes) {
    for (const value of values) {
      const run = (f, at, what) => {
        try {
          return JSON.stringify(f(100, make, value, at, what));
        } catch (e) {
          return `${e.constructor.name}: ${e.message}`;
        }
      };
      const warm = new Function(source)();
      for (let k = 0; k < 20; k++) run(warm, 1000, 0);
      for (const [at, what] of [[1000, 0], [50, 0], [50, 1], [50, 2], [50, 3], [50, 4], [50, 5]]) {
        const expected = run(new Function(source)(), at, what);
        for (let k = 0; k < 3; k++) assertSame(run(warm, at, what), expected);
      }
    }
  }
});
test('push where a prototype has gained indexed properties', function () {
  function fill(n, a) { for (let i = 0; i < n; i++) a.push(i); return a; }
  for (let k = 0; k < 100; k++) assertSame(fill(50, []).length, 50);
  let seen = 0;
  Object.defineProperty(Array.prototype, '3', { configurable: true, set(v) { seen += v + 1; } });
  try {
    for (let k = 0; k < 10; k++) {
      const a = fill(5, []);
      assertSame(a.length, 5);
      assertSame(3 in Object.keys(a), true);
      assertSame(Object.hasOwn(a, 3), false);
    }
  } finally {
    delete Array.prototype[3];
  }
  assertSame(seen, 40);
  assertSame(fill(5, []).join(), '0,1,2,3,4');
});
const rope = (text) => { let s = text; for (let i = 0; i < 5; i++) s += text; return s; };
const slice = (text) => `<${text}>`.slice(1, -1);
const long = 'abcdefghijklmnopqrstuvwxyz', wide = '\u0416\u{1f600}'.repeat(20);
// Each time another, not flat yet.
const texts = [
  () => 'abc',
  () => '',
  () => 'x',
  () => '\u00ff\u0100',
  () => long,
  () => wide,
  () => rope(long),
  () => rope(wide),
  () => rope(long) + wide,
  () => slice(long),
  () => slice(rope(long)),
  () => slice(wide),
  () => { const s = rope('key'); ({})[s]; return s; },
  () => new String('object'),
  () => 7,
  () => null,
  () => ['a', 'bc'],
  () => long
];
test('characters of strings', function () {
  for (const index of ['0', '1', '25', 'v.length - 1', 'v.length', '-1', '0.5', '-0', "'1'", '40', 'NaN']) {
    for (const what of [`s.charCodeAt(i)`, `s.charAt(i)`, `s[i]`, `s.charAt(i).charCodeAt(0)`, `s.codePointAt(i)`])
      check(
        `let s = v(), out = '', i = ${index.replace(
          'v',
          's'
        )}; for (let k = 0; k < 3; k++) out += typeof ${what} + ${what}; return out;`,
        texts
      );
  }
});
test('strings of characters', function () {
  check(
    'let s = ""; for (let i = 0; i < 3; i++) s += String.fromCharCode(v); return s;',
    [65, ...values, 255, 256, 65535, 65536, 65601]
  );
  check(
    'return String.fromCharCode(v) === "A" ? 1 : String.fromCharCode(v + 1) == "\u0100" ? 2 : 3;',
    [64, 65, 255, 256, 65535, 65]
  );
});
test('equal strings', function () {
  const words = [
    ...texts,
    () => 'ab' + 'c',
    () => 'ABC'.toLowerCase(),
    () => undefined,
    () => false,
    () => Symbol.iterator,
    () => 1n,
    () => 'abc'
  ];
  for (const other of ["'abc'", "'x'", "''", "'7'", 'long', 'null', 'undefined', 'v()', "'ab'.concat('c')"]) {
    for (const op of ['===', '==', '!==', '!='])
      check(
        `
          const long = 'abcdefghijklmnopqrstuvwxyz', s = v();
          let n = 0;
          for (let i = 0; i < 3; i++) if (s ${op} ${other}) n++;
          return n;
        `,
        words
      );
  }
});
test('sums of strings', function () {
  const terms = [
    () => 'abc',
    () => '',
    ...texts,
    ...values.map((x) => () => x),
    () => ({ toString() { return 'text'; } }),
    () => 'x'.repeat(1 << 20),
    () => 'abc'
  ];
  for (const sum of [
    "s + 'def'",
    "'def' + s",
    's + s',
    "s + 1 + 'x'",
    "'' + s",
    "'x' + (s + 1)",
    '`${s}!`',
    "'n' + (s === 'abc')"
  ])
    check(
      `
        const s = v();
        let t = 0;
        for (let i = 0; i < 3; i++) { const u = ${sum}; t += u.length + u.slice(0, 8) + u.slice(-8); }
        return t;
      `,
      terms
    );
  check(`let s = 'x'; for (let i = 0; i < v; i++) s += s; return s.length;`, [3, 10, 22, 28, 29, 30, 3]);
});
