// Loops that never end, of every kind. Each guest begins with a line of its own: name: outcomes that are right.

//// for: timeout
for (;;);
//// while: timeout
while (true);
//// do: timeout
do {} while (true);
//// labelled continue: timeout
outer: for (;;) { for (;;) continue outer; }
//// labelled block in a loop: timeout
for (;;) a: { b: { break a; } }
//// switch in a loop: timeout
for (let i = 0; ; i++) switch (i % 3) { case 0: continue; case 1: break; default: }
//// for in that is restarted: timeout
const o = {a: 1, b: 2}; for (;;) for (const k in o);
//// for of over an endless iterator: timeout
for (const x of {[Symbol.iterator]() { return {next: () => ({done: false})} }});
//// for of over an array that grows: timeout | memory
const a = [1]; for (const x of a) a.push(1);
//// Map that grows while it is walked: timeout | memory
const m = new Map([[0, 0]]); for (const [k] of m) { m.delete(k); m.set(k + 1, 0); }
//// Map.prototype.forEach that feeds itself: timeout | memory
const m = new Map([[0, 0]]); m.forEach((v, k) => { m.delete(k); m.set(k + 1, 0); });
//// Set.prototype.forEach that feeds itself: timeout | memory
const s = new Set([0]); s.forEach((k) => { s.delete(k); s.add(k + 1); });
//// destructuring an endless iterator: timeout | memory
const it = {[Symbol.iterator]() { return {next: () => ({value: 1, done: false})} }}; const [...all] = it;
//// elision of an endless pattern: timeout
const it = {[Symbol.iterator]() { return this }, next: () => ({done: false})}; for (;;) { const [, , , x] = it; }
//// spread of an endless iterator: timeout | memory
[...{[Symbol.iterator]() { return {next: () => ({value: 1, done: false})} }}];
//// arguments from an endless iterator: timeout | memory
Math.max(...{[Symbol.iterator]() { return {next: () => ({value: 1, done: false})} }});
//// Array.from an endless iterator: timeout | memory
Array.from({[Symbol.iterator]() { return {next: () => ({value: 1, done: false})} }});
//// new Set of an endless iterator: timeout
new Set({[Symbol.iterator]() { return {next: () => ({value: 1, done: false})} }});
//// new Map of an endless iterator: timeout
new Map({[Symbol.iterator]() { return {next: () => ({value: [1, 1], done: false})} }});
//// Object.fromEntries of an endless iterator: timeout
Object.fromEntries({[Symbol.iterator]() { return {next: () => ({value: ['a', 1], done: false})} }});
//// Promise.all of an endless iterator: timeout | memory
Promise.all({[Symbol.iterator]() { return {next: () => ({value: 1, done: false})} }});
//// yield star: timeout
function* g() { yield* {[Symbol.iterator]() { return {next: () => ({done: false})} }} } for (const x of g());
//// generator: timeout
function* g() { for (;;) yield 1; } for (const x of g());
//// generator that returns into finally: timeout
function* g() { try { yield 1 } finally { for (;;); } } const i = g(); i.next(); i.return();
//// iterator helpers: timeout
function* g() { for (;;) yield 1; } g().filter((x) => x === 2).next();
//// iterator helpers drop: timeout
function* g() { for (;;) yield 1; } g().drop(Infinity).next();
//// iterator helpers reduce: timeout
function* g() { for (;;) yield 1; } g().reduce((a, b) => a);
//// iterator helpers flatMap: timeout
function* g() { for (;;) yield 1; } g().flatMap(() => []).next();
//// async generator: timeout
async function* g() { for (;;) yield 1; } (async () => { for await (const x of g()); })();
//// await in a loop: timeout
(async () => { for (;;) await null; })();
//// microtasks: timeout
function again() { Promise.resolve().then(again); } again();
//// queueMicrotask or the like: timeout
const again = () => { (async () => {})().then(again); }; again();
//// thenables: timeout
const t = {then(f) { Promise.resolve(t).then(() => {}); }}; Promise.resolve(t);
const u = {then(f) { f(u); }}; Promise.resolve(u);
//// thenable that resolves with another: timeout
const make = () => ({then(f) { f(make()); }}); Promise.resolve(make());
//// for await over thenables: timeout
(async () => { for await (const x of (function* () { for (;;) yield {then(f) { f(1); }} })()); })();
//// getter: timeout
({get x() { for (;;); }}).x;
//// setter: timeout
({set x(v) { for (;;); }}).x = 1;
//// getter found on a prototype: timeout
Object.create(Object.create({get x() { for (;;); }})).x;
//// proxy get trap: timeout
new Proxy({}, {get() { for (;;); }}).x;
//// proxy has trap: timeout
'x' in new Proxy({}, {has() { for (;;); }});
//// proxy ownKeys trap: timeout
Object.keys(new Proxy({}, {ownKeys() { for (;;); }}));
//// proxy getPrototypeOf trap: timeout
({}) instanceof new Proxy(function () {}, {get() { for (;;); }});
//// prototype chain of proxies without end: timeout | throws RangeError
const p = new Proxy({}, {getPrototypeOf: () => p}); Object.prototype.isPrototypeOf.call({}, p);
//// with and a proxy: timeout
const p = new Proxy({}, {has: () => true, get: (t, k) => k === Symbol.unscopables ? undefined : 1}); new Function('p', 'with (p) for (;;) x')(p);
//// toString: timeout
`${{toString() { for (;;); }}}`;
//// valueOf: timeout
+{valueOf() { for (;;); }};
//// Symbol.toPrimitive: timeout
1 + {[Symbol.toPrimitive]() { for (;;); }};
//// property key: timeout
({})[{toString() { for (;;); }}];
//// instanceof: timeout
1 instanceof {[Symbol.hasInstance]() { for (;;); }};
//// computed class member: timeout
class A { [(() => { for (;;); })()]() {} }
//// class static block: timeout
class A { static { for (;;); } }
//// class field: timeout
class A { x = (() => { for (;;); })(); } new A;
//// static field: timeout
class A { static x = (() => { for (;;); })(); }
//// extends clause: timeout
class A extends (() => { for (;;); })() {}
//// default parameter: timeout
((a = (() => { for (;;); })()) => {})();
//// tagged template: timeout
const tag = () => { for (;;); }; tag`x${1}`;
//// template in a loop: timeout
for (;;) `${1}${2}`;
//// comma in a condition: timeout
for (; 1, true; 0, 0);
//// finally that continues: timeout
for (;;) { try { throw 1; } catch { continue; } finally { continue; } }
//// finally that throws away a return: timeout
(function f() { for (;;) { try { return 1; } finally { continue; } } })();
//// catching its own end: timeout
for (;;) { try { for (;;); } catch (e) { } finally { } }
//// eval: timeout
eval('for (;;);');
//// eval in a loop: timeout
for (;;) eval('1');
//// new Function in a loop: timeout
for (;;) new Function('return 1')();
//// calls that call each other: timeout
const f = () => 1; for (;;) f();
//// tail recursion by hand: timeout
let next = () => next; for (let f = next; ; f = f());
//// sort comparator: timeout
[3, 2, 1].sort(() => { for (;;); });
//// sort of much with a comparator that lies: timeout | ok
const a = Array.from({length: 1e6}, (_, i) => i % 7); for (;;) a.sort(() => Math.random() - 0.5);
//// typed array sort comparator: timeout
new Uint8Array(100).sort(() => { for (;;); });
//// sort comparator that returns an object: timeout
[3, 2, 1].sort(() => ({valueOf() { for (;;); }}));
//// map callback: timeout
[1].map(() => { for (;;); });
//// forEach over an array like without end: timeout
Array.prototype.forEach.call({length: 2 ** 53 - 1}, () => {});
//// includes over an array like without end: timeout
Array.prototype.includes.call({length: 2 ** 53 - 1}, 1);
//// indexOf over an array like without end: timeout
Array.prototype.indexOf.call({length: 2 ** 53 - 1}, 1);
//// lastIndexOf over an array like without end: timeout
Array.prototype.lastIndexOf.call({length: 2 ** 53 - 1}, 1);
//// reverse over an array like without end: timeout
Array.prototype.reverse.call({length: 2 ** 53 - 1});
//// fill over an array like without end: timeout | memory
Array.prototype.fill.call({length: 2 ** 53 - 1}, 1);
//// copyWithin over an array like without end: timeout
Array.prototype.copyWithin.call({length: 2 ** 53 - 1}, 0, 1);
//// shift over an array like without end: timeout
Array.prototype.shift.call({length: 2 ** 53 - 1});
//// unshift over an array like without end: timeout
Array.prototype.unshift.call({length: 2 ** 53 - 2}, 1);
//// splice over an array like without end: timeout
Array.prototype.splice.call({length: 2 ** 53 - 1}, 0, 1);
//// join over an array like without end: timeout | memory | throws RangeError
Array.prototype.join.call({length: 2 ** 53 - 1}, '');
//// join with a separator: timeout | memory | throws RangeError
Array.prototype.join.call({length: 2 ** 53 - 1}, ',');
//// slice over an array like without end: timeout | memory | throws RangeError
Array.prototype.slice.call({length: 2 ** 32 - 1});
//// concat over an array like without end: timeout | memory | throws TypeError
[].concat({length: 2 ** 53 - 1, [Symbol.isConcatSpreadable]: true});
//// flat over an array like without end: timeout
Array.prototype.flat.call({length: 2 ** 53 - 1});
//// every over a sparse array: timeout
const a = []; a.length = 2 ** 32 - 1; for (;;) a.every(() => true);
//// sparse array join: timeout | memory | throws RangeError
const a = []; a.length = 2 ** 32 - 1; for (;;) a.join('');
//// sparse array sort: timeout | memory | throws RangeError
const a = []; a.length = 2 ** 32 - 1; for (;;) a.sort();
//// sparse array reverse: timeout | memory
const a = [1]; a.length = 2 ** 32 - 1; for (;;) a.reverse();
//// reduceRight over a sparse array: timeout
const a = [1]; a.length = 2 ** 32 - 1; for (;;) a.reduceRight((x) => x, 0);
//// toSorted: timeout | memory | throws RangeError
for (;;) { try { Array.prototype.toSorted.call({length: 2 ** 32 - 1}); } catch (e) { if (!(e instanceof RangeError)) throw e; } }
//// with of an array like: timeout | memory | throws RangeError
for (;;) { try { Array.prototype.with.call({length: 2 ** 32 - 1}, 0, 1); } catch (e) { if (!(e instanceof RangeError)) throw e; } }
//// JSON.stringify and toJSON: timeout
JSON.stringify({toJSON() { for (;;); }});
//// JSON.stringify and a replacer: timeout
JSON.stringify({a: 1}, () => { for (;;); });
//// JSON.stringify and a replacer that makes more: timeout | memory | throws RangeError
JSON.stringify({a: 1}, (k, v) => ({a: 1}));
//// JSON.stringify of an array like proxy: timeout | memory | throws RangeError
JSON.stringify(new Proxy([], {get: (t, k) => k === 'length' ? 2 ** 53 - 1 : k === 'toJSON' ? undefined : 1}));
//// JSON.parse and a reviver: timeout
JSON.parse('{"a": 1}', () => { for (;;); });
//// JSON.parse and a reviver that makes more: timeout | memory | throws RangeError
JSON.parse('[1]', function (k, v) { this.push?.([1]); return [1, 2]; }); for (;;);
//// regexp: timeout
/^(a+)+$/.test('a'.repeat(100) + 'b');
//// regexp with alternatives: timeout
for (;;) /^(a|aa|b)*(?=c)\1d$/.test('a'.repeat(60) + 'c');
//// regexp with a back reference: timeout
/^(a*)*\1$/.test('a'.repeat(1000) + 'b');
//// regexp with lookahead: timeout
/^(?:(?=(a+))\1?a)*$/.test('a'.repeat(5000) + 'b'); /(x+x+)+y/.test('x'.repeat(100));
//// regexp with lookbehind: timeout
/(?<=(a+)+)c/.test('a'.repeat(60) + 'b'); for (;;) /(?<=(?:a|aa)+b)c/.test('a'.repeat(1000));
//// regexp with counts: timeout
/^(a{1,100}){1,100}$/.test('a'.repeat(500) + 'b');
//// regexp without case: timeout
for (;;) /^(ſ|s|S)*$/iu.test('s'.repeat(60) + 'c');
//// regexp exec in a loop: timeout
const r = /a/g; for (;;) r.exec('a');
//// replace with an endless exec: timeout | memory
const r = /a/g; r.exec = () => ({index: 0, length: 1, 0: ''}); 'a'.replace(r, 'b');
//// matchAll with an endless exec: timeout
class R extends RegExp { exec() { return ['x']; } } for (const m of new R('a', 'g')[Symbol.matchAll]('aa'));
//// replaceAll callback: timeout
'aaa'.replaceAll('a', () => { for (;;); });
//// split with a slow regexp: timeout
'a'.repeat(100).split(/(a+)+b/);
//// Atomics.wait: timeout | throws TypeError
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
//// Reflect.construct: timeout
Reflect.construct(function () { for (;;); }, []);
//// bound function: timeout
(function () { for (;;); }).bind(1)();
//// apply with an array like: timeout | memory | throws RangeError
for (;;) { try { Math.max.apply(null, {length: 1e5}); } catch (e) { if (!(e instanceof RangeError)) throw e; } }
//// finalizers: timeout | memory
const r = new FinalizationRegistry(() => {}); for (;;) r.register({}, 1);
//// weak references: timeout | memory
for (;;) new WeakRef({});
//// getter of an error's message: throws any
throw {get message() { for (;;); }, toString() { for (;;); }}; 
//// error stack by a hook: timeout | ok
Error.prepareStackTrace = () => { for (;;); }; new Error('x').stack; for (;;);
//// import that never settles: ok | timeout | throws any
import('nothing').catch(() => {}); for (;;);
//// Date parsing: timeout
for (;;) Date.parse('Tue Mar 01 2022 00:00:00 GMT+0100 (' + 'x'.repeat(1000) + ')');
//// BigInt counting: timeout
for (let i = 0n; ; i++);
//// numbers in a loop: timeout
let x = 0.5; for (;;) x = Math.sin(x);
//// delete and add: timeout
const o = {}; for (;;) { o.a = 1; delete o.a; }
//// prototypes that change: timeout
const o = {}; for (;;) Object.setPrototypeOf(o, Object.create(null));
//// freeze: timeout
for (;;) Object.freeze({a: 1, b: [1]});
//// arguments object: timeout
(function f() { for (;;) arguments[0] = arguments.length; })(1, 2);
//// debugger statements: timeout
for (;;) debugger;
//// structured catch of stack overflow: timeout
for (;;) { try { (function f() { f(); })(); } catch { } }
