// Calls one function of the library, or one of the programs below, with arguments as large as fit into the memory that
// the guest has. run.py measures what the process takes.
//
//     halfword probe.js -- list                                  what there is, one a line
//     halfword probe.js -- PROBE SEED FIRST COUNT BYTES [MODE]   cases FIRST … COUNT - 1 of the one in that line
// The case at hand is in the file "case", its number first: the guest may be over before it is done.
//
// MODE says how often a function is called or an operator works, always on the same values, for who measures time:
// "loop" without end, "straight" 500 times in code without a loop. The file "case" then ends with "ready" once the values
// are made.
const [command, seed, first, count, bytes, mode = 'once'] = scriptArgs;
const write = writeFile, show = print, apply = Reflect.apply, log = console.log, table = console.table;

// ---- Functions, by reflection ----

const found = new Map();
function visit(value, path) {
  if ((typeof value !== 'object' || value === null) && typeof value !== 'function') return;
  if (value === scriptArgs || value === globalThis.arguments || found.has(value)) return;
  found.set(value, path);
  for (const key of Reflect.ownKeys(value)) {
    const { value: part, get, set } = Reflect.getOwnPropertyDescriptor(value, key);
    const step = path + (typeof key === 'symbol' ? `[${key.description}]` : `.${key}`);
    if (get) visit(get, `get ${step}`);
    if (set) visit(set, `set ${step}`);
    if (part) visit(part, step);
  }
  visit(Reflect.getPrototypeOf(value), `${path}.[[Prototype]]`);
}
const builtins = Reflect.ownKeys(globalThis).filter((key) => typeof key === 'symbol' || !/^(found|visit)$/.test(key));
for (const key of builtins) visit(Reflect.getOwnPropertyDescriptor(globalThis, key).value, String(key));
// What no property leads to.
const hidden = {
  ArrayIterator: [].values(), MapIterator: new Map().keys(), SetIterator: new Set().keys(), StringIterator: ''[Symbol.iterator](),
  RegExpStringIterator: ''.matchAll(/a/g), Generator: (function* () {})(), AsyncGenerator: (async function* () {})(),
  Segments: new Intl.Segmenter().segment(''), SegmentIterator: new Intl.Segmenter().segment('')[Symbol.iterator](),
  AsyncFunction: async () => {}, IteratorHelper: [].values().map((x) => x), WrapForValidIterator: Iterator.from({ next() {} }),
};
for (const name in hidden) visit(Reflect.getPrototypeOf(hidden[name]), name);
const skipped = new Set([quit, readline, gc]);
const functions = [...found].filter(([f, path]) => typeof f === 'function' && !skipped.has(f) && !/^(visit)/.test(path));

// ---- Values as large as `bytes` ----

