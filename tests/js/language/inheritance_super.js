// super in methods of classes and objects.
test('super finds the method on the home object, not on this', function () {
  class A { who() { return 'A'; } }
  class B extends A { who() { return super.who() + 'B'; } }
  class C extends B { who() { return super.who() + 'C'; } }
  assertSame(new C().who(), 'ABC');
  const borrowed = { who: C.prototype.who };
  assertSame(borrowed.who(), 'ABC');
});
test('this stays the receiver', function () {
  class A { get() { return this.v; } }
  class B extends A { v = 7; get() { return super.get(); } }
  assertSame(new B().get(), 7);
});
test('object literals', function () {
  const base = { hi() { return 'base ' + this.n; } };
  const derived = { __proto__: base, n: 1, hi() { return 'derived ' + super.hi(); } };
  assertSame(derived.hi(), 'derived base 1');
  Object.setPrototypeOf(derived, { hi() { return 'swapped'; } });
  assertSame(derived.hi(), 'derived swapped');
});
test('super property assignment writes to this', function () {
  class A { }
  A.prototype.x = 'proto';
  class B extends A { set() { super.x = 1; return [this.x, A.prototype.x, super.x]; } }
  assertEquals(new B().set(), [1, 'proto', 'proto']);
  class S { set y(v) { this.got = v; } }
  class T extends S { set y(v) { super.y = v + 1; } }
  const t = new T();
  t.y = 1;
  assertSame(t.got, 2);
});
test('computed, compound and increment', function () {
  class A { }
  A.prototype.n = 1;
  class B extends A { run() { const k = 'n'; super[k] += 5; const seen = this.n; super.n++; return [seen, this.n]; } }
  assertEquals(new B().run(), [6, 2]);
});
test('getters through super use this', function () {
  class A { get full() { return this.first + '!'; } }
  class B extends A { first = 'x'; get full() { return 'B' + super.full; } }
  assertSame(new B().full, 'Bx!');
});
test('super in static methods, arrows, generators and async', function () {
  class A { static s() { return 's'; } *g() { yield 1; } async a() { return 'a'; } }
  class B extends A { static s() { return (() => super.s() + 's')(); } *g() { yield* super.g(); yield 2; } async a() { return (await super.a()) + 'b'; } }
  assertSame(B.s(), 'ss');
  assertEquals([...new B().g()], [1, 2]);
});
test('delete super.x is an error', function () {
  const o = { m() { delete super.x; } };
  assertThrows(ReferenceError, () => o.m());
});
test('super call order: arguments before the check of the constructor', function () {
  const log = [];
  class A { constructor() { log.push('A'); } }
  class B extends A { constructor() { super(log.push('arg')); } }
  new B();
  assertEquals(log, ['arg', 'A']);
  Object.setPrototypeOf(B, null);
  assertThrows(TypeError, () => new B());
  assertEquals(log, ['arg', 'A', 'arg']);
});
test('extending built-ins', function () {
  class MyError extends TypeError { constructor(m) { super(m); this.name = 'MyError'; } }
  const e = new MyError('hello');
  assert(e instanceof MyError && e instanceof TypeError && e instanceof Error);
  assertSame(String(e), 'MyError: hello');
  class Stack extends Array { top() { return this[this.length - 1]; } }
  const s = new Stack();
  s.push(1, 2);
  assertSame(s.top(), 2);
  assertSame(s.length, 2);
  assert(s.map((x) => x) instanceof Stack);
  class M extends Map { get(k) { return super.get(k) ?? 'default'; } }
  const m = new M([['a', 1]]);
  assertEquals([m.get('a'), m.get('b')], [1, 'default']);
  class F extends Function { }
  assertSame(new F('a', 'return a * 2')(4), 8);
  class P extends Promise { }
  assert(P.resolve(1) instanceof P && P.resolve(1).then(() => {}) instanceof P);
  class N extends Number { twice() { return this * 2; } }
  assertSame(new N(4).twice(), 8);
  class R extends RegExp { test(s) { return !super.test(s); } }
  assertSame(new R('a').test('a'), false);
});
test('a long chain', function () {
  let C = class { n() { return 0; } };
  for (let i = 0; i < 50; i++) { const P = C; C = class extends P { n() { return super.n() + 1; } }; }
  assertSame(new C().n(), 50);
});
