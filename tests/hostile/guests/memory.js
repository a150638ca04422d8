// Memory bombs: what a guest can pile up.

//// objects: memory
const a = []; for (;;) a.push({x: 1});
//// arrays: memory
const a = []; for (;;) a.push([1, 2, 3]);
//// doubles: memory
const a = []; for (let i = 0.5; ; i++) a.push({i});
//// an array of numbers: memory | throws RangeError
const a = []; for (let i = 0; ; i++) a.push(i);
//// an array of doubles: memory | throws RangeError
const a = []; for (let i = 0; ; i++) a.push(i + 0.5);
//// list: memory
let l; for (;;) l = {l};
//// strings: memory
const a = []; for (let i = 0; ; i++) a.push('string number ' + i);
//// flat strings: memory
const a = []; for (let i = 0; ; i++) { const s = 'abcdefgh' + i; s.charCodeAt(0); a.push(s); }
//// long strings: memory
const a = []; for (let i = 0; ; i++) a.push('x'.repeat(100000) + i);
//// two-byte strings: memory
const a = []; for (let i = 0; ; i++) { const s = '\u4e00'.repeat(10000) + i; s.charCodeAt(3); a.push(s); }
//// ropes: memory | throws RangeError
let s = 'x'; const a = []; for (let i = 0; ; i++) { s = s + i; a.push(s); }
//// a rope that doubles: memory | throws RangeError
let s = 'abc'; for (;;) { s += s; s.charCodeAt(0); }
//// ropes that are flattened again and again: memory | timeout | throws RangeError
const a = []; for (let s = 'ab'; ; s = s + 'c') { s.charCodeAt(0); a.push(s); }
//// slices: memory
const s = 'abcdefghijklmnopqrstuvwxyz'.repeat(1000); const a = []; for (let i = 0; ; i++) a.push(s.slice(i % 100, 200 + i % 100));
//// padStart: memory | throws RangeError
const a = []; for (;;) a.push('x'.padStart(2 ** 20, 'ab'));
//// replaceAll that grows: memory | throws RangeError
let s = 'aaaa'; for (;;) s = s.replaceAll('a', 'aa');
//// replace with a pattern that grows: memory | throws RangeError
let s = 'aaaa'; for (;;) s = s.replace(/a/g, '$&$&');
//// join: memory | throws RangeError
for (let n = 1e6; ; n *= 2) new Array(n).fill('abcdefgh').join('-');
//// split: memory
const s = 'a,'.repeat(1e5), a = []; for (;;) a.push(s.split(','));
//// split into characters: memory
const a = []; for (;;) a.push('\u4e00\u4e01'.repeat(1e5).split(''));
//// normalize: memory | throws RangeError
let s = '\ufdfa'.repeat(1000); for (;;) s = s.normalize('NFKD') + '\ufdfa'.repeat(s.length);
//// toUpperCase: memory | throws RangeError
let s = '\u0390'.repeat(1e5); const a = []; for (;;) a.push(s = s.toUpperCase() + '\u0390');
//// encodeURIComponent: memory | throws RangeError
let s = '%'; for (;;) s = encodeURIComponent(s + s);
//// escape: memory | throws RangeError
let s = '\u4e00'; for (;;) s = escape(s + s);
//// template results: memory | throws RangeError
let s = 'x'; for (;;) s = `${s}${s}${s}`;
//// String.raw: memory | throws RangeError
for (let n = 2 ** 16; ; n *= 2) String.raw({raw: {length: n}}, ...new Array(1000).fill('x'.repeat(1e5)));
//// fromCharCode: memory | throws RangeError
const a = []; for (;;) a.push(String.fromCharCode(...new Array(1000).fill(0x4e00)));
//// property names: memory | throws RangeError
const o = {}; for (let i = 0; ; i++) o['key' + i] = i;
//// shapes: memory
const a = []; for (let i = 0; ; i++) { const o = {}; o['a' + i] = 1; o['b' + i] = 2; a.push(o); }
//// elements of a sparse object: memory | throws RangeError
const o = {}; for (let i = 0; ; i++) o[i * 1000] = i;
//// elements far apart: memory
const a = []; for (let i = 0; ; i++) { const o = []; o[1e6] = 1; a.push(o); }
//// a long array: memory | throws RangeError | ok
const a = []; for (let n = 1e6; ; n *= 2) { a.push(new Array(n).fill({})); }
//// length by decree: memory | throws RangeError
const a = []; for (;;) { const b = []; b.length = 2 ** 32 - 1; b[2 ** 32 - 2] = 1; a.push(b); }
//// Map: memory | throws RangeError
const m = new Map(); for (let i = 0; ; i++) m.set(i, i);
//// Set of objects: memory | throws RangeError
const s = new Set(); for (;;) s.add({});
//// Maps: memory
const a = []; for (;;) a.push(new Map([[1, 2]]));
//// Map.groupBy: memory | throws RangeError
for (let n = 1e5; ; n *= 2) Map.groupBy(Array.from({length: n}, (_, i) => i), (x) => ({}));
//// Set union: memory | throws RangeError
let s = new Set([0]); for (let i = 1; ; i *= 2) s = s.union(new Set(Array.from({length: i}, (_, k) => i + k)));
//// WeakMap with keys that live: memory
const w = new WeakMap(), k = []; for (;;) { const o = {}; k.push(o); w.set(o, []); }
//// WeakSet: memory
const w = new WeakSet(), k = []; for (;;) { const o = {}; k.push(o); w.add(o); }
//// WeakRefs: memory
const a = []; for (;;) a.push(new WeakRef({}));
//// FinalizationRegistry: memory
const r = new FinalizationRegistry(() => {}), k = []; for (;;) { const o = {}; k.push(o); r.register(o, {}); }
//// ephemerons in a chain: memory
const w = new WeakMap(); let first = {}, last = first; for (;;) { const next = {}; w.set(last, next); last = next; }
//// closures: memory
const a = []; for (let i = 0; ; i++) a.push(() => i);
//// environments: memory
const a = []; for (;;) { let x = {}, y = [x]; a.push(() => [x, y]); }
//// bound functions: memory
let f = () => {}; const a = []; for (;;) a.push(f = f.bind(1));
//// functions by eval: memory | throws RangeError
const a = []; for (let i = 0; ; i++) a.push(new Function('return ' + i));
//// functions with long names inside: memory
for (let n = 1 << 22; ; n *= 2) { new Function('x'.repeat(n)); n -= n / 4; }
//// large functions by eval: memory | throws RangeError
const a = []; for (let i = 0; ; i++) a.push(new Function('x;'.repeat(1e4) + i));
//// a large program: memory | throws RangeError | throws SyntaxError
for (let n = 1e5; ; n *= 2) eval('[' + '{a: [1, 2, 3], b() { return "text" }},'.repeat(n) + ']');
//// a program of many names: memory | throws RangeError | throws SyntaxError
for (let n = 1e5; ; n *= 2) eval('({' + Array.from({length: n}, (_, i) => 'name' + i + ': 1').join() + '})');
//// a program of many functions: memory | throws RangeError | throws SyntaxError
for (let n = 1e4; ; n *= 2) eval(Array.from({length: n}, (_, i) => `function f${i}(a, b) { return a + b + ${i} }`).join(';'));
//// a program of many comments: memory | throws RangeError | throws SyntaxError
for (let n = 1e5; ; n *= 2) eval('/* x */'.repeat(n));
//// classes: memory
const a = []; for (;;) a.push(class { #x = 1; m() {} static s = 1; });
//// template objects: memory | timeout
const a = []; for (let i = 0; ; i++) a.push(eval('((s) => s)`' + i + '`'));
//// symbols: memory
const a = []; for (;;) a.push(Symbol('s'));
//// registered symbols: memory | throws RangeError
for (let i = 0; ; i++) Symbol.for('registered symbol ' + i);
//// BigInts: memory
const a = []; for (let i = 1n; ; i++) a.push(i << 100n);
//// large BigInts: memory
const a = []; for (let i = 1n; ; i++) a.push(i << 1000000n);
//// BigInt powers: memory | timeout | throws RangeError
let n = 3n; const a = []; for (;;) a.push(n = n ** 3n);
//// BigInt power at once: memory | timeout | throws RangeError
2n ** (10n ** 9n);
//// BigInt to text: memory | timeout | throws RangeError
let n = 1n << 20000000n; n.toString();
//// BigInt from text: memory | timeout | throws RangeError | throws SyntaxError
BigInt('9'.repeat(20000000));
//// promises: memory
const a = []; for (;;) a.push(new Promise(() => {}));
//// reactions: memory
const p = new Promise(() => {}); for (;;) p.then(() => {});
//// rejections: memory
for (;;) Promise.reject({});
//// jobs: memory
for (;;) Promise.resolve().then(() => {});
//// async functions: memory
const kept = [], f = async () => { await new Promise((r) => kept.push(r)); }; for (;;) f();
//// generators: memory
function* g() { yield 1; } const a = []; for (;;) { const i = g(); i.next(); a.push(i); }
//// generators with large frames: memory
const f = new Function('return function* () {' + Array.from({length: 1000}, (_, i) => `let v${i} = {};`).join('') + 'yield 1; return [' + Array.from({length: 1000}, (_, i) => 'v' + i).join() + '] }')();
const a = []; for (;;) { const i = f(); i.next(); a.push(i); }
//// requests of an async generator: memory
async function* g() { await new Promise(() => {}); } const i = g(); for (;;) i.next();
//// iterators: memory
const a = []; for (;;) a.push([1].values());
//// iterator helpers: memory
let i = [1].values(); for (;;) i = i.map((x) => x);
//// regexps: memory
const a = []; for (let i = 0; ; i++) a.push(new RegExp('a' + i));
//// large regexps: memory | throws RangeError | throws SyntaxError
const a = []; for (let i = 0; ; i++) a.push(new RegExp('(a|b|[c-z])'.repeat(1000) + i));
//// regexps that are run: memory | throws RangeError | throws SyntaxError
const a = []; for (let i = 0; ; i++) { const r = new RegExp('(a|b|[c-z])*'.repeat(100) + i); r.test('abc'); a.push(r); }
//// regexp matches: memory
const a = []; for (;;) a.push(/(a)(b)(c)/.exec('abc'));
//// regexp indices: memory
const a = []; for (;;) a.push(/(?<x>a)(b)(c)/d.exec('abc'));
//// backtracking: memory | timeout | throws RangeError
/(?:(a)|b|c)*d/.exec('abc'.repeat(3e6));
//// lazy backtracking: memory | timeout | throws RangeError
/(?:.|\n)*?(?:x|y)*?z/.exec('ab\n'.repeat(3e6));
//// dates: memory
const a = []; for (;;) a.push(new Date());
//// errors: memory
const a = []; for (;;) a.push(new Error('e'));
//// errors with deep stacks: memory
const a = []; (function f(n) { a.push(new Error('e').stack); if (n) f(n - 1); })(1000); for (;;) (function f(n) { a.push(new Error('e').stack + a.length); if (n) f(n - 1); })(100);
//// causes: memory
let e; for (;;) e = new Error('x', {cause: e});
//// proxies: memory
const a = []; for (;;) a.push(new Proxy({}, {}));
//// getters: memory
const a = []; for (;;) a.push({get x() { return 1; }});
//// property descriptors: memory
const o = {a: 1, b: 2}, a = []; for (;;) a.push(Object.getOwnPropertyDescriptors(o));
//// arguments: memory
const a = []; for (;;) (function () { a.push(arguments); })(1, 2, 3);
//// ArrayBuffers by the million: memory | throws RangeError
const a = []; for (;;) a.push(new ArrayBuffer(8));
//// empty ArrayBuffers by the million: memory | throws RangeError
const a = []; for (;;) a.push(new ArrayBuffer(0));
//// ArrayBuffers: memory | throws RangeError
const a = []; for (;;) a.push(new ArrayBuffer(1 << 16));
//// large ArrayBuffers: memory | throws RangeError
const a = []; for (;;) a.push(new ArrayBuffer(1 << 24));
//// large ArrayBuffers that are written: memory | throws RangeError
const a = []; for (;;) a.push(new Uint8Array(1 << 22).fill(1));
//// resizable ArrayBuffers: memory | throws RangeError
const a = []; for (;;) { const b = new ArrayBuffer(0, {maxByteLength: 1 << 20}); b.resize(1 << 20); new Uint8Array(b).fill(1); a.push(b); }
//// resizable ArrayBuffers that reserve: memory | throws RangeError | timeout
const a = []; for (;;) a.push(new ArrayBuffer(0, {maxByteLength: 1 << 30}));
//// ArrayBuffers that shrink and grow: timeout | throws RangeError | memory
const a = []; for (let i = 0; i < 1000; i++) a.push(new ArrayBuffer(0, {maxByteLength: 1 << 20}));
for (;;) for (const b of a) { b.resize(1 << 16); new Uint8Array(b).fill(1); b.resize(0); }
//// growable SharedArrayBuffers: memory | throws RangeError | timeout
const a = []; for (;;) { const b = new SharedArrayBuffer(0, {maxByteLength: 1 << 20}); b.grow(1 << 20); new Uint8Array(b).fill(1); a.push(b); }
//// SharedArrayBuffers: memory | throws RangeError
const a = []; for (;;) { const b = new SharedArrayBuffer(1 << 20); new Uint8Array(b).fill(1); a.push(b); }
//// transferred ArrayBuffers: memory | throws RangeError | timeout
let b = new ArrayBuffer(16); for (let n = 32; ; n *= 2) { b = b.transfer(n); new Uint8Array(b).fill(1); }
//// typed arrays: memory | throws RangeError
const a = []; for (;;) a.push(new Float64Array(1000));
//// small typed arrays: memory | throws RangeError
const a = []; for (;;) a.push(new Uint8Array(8));
//// views of one buffer: memory
const b = new ArrayBuffer(64), a = []; for (;;) a.push(new Uint8Array(b), new DataView(b));
//// typed arrays of typed arrays: memory | throws RangeError
let t = new Uint8Array(100); const a = []; for (;;) a.push(t = new Uint8Array([...t, ...t]));
//// garbage ArrayBuffers: timeout
for (;;) new ArrayBuffer(1 << 20);
//// garbage that is large: timeout
for (;;) new Array(1e5).fill(1);
//// JSON.parse: memory
const a = []; for (;;) a.push(JSON.parse('{"a":[1,2,3],"b":"text"}'));
//// JSON.parse of much: memory | throws RangeError
for (let n = 1e5; ; n *= 2) JSON.parse('[' + '{"a": [1, 2]},'.repeat(n) + '0]');
//// JSON.stringify of much: memory | throws RangeError
const o = {}; let p = o; for (let i = 0; i < 20; i++) { p.a = p.b = {}; const q = {}; p.a = q; p.b = q; p = q; } const a = []; for (;;) a.push(JSON.stringify(o));
//// JSON.stringify with indentation: memory | throws RangeError
let o = 1; for (let i = 0; i < 5000; i++) o = [o]; const a = []; for (;;) a.push(JSON.stringify(o, null, '          '));
//// spread: memory | throws RangeError
let a = [1, 2]; for (;;) a = [...a, ...a];
//// concat: memory | throws RangeError
let a = [1, 2]; for (;;) a = a.concat(a);
//// flat: memory | throws RangeError
let a = [1, 2]; for (;;) a = [a, a].flat();
//// slice: memory
const b = new Array(1e4).fill(1), a = []; for (;;) a.push(b.slice());
//// unshift: memory | timeout | throws RangeError
const a = []; for (;;) a.unshift(1, 2, 3, 4, 5, 6, 7, 8);
//// splice: memory | timeout | throws RangeError
const a = [1]; for (;;) a.splice(1, 0, ...a.slice(0, 1000));
//// Array.from: memory | throws RangeError
Array.from({length: 2 ** 31}, () => ({}));
//// fill: memory | throws RangeError
new Array(2 ** 27).fill(0); new Array(2 ** 29).fill({});
//// Object.keys: memory
const o = Object.fromEntries(Array.from({length: 1000}, (_, i) => ['k' + i, i])), a = []; for (;;) a.push(Object.entries(o));
//// object spread: memory | throws RangeError
let o = {}; for (let i = 0; ; i++) o = {...o, ['k' + i]: o};
//// Object.assign: memory | throws RangeError
const o = {}; for (let i = 0; ; i++) Object.assign(o, {['k' + i]: 1});
//// Object.groupBy: memory | throws RangeError
for (let n = 1e4; ; n *= 2) Object.groupBy(Array.from({length: n}, (_, i) => i), (x) => 'g' + x);
//// global variables: memory | throws RangeError
for (let i = 0; ; i++) globalThis['g' + i] = i;
//// variables by eval: memory | throws RangeError
for (let i = 0; ; i++) (0, eval)('var v' + i + ' = 1');
//// private names: memory
const a = []; for (;;) a.push(new (class { #a = {}; #b = [this.#a]; get() { return this.#b; } })());
//// caught in vain: memory
const a = []; for (;;) { try { for (;;) a.push({}); } catch (e) { a.push(e); } }
//// finally in vain: memory
const a = []; try { for (;;) a.push({}); } finally { for (;;) a.push([]); }
//// in a comparator: memory
const a = []; [3, 2, 1].sort(() => { for (;;) a.push([]); });
//// in a getter: memory
const a = []; ({get x() { for (;;) a.push([]); }}).x;
//// in toString: memory
const a = []; `${{toString() { for (;;) a.push([]); }}}`;
//// in a proxy trap: memory
const a = []; new Proxy({}, {get() { for (;;) a.push([]); }}).x;
//// in a generator: memory
const a = []; (function* () { for (;;) a.push([]); })().next();
//// in a job: memory
const a = []; Promise.resolve().then(() => { for (;;) a.push([]); });
//// in a constructor: memory
const a = []; new (class { constructor() { for (;;) a.push(this, {}); } })();
//// in a replacer: memory
const a = []; 'x'.replace(/x/, () => { for (;;) a.push([]); });
//// in JSON: memory
const a = []; JSON.stringify({toJSON() { for (;;) a.push([]); }});
//// cycles that live: memory
const a = []; for (;;) { const x = {}, y = {x}; x.y = y; a.push(x); }
//// deep recursion and memory: memory | throws RangeError
const a = []; function f(n) { a.push(new Array(100).fill(n)); if (n > 500) return; f(n + 1); f(n + 1); } f(0);
