// timeout: 300
// not-on-node: its parser takes half a minute
// Recursion with frames of every size, by every way in which a frame is entered. The registers are reserved
// and not written, so a frame that doesn't end on the stack would touch nothing there: the calls after it
// would write beyond the stack's end, into the heap. Each recursion must end with a RangeError, and the heap
// must be what it was.
const kSizes = [1000, 2500, 4915, 5000, 6501, 12345, 20011, 32768, 50021, 64900];
// The body of a function of one parameter: so many registers for what is never run, then `again`.
const bodyOf = (size, again) => `switch (k) { case 1: let ${names[size]}; case 0: ${again}; }`;
const names = Object.fromEntries(kSizes.map((size) => [
  size,
  Array.from({ length: size }, (_, i) => `a${i}=1`).join()
]));
const made = (body) => (0, eval)(`'use strict'; ${body}`);

const ways = {
  call: (size) => made(`(function f(k) { ${bodyOf(size, 'f(0)')} })`),
  'a call whose value is used': (size) => made(`(function f(k) { ${bodyOf(size, 'return f(0) + 1')} })`),
  'a call with more arguments than parameters': (size) => made(
    `(function f(k) { ${bodyOf(size, 'f(0, 1, 2, 3, 4, 5, 6, 7)')} })`
  ),
  'a call of what wants its arguments': (size) => made(
    `(function f(k) { arguments; ${bodyOf(size, 'f(0, 1, 2, 3)')} })`
  ),
  new: (size) => { const F = made(`(function F(k) { ${bodyOf(size, 'new F(0)')} })`); return () => new F(0); },
  method: (size) => { const o = { f: made(`(function (k) { ${bodyOf(size, 'this.f(0)')} })`) }; return () => o.f(0); },
  getter: (size) => {
    const o = made(`({ get x() { const k = 0; ${bodyOf(size, 'return this.x')} } })`);
    return () => o.x;
  },
  setter: (size) => { const o = made(`({ set x(k) { ${bodyOf(size, 'this.x = 0')} } })`); return () => { o.x = 0; }; },
  sort: (size) => made(`(function f(k) { ${bodyOf(size, '[1, 2].sort(() => f(0))')} })`),
  map: (size) => made(`(function f(k) { ${bodyOf(size, '[0].map(f)')} })`),
  replace: (size) => made(`(function f() { const k = 0; ${bodyOf(size, "'a'.replace('a', f)")} })`),
  'a tagged template': (size) => made(`(function f() { const k = 0; ${bodyOf(size, 'f`x`')} })`),
  generator: (size) => {
    const f = made(`(function* f(k) { ${bodyOf(size, 'yield* f(0)')} })`);
    return () => f(0).next();
  },
  'an async function': (size) => {
    const f = made(`(async function f(k) { ${bodyOf(size, 'await f(0)')} })`);
    return () => { f(0).catch(() => {}); throw new RangeError(); };
  },
  'an async generator': (size) => {
    const f = made(`(async function* f(k) { ${bodyOf(size, 'await f(0).next()')} })`);
    return () => { f(0).next().catch(() => {}); throw new RangeError(); };
  },
  arrow: (size) => made(`const f = (k) => { ${bodyOf(size, 'f(0)')} }; f`),
  'a derived constructor': (size) => {
    const C = made(
      `class B { constructor(k) { ${bodyOf(size, 'new C(0)')} } } class C extends B { constructor(k) { super(k); } } C`
    );
    return () => new C(0);
  },
  'a default constructor': (size) => {
    const C = made(`class B { constructor(k) { ${bodyOf(size, 'new C(0)')} } } class C extends B {} C`);
    return () => new C(0);
  },
  'a bound function': (size) => {
    const o = {};
    o.f = made(`(function (b, k) { ${bodyOf(size, 'b.g(0)')} })`);
    o.g = o.f.bind(null, o);
    return () => o.g(0);
  },
  'Function.prototype.call': (size) => made(`(function f(k) { ${bodyOf(size, 'f.call(null, 0)')} })`),
  'Function.prototype.apply': (size) => made(`(function f(k) { ${bodyOf(size, 'f.apply(null, [0])')} })`),
  'apply with its own arguments': (size) => {
    const o = {};
    o.f = made(`(function (k) { ${bodyOf(size, 'return this.g(k)')} })`);
    o.g = made('(function () { return this.f.apply(this, arguments); })');
    return () => o.g(0);
  },
  spread: (size) => made(`(function f(k) { ${bodyOf(size, 'f(...[0, 1])')} })`),
  'Reflect.apply': (size) => made(`(function f(k) { ${bodyOf(size, 'Reflect.apply(f, null, [0])')} })`),
  'Reflect.construct': (size) => made(`(function f(k) { ${bodyOf(size, 'Reflect.construct(f, [0])')} })`),
  'a proxy': (size) => {
    const f = made(`(function f(k, p) { ${bodyOf(size, 'p(0, p)')} })`), p = new Proxy(f, {});
    return () => p(0, p);
  },
  valueOf: (size) => {
    const o = { valueOf: made(`(function () { const k = 0; ${bodyOf(size, 'return +this')} })`) };
    return () => +o;
  },
  toJSON: (size) => {
    const o = { toJSON: made(`(function () { const k = 0; ${bodyOf(size, 'return JSON.stringify(this)')} })`) };
    return () => JSON.stringify(o);
  },
  eval: (size) => {
    globalThis.fromEval = made(`(function f(k) { ${bodyOf(size, 'eval("fromEval(0)")')} })`);
    return globalThis.fromEval;
  },
};

// What lies right behind the stack is the beginning of the heap; here is more of it.
const kept = Array.from({ length: 2000 }, (_, i) => ({ i, text: 'k' + i, list: [i, i + 0.5, 'x' + i] }));
function isIntact() {
  return kept.every((o, i) =>
    o.i === i && o.text === 'k' + i && o.list[0] === i && o.list[1] === i + 0.5 && o.list[2] === 'x' + i);
}

for (const [name, way] of Object.entries(ways)) {
  test(`frames of every size by ${name}`, () => {
    // Each way with a fifth of the sizes, and all sizes by the first.
    const first = Object.keys(ways).indexOf(name);
    for (let i = first % 5; i < kSizes.length; i += first === 0 ? 1 : 5) {
      const f = way(kSizes[i]);
      for (let round = 0; round < 2; round++) {
        let error = null;
        try { f(0); } catch (e) { error = e; }
        assertSame(error?.constructor, RangeError, `${kSizes[i]} registers`);
      }
    }
    assertSame(isIntact(), true);
  });
}
