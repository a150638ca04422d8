// JSON.stringify of many objects of one shape, whose keys are written as they were the first time; and of much, again and
// again, for which its buffer is kept.
// What JSON.stringify does, of plain data and toJSON, without its fast paths.
function reference(value, key = '', holder = { '': value }) {
  if (value !== null && typeof value === 'object' && typeof value.toJSON === 'function') value = value.toJSON(key);
  if (value === null || typeof value !== 'object') {
    return typeof value === 'string' ? quote(value) : value === null || typeof value === 'boolean' ? String(value) :
      typeof value === 'number' ? (isFinite(value) ? String(value) : 'null') : undefined;
  }
  if (Array.isArray(value)) {
    const parts = [];
    for (let i = 0; i < value.length; i++) parts.push(reference(value[i], String(i), value) ?? 'null');
    return '[' + parts.join(',') + ']';
  }
  const parts = [];
  for (const k of Object.keys(value)) {
    const text = reference(value[k], k, value);
    if (text !== undefined) parts.push(quote(k) + ':' + text);
  }
  return '{' + parts.join(',') + '}';
}
function quote(text) {
  let out = '"';
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i), short = { 34: '\\"', 92: '\\\\', 8: '\\b', 12: '\\f', 10: '\\n', 13: '\\r', 9: '\\t' }[c];
    const pair = c >= 0xD800 && c < 0xDC00 && text.charCodeAt(i + 1) >= 0xDC00 && text.charCodeAt(i + 1) < 0xE000;
    if (pair) {
      out += text[i] + text[++i];
    } else {
      out += short ?? (c < 32 || (c >= 0xD800 && c < 0xE000) ? '\\u' + c.toString(16).padStart(4, '0') : text[i]);
    }
  }
  return out + '"';
}
function check(value) { assertSame(JSON.stringify(value), reference(value)); }