const n = Math.floor(Number(bytes));
const fill = (text) => text.repeat(Math.max(1, Math.floor(n / text.length)));
const wide = (text) => text.repeat(Math.max(1, Math.floor(n / 2 / text.length)));
const strings = {
  one: () => fill('x'), two: () => wide('\u20ac'), digits: () => fill('7'), spaces: () => fill(' '), lines: () => fill('\n'),
  commas: () => fill('a,'), escapes: () => fill('%41'), base64: () => fill('abcd'), brackets: () => fill('['), quotes: () => fill('"'),
  pairs: () => wide('\u{1f600}'), lone: () => wide('\ud800'), marks: () => wide('e\u0301'), ligatures: () => wide('\ufb03'),
  greek: () => wide('\u0390'), arabic: () => wide('\ufdfa'), twoMarks: () => 'a' + wide('\u0344'),
  dotted: () => wide('\u0130'), sharp: () => fill('\xdf'), mixed: () => 'x' + wide('\u20ac'), dollars: () => fill('$&$`'),
  hex: () => fill('a0'), wideDigits: () => ('\u20ac' + wide('1')).slice(1), json: () => '[' + fill('1,') + '1]',
  bomb: () => { let s = 'abcdefgh'; while (s.length < 2 ** 28) s += s; return s; },
  wideBomb: () => { let s = 'ab\u20acdefgh'; while (s.length < 2 ** 27) s += s; return s; },
  rope: () => { let s = 'x'; for (let i = n / 32; i > 0; i--) s += 'yz'; return s; },
  rightRope: () => { let s = 'x'.repeat(30); for (let i = n / 32; i > 0; i--) s = 'y' + s; return s; },
  same: () => fill('x'), number: () => fill('1'), fraction: () => '0.' + fill('3'), date: () => '2026-01-01T00:00:00.' + fill('0') + 'Z', almost: () => fill('x') + 'y',
  flag: () => fill('\u{1f1e6}'), million: () => 'x'.repeat(1e6), negative: () => '-' + fill('9'), octal: () => '0o' + fill('7'), exponent: () => '1e' + fill('0') + '1',
};
const array = (value, size) => new Array(Math.floor(n / size)).fill(value);
const arrays = {
  numbers: () => array(7, 4), doubles: () => array(1.5, 8), texts: () => array('x'.repeat(1000), 4), bigTexts: () => array(fill('x'), 400),
  different: () => Array.from({ length: n / 40 }, (_, i) => 'k' + i), objects: () => array({ a: 1 }, 4), holes: () => new Array(Math.floor(n / 4)),
  sparse: () => { const a = []; for (let i = n / 64; i > 0; i--) a[i * 5000] = i; return a; },
  deep: () => { let a = []; for (let i = 1e5; i > 0; i--) a = [a]; return a; },
  arrays: () => array([1, 2], 4), functions: () => array(() => 1, 4), symbols: () => array(Symbol(), 4), pairs: () => array(['a', 1], 4),
};
const objects = {
  deep: () => { let o = {}; for (let i = 1e5; i > 0; i--) o = { o }; return o; },
  keys: () => { const o = {}; for (let i = n / 80; i > 0; i--) o['k' + i] = i; return o; },
  longKey: () => ({ [fill('x')]: 1 }), texts: () => ({ a: fill('x'), b: [fill('y')] }), wide: () => Object.fromEntries(array(0, 80).map((_, i) => [i, { a: i }])),
  endless: () => ({ length: 2 ** 32 - 1 }), long: () => ({ length: 2 ** 24 }), descriptors: () => { const o = {}; for (let i = n / 400; i > 0; i--) o['k' + i] = { value: i }; return o; },
  error: () => new Error(fill('x')), cause: () => new Error('x', { cause: fill('x') }), stack: () => Object.assign(new Error(), { stack: fill('x\n    at ') }),
  named: () => Object.assign(() => {}, { name: fill('x') }), tag: () => ({ [Symbol.toStringTag]: fill('x') }), toString: () => ({ toString: () => fill('x') }),
  iterable: () => ({ *[Symbol.iterator]() { for (let i = 0; i < 2 ** 22; i++) yield i; } }), texter: () => ({ *[Symbol.iterator]() { for (;;) yield 'x'.repeat(1e6); } }),
  proxy: () => new Proxy(array(7, 8), {}), traps: () => new Proxy({}, { ownKeys: () => array('x', 40).map((_, i) => 'k' + i) }),
  chain: () => { let o = {}; for (let i = 0; i < 2e5; i++) o = Object.create(o); return o; }, chainWithKeys: () => { let o = {}; for (let i = 0; i < 5e4; i++) o = Object.create(o, { ['k' + i]: { value: i, enumerable: true } }); return o; },
  proxies: () => { let o = {}; for (let i = 0; i < 1e5; i++) o = new Proxy(o, {}); return o; }, setter: () => { let o = { set x(v) {} }; for (let i = 0; i < 2e5; i++) o = Object.create(o); return o; },
  aggregate: () => new AggregateError(array(new Error('x'.repeat(1e5)), 4)), label: () => ({ toString: () => 'l' + Math.random() + fill('x') }),
};
const binary = {
  bytes: () => new Uint8Array(n), doubles: () => new Float64Array(n / 8), big: () => new BigUint64Array(n / 8), buffer: () => new ArrayBuffer(n),
  growing: () => new ArrayBuffer(8, { maxByteLength: n }), shared: () => new SharedArrayBuffer(n), onShared: () => new Uint8Array(new SharedArrayBuffer(n)),
  view: () => new DataView(new ArrayBuffer(n)),
};
const collections = {
  map: () => new Map(array(0, 24).map((_, i) => [i, i])), set: () => new Set(array(0, 16).map((_, i) => i)),
  texts: () => new Set(array(0, 64).map((_, i) => 'k' + i)), longKeys: () => new Map([[fill('x'), 1], [fill('y'), 2]]), longValues: () => new Set([fill('x'), fill('y'), 3n ** 3000000n]), weak: () => new WeakMap(array(0, 100).map(() => [{}, 1])),
};
const patterns = {
  groups: () => new RegExp('(a)'.repeat(n / 200), 'g'), alternatives: () => new RegExp('a|'.repeat(n / 200)), letters: () => new RegExp('x'.repeat(n / 20), 'g'),
  set: () => new RegExp('[a-z\\p{L}]'.repeat(n / 20000), 'gu'), names: () => new RegExp(array(0, 800).map((_, i) => `(?<n${i}>x)?`).join(''), 'd'),
  every: () => /(?:)/g, each: () => /(.)(.)?/gsu, sticky: () => /[^]*/y, indices: () => /(x)*/dg,
};
const numbers = [0, 1, 5, 100, 1000, 1e6, 2 ** 31 - 1, 2 ** 32 - 1, 2 ** 32, 2 ** 53 - 1, -1, NaN, Infinity, 1e21, n, n / 2, n / 8];
const small = {
  number: (random) => numbers[random(numbers.length)], nothing: () => undefined, none: () => null, yes: () => true, empty: () => '', letter: () => 'x', comma: () => ',',
  bigint: () => (1n << (2n ** 24n - 1n)) - 1n, someBigint: () => 3n ** 100000n, symbol: () => Symbol(fill('x')), iteratorKey: () => Symbol.iterator, date: () => new Date(0),
  identity: () => (x) => x, maker: () => () => fill('x'), lister: () => () => array(7, 8), adder: () => (a, b) => a + b, order: () => (a, b) => b - a, never: () => () => false,
  always: () => () => true, generator: () => function* () { yield* array(7, 8); }, promise: () => Promise.resolve(fill('x')), constructor: () => Array, options: () => ({ depth: null, showHidden: true }),
  form: () => 'NFKD', byteClass: () => Uint8Array, formats: () => fill('%s%o'), boundFar: () => { let f = class {}; for (let i = 0; i < 1e5; i++) f = f.bind(); return f; }, boundMany: () => ((...a) => a).bind(null, ...array(7, 4000)), tower: () => { let C = class {}; for (let i = 0; i < 2e4; i++) C = class extends C {}; return C; },
  hole: () => '', bigger: () => 3n ** 5000000n, classes: () => class { #x = fill('x'); },
};
const kinds = [strings, strings, arrays, arrays, objects, objects, binary, collections, patterns, small, small, small, small];

// What a method wants to be called on, by the object that has it.
const receivers = [
  ...Object.getOwnPropertyNames(Intl).filter((name) => /^[A-Z]/.test(name)).map((name) =>
    [new RegExp(`Intl\\.${name}\\b`), [{ made: () => new Intl[name]('en', { type: name === 'DisplayNames' ? 'region' : undefined }) }]]),
  [/^Segments/, [{ words: () => new Intl.Segmenter('en', { granularity: 'word' }).segment(wide('e\u0301')) }]],
  [/^SegmentIterator/, [{ graphemes: () => new Intl.Segmenter('th').segment(wide('\u0301'))[Symbol.iterator]() }]],
  [/^(get )?String\.prototype|^StringIterator/, [strings]], [/Array\.prototype|^ArrayIterator/, [arrays]], [/RegExp/, [patterns]],
  [/TypedArray|^(get |set )?(Uint|Int|Float|BigInt|BigUint)\d|DataView|Buffer\.prototype/, [binary]], [/Map\.prototype|Set\.prototype|^Map|^Set/, [collections]],
  [/Error|Function|Object\.prototype/, [objects]], [/Iterator|Generator/, [iterators()]], [/BigInt|Symbol|Date|Promise|Number/, [small]],
];
function iterators() {
  return { array: () => array(7, 4).values(), texts: () => array('x'.repeat(1000), 4).values(), wrapped: () => objects.iterable()[Symbol.iterator](), texter: () => objects.texter()[Symbol.iterator](),
    map: () => collections.map().entries(), matches: () => fill('x').matchAll(/x/g), helper: () => array(7, 4).values().map((x) => x).filter((x) => x), characters: () => fill('x')[Symbol.iterator]() };
}

// ---- What is not a function: operators, statements, sources, what the shell shows ----

const source = (begin, part, end) => () => eval(begin + part.repeat(n / 8 / part.length) + end);
const programs = {
  add: (random) => pick(random, strings).value + pick(random, strings).value, template: (random) => `${pick(random, strings).value}${pick(random).value}`,
  spread: (random) => [...pick(random).value, ...pick(random).value], call: (random) => Math.max(...pick(random, arrays).value),
  construct: (random) => new Array(...pick(random).value), object: (random) => ({ ...pick(random).value, ...pick(random).value }),
  rest: (random) => { const [a, ...b] = pick(random).value; return b; }, restObject: (random) => { const { a, ...b } = pick(random).value; return b; },
  key: (random) => ({ [pick(random, strings).value]: 1 }), get: (random) => pick(random).value?.[pick(random, strings).value], compare: (random) => pick(random, strings).value < pick(random, strings).value,
  equal: (random) => pick(random).value == pick(random).value, bigints: () => { const b = small.bigint(); return [b * 3n, b / 7n, b % 1234567n ** 999n, b ** 1n, b & -b, b >> 3n, String(b)]; },
  multiply: () => { const b = (1n << 8388000n) - 1n; return b * b; }, power: () => 3n ** 5000000n, notDefined: () => eval('x'.repeat(n)), isNotFunction: () => eval(`(${'a.'.repeat(n / 8)}b)()`),
  missing: (random) => null[pick(random, strings).value], thrown: (random) => { setTimeout(() => { throw pick(random).value; }); }, rejected: (random) => { Promise.reject(pick(random).value); },
  thrownText: () => { setTimeout(() => { throw fill('x'); }); }, thrownError: () => { setTimeout(() => { throw objects.error(); }); }, thrownCause: () => { setTimeout(() => { throw objects.cause(); }); },
  groups: (random) => { for (let i = 0; i < 1000; i++) console.group(); console.log(pick(random).value); console.log(fill('\n')); },
  labels: () => { for (let i = 0; ; i++) { console.count(i + 'x'.repeat(1e5)); console.time(i + 'x'.repeat(1e5)); } }, shown: (random) => show(pick(random).value, pick(random).value),
  logged: (random) => log(pick(random).value, pick(random).value), listed: (random) => log([pick(random).value, { a: pick(random).value }]), tabled: (random) => table(pick(random).value, random(2) ? undefined : pick(random).value),
  tabledRows: () => table(Array.from({ length: 3000 }, (_, i) => ({ ['k' + i]: 'x'.repeat(5000) }))), tabledTexts: () => table(array({ a: 'x'.repeat(1000) }, 200)),
  generator: () => { const g = function* () { yield* array(7, 4); }; return [...g(), ...g()]; }, closures: () => { const a = []; for (;;) a.push(() => a); }, values: () => { const a = []; for (;;) a.push(Math.random()); },
  buffers: () => { const a = []; for (;;) a.push(new ArrayBuffer(100)); }, objects: () => { const a = []; for (;;) a.push({ a }); }, promises: () => { const a = []; for (;;) a.push(new Promise(() => {})); },
  jobs: () => { for (;;) queueMicrotask(() => {}); }, timers: () => { for (;;) setTimeout(() => {}, 1e9); }, waits: () => { const a = new Int32Array(new SharedArrayBuffer(8)); for (;;) Atomics.waitAsync(a, 0, 0); },
  weak: () => { const a = []; for (;;) { const o = {}; a.push(o, new WeakRef(o)); } }, registry: () => { const r = new FinalizationRegistry(() => {}), a = []; for (;;) { const o = {}; a.push(o); r.register(o, 1); } },
  symbols: () => { for (let i = 0; ; i++) Symbol.for('s' + i); }, names: () => { const o = {}; for (let i = 0; ; i++) o['k' + i] = 1; }, shapes: () => { const a = []; for (let i = 0; ; i++) a.push({ ['k' + i]: 1 }); },
  regexps: () => { const a = []; for (let i = 0; ; i++) a.push(new RegExp('a' + i)); }, modules: () => { for (let i = 0; i < 1e5; i++) import('./none' + i); }, longModule: () => { import(fill('x')); },
  evals: () => { const a = []; for (let i = 0; ; i++) a.push(eval(`() => ${i}`)); }, functions: () => { const a = []; for (let i = 0; ; i++) a.push(Function('return ' + i)); },
  stacks: () => { const a = []; const f = (n) => (n ? f(n - 1) : a.push(new Error('x'))); for (;;) f(100); }, recursion: () => { const f = () => f() + 1; f(); },
  sourceStatements: source('', 'x = 1;', ''), sourceArray: source('[', '1,', ']'), sourceNested: source('', '[', ''), sourceNames: () => eval('var ' + Array.from({ length: n / 60 }, (_, i) => 'v' + i).join()),
  sourceText: () => eval(`"${'x'.repeat(n / 4)}"`), sourceTemplate: source('`', '${1}', '`'), sourcePattern: source('/', '(a|b)', '/'), sourceFunctions: source('', 'function f() {}', ''), sourceClass: source('class A {', '#a;', '}'),
  sourceNumbers: () => eval('1'.repeat(n / 4)), sourceBigint: () => eval('1'.repeat(n / 4) + 'n'), sourceWide: () => eval(`"${'\u20ac'.repeat(n / 8)}"`), sourceLines: () => eval('\n'.repeat(n / 4) + 'null.x'), sourceComment: () => eval(`/*${'x'.repeat(n / 4)}*/`),
  sourceArguments: source('f(', '1,', '1)'), sourceObject: () => eval(`({${Array.from({ length: n / 100 }, (_, i) => `k${i}: 1`).join()}})`), sourceCases: source('switch (1) {', 'case 1:', '}'), sourceBroken: source('', 'a = "b" ', ''), sourceLabels: () => eval('a'.repeat(n / 4) + ': continue ' + 'a'.repeat(n / 4)),
  parsed: () => JSON.parse('['.repeat(n)), parsedObjects: () => JSON.parse('{"a":'.repeat(n / 8)), written: (random) => JSON.stringify([pick(random).value, pick(random).value], null, 'xxxxxxxxxx'),
  files: () => { write('big', fill('x')); return [read('big'), read('big', 'binary'), load('big')]; }, wideFile: () => { write('wide', wide('\u20ac')); return read('wide'); },
  matches: () => '\u20ac'.repeat(n / 8).match(/./g), path: () => read(fill('x')), place: () => { setTimeout(() => { throw Object.assign(new Error('x'), { stack: 'x\n    at /dev/zero:9:9' }); }); },
};

// Operators and statements on a, b and c, for the modes that repeat.
const operators = {
  plus: '+a', negate: '-a', complement: '~a', not: '!a', typeOf: 'typeof a', increment: 'x = a; x++', add: 'a + b', subtract: 'a - b', multiply: 'a * b', divide: 'a / b', remainder: 'a % b', power: 'a ** 2n',
  shift: 'a << b', shiftRight: 'a >> 1n', and: 'a & b', or: 'a | b', less: 'a < b', greaterOrEqual: 'a >= b', equal: 'a == b', strictEqual: 'a === b', equalToItself: 'a == a + ""', lessThanCopy: 'a < b + ""',
  numberEqual: '0 == a', bigintEqual: '0n == a', in: 'a in b', inChain: '"none" in b', instance: 'a instanceof b', instanceOfObject: 'b instanceof Array', get: 'b[a]', getNamed: 'b.none', getMethod: 'b.none?.()', set: 'b[a] = c', setNamed: 'b.none = 1',
  remove: 'delete b[a]', template: '`${a}${b}`', tagged: 'f`${a}`', spread: 'f(...a)', spreadArray: '[...a]', spreadObject: '({ ...b })', rest: '{ let [p, ...q] = a; }', restObject: '{ let { p, ...q } = b; }', forIn: 'for (var k in b) break', forInAll: 'for (var k in b);',
  forOf: 'for (var k of a) break', forOfAll: 'for (var k of a);', switchText: 'switch (a) { case b: break; case c: break; case "x": break }', destructure: '{ let { none = 1 } = b; }', computed: '({ [a]: 1 })', computedMethod: '({ [a]() {} })', accessor: '({ get [a]() {} })', construct: 'new c(a, b)', call: 'c(a, b)',
  extend: '(class extends c {})', fields: '(class { [a] = 1 })', literal: '/x*y/.test(a)', isArray: 'Array.isArray(b)', with: 'with (b) none2 = 1', comma: '(a, b)', optional: 'b?.[a]?.x', nullish: 'a ?? b', keyOfMap: 'map.get(a)', keyOfSet: 'set.has(a)', newKey: 'map.set(a + "", 1)', mapOfRopes: 'map.get(a + b)',
  objectKey: 'o[a]', objectKeyOfRope: 'o[a + "k"]', symbolKey: 'Symbol.for(a)', arrayIndex: 'list[a]', throwAndCatch: 'try { throw a } catch (e) { x = e }', nullRead: 'null[a]', notCallable: 'a.b.c()', errorOf: 'Error(a)', json: 'JSON.parse(a)', number: 'Number(a)', parse: 'parseFloat(a)',
  date: 'Date.parse(a)', newDate: 'new Date(a)', bigint: 'BigInt(a)', asText: 'String(a)', sorted: '[a + "x", b + "y", a + "z", b].sort()', sortedTexts: '[a, b, a + "", b + ""].sort()', charCode: 'String.fromCharCode(...b)', hypot: 'Math.hypot(...b)', largest: 'Math.max(...b)', compareLocale: 'a.localeCompare(b)',
  wellFormed: 'a.isWellFormed()', indexOf: 'list.indexOf(a)', includes: 'list.includes(b)', callBack: '[1].map(c)', assign: 'Object.assign({}, b)', keys: 'Object.keys(b)', has: 'Object.hasOwn(b, a)', prototypeOf: 'c.isPrototypeOf(b)', toObject: 'Object(a)', dataView: 'new DataView(a)', typed: 'new Uint8Array(a)', yieldAll: 'drain(a)',
  regexpOf: 'new RegExp(a)', evaluate: 'indirect(a)', await: 'Promise.resolve(a)', label: 'Symbol(a)', functionName: 'f = { [a]: () => 1 }', weakRef: 'new WeakRef(b)', iterator: 'Iterator.from(a).take(1).toArray()', match: 'a.match(/y$/)', replace: 'a.replace("y", "z")', split: 'a.split("y")',
};
function repeat(text, a, b, c) {
  const map = new Map([[a, 1], [b, 2]]), set = new Set([a, b]), o = {}, list = [a, b];
  const f = (...all) => all.length, indirect = eval, drain = (v) => { for (const _ of (function* () { yield* v; })()) break; };
  try { o[a] = 1; } catch {}
  const once = `try { ${text} } catch (e) {}\n`;
  const body = mode === 'straight' ? once.repeat(500) : `for (;;) { ${once} }`;
  const run = Function('a', 'b', 'c', 'map', 'set', 'o', 'list', 'f', 'indirect', 'drain', `var x; ${body}`);
  write('case', chosen.join(' ') + ' ready');
  run(a, b, c, map, set, o, list, f, indirect, drain);
}

// ---- Cases ----

const lines = [...functions.map(([, path]) => path), ...Object.keys(programs).map((name) => `program ${name}`), ...Object.keys(operators).map((name) => `operator ${name}`)];

// Mulberry32.
let state = 0;
function random(limit) {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) % limit;
}
const chosen = [];
function pick(random, kind = kinds[random(kinds.length)]) {
  const names = Object.keys(kind), name = names[random(names.length)];
  chosen.push(name);
  write('case', chosen.join(' '));
  return { name, value: kind[name](random) };
}

