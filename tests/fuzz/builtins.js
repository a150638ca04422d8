// Calls what the library has, with whatever the library has made: functions found by walking the globals, receivers and
// arguments out of a pool that results go back to. Arguments detach, shrink, resize and redefine things while they are
// converted. Nothing is expected of the results; the engine must live.
//
//   halfword tests/fuzz/builtins.js -- SEED [CALLS]
const [seed, calls = 3000] = scriptArgs.map(Number);
let state = seed >>> 0;
const random = n => {  // xorshift; Math.random would do, but a seed makes a failure come again
  state = (state + 0x9e3779b9) >>> 0;
  let x = state;
  x = Math.imul(x ^ x >>> 16, 0x21f0aaad);
  x = Math.imul(x ^ x >>> 15, 0x735a2d97);
  return ((x ^ x >>> 15) >>> 0) % n;
};
const pick = list => list[random(list.length)];
const print = console.log;
// The shell's own: they write files, wait for input, end the process.
const stop = new Set('console gc load print quit read readFile readline writeFile setImmediate setInterval setTimeout'.split(' '));

// ---- Functions ----

const functions = [], paths = new Map(), seen = new Set();
function walk(value, path, depth) {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return;
  seen.add(value);
  if (typeof value === 'function') functions.push(value), paths.set(value, path);
  if (depth > 6) return;
  for (const key of Reflect.ownKeys(value)) {
    if (value === globalThis && (typeof key !== 'string' || stop.has(key))) continue;
    const descriptor = Reflect.getOwnPropertyDescriptor(value, key);
    const at = `${path}.${String(key)}`;
    walk(descriptor.get, at + ' (get)', depth + 1), walk(descriptor.set, at + ' (set)', depth + 1), walk(descriptor.value, at, depth + 1);
  }
  walk(Reflect.getPrototypeOf(value), path + '.__proto__', depth + 1);
}
walk(globalThis, 'globalThis', 0);
walk((function* () {})(), 'generator', 0), walk((async function* () {})(), 'asyncGenerator', 0), walk(async () => {}, 'async', 0);
for (const iterable of [[], new Map, new Set, '', 'a'.matchAll(/a/g), [].values().map(x => x)]) walk(iterable[Symbol.iterator](), 'iterator', 0);
const constructors = functions.filter(f => /^globalThis\.[A-Z]\w*$/.test(paths.get(f)));

// ---- Values ----

const primitives = [undefined, null, true, false, 0, -0, 1, -1, 2, 3, 7, 8, 31, 32, 255, 256, 1.5, NaN, Infinity, -Infinity, 2 ** 30,
  -(2 ** 30), 2 ** 31, -(2 ** 31), 2 ** 32 - 1, 2 ** 32, 2 ** 53, -(2 ** 53), 1e300, 5e-324, 0n, 1n, -1n, 2n ** 64n, -(2n ** 127n), '', 'a', 'length',
  '0', '1', '-0', '4294967294', '4294967295', 'constructor', '__proto__', 'then', 'ab\u{1f600}c', '\ud800', 'x'.repeat(100), 'é'.repeat(40), '(a*)*b', '[\\w--a]', 'gimsuyd', 'gv',
  '2020-02-29T12:00:00Z', '{"a":[1,{"b":null}]}', Symbol(), Symbol.iterator, Symbol.toPrimitive, Symbol.species];
