// Constructors of derived classes, with and without a text of their own, warm and cold.
const often = (f, expected) => warm(f, expected, 2000);
test('one level and several', () => {
  class A { constructor(x) { this.x = x; } }
  class B extends A { constructor(x, y) { super(x); this.y = y; } }
  class C extends B { constructor(x) { super(x, x + 1); this.z = 3; } }
  often((i) => { const b = new B(i, 2); return b.x + b.y; }, (i) => i + 2);
  often((i) => { const c = new C(i); return c.x + c.y + c.z; }, (i) => 2 * i + 4);
  often((i) => new (i % 2 ? C : B)(i).x, (i) => i);
  assertEquals(Object.keys(new C(1)), ['x', 'y', 'z']);
  assert(new C(1) instanceof A && Object.getPrototypeOf(new B(1)) === B.prototype);
});
test('constructors that are not written', () => {
  class A { constructor(...rest) { this.rest = rest; } }
  class B extends A { }
  class C extends B { }
  class D extends C { f = this.rest.length; }
  often((i) => new B(i, 'x').rest.join(), (i) => i + ',x');
  often((i) => new C(i, 'x', 0.5).rest.join(), (i) => i + ',x,0.5');
  often((i) => new D(...Array(i % 70).fill(i)).f, (i) => i % 70);
  often((i) => new D(...Array(i % 70).fill(i)).rest.length, (i) => i % 70);
  class E { constructor(a, b = 'b', c) { this.t = `${a} ${b} ${c} ${arguments.length}`; } }
  class F extends E { }
  often(() => new F().t, () => 'undefined b undefined 0');
  often(() => new F(1, undefined, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11).t, () => '1 b 2 12');
  class G { constructor(a, b) { let q = 0.5; this.t = a + b + q; } }
  class H extends G { }
  often((i) => new H(i).t, () => NaN);
  often((i) => new H(i, 2, 'surplus', {}).t, (i) => i + 2.5);
});
test('fields, private ones too', () => {
  const order = [];
  class A { a = order.push('a'); #p = 1; get p() { return this.#p; } constructor() { order.push('A'); } }
  class B extends A { b = order.push('b'); #q = this.p + 1; get q() { return this.#q; } }
  class C extends B {
    static s = 1;
    c = order.push('c');
    constructor() { order.push('C'); super(); order.push('end'); }
  }
  often(() => { order.length = 0; const c = new C(); return order.join() + c.q; }, () => 'C,a,A,b,c,end2');
  const classes = [0, 1, 2, 3, 4, 5].map((n) =>
    class extends A { static x = n; static y = n; static z = n; static w = n; n = n; });
  often((i) => new classes[i % 6]().n, (i) => i % 6);
});
test('new.target', () => {
  class A { constructor() { this.made = new.target.name; } }
  class B extends A { constructor() { super(); } }
  class C extends B { }
  class D extends B { constructor() { super(); } }
  const all = [B, C, D];
  often((i) => new all[i % 3]().made, (i) => 'BCD'[i % 3]);
  often((i) => Object.getPrototypeOf(new all[i % 3]()) === all[i % 3].prototype, () => true);
  function F() { }
  often(() => Object.getPrototypeOf(Reflect.construct(B, [], F)) === F.prototype, () => true);
  for (let i = 0; i < 500; i++) {
    F.prototype = { i };
    assertSame(Object.getPrototypeOf(Reflect.construct(B, [], F)), F.prototype);
    assertSame(Object.getPrototypeOf(Reflect.construct(C, [], F)), F.prototype);
  }
  const proxy = new Proxy(D, {}), bound = D.bind();
  often(() => new proxy().made + new bound().made, () => 'DD');
});
test('the parent changes', () => {
  class A { constructor() { this.a = 'A'; } }
  class Other { constructor() { this.a = 'Other'; } }
  class B extends A { constructor() { super(); } }
  class C extends A { }
  const make = (i) => new (i % 2 ? B : C)().a;
  often(make, () => 'A');
  Object.setPrototypeOf(B, Other);
  often(make, (i) => i % 2 ? 'Other' : 'A');
  Object.setPrototypeOf(C, Other);
  often(make, () => 'Other');
  Object.setPrototypeOf(B, function () { return { a: 'object' }; });
  Object.setPrototypeOf(C, new Proxy(A, {}));
  often(make, (i) => i % 2 ? 'object' : 'A');
  Object.setPrototypeOf(B, (() => 1).bind());
  Object.setPrototypeOf(C, null);
  for (let i = 0; i < 300; i++) assertThrows(TypeError, () => make(i));
  Object.setPrototypeOf(B, A);
  Object.setPrototypeOf(C, A);
  often(make, () => 'A');
});
test('parents of every kind', () => {
  function F(x) { this.x = x; }
  class B extends F { constructor(x) { super(x); } }
  class C extends Array { }
  class D extends Error { constructor(m) { super(m); this.extra = 1; } }
  class E extends Map { }
  class N extends null { constructor() { return Object.create(N.prototype); } }
  often((i) => new B(i).x, (i) => i);
  often((i) => new C(i, i).length, () => 2);
  often((i) => new D('m' + i).message, (i) => 'm' + i);
  often((i) => new E([[i, 1]]).get(i), () => 1);
  often(() => new N() instanceof N, () => true);
  class G extends function (a) { return arguments; } { }
  often((i) => new G(i, 1)[0], (i) => i);
});
test('what a constructor returns', () => {
  const object = {};
  class A { constructor(r) { if (r !== undefined) return r; } }
  class B extends A { constructor(r, s) { super(r); if (s !== undefined) return s; } }
  often(() => new B(object) === object, () => true);
  often(() => new B(undefined, object) === object, () => true);
  often(() => new B() instanceof B, () => true);
  for (let i = 0; i < 300; i++) assertThrows(TypeError, () => new B(undefined, 1));
  class C extends A { constructor() { } }
  class D extends A { constructor() { super(); super(); } }
  class E extends A { constructor() { this.x = 1; super(); } }
  class F extends A { constructor(late) { const f = () => super(); if (late) f(); else return f(); } }
  for (let i = 0; i < 300; i++) {
    assertThrows(ReferenceError, () => new C());
    assertThrows(ReferenceError, () => new D());
    assertThrows(ReferenceError, () => new E());
    assert(new F(true) instanceof F && new F(false) instanceof F);
    assertThrows(TypeError, () => B());
  }
});
test('recursion by constructors ends', () => {
  class A { constructor(n) { this.n = n; } }
  class B extends A { constructor() { super(1); new B(); } }
  class C extends A { constructor(...all) { super(new C(...all, 1)); } }
  class D extends C { }
  for (const K of [B, C, D]) assertThrows(RangeError, () => new K());
  class E extends A { constructor(n) { super(n === 0 ? 0 : new E(n - 1).n + 1); } }
  for (let i = 0; i < 20; i++) assertSame(new E(300).n, 300);
});
test('objects get as many properties as they like', () => {
  class A { constructor() { this.a = 1; } }
  class B extends A { constructor(n) { super(); for (let i = 0; i < n; i++) this['p' + i] = i; } }
  often((i) => Object.keys(new B(i % 40)).length, (i) => i % 40 + 1);
});