if (command === 'list') {
  show(lines.join('\n'));
} else {
  const line = Number(command), path = lines[line];
  const f = functions[line]?.[0], fitting = receivers.find(([pattern]) => pattern.test(path.replace(/^[gs]et /, '')));
  for (let i = Number(first); i < Number(count); i++) {
    state = Math.imul(Number(seed) * 1000 + line, 0x9e3779b1) + i * 7919;
    chosen.length = 0;
    chosen.push(i);
    write('case', String(i));
    try {
      if (path.startsWith('operator ')) {
        if (mode === 'once') break;
        repeat(operators[path.slice(9)], pick(random, random(2) ? strings : undefined).value, pick(random).value, pick(random, random(2) ? small : undefined).value);
        continue;
      }
      if (!f) {
        if (mode !== 'once') break;
        const program = programs[path.slice(8)];
        if (i > 0 && program.length === 0) break;  // always the same
        program(random);
        continue;
      }
      const receiver = /prototype|Iterator|Generator/i.test(path) ? pick(random, random(8) && fitting ? fitting[1][0] : undefined).value : undefined;
      const list = [];
      for (let k = random(4); k > 0; k--) list.push(pick(random).value);
      if (mode !== 'once') {
        repeat(/^[A-Z]\w*$/.test(path) && random(2) ? 'Reflect.construct(a, c)' : 'Reflect.apply(a, b, c)', f, receiver, list);
        continue;
      }
      const result = /^[A-Z]\w*$/.test(path) && random(2) ? Reflect.construct(f, list) : apply(f, receiver, list);
      if (typeof result?.next === 'function' && random(2)) for (let k = 0; k < 1e5 && !result.next().done; k++);
    } catch (error) {
      chosen.push('!');
    }
  }
}