let pool = [], buffers = [];
const disturb = () => {
  const b = pick(buffers), victim = pick(pool);
  switch (random(9)) {
    case 0: try { b.resize(random(3) * 8); } catch {} break;
    case 1: try { b.transfer(random(64)); } catch {} break;
    case 2: if (Array.isArray(victim)) victim.length = random(5); break;
    case 3: if (Array.isArray(victim)) victim[random(2) ? random(8) : 5000 + random(9)] = pick(pool); break;
    case 4: try { delete victim[random(4)]; } catch {} break;
    case 5: try { Object.defineProperty(victim, random(3), {get: () => pick(pool), configurable: true}); } catch {} break;
    case 6: try { Object.setPrototypeOf(victim, pick(pool)); } catch {} break;
    case 7: try { victim.clear(); } catch {} break;
    case 8: try { pick([Object.freeze, Object.seal, Object.preventExtensions])(victim); } catch {} break;
  }
};
const makers = [
  () => Array.from({length: random(9)}, () => random(100)),
  () => Array.from({length: random(9)}, () => random(100) / 3),
  () => Array.from({length: random(9)}, value),
  () => { const a = [1, 2, 3]; a[random(40)] = value(); return a; },
  () => { const a = [value()]; a[9000 + random(9)] = 1; return a; },
  () => new Array(random(3) ? random(50) : 4294967290 + random(6)),
  () => ({a: value(), [random(5)]: value(), length: random(9)}),
  () => ({length: pick([3, 2 ** 32, 2 ** 53 - 1, -1]), 0: value()}),
  () => Object.create(value() === null ? null : Object(value())),
  () => { const b = new ArrayBuffer(random(5) * 8, random(2) ? {maxByteLength: 64} : undefined); buffers.push(b); return b; },
  () => new SharedArrayBuffer(16, random(2) ? {maxByteLength: 64} : undefined),
  () => new (pick([Int8Array, Uint8ClampedArray, Int16Array, Int32Array, Uint32Array, Float32Array, Float64Array, BigInt64Array]))(random(3) ? pick(buffers) : random(20)),
  () => new DataView(pick(buffers)),
  () => new Map([[value(), value()], [value(), value()]]), () => new Set([value(), value()]), () => new WeakMap, () => new WeakSet,
  () => new WeakRef({}), () => new Date(random(2) ? random(2 ** 31) * 1000 : NaN), () => new RegExp(pick(['a|b', '(?<n>.)\\k<n>', '^$', '\\d+', '(?=x)*?', '[^]']), pick(['', 'g', 'y', 'gu', 'dgi'])),
  () => new Proxy(Object(value()), random(2) ? {} : {get(t, k, r) { disturb(); return random(3) ? Reflect.get(t, k, r) : value(); },
    has() { disturb(); return !!random(2); }, ownKeys(t) { disturb(); return Reflect.ownKeys(t); }, getPrototypeOf: t => { disturb(); return Reflect.getPrototypeOf(t); }}),
  () => new Proxy(function () { return value(); }, {}),
  () => ({valueOf() { disturb(); return pick(primitives); }, toString() { disturb(); return String(random(9)); }}),
  () => ({[Symbol.toPrimitive](hint) { disturb(); return pick(primitives); }}),
  () => ({*[Symbol.iterator]() { for (let i = random(5); i--;) { disturb(); yield value(); } }}),
  () => ({next() { disturb(); return {done: !random(4), value: value()}; }, return: () => ({}), [Symbol.iterator]() { return this; }}),
  () => ({then(f, r) { disturb(); pick([f, r])(value()); }, get constructor() { disturb(); return value(); }}),
  () => ({get length() { disturb(); return random(20); }, get 0() { disturb(); return value(); }, exec() { disturb(); return value(); }, flags: pick(['g', 'gu', 'y'])}),
  () => { class A extends pick([Array, Map, RegExp, Promise, Int32Array, Function, Error, ArrayBuffer]) { static get [Symbol.species]() { disturb(); return pick(constructors); } } return random(2) ? A : new A(random(2) ? undefined : x => x); },
  () => function f(a, b) { disturb(); return random(2) ? value() : a; }, () => (a, b) => { disturb(); return (a < b) - (a > b); }, () => async x => x,
  () => (function* () { try { yield* [1, 2, value()]; } finally { disturb(); } })(), () => (async function* () { yield value(); })(),
  () => (function () { return arguments; })(value(), value()), () => (function (a) { arguments[0] = a; return () => arguments; })(1)(),
  () => Promise.resolve(value()).catch(() => {}), () => new Error('e', {cause: value()}), () => new String('str'), () => Object(Symbol()), () => Object(1n),
  () => pick(functions), () => pick(functions).bind(value(), value()), () => [].concat.call(...Array.from({length: 3}, value)),
  () => 'ab'.repeat(random(20)) + pick(['c', 'é', '\u{10000}']), () => pick(['x', 'yé']).repeat(2000 + random(2000)),
];
function value() { return random(3) ? pick(pool) : pick(primitives); }
buffers.push(new ArrayBuffer(32, {maxByteLength: 64}));
pool.push(...primitives, {}, [], [1, 2, 3]);

// ---- Calls ----

const pending = [];
for (let i = 0; i < calls; i++) {
  if (random(3) === 0) try { pool.push(pick(makers)()); } catch {}
  const f = pick(functions), args = Array.from({length: random(5)}, value);
  if (scriptArgs[2]) print(i, paths.get(f));
  let result;
  try {
    result = random(4) ? Reflect.apply(f, value(), args) : random(4) ? Reflect.apply(f, pick(pool.slice(-20)), args) : Reflect.construct(f, args, random(3) ? f : pick(constructors));
  } catch (e) { result = e; }
  if (result instanceof Promise) pending.push(result.catch(() => {}));
  if (typeof result !== 'string' || result.length < 1e5) pool.push(result);
  if (pool.length > 400) pool.splice(random(pool.length - 100), 100);
  if (buffers.length > 30) buffers.splice(0, 10);
  if (pending.length > 50) pending.length = 0;
}
