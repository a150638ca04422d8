// Deep recursion of every kind. `deep` makes n things, each around the one before.

//// calls: throws RangeError
(function f() { f(); })();
//// calls with many arguments: throws RangeError
(function f(...a) { f(...a, 1); })();
//// calls with large frames: throws RangeError
const f = new Function('f', Array.from({length: 1000}, (_, i) => `var v${i};`).join('') + 'f(f)'); f(f);
//// constructors: throws RangeError
class A { constructor() { new A; } } new A;
//// super calls: throws RangeError
class A { constructor() { new B; } } class B extends A {} new B;
//// getters: throws RangeError
const o = {get x() { return this.x; }}; o.x;
//// setters: throws RangeError
const o = {set x(v) { this.x = v; }}; o.x = 1;
//// class fields: throws RangeError
class A { x = new A; } new A;
//// static blocks: throws RangeError
(function f() { class A { static { f(); } } })();
//// default parameters: throws RangeError
(function f(a = f()) {})();
//// generators: throws RangeError
function* g() { yield* g(); } g().next();
//// generators by hand: throws RangeError
function* g() { for (const x of g()) yield x; } g().next();
//// async functions: throws any | ok | memory
(async function f() { await f(); })();
//// iterators: throws RangeError
const o = {[Symbol.iterator]() { return [...this]; }}; [...o];
//// destructuring: throws RangeError
(function f([a]) { f({[Symbol.iterator]() { return f([1]); }}); })([1]);
//// tagged templates: throws RangeError
const tag = () => tag`x`; tag`x`;
//// toString: throws RangeError
const o = {toString() { return '' + this; }}; '' + o;
//// valueOf: throws RangeError
const o = {valueOf() { return +this; }}; +o;
//// toPrimitive: throws RangeError
const o = {[Symbol.toPrimitive]() { return `${this}`; }}; `${o}`;
//// toJSON: throws RangeError
const o = {toJSON() { return JSON.stringify(this); }}; JSON.stringify(o);
//// toLocaleString: throws RangeError
const o = {toLocaleString() { return [this].toLocaleString(); }}; [o].toLocaleString();
//// hasInstance: throws RangeError
const o = {[Symbol.hasInstance]() { return 1 instanceof this; }}; 1 instanceof o;
//// proxy get: throws RangeError
const p = new Proxy({}, {get: (t, k, r) => r[k]}); p.x;
//// proxy set: throws RangeError
const p = new Proxy({}, {set: (t, k, v, r) => { r[k] = v; return true; }}); p.x = 1;
//// proxy has: throws RangeError
const p = new Proxy({}, {has: (t, k) => k in p}); 'x' in p;
//// proxy ownKeys: throws RangeError
const p = new Proxy({}, {ownKeys: () => Object.keys(p)}); Object.keys(p);
//// proxy getPrototypeOf: throws RangeError
const p = new Proxy({}, {getPrototypeOf: () => Object.getPrototypeOf(p)}); Object.getPrototypeOf(p);
//// proxy apply: throws RangeError
const p = new Proxy(() => {}, {apply: () => p()}); p();
//// proxy construct: throws RangeError
const p = new Proxy(class {}, {construct: () => new p}); new p;
//// proxies of proxies, get: throws RangeError | memory
let p = {}; for (let i = 0; i < 2e5; i++) p = new Proxy(p, {}); p.x;
//// proxies of proxies, set: throws RangeError | memory
let p = {}; for (let i = 0; i < 2e5; i++) p = new Proxy(p, {}); p.x = 1;
//// proxies of proxies, has: throws RangeError | memory
let p = {}; for (let i = 0; i < 2e5; i++) p = new Proxy(p, {}); 'x' in p;
//// proxies of proxies, delete: throws RangeError | memory
let p = {}; for (let i = 0; i < 2e5; i++) p = new Proxy(p, {}); delete p.x;
//// proxies of proxies, keys: throws RangeError | memory | ok
let p = {}; for (let i = 0; i < 2e5; i++) p = new Proxy(p, {}); Object.keys(p);
//// proxies of proxies, define: throws RangeError | memory
let p = {}; for (let i = 0; i < 2e5; i++) p = new Proxy(p, {}); Object.defineProperty(p, 'x', {value: 1});
//// proxies of proxies, prototype: throws RangeError | memory | ok
let p = {}; for (let i = 0; i < 2e5; i++) p = new Proxy(p, {}); Object.getPrototypeOf(p);
//// proxies of proxies, setPrototypeOf: throws RangeError | memory
let p = {}; for (let i = 0; i < 2e5; i++) p = new Proxy(p, {}); Object.setPrototypeOf(p, null);
//// proxies of proxies, freeze: throws RangeError | memory
let p = {}; for (let i = 0; i < 2e5; i++) p = new Proxy(p, {}); Object.freeze(p);
//// proxies of proxies, isArray: throws RangeError | memory | ok
let p = []; for (let i = 0; i < 2e5; i++) p = new Proxy(p, {}); Array.isArray(p);
//// proxies of proxies, call: throws RangeError | memory | ok
let p = () => {}; for (let i = 0; i < 2e5; i++) p = new Proxy(p, {}); p();
//// proxies of proxies, construct: throws RangeError | memory
let p = class {}; for (let i = 0; i < 2e5; i++) p = new Proxy(p, {}); new p;
//// proxies of proxies, realm: throws any | memory
let p = class {}; for (let i = 0; i < 2e5; i++) p = new Proxy(p, {}); Reflect.construct(Array, [], p);
//// proxies as prototypes: throws RangeError | memory | ok
let p = {}; for (let i = 0; i < 2e5; i++) p = Object.create(new Proxy(p, {})); p.x;
//// prototypes: ok | memory | timeout
let p = {}; for (let i = 0; i < 3e5; i++) p = Object.create(p); p.x; 'x' in p; p.y = 1;
//// prototypes and for in: ok | memory | timeout | throws RangeError
let p = {}; for (let i = 0; i < 1e5; i++) { p = Object.create(p); p['k' + i] = 1; } for (const k in p);
//// class hierarchies: throws RangeError | memory | ok
let C = class {}; for (let i = 0; i < 1e5; i++) C = class extends C {}; new C;
//// class hierarchies with constructors: throws RangeError | memory
let C = class {}; for (let i = 0; i < 1e5; i++) C = class extends C { constructor() { super(); } }; new C;
//// class hierarchies of natives: throws RangeError | memory | ok
let C = Array; for (let i = 0; i < 1e5; i++) C = class extends C {}; new C(3);
//// bound functions: ok | throws RangeError | memory
let f = () => 1; for (let i = 0; i < 2e5; i++) f = f.bind(null); f();
//// bound constructors: ok | throws RangeError | memory
let f = class {}; for (let i = 0; i < 2e5; i++) f = f.bind(null); new f;
//// bound functions and instanceof: ok | throws RangeError | memory
let f = class {}; for (let i = 0; i < 2e5; i++) f = f.bind(null); ({}) instanceof f;
//// bound functions with arguments: ok | throws RangeError | memory
let f = (...a) => a.length; for (let i = 0; i < 2e5; i++) f = f.bind(null, i); f();
//// apply of apply: throws RangeError
(function f() { f.apply.call(f, null, []); })();
//// Reflect.apply: throws RangeError
(function f() { Reflect.apply(f, null, []); })();
//// Array.prototype callbacks: throws RangeError
(function f() { [1].map(f); [1].forEach(f); [1].reduce(f, 0); })();
//// comparators: throws RangeError
(function f() { [2, 1].sort(f); })();
//// replacers: throws RangeError
(function f() { 'a'.replace(/a/, f); })();
//// revivers: throws RangeError
(function f() { JSON.parse('1', f); })();
//// nested arrays, join: throws RangeError | ok | memory
let a = []; for (let i = 0; i < 2e5; i++) a = [a]; String(a);
//// nested arrays, flat: throws RangeError | ok | memory
let a = []; for (let i = 0; i < 2e5; i++) a = [a]; a.flat(Infinity);
//// nested arrays, JSON: throws RangeError | ok | memory
let a = []; for (let i = 0; i < 2e5; i++) a = [a]; JSON.stringify(a);
//// nested objects, JSON: throws RangeError | ok | memory
let a = {}; for (let i = 0; i < 2e5; i++) a = {a}; JSON.stringify(a);
//// nested toLocaleString: throws RangeError | ok | memory
let a = []; for (let i = 0; i < 2e5; i++) a = [a]; a.toLocaleString();
//// JSON.parse of brackets: throws RangeError | throws SyntaxError | ok | memory
JSON.parse('['.repeat(1e6) + ']'.repeat(1e6));
//// JSON.parse of objects: throws RangeError | ok | memory
JSON.parse('{"a":'.repeat(1e5) + '1' + '}'.repeat(1e5));
//// JSON.parse of brackets with a reviver: throws RangeError | ok | memory
JSON.parse('['.repeat(1e5) + ']'.repeat(1e5), (k, v) => v);
//// JSON.rawJSON and a proxy: throws any | ok
let p = []; for (let i = 0; i < 1e5; i++) p = new Proxy(p, {}); JSON.stringify(p);
//// source of parentheses: throws RangeError | throws SyntaxError | ok
eval('('.repeat(1e6) + '1' + ')'.repeat(1e6));
//// source of brackets: throws RangeError | throws SyntaxError | ok | memory
eval('['.repeat(1e6) + ']'.repeat(1e6));
//// source of braces: throws RangeError | throws SyntaxError | ok | memory
eval('{'.repeat(1e6) + '}'.repeat(1e6));
//// source of functions: throws RangeError | throws SyntaxError | ok | memory
eval('function f(){'.repeat(1e5) + '}'.repeat(1e5));
//// source of arrows: throws RangeError | throws SyntaxError | ok | memory
eval('a=>'.repeat(1e6) + '1');
//// source of templates: throws RangeError | throws SyntaxError | ok | memory
eval('`${'.repeat(1e6) + '1' + '}`'.repeat(1e6));
//// source of operators: throws RangeError | throws SyntaxError | ok | memory
eval('!'.repeat(1e6) + '1');
//// source of sums: throws RangeError | throws SyntaxError | ok | memory
eval('1' + '+1'.repeat(1e6));
//// source of powers: throws RangeError | throws SyntaxError | ok | memory
eval('1**'.repeat(1e6) + '1');
//// source of conditionals: throws RangeError | throws SyntaxError | ok | memory
eval('1?1:'.repeat(1e6) + '1');
//// source of optional chains: throws RangeError | throws SyntaxError | ok | memory
var x; eval('x' + '?.a'.repeat(1e6));
//// source of calls: throws any | ok | memory
eval('(()=>1)' + '()'.repeat(1e6));
//// source of members: throws any | ok | memory
eval('x' + '.a'.repeat(1e6)); var x;
//// source of classes: throws RangeError | throws SyntaxError | ok | memory
eval('(class extends '.repeat(1e5) + 'Object' + '{})'.repeat(1e5));
//// source of patterns: throws any | ok | memory
eval('var ' + '['.repeat(1e5) + 'x' + ']'.repeat(1e5) + ' = []');
//// source of labels: throws RangeError | throws SyntaxError | ok | memory
eval(Array.from({length: 1e4}, (_, i) => 'l' + i + ':').join('') + ';');
//// source of ifs: throws RangeError | throws SyntaxError | ok | memory
eval('if(1)'.repeat(1e6) + ';');
//// source of else: throws RangeError | throws SyntaxError | ok | memory
eval('if(0);else '.repeat(1e6) + ';');
//// source of tries: throws RangeError | throws SyntaxError | ok | memory
eval('try{'.repeat(1e5) + '}finally{}'.repeat(1e5));
//// regexp groups: throws RangeError | throws SyntaxError | ok | memory
new RegExp('('.repeat(1e6) + ')'.repeat(1e6)).test('a');
//// regexp groups that don't capture: throws RangeError | throws SyntaxError | ok | memory
new RegExp('(?:'.repeat(1e6) + ')'.repeat(1e6)).test('a');
//// regexp lookaheads: throws RangeError | throws SyntaxError | ok | memory
new RegExp('(?='.repeat(1e5) + ')'.repeat(1e5)).test('a');
//// regexp lookbehinds: throws RangeError | throws SyntaxError | ok | memory
new RegExp('(?<='.repeat(1e5) + ')'.repeat(1e5)).test('a');
//// regexp classes: throws RangeError | throws SyntaxError | ok | memory
new RegExp('['.repeat(1e5) + 'a' + ']'.repeat(1e5), 'v').test('a');
//// regexp modifiers: throws RangeError | throws SyntaxError | ok | memory
new RegExp('(?i:'.repeat(1e5) + 'a' + ')'.repeat(1e5)).test('a');
//// ropes, left: ok | throws RangeError | memory
let s = 'a'; for (let i = 0; i < 1e6; i++) s = s + 'b'; s.charCodeAt(5);
//// ropes, right: ok | throws RangeError | memory
let s = 'a'; for (let i = 0; i < 1e6; i++) s = 'b' + s; s.charCodeAt(5);
//// ropes, both: ok | throws RangeError | memory
let s = 'ab'; for (let i = 0; i < 1e6; i++) s = i & 1 ? s + 'bcd' : 'efg' + s; s === 'x' + s; ({})[s];
//// closures around closures: ok | memory | timeout
let f = () => 1; for (let i = 0; i < 1e6; i++) { const g = f; f = () => g; } for (let i = 0; i < 1e6; i++) f = f();
//// scopes: ok | throws any | memory
let f = '1'; for (let i = 0; i < 3000; i++) f = `((a${i}) => ${f})(0)`; eval(f);
//// promises that resolve with promises: ok | memory | timeout
let p = Promise.resolve(); for (let i = 0; i < 1e5; i++) { const q = p; p = new Promise((r) => r(q)); }
//// promise chains: ok | memory | timeout
let p = Promise.resolve(); for (let i = 0; i < 1e5; i++) p = p.then(() => {});
//// await chains: ok | memory | timeout | throws any
let p = (async () => {})(); for (let i = 0; i < 1e5; i++) { const q = p; p = (async () => await q)(); }
//// thenables in thenables: ok | memory | timeout
let t = 1; for (let i = 0; i < 1e5; i++) { const u = t; t = {then(f) { f(u); }}; } Promise.resolve(t);
//// linked list: ok | memory
let l; for (let i = 0; i < 1e6; i++) l = {l};
//// error causes: ok | memory | throws any
let e; for (let i = 0; i < 1e5; i++) e = new Error('x', {cause: e}); throw e;
//// aggregate errors: ok | memory | throws any
let e = 1; for (let i = 0; i < 1e5; i++) e = new AggregateError([e], 'x'); throw e;
//// WeakMap chains: ok | memory
const w = new WeakMap(); let k = {}, first = k; for (let i = 0; i < 1e5; i++) { const n = {}; w.set(k, n); k = n; }
//// iterator helpers: throws RangeError | ok | memory
let i = [1].values(); for (let n = 0; n < 1e5; n++) i = i.map((x) => x); i.next();
//// iterator helpers, return: throws RangeError | ok | memory
let i = [1].values(); for (let n = 0; n < 1e5; n++) i = i.filter((x) => x); i.return();
//// flatMap in flatMap: throws RangeError | ok | memory
const nest = (n) => n ? [1].values().flatMap(() => nest(n - 1)) : [1].values(); nest(1e5).next();
//// eval in eval: throws RangeError | throws SyntaxError | memory
(function f() { eval('f()'); })();
//// new Function in new Function: throws RangeError | memory
globalThis.f = () => new Function('f()')(); f();
//// import in import: ok | throws any
(function f() { import('x').catch(() => {}); f(); })();
//// async generators that delegate: ok | throws any | memory | timeout
async function* g(n) { if (n) yield* g(n - 1); } g(1e4).next();
//// generators that delegate: ok | throws RangeError | memory
function* g(n) { if (n) yield* g(n - 1); else yield 1; } g(1e5).next();
//// spread in spread: throws RangeError
(function f(...a) { return [...f(...a)]; })();
//// Object.assign and getters: throws RangeError
const o = {get x() { return Object.assign({}, this); }}; ({...o});
//// species: throws RangeError
class A extends Array { static get [Symbol.species]() { return new A(1).map((x) => x).constructor; } } new A(1).map((x) => x);
//// RegExp exec: throws RangeError
const r = /a/; r.exec = (s) => r.test(s); r.test('a');
//// Date toPrimitive: throws RangeError
const d = new Date; d.toString = () => `${d}`; `${d}`;
//// deep equality by user: throws RangeError
const a = {}; a.a = a; (function eq(x, y) { return eq(x.a, y.a); })(a, a);
