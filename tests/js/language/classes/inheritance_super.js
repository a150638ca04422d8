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
test('super in an object literal looks at the prototype of the moment', function () {
  const base = { hi() { return 'base ' + this.n; } };
  const derived = { __proto__: base, n: 1, hi() { return 'derived ' + super.hi(); } };
  assertSame(derived.hi(), 'derived base 1');
  Object.setPrototypeOf(derived, { hi() { return 'swapped'; } });
  assertSame(derived.hi(), 'derived swapped');
});
test('an assignment to super writes to this', function () {
  class A { }
  A.prototype.x = 'proto';
  class B extends A { set() { super.x = 1; return [this.x, A.prototype.x, super.x]; } }
  assertEquals(new B().set(), [1, 'proto', 'proto']);
});
test('an assignment to super calls a setter above', function () {
  class S { set y(v) { this.got = v; } }
  class T extends S { set y(v) { super.y = v + 1; } }
  const t = new T();
  t.y = 1;
  assertSame(t.got, 2);
});
test('computed keys, compound assignments and increments go to this', function () {
  class A { }
  A.prototype.n = 1;
  class B extends A { run() { const k = 'n'; super[k] += 5; const seen = this.n; super.n++; return [seen, this.n]; } }
  assertEquals(new B().run(), [6, 2]);
});
test('a getter by super gets this', function () {
  class A { get full() { return this.first + '!'; } }
  class B extends A { first = 'x'; get full() { return 'B' + super.full; } }
  assertSame(new B().full, 'Bx!');
});
test('super works in static methods, arrows and generators', function () {
  class A { static s() { return 's'; } *g() { yield 1; } }
  class B extends A { static s() { return (() => super.s() + 's')(); } *g() { yield* super.g(); yield 2; } }
  assertSame(B.s(), 'ss');
  assertEquals([...new B().g()], [1, 2]);
});
test('delete of a super property is a ReferenceError', function () {
  const o = { m() { delete super.x; } };
  assertThrows(ReferenceError, () => o.m());
});
test('arguments of super are evaluated before the constructor is checked', function () {
  const log = [];
  class A { constructor() { log.push('A'); } }
  class B extends A { constructor() { super(log.push('arg')); } }
  new B();
  assertEquals(log, ['arg', 'A']);
  Object.setPrototypeOf(B, null);
  assertThrows(TypeError, () => new B());
  assertEquals(log, ['arg', 'A', 'arg']);
});
test('a subclass of an error is one', function () {
  class MyError extends TypeError { constructor(m) { super(m); this.name = 'MyError'; } }
  const e = new MyError('hello');
  assert(e instanceof MyError && e instanceof TypeError && e instanceof Error);
  assertSame(String(e), 'MyError: hello');
});
test('a subclass of Array keeps length, and its methods make the subclass', function () {
  class Stack extends Array { top() { return this[this.length - 1]; } }
  const s = new Stack();
  s.push(1, 2);
  assertSame(s.top(), 2);
  assertSame(s.length, 2);
  assert(s.map((x) => x) instanceof Stack);
});
test('a subclass of Map may override get', function () {
  class M extends Map { get(k) { return super.get(k) ?? 'default'; } }
  const m = new M([['a', 1]]);
  assertEquals([m.get('a'), m.get('b')], [1, 'default']);
});
test('a subclass of Function makes functions', function () {
  class F extends Function { }
  assertSame(new F('a', 'return a * 2')(4), 8);
});
test('a subclass of Promise makes promises of its own', function () {
  class P extends Promise { }
  assert(P.resolve(1) instanceof P && P.resolve(1).then(() => {}) instanceof P);
});
test('a subclass of Number and of RegExp has the internal state', function () {
  class N extends Number { twice() { return this * 2; } }
  assertSame(new N(4).twice(), 8);
  class R extends RegExp { test(s) { return !super.test(s); } }
  assertSame(new R('a').test('a'), false);
});
test('fifty classes call each other by super', function () {
  let C = class { n() { return 0; } };
  for (let i = 0; i < 50; i++) { const P = C; C = class extends P { n() { return super.n() + 1; } }; }
  assertSame(new C().n(), 50);
});
