// super.name and super[name], warm: data, accessors, what is absent, and what changes.
const often = (f, expected) => warm(f, expected, 2000);
test('methods, getters, values', () => {
  class A { m(x) { return this.n + x; } get g() { return this.n * 2; } static s() { return this.t; } }
  A.prototype.v = 'value';
  class B extends A {
    constructor() { super(); this.n = 1; }
    m(x) { return super.m(x) + 1; }
    get g() { return super.g + 1; }
    get v() { return super.v; }
    get w() { return super.w; }
    static s() { return super.s(); }
  }
  class C extends B { m(x) { return super.m(x) * 2; } }
  B.t = 'static';
  const b = new B(), c = new C();
  often((i) => b.m(i), (i) => i + 2);
  often((i) => c.m(i), (i) => 2 * i + 4);
  often(() => b.g, () => 3);
  often(() => b.v, () => 'value');
  often(() => b.w, () => undefined);
  often(() => B.s(), () => 'static');
  A.prototype.m = function (x) { return -x; };
  often((i) => b.m(i), (i) => 1 - i);
  A.prototype.w = 'late';
  often(() => b.w, () => 'late');
  delete A.prototype.v;
  often(() => b.v, () => undefined);
  Object.defineProperty(A.prototype, 'v', { get() { return this === b; }, configurable: true });
  often(() => b.v, () => true);
  Object.setPrototypeOf(B.prototype, { m() { return 'other'; }, get g() { return 5; } });
  often(() => b.m(1), () => 'other1');
  often(() => b.g, () => 6);
});
test('computed names', () => {
  const parent = { a: 1, 7: 'seven', get q() { return this.mine; } };
  for (let i = 0; i < 30; i++) parent['p' + i] = i;
  const o = { __proto__: parent, mine: 'm', get(k) { return super[k]; } };
  often((i) => o.get('p' + i % 30), (i) => i % 30);
  often(() => o.get(7), () => 'seven');
  often(() => o.get(0), () => undefined);
  often(() => o.get('q'), () => 'm');
  often(() => o.get(Symbol.iterator), () => undefined);
  Object.setPrototypeOf(o, null);
  for (let i = 0; i < 300; i++) assertThrows(TypeError, () => o.get('a'));
  Object.setPrototypeOf(o, new Proxy(parent, { get: (t, k, r) => r === o ? 'proxy ' + k : 'wrong' }));
  often(() => o.get('a'), () => 'proxy a');
  Object.setPrototypeOf(o, [1, 2, 3]);
  often(() => o.get('length'), () => 3);
  Object.setPrototypeOf(o, new Uint8Array(5));
  for (let i = 0; i < 300; i++) assertThrows(TypeError, () => o.get('length'));
});
test('receivers that are no objects', () => {
  'use strict';
  const o = { __proto__: { get kind() { return typeof this; }, data: 'd' }, f() { return super.kind + super.data; } };
  const f = o.f;
  often(() => f.call('text'), () => (function () { return this; })() === undefined ? 'stringd' : 'objectd');
});
test('one text with many home objects', () => {
  const make = (n) => { const p = { v: n }; return { __proto__: p, get() { return super.v; } }; };
  const all = Array.from({ length: 50 }, (_, n) => make(n));
  often((i) => all[i % 50].get(), (i) => i % 50);
  const shared = all[3].get;
  often((i) => shared.call(all[i % 50]), () => 3);
});
