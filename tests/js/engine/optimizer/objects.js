// not-twice: its tests change what they test
// Properties, elements, environments and globals in optimized loops, and what happens when their shapes change.
const rounds = 6000;
function repeat(f, ...rest) {
  let result;
  for (let i = 0; i < 40; i++) result = f(rounds, ...rest);
  return result;
}
test('fields of one shape, then of others', function () {
  function sum(n, o) { let s = 0; for (let i = 0; i < n; i++) s += o.x; return s; }
  assertSame(repeat(sum, { x: 2 }), 12000);
  assertSame(repeat(sum, { y: 1, x: 3 }), 18000);
  assertSame(repeat(sum, { y: 1, z: 2, x: 4 }), 24000);
  assertSame(repeat(sum, { get x() { return 5; } }), 30000);
  assertSame(repeat(sum, Object.create({ x: 6 })), 36000);
  assertSame(repeat(sum, { x: 1.5 }), 9000);
  assertSame(Number.isNaN(repeat(sum, {})), true);
  assertThrows(TypeError, () => sum(rounds, null));
});
test('a property that changes within the loop', function () {
  function walk(n, o) {
    let s = 0;
    for (let i = 0; i < n; i++) {
      if (i === 4000) o.late = 1;
      if (i === 4500) delete o.x;
      s += o.x === undefined ? 1000000 : o.x;
    }
    return s;
  }
  assertSame(walk(rounds, { x: 1 }), 4500 + 1500 * 1000000);
  for (let k = 0; k < 20; k++) assertSame(walk(rounds, { x: 1 }), 4500 + 1500 * 1000000);
});
test('methods of prototypes that are replaced', function () {
  class A { get() { return 1; } }
  class B extends A { get() { return 2; } }
  function call(n, o) { let s = 0; for (let i = 0; i < n; i++) s += o.get(); return s; }
  assertSame(repeat(call, new A()), 6000);
  assertSame(repeat(call, new B()), 12000);
  A.prototype.get = function () { return 3; };
  assertSame(repeat(call, new A()), 18000);
  delete B.prototype.get;
  assertSame(repeat(call, new B()), 18000);
  const own = new A();
  own.get = () => 7;
  assertSame(repeat(call, own), 42000);
  Object.setPrototypeOf(A.prototype, null);
  assertSame(repeat(call, new A()), 18000);
});
test('a method that is replaced by what it calls', function () {
  const o = Object.create({ f() { return 1; } });
  function run(n) {
    let s = 0;
    for (let i = 0; i < n; i++) { s += o.f(); if (i === 5000) Object.getPrototypeOf(o).f = () => 10; }
    return s;
  }
  assertSame(run(rounds), 5001 + 999 * 10);
});
test('stores: fields, new fields, read-only ones, setters', function () {
  function store(n, o) { for (let i = 0; i < n; i++) o.v = i; return o.v; }
  assertSame(repeat(store, { v: 0 }), 5999);
  assertSame(repeat(store, { a: 1, v: 0 }), 5999);
  assertSame(repeat(store, Object.freeze({ v: 'kept' })), 'kept');
  let seen = 0;
  assertSame(store(rounds, { set v(x) { seen += x; }, get v() { return 'set'; } }), 'set');
  assertSame(seen, 5999 * 3000);
  function make(n) {
    let last;
    for (let i = 0; i < n; i++) { last = {}; last.a = i; last.b = i + 0.5; last.c = 'c'; }
    return last;
  }
  assertSame(JSON.stringify(repeat(make)), '{"a":5999,"b":5999.5,"c":"c"}');
  Object.defineProperty(Object.prototype, 'b', { set(v) { this.hidden = v; }, configurable: true });
  assertSame(JSON.stringify(repeat(make)), '{"a":5999,"hidden":5999.5,"c":"c"}');
  delete Object.prototype.b;
  assertSame(JSON.stringify(repeat(make)), '{"a":5999,"b":5999.5,"c":"c"}');
});
test('elements: holes, ends, kinds', function () {
  function sum(n, a) { let s = 0; for (let i = 0; i < n; i++) s += a[i % 8]; return s; }
  assertSame(repeat(sum, [1, 2, 3, 4, 5, 6, 7, 8]), 27000);
  assertSame(repeat(sum, [1.5, 2, 3, 4, 5, 6, 7, 8]), 27375);
  assertSame(repeat(sum, ['a', 2, 3, 4, 5, 6, 7, 8]).length, 6001);
  assertSame(Number.isNaN(repeat(sum, [1, , 3, 4, 5, 6, 7, 8])), true);
  assertSame(Number.isNaN(repeat(sum, [1, 2])), true);
  assertSame(repeat(sum, new Float64Array([1, 2, 3, 4, 5, 6, 7, 8])), 27000);
  assertSame(repeat(sum, { 0: 1, 1: 2, 2: 3, 3: 4, 4: 5, 5: 6, 6: 7, 7: 8 }), 27000);
  assertSame(repeat(sum, '12345678').startsWith('012345678'), true);
  Array.prototype[1] = 40;
  assertSame(repeat(sum, [1, , 3, 4, 5, 6, 7, 8]), 27000 + 750 * 38);
  delete Array.prototype[1];
});
test('stores of elements: Smis, doubles, objects, beyond the end', function () {
  function fill(n, a, v) { for (let i = 0; i < n; i++) a[i % 10] = v; return a; }
  assertSame(String(repeat(fill, new Array(10).fill(0), 3)), '3,3,3,3,3,3,3,3,3,3');
  assertSame(String(repeat(fill, new Array(10).fill(0), 2 ** 30)), new Array(10).fill(2 ** 30).join());
  assertSame(String(repeat(fill, new Array(10).fill(0), 1.5)), new Array(10).fill(1.5).join());
  assertSame(String(repeat(fill, [], 'x')), 'x,x,x,x,x,x,x,x,x,x');
  assertSame(String(repeat(fill, new Array(10).fill(0.5), NaN)), new Array(10).fill(NaN).join());
  assertSame(String(repeat(fill, Object.freeze([1, 2]), 9)), '1,2');
  const typed = repeat(fill, new Uint8ClampedArray(10), 300);
  assertSame(String(typed), new Array(10).fill(255).join());
});
test('negative, fractional and odd indices', function () {
  function at(n, a, k) { let v; for (let i = 0; i < n; i++) v = a[k]; return v; }
  const a = [1, 2, 3];
  a[-1] = 'minus';
  a[0.5] = 'half';
  for (const [k, v] of [
    [0, 1],
    [2, 3],
    [-1, 'minus'],
    [0.5, 'half'],
    [3, undefined],
    ['1', 2],
    [-0, 1],
    [2 ** 31, undefined],
    [NaN, undefined],
    ['length', 3]
  ])
    assertSame(repeat(at, a, k), v, String(k));
});
test('lengths', function () {
  function lengths(n, a) { let s = 0; for (let i = 0; i < n; i++) s += a.length; return s; }
  assertSame(repeat(lengths, [1, 2, 3]), 18000);
  assertSame(repeat(lengths, 'four'), 24000);
  assertSame(repeat(lengths, { length: 5 }), 30000);
  const sparse = [];
  sparse[2 ** 31] = 1;
  assertSame(repeat(lengths, sparse), 6000 * (2 ** 31 + 1));
  assertSame(repeat(lengths, new Uint8Array(6)), 36000);
  assertSame(repeat(lengths, (a, b) => 0), 12000);
});
test('captured variables and their dead zone', function () {
  function counter(n) {
    let c = 0;
    const add = (k) => { c += k; };
    for (let i = 0; i < n; i++) { add(i); c++; }
    return c;
  }
  assertSame(repeat(counter), 5999 * 3000 + 6000);
  function dead(n, early) {
    let s = 0;
    const read = () => late;
    for (let i = 0; i < n; i++) { if (early && i === 3000) s += read(); s++; }
    let late = 5;
    return s + read();
  }
  assertSame(repeat(dead, false), 6005);
  assertThrows(ReferenceError, () => dead(rounds, true));
});
globalThis.globalCount = 0;
test('globals', function () {
  function count(n) { for (let i = 0; i < n; i++) globalCount++; return globalCount; }
  globalCount = 0;
  assertSame(repeat(count), 240000);
  Object.defineProperty(globalThis, 'globalCount', { writable: false });
  const before = globalCount;
  assertSame(repeat(count), before);
  Object.defineProperty(globalThis, 'globalCount', { get() { return 'get'; }, configurable: true });
  assertSame(repeat(count), 'get');
  delete globalThis.globalCount;
  assertThrows(ReferenceError, () => count(rounds));
});
test('instanceof along chains, with proxies, bound functions and hasInstance', function () {
  class A {} class B extends A {} class C extends B {}
  function F() {}
  const bound = F.bind(null);
  class Odd { static [Symbol.hasInstance](v) { return v === 7; } }
  let long = new A();
  for (let i = 0; i < 200; i++) long = Object.create(long);
  const things = [
    new A(),
    new B(),
    new C(),
    new F(),
    {},
    [],
    null,
    undefined,
    7,
    'a',
    long,
    new Proxy(new B(), {}),
    Object.create(null),
    F,
    new Proxy({}, { getPrototypeOf() { return C.prototype; } })
  ];
  const make = () => new Function('n', 'list', 'c', `
    let s = '';
    for (let i = 0; i < n; i++) s = (s + (list[i % list.length] instanceof c ? 1 : 0)).slice(-30);
    return s;`);
  for (const c of [A, B, C, F, bound, Odd, Object, Array]) {
    const warm = make();
    for (let k = 0; k < 60; k++) warm(40, [things[0], things[1]], c);
    for (const list of [...things.map(t => [t]), things]) assertSame(warm(60, list, c), make()(60, list, c));
    for (const other of [A, F, Odd]) assertSame(warm(60, things, other), make()(60, things, other));
  }
  const warm = make(), old = F.prototype, o = new F();
  for (let k = 0; k < 60; k++) assertSame(warm(3, [o], F), '111');
  F.prototype = {};
  assertSame(warm(3, [o], F), '000');
  Object.setPrototypeOf(old, F.prototype);
  assertSame(warm(3, [o], F), '111');
  assertThrows(TypeError, () => warm(3, [o], {}));
  assertThrows(TypeError, () => warm(3, [o], 5));
});
test('a property of objects of any number of shapes', function () {
  const overflow = {};
  for (let k = 0; k < 40; k++) overflow['p' + k] = k;
  overflow.x = 5;
  const indexed = { x: 6 };
  for (let k = 0; k < 40; k++) indexed['q' + k] = k;
  indexed[3] = 1;
  const dictionary = { x: 7 };
  for (let k = 0; k < 2000; k++) dictionary['r' + k] = k;
  delete dictionary.r5;
  const objects = [
    { x: 1 }, { a: 1, x: 2 }, { b: 1, x: 3 }, { c: 1, x: 4 }, overflow, indexed, dictionary, { d: 1, x: 8 },
    Object.create({ x: 9 }), Object.create(overflow), { e: 1, x: 10 }, { f: 1, x: 11 }, Object.assign([], { x: 12 }),
    Object.assign(() => 0, { x: 13 }), { none: 0 }, Object.create(null),
  ];
  function sum(n) {
    let s = 0;
    for (let i = 0; i < n; i++) { const x = objects[i & 15].x; s += x === undefined ? 100 : x; }
    return s;
  }
  assertSame(repeat(sum), 375 * (1 + 2 + 3 + 4 + 5 + 6 + 7 + 8 + 9 + 5 + 10 + 11 + 12 + 13 + 200));
  objects[14] = { get x() { return 1000; } };
  assertSame(repeat(sum), 375 * (96 + 1000 + 100));
  objects[15] = new Proxy({}, { get: () => 2000 });
  assertSame(repeat(sum), 375 * (96 + 1000 + 2000));
  Object.prototype.x = 50;
  objects[14] = { g: 1 };
  assertSame(repeat(sum), 375 * (96 + 50 + 2000));
  delete Object.prototype.x;
  objects[15] = null;
  assertThrows(TypeError, () => sum(rounds));
  objects[15] = 1;
  assertSame(repeat(sum), 375 * (96 + 100 + 100));
});
test('methods and lengths of objects of any number of shapes', function () {
  const objects = [];
  for (let k = 0; k < 16; k++) {
    class C { get() { return k; } }
    objects.push(Object.assign(new C(), { ['own' + k]: 1, length: 2 * k }));
  }
  objects[3] = [1, 2, 3];
  objects[3].get = () => 7;
  function sum(n) {
    let s = 0;
    for (let i = 0; i < n; i++) { const o = objects[i & 15]; s += o.get() + o.length; }
    return s;
  }
  assertSame(repeat(sum), 375 * (120 - 3 + 7 + 240 - 6 + 3));
});
test('methods of strings', function () {
  function sum(n, text) { let s = 0; for (let i = 0; i < n; i++) s += text.charCodeAt(i % 3); return s; }
  assertSame(repeat(sum, 'abc'), 2000 * (97 + 98 + 99));
  assertSame(repeat(sum, { charCodeAt: (i) => i }), 2000 * 3);
  String.prototype.twice = function () { return this.length * 2; };
  function twice(n, text) { let s = 0; for (let i = 0; i < n; i++) s += text.twice(); return s; }
  assertSame(repeat(twice, 'abc'), 6 * rounds);
  String.prototype.twice = function () { 'use strict'; return typeof this; };
  assertSame(twice(2, 'abc'), '0stringstring');
  delete String.prototype.twice;
  assertThrows(TypeError, () => twice(2, 'abc'));
  // `this` of a sloppy function is an object before its property is read.
  String.prototype.me = { get is() { return 1; } };
  String.prototype.kind = function () { const t = this.toString; return typeof this + typeof t; };
  function kinds(n, text) { let s; for (let i = 0; i < n; i++) s = text.kind(); return s; }
  assertSame(repeat(kinds, 'abc'), 'objectfunction');
  delete String.prototype.me;
  delete String.prototype.kind;
});
test('a method of strings behind very many others', function () {
  const names = Array.from({ length: 17000 }, (_, k) => 'method' + k);
  for (const name of names) String.prototype[name] = 0;
  String.prototype.last = function () { return this.length; };
  function sum(n, text) { let s = 0; for (let i = 0; i < n; i++) s += text.last(); return s; }
  assertSame(repeat(sum, 'abc'), 3 * rounds);
  for (const name of names) delete String.prototype[name];
  delete String.prototype.last;
});
let changing = 1;
const fixed = { x: 2 };
var global_number = 3;
function global_function() { return 4; }
test('globals that are constants for a while', function () {
  function sum(n) {
    let s = 0;
    for (let i = 0; i < n; i++) s += changing + fixed.x + global_number + global_function();
    return s;
  }
  assertSame(repeat(sum), rounds * 10);
  changing = 10;
  assertSame(repeat(sum), rounds * 19);
  changing = 11;
  assertSame(sum(2), 40);
  global_number = 0.5;
  assertSame(repeat(sum), rounds * 17.5);
  globalThis.global_number = 1;
  assertSame(repeat(sum), rounds * 18);
  Object.defineProperty(globalThis, 'global_number', { value: 2, writable: false });
  assertSame(repeat(sum), rounds * 19);
  global_function = () => 5;
  assertSame(repeat(sum), rounds * 20);
  globalThis.gone = 7;
  function gone_sum(n) { let s = 0; for (let i = 0; i < n; i++) s += gone; return s; }
  assertSame(repeat(gone_sum), rounds * 7);
  delete globalThis.gone;
  assertThrows(ReferenceError, () => gone_sum(2));
  globalThis.gone = 8;
  assertSame(repeat(gone_sum), rounds * 8);
  Object.defineProperty(globalThis, 'gone', { get: () => 9, configurable: true });
  assertSame(repeat(gone_sum), rounds * 9);
  delete globalThis.gone;
});
test('globals that change within the loop', function () {
  function assign(n) {
    let s = 0;
    for (let i = 0; i < n; i++) { if (i % 1000 === 999) changing = i; s += changing; }
    return s;
  }
  changing = 0;
  const expected = (() => {
    let now = 0, s = 0;
    for (let i = 0; i < rounds; i++) { if (i % 1000 === 999) now = i; s += now; }
    return s;
  })();
  for (let k = 0; k < 30; k++) { changing = 0; assertSame(assign(rounds), expected); }
  function set(n) { changing = n; }
  function through(n) { let s = 0; for (let i = 0; i < n; i++) { if (i === 3000) set(5); s += changing; } return s; }
  for (let k = 0; k < 30; k++) { changing = 1; assertSame(through(rounds), 3000 + 15000); }
});
test('objects, arrays and closures that are made', function () {
  function literals(n) {
    let s = 0;
    for (let i = 0; i < n; i++) {
      const o = { a: i, b: 0.5, c: 'text', ['d']: i }, e = {}, p = { x: { y: i + 1 }, z: [] };
      e.late = i; p.z.push(i, o);
      s += o.a + o.b + o.c.length + o.d + e.late + p.x.y + p.z.length + p.z[0] + (p.z[1] === o ? 1 : 0);
      if (Object.keys(o).join('') !== 'abcd' || Object.keys(e).length !== 1) throw new Error('keys');
    }
    return s;
  }
  assertSame(repeat(literals), rounds * (rounds - 1) / 2 * 5 + rounds * 8.5);
  function closures(n) {
    const made = [];
    let sum = 0;
    for (let i = 0; i < n; i++) {
      let own = i;
      const get = () => own,
          add = function (x) { return own += x; },
          o = { method() { return own; }, get twice() { return own * 2; } };
      made.push(get);
      sum += add(1) + get() + o.method() + o.twice + new (function () { this.v = own; })().v;
      if (add.name !== 'add' || get.name !== 'get' || 'prototype' in get || !('prototype' in add))
        throw new Error('functions');
    }
    for (let i = 0; i < n; i++) sum += made[i]();
    return sum;
  }
  assertSame(repeat(closures), 7 * (rounds * (rounds - 1) / 2 + rounds));
  function* generator(n) { for (let i = 0; i < n; i++) yield (() => i)(); }
  const spread = (n) => { let s = 0; for (const x of generator(n)) s += x; return s; };
  for (let k = 0; k < 30; k++) assertSame(spread(300), 44850);
  const make = (n) => { let g; for (let i = 0; i < n; i++) g = function* () { yield i; }; return g().next().value; };
  for (let k = 0; k < 30; k++) assertSame(make(300), 299);
});
test('new Array() and arrays that change', function () {
  function arrays(n) {
    let s = 0;
    for (let i = 0; i < n; i++) {
      const a = new Array(), b = [], c = new Array(3), d = new Array(i & 7, 1), f = Array();
      a.push(i); a[1] = 0.5; b.push('x', i); b.length = 1; f[2] = i;
      s += a.length + a[1] + b.length + c.length + d.length + f.length + (Array.isArray(a) ? 1 : 0);
    }
    return s;
  }
  assertSame(repeat(arrays), rounds * 12.5);
  const saved = Array;
  Array = function () { return { length: 5, push() {}, isArray: 1 }; };
  Array.isArray = () => false;
  function again(n) { let s = 0; for (let i = 0; i < n; i++) s += new Array().length; return s; }
  assertSame(repeat(again), rounds * 5);
  assertSame(arrays(2), 2 * (5 + 0.5 + 1 + 5 + 5 + 5));
  Array = saved;
  assertSame(repeat(again), 0);
  class Sub extends Array { constructor() { super(); this.extra = 1; } }
  function subs(n) {
    let s = 0;
    for (let i = 0; i < n; i++) { const a = new Sub(); a.push(i); s += a.length + a.extra; }
    return s;
  }
  assertSame(repeat(subs), rounds * 2);
});
// Values of prototypes are constants in optimized code, until one of the object changes.
test('values of prototypes that change, in every way there is', function () {
  function sum(n, o) { let s = 0; for (let i = 0; i < n; i++) s += o.v + o.m(); return s; }
  const fresh = () => { class P { m() { return 1; } } P.prototype.v = 10; return P; };
  const ways = {
    assign(P) { P.prototype.v = 20; return 21; },
    'assign the same': (P) => { P.prototype.v = 10; return 11; },
    'assign a method': (P) => { P.prototype.m = () => 3; return 13; },
    'by an alias': (P) => { const o = P.prototype, k = 'v'; o[k] = 30; return 31; },
    define(P) { Object.defineProperty(P.prototype, 'v', { value: 40 }); return 41; },
    'define a getter': (P) => { Object.defineProperty(P.prototype, 'v', { get() { return 50; } }); return 51; },
    delete(P) { delete P.prototype.v; Object.prototype.v = 60; return 61; },
    'Reflect.set': (P) => { Reflect.set(P.prototype, 'v', 70); return 71; },
    'Object.assign': (P) => { Object.assign(P.prototype, { v: 80 }); return 81; },
    'another prototype': (P) => { Object.setPrototypeOf(P.prototype, { v: 1 }); delete P.prototype.v; return 2; },
    'a number in a box': (P) => { P.prototype.v = 0.5; return 1.5; },
    'increment': (P) => { P.prototype.v++; return 12; },
    'freeze, in vain': (P) => { Object.freeze(P.prototype); try { P.prototype.v = 9; } catch { } return 11; },
  };
  for (const [name, change] of Object.entries(ways)) {
    const P = fresh(), o = new P();
    assertSame(repeat(sum, o), 11 * rounds, name);
    const wanted = change(P);
    assertSame(sum(rounds, o), wanted * rounds, name);
    assertSame(repeat(sum, o), wanted * rounds, name);
    delete Object.prototype.v;
  }
});
test('a value of a prototype that the loop itself changes', function () {
  class P {}
  P.prototype.count = 0;
  function bump(n, o) {
    let s = 0;
    for (let i = 0; i < n; i++) { s += o.count; if (i % 1000 === 999) P.prototype.count++; }
    return s;
  }
  const o = new P();
  let before = 0;
  for (let k = 0; k < 30; k++, before += 6) assertSame(bump(rounds, o), rounds * before + 1000 * 15);
  class Q { m() { Q.prototype.m = function () { return 2; }; return 1; } }
  function call(n, o) { let s = 0; for (let i = 0; i < n; i++) s += o.m(); return s; }
  assertSame(call(rounds, new Q()), 2 * rounds - 1);
  assertSame(repeat(call, new Q()), 2 * rounds);
});
test('what static classes inherit, and what a RegExp as a prototype has', function () {
  class A { static make() { return 1; } }
  A.level = 4;
  class B extends A {}
  function statics(n) { let s = 0; for (let i = 0; i < n; i++) s += B.make() + B.level; return s; }
  assertSame(repeat(statics), 5 * rounds);
  A.level = 5;
  assertSame(repeat(statics), 6 * rounds);
  A.make = () => 2;
  assertSame(repeat(statics), 7 * rounds);
  const regexp = /x/g, child = Object.create(regexp);
  function last(n, o) { let s = 0; for (let i = 0; i < n; i++) s += o.lastIndex; return s; }
  assertSame(repeat(last, child), 0);
  regexp.exec('aax');
  assertSame(last(rounds, child), 3 * rounds);
  assertSame(repeat(last, child), 3 * rounds);
});
test('several shapes whose prototypes change', function () {
  class A { m() { return 1; } }
  class B { m() { return 2; } }
  class C { m() { return 3; } }
  const all = [new A(), new B(), new C()];
  function sum(n) { let s = 0; for (let i = 0; i < n; i++) s += all[i % 3].m(); return s; }
  assertSame(repeat(sum), 2 * rounds);
  B.prototype.m = function () { return 5; };
  assertSame(sum(rounds), 3 * rounds);
  assertSame(repeat(sum), 3 * rounds);
  delete C.prototype.m;
  assertThrows(TypeError, () => sum(rounds));
});
test('functions of outer scopes, which are made when they are first asked for', function () {
  function scope(kind) {
    function one(n) { let s = 0; for (let i = 0; i < n; i++) s += kind === i ? late() : two(i); return s; }
    function two(i) { return i & 1 ? three() : three() + kind; }
    function three() { return 2; }
    function late() { return (() => 1000)(); }
    return one;
  }
  for (let k = 0; k < 20; k++) assertSame(scope(-1)(rounds), rounds * 2 - rounds / 2);
  assertSame(scope(10)(rounds), 2 * rounds + 10 * (rounds / 2 - 1) + 1000 - 2);
  function changing(n) {
    function f() { return 1; }
    const change = (to) => { f = to; };
    let s = 0;
    for (let i = 0; i < n; i++) { if (i === n - 5) change(() => 7); s += f(); }
    change(5);
    assertThrows(TypeError, () => f());
    return s;
  }
  assertSame(repeat(changing), rounds - 5 + 35);
});
test('stores to objects of other shapes, and of the same', function () {
  function P(v) { this.a = v; }
  function Q(v) { this.b = v; }
  function copy(list, from, n) {
    let s = 0;
    for (let i = 0; i < n; i++) { const o = list[i % list.length]; o.a = i; s += from.b; }
    return s + from.b;
  }
  const p = [new P(1), new P(2)], q = new Q(5);
  for (let k = 0; k < 30; k++) assertSame(copy(p, q, 300), 5 * 301);
  // The same word of the same object, by two names of it.
  function two(x, y, n) { let s = 0; for (let i = 0; i < n; i++) { x.a = i; y.a += 1; s += x.a; } return s; }
  const one = new P(0), other = new P(0);
  for (let k = 0; k < 30; k++) { assertSame(two(one, other, 100), 4950); assertSame(two(one, one, 100), 5050); }
  // An object that becomes one of the other shape on the way.
  function become(x, y, n) {
    let s = 0;
    for (let i = 0; i < n; i++) { s += x.v; if (i === 50) y.w = 1; y.v = i; s += x.v; }
    return s;
  }
  for (let k = 0; k < 30; k++) {
    const a = { v: 1 }, b = { v: 1 };
    assertSame(become(a, b, 100), 200);
    const c = { v: 1 };
    assertSame(become(c, c, 100), 1 + 2 * 4950 - 99);
  }
});
test('methods of several shapes, some of them inlined', function () {
  class A { m(i) { return i + 1; } }
  class B { m(i) { return i * 2; } }
  class C {
    m(i) { let s = 0; for (const x of [i, i, i]) s += x; for (const k in { a: 1, b: 2 }) s += k.length; return s; }
  }
  class D extends A { m(i) { return super.m(i) - 1; } }
  const all = [new A(), new B(), new C(), new D()];
  const want = [i => i + 1, i => i * 2, i => i * 3 + 2, i => i];
  function call(o, i) { return o.m(i); }
  warm(i => call(all[i % 4], i), i => want[i % 4](i), 6000);
  function arguments_between(o, i) { return o.m(i > 5 ? i : (i ? i + 0 : 0)); }
  warm(i => arguments_between(all[i % 3], i), i => want[i % 3](i), 6000);
  B.prototype.m = function (i) { return -i; };
  want[1] = i => -i;
  warm(i => call(all[i % 4], i), i => want[i % 4](i), 3000);
  all[2].m = i => 'own' + i;
  want[2] = i => 'own' + i;
  warm(i => call(all[i % 4], i), i => want[i % 4](i), 3000);
  assertThrows(TypeError, () => call({}, 1));
  assertThrows(TypeError, () => call(null, 1));
});
