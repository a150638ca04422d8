// JSON.stringify of many objects of one shape, whose keys are written as they were the first time; and of
// much, again and again, for which its buffer is kept. What JSON.stringify does, of plain data and toJSON,
// without its fast paths.
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
    const c = text.charCodeAt(i),
        short = { 34: '\\"', 92: '\\\\', 8: '\\b', 12: '\\f', 10: '\\n', 13: '\\r', 9: '\\t' }[c];
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

test('objects of one shape are written alike, with members that come and go', function () {
  const make = (i) => ({
    first: i % 3 ? i : undefined,
    'a key that is longer than sixteen characters': 'x'.repeat(i),
    b: i % 2 ? () => 1 : [i, undefined],
    c: -i * 1e6,
    d: i / 7,
    e: null,
    last: i % 5 ? undefined : true
  });
  check(Array.from({ length: 40 }, (_, i) => make(i)));
});
test('objects whose members are all left out are written as empty ones', function () {
  check(Array.from({ length: 4 }, () => ({ only: undefined })));
  check(Array.from({ length: 4 }, () => ({})));
});
test('keys that need quoting, wide keys, hidden members, getters and indices are written', function () {
  const symbol = Symbol();
  const make = (i) => ({ 'with "quotes"': i, 'back\\slash': i, '\n': i, '': i, 'é': i, [symbol]: i, z: { y: i } });
  const wide = (i) => ({ narrow: i, 'Ωmega': { narrow: i } });
  const hidden = (i) => Object.defineProperty({ a: i, b: i, c: 'c' }, 'b', { enumerable: false });
  const getter = (i) => ({ a: i, get b() { return i * 2; }, c: 'c' });
  const index = (i) => ({ a: i, 3: 'three', 1: 'one', b: i });
  for (const f of [make, wide, hidden, getter, index]) check(Array.from({ length: 5 }, (_, i) => f(i)));
  check(Array.from({ length: 30 }, (_, i) => [make, wide, hidden, getter, index][i % 5](i)));
});
test('objects of forty members are written', function () {
  const many = () => Object.fromEntries(Array.from({ length: 40 }, (_, i) => ['key' + i, i % 3 ? i : { deep: [i] }]));
  check([many(), many(), many(), many()]);
});
test('an escape at each place of strings of every short length is written', function () {
  const all = [];
  for (let length = 0; length < 40; length++) {
    all.push({ text: 'x'.repeat(length) });
    for (let at = 0; at < length; at++) {
      for (const c of ['"', '\\', '\x1f', '\x00', ' ', '\x7f', '\x80', '\xff', '!'])
        all.push({ text: 'x'.repeat(at) + c + 'x'.repeat(length - at - 1) });
    }
  }
  check(all);
  check([...all.slice(0, 500), { text: 'Ω\ud800' }, ...all.slice(500)]);
});
test('more shapes than are remembered are written', function () {
  for (const count of [20, 70, 700]) {
    const all = [];
    for (let round = 0; round < 4; round++) {
      for (let i = 0; i < count; i++)
        all.push({ ['p' + i]: i, q: { ['r' + i * 3]: 'text', s: [{ ['t' + i % 50]: round }] } });
    }
    check(all);
  }
});
const make = (i) => ({ a: i, b: { toJSON() { change(this, i); return i; } }, c: i, d: { deep: i }, e: 'e' });
let objects, change;
// Writes eight objects; f changes each while its b is written.
function run(f) {
  change = (inner, i) => { const o = objects.find((o) => o.b === inner); f(o, i); };
  objects = Array.from({ length: 8 }, (_, i) => make(i));
  return JSON.stringify(objects);
}
const eight = (f) => '[' + Array.from({ length: 8 }, (_, i) => f(i)).join() + ']';
test('a member that is deleted before its turn is left out', function () {
  assertSame(run((o) => delete o.d), eight((i) => `{"a":${i},"b":${i},"c":${i},"e":"e"}`));
  assertSame(run((o) => delete o.e), eight((i) => `{"a":${i},"b":${i},"c":${i},"d":{"deep":${i}}}`));
});
test('a member that is added is left out, one that is changed before its turn is written as it is then', function () {
  assertSame(
    run((o) => { o.f = 1; o.c = 'new'; }),
    eight((i) => `{"a":${i},"b":${i},"c":"new","d":{"deep":${i}},"e":"e"}`)
  );
});
test('a member that becomes a getter is read through it', function () {
  assertSame(run((o, i) => { if (i > 3) Object.defineProperty(o, 'c', { get() { return 'got'; } }); }),
             eight((i) => `{"a":${i},"b":${i},"c":${i > 3 ? '"got"' : i},"d":{"deep":${i}},"e":"e"}`));
});
test('a member that is deleted is read from a new prototype', function () {
  assertSame(run((o, i) => { if (i === 5) Object.setPrototypeOf(o, { c: 'inherited' }), delete o.c; }),
             eight((i) => `{"a":${i},"b":${i},"c":${i === 5 ? '"inherited"' : i},"d":{"deep":${i}},"e":"e"}`));
});
test('a toJSON for everything is called from the object on where it came', function () {
  try {
    assertSame(
      run((o, i) => {
        if (i === 4)
          Object.prototype.toJSON = function () { return this.deep === undefined ? 'all' : 'd' + this.deep; };
      }),
      '[' + [0, 1, 2, 3].map((i) => `{"a":${i},"b":${i},"c":${i},"d":{"deep":${i}},"e":"e"}`).join() +
          ',{"a":4,"b":4,"c":4,"d":"d4","e":"e"},"all","all","all"]'
    );
  } finally {
    delete Object.prototype.toJSON;
  }
});
test('a gap indents objects of one shape', function () {
  const objects = Array.from({ length: 4 }, (_, i) => ({ a: i, b: undefined, c: { d: i } }));
  const one = (i) => `  {\n    "a": ${i},\n    "c": {\n      "d": ${i}\n    }\n  }`;
  assertSame(JSON.stringify(objects, null, 2), '[\n' + [0, 1, 2, 3].map(one).join(',\n') + '\n]');
});
test('a list of keys orders the members of objects of one shape', function () {
  const objects = Array.from({ length: 4 }, (_, i) => ({ a: i, b: undefined, c: { d: i } }));
  assertSame(
    JSON.stringify(objects, ['c', 'd', 'a']),
    '[' + [0, 1, 2, 3].map((i) => `{"c":{"d":${i}},"a":${i}}`).join() + ']'
  );
});
test('a replacer is called for objects of one shape', function () {
  const objects = Array.from({ length: 4 }, (_, i) => ({ a: i, b: undefined, c: { d: i } }));
  assertSame(
    JSON.stringify(objects, (k, v) => k === 'd' ? v + 1 : v),
    '[' + [0, 1, 2, 3].map((i) => `{"a":${i},"c":{"d":${i + 1}}}`).join() + ']'
  );
});