test('objects of one shape, with members that come and go', function () {
  const make = (i) => ({ first: i % 3 ? i : undefined, 'a key that is longer than sixteen characters': 'x'.repeat(i), b: i % 2 ? () => 1 : [i, undefined], c: -i * 1e6, d: i / 7, e: null, last: i % 5 ? undefined : true });
  check(Array.from({ length: 40 }, (_, i) => make(i)));
  check(Array.from({ length: 4 }, () => ({ only: undefined })));
  check(Array.from({ length: 4 }, () => ({})));
});
test('keys of every kind', function () {
  const symbol = Symbol();
  const make = (i) => ({ 'with "quotes"': i, 'back\\slash': i, '\n': i, '': i, 'é': i, [symbol]: i, z: { y: i } });
  const wide = (i) => ({ narrow: i, 'Ωmega': { narrow: i } });
  const hidden = (i) => Object.defineProperty({ a: i, b: i, c: 'c' }, 'b', { enumerable: false });
  const getter = (i) => ({ a: i, get b() { return i * 2; }, c: 'c' });
  const index = (i) => ({ a: i, 3: 'three', 1: 'one', b: i });
  for (const f of [make, wide, hidden, getter, index]) check(Array.from({ length: 5 }, (_, i) => f(i)));
  check(Array.from({ length: 30 }, (_, i) => [make, wide, hidden, getter, index][i % 5](i)));
  const many = () => Object.fromEntries(Array.from({ length: 40 }, (_, i) => ['key' + i, i % 3 ? i : { deep: [i] }]));
  check([many(), many(), many(), many()]);
});
test('strings of all lengths, with an escape at each place', function () {
  const all = [];
  for (let length = 0; length < 40; length++) {
    all.push({ text: 'x'.repeat(length) });
    for (let at = 0; at < length; at++) {
      for (const c of ['"', '\\', '\x1f', '\x00', ' ', '\x7f', '\x80', '\xff', '!']) all.push({ text: 'x'.repeat(at) + c + 'x'.repeat(length - at - 1) });
    }
  }
  check(all);
  check([...all.slice(0, 500), { text: 'Ω\ud800' }, ...all.slice(500)]);
});
test('more shapes than are remembered', function () {
  for (const count of [20, 70, 700]) {
    const all = [];
    for (let round = 0; round < 4; round++) {
      for (let i = 0; i < count; i++) all.push({ ['p' + i]: i, q: { ['r' + i * 3]: 'text', s: [{ ['t' + i % 50]: round }] } });
    }
    check(all);
  }
});
test('objects that change while they are written', function () {
  const make = (i) => ({ a: i, b: { toJSON() { change(this, i); return i; } }, c: i, d: { deep: i }, e: 'e' });
  let objects, change;
  const run = (f) => {
    change = (inner, i) => { const o = objects.find((o) => o.b === inner); f(o, i); };
    objects = Array.from({ length: 8 }, (_, i) => make(i));
    return JSON.stringify(objects);
  };
  const expected = (f) => '[' + Array.from({ length: 8 }, (_, i) => f(i)).join() + ']';
  assertSame(run((o) => delete o.d), expected((i) => `{"a":${i},"b":${i},"c":${i},"e":"e"}`));
  assertSame(run((o) => delete o.e), expected((i) => `{"a":${i},"b":${i},"c":${i},"d":{"deep":${i}}}`));
  assertSame(run((o) => { o.f = 1; o.c = 'new'; }), expected((i) => `{"a":${i},"b":${i},"c":"new","d":{"deep":${i}},"e":"e"}`));
  assertSame(run((o, i) => { if (i > 3) Object.defineProperty(o, 'c', { get() { return 'got'; } }); }),
             expected((i) => `{"a":${i},"b":${i},"c":${i > 3 ? '"got"' : i},"d":{"deep":${i}},"e":"e"}`));
  assertSame(run((o, i) => { if (i === 5) Object.setPrototypeOf(o, { c: 'inherited' }), delete o.c; }),
             expected((i) => `{"a":${i},"b":${i},"c":${i === 5 ? '"inherited"' : i},"d":{"deep":${i}},"e":"e"}`));
  // A toJSON for everything, from the fifth object on.
  try {
    assertSame(run((o, i) => { if (i === 4) Object.prototype.toJSON = function () { return this.deep === undefined ? 'all' : 'd' + this.deep; }; }),
               '[' + [0, 1, 2, 3].map((i) => `{"a":${i},"b":${i},"c":${i},"d":{"deep":${i}},"e":"e"}`).join() + ',{"a":4,"b":4,"c":4,"d":"d4","e":"e"},"all","all","all"]');
  } finally {
    delete Object.prototype.toJSON;
  }
});
test('with a gap, a list and a replacer', function () {
  const objects = Array.from({ length: 4 }, (_, i) => ({ a: i, b: undefined, c: { d: i } }));
  const one = (i) => `  {\n    "a": ${i},\n    "c": {\n      "d": ${i}\n    }\n  }`;
  assertSame(JSON.stringify(objects, null, 2), '[\n' + [0, 1, 2, 3].map(one).join(',\n') + '\n]');
  assertSame(JSON.stringify(objects, ['c', 'd', 'a']), '[' + [0, 1, 2, 3].map((i) => `{"c":{"d":${i}},"a":${i}}`).join() + ']');
  assertSame(JSON.stringify(objects, (k, v) => k === 'd' ? v + 1 : v), '[' + [0, 1, 2, 3].map((i) => `{"a":${i},"c":{"d":${i + 1}}}`).join() + ']');
});
test('much, again and again, narrow and wide, one in another, and given up', function () {
  const long = 'y'.repeat(1000);
  const rows = (n, extra) => Array.from({ length: n }, (_, i) => ({ i, long, extra: i === n - 1 ? extra : undefined }));
  // {"i":0,"long":"…"} and a comma; the digits of 0 … 1499; ,"extra":"in"; two brackets, one comma less.
  const inner = 1500 * 1017 + (10 + 180 + 2700 + 2000) + 13 + 1;
  for (let round = 0; round < 3; round++) {
    for (const [n, extra] of [[2000, 'end'], [1500, 'Ω'], [5000, 'end'], [10, 'Ω'], [1200, { toJSON() { return JSON.stringify(rows(1500, 'in')).length; } }]]) {
      const text = JSON.stringify(rows(n, extra));
      const back = JSON.parse(text);
      assertSame(back.length, n);
      assertSame(back[n - 1].extra, typeof extra === 'string' ? extra : inner);
      assertSame(back[n >> 1].long, long);
    }
    assertThrows(RangeError, () => JSON.stringify(rows(3000, { toJSON() { throw new RangeError(); } })));
  }
});
test('numbers', function () {
  const of = { '0': 0, '-1': -1, '5e-324': 5e-324, '1.7976931348623157e+308': Number.MAX_VALUE, '1e+21': 1e21, '100000000000000000000': 1e20, '123456789012345680000': 123456789012345680000,
    '0.000001': 1e-6, '1e-7': 1e-7, '-1.5e-7': -1.5e-7, '1234.5': 1234.5, '2147483648': 2147483648, '-2147483649': -2147483649, '4294967296.5': 4294967296.5, '9007199254740992': 9007199254740993,
    '1.2345e+21': 1.2345e21, '0.1': 0.1, '0.30000000000000004': 0.1 + 0.2, '5.960464477539063e-8': 2 ** -24, '9.5367431640625e-7': 2 ** -20, '0.00001234567890123456': 0.00001234567890123456 };
  for (const text in of) assertSame(JSON.stringify([of[text]]), '[' + text + ']');
  for (const text in of) assertSame(String(of[text]), text);
  assertSame(JSON.stringify([NaN, Infinity, -Infinity, -0]), '[null,null,null,0]');
  assertSame([NaN, Infinity, -Infinity, -0].join(), 'NaN,Infinity,-Infinity,0');
  let seed = 12345;
  const next = () => (seed = Math.imul(seed, 1103515245) + 12345 | 0) >>> 0;
  const words = new Uint32Array(2), doubles = new Float64Array(words.buffer);
  for (let i = 0; i < 20000; i++) {
    words[0] = next();
    words[1] = next();
    const d = doubles[0];
    if (d === d) assertSame(Number(String(d)), d);
  }
});
