// Public instance and static fields.
test('fields are own properties in order, defined and not set', function () {
  class Base { set x(v) { throw new Error('setter'); } }
  class A extends Base { x = 1; y = this.x + 1; z; 'quoted' = 3; 7 = 4; ['comp' + 1] = 5; }
  const a = new A();
  assertEquals(Object.keys(a), ['7', 'x', 'y', 'z', 'quoted', 'comp1']);
  assertSame(a.x, 1);
  assertSame(a.y, 2);
  assertSame(a.z, undefined);
  assertSame(a[7], 4);
  assertSame(a.comp1, 5);
});
test('initializers run at each construction, after super', function () {
  const log = [];
  class A { a = log.push('A field'); constructor() { log.push('A constructor'); } }
  class B extends A { b = log.push('B field'); constructor() { log.push('before'); super(); log.push('after'); } }
  new B();
  assertEquals(log, ['before', 'A field', 'A constructor', 'B field', 'after']);
});
test('computed keys are evaluated once, at definition', function () {
  let n = 0;
  class A { ['k' + n++] = n; }
  assertEquals(Object.keys(new A()), ['k0']);
  assertEquals(Object.keys(new A()), ['k0']);
  assertSame(n, 1);
});
test('arrow functions in fields capture the instance', function () {
  class A { v = 1; get = () => this.v; }
  const { get } = new A();
  assertSame(get(), 1);
});
test('anonymous functions are named after the field', function () {
  class A { f = () => {}; static g = function () {}; #h = class {}; h() { return this.#h.name; } ['c'] = () => {}; }
  const a = new A();
  assertSame(a.f.name, 'f');
  assertSame(A.g.name, 'g');
  assertSame(a.h(), '#h');
  assertSame(a.c.name, 'c');
});
test('static fields see the class as this', function () {
  class A { static a = 1; static b = this.a + 1; static c = A.b + 1; static d = () => this; }
  assertEquals([A.a, A.b, A.c], [1, 2, 3]);
  assertSame(A.d(), A);
});
test('super in an initializer is that of a method', function () {
  class A { m() { return 'm'; } static s() { return 's'; } }
  class B extends A { x = super.m(); static y = super.s(); f = () => super.m(); }
  assertEquals([new B().x, B.y, new B().f()], ['m', 's', 'm']);
});
test('an initializer that throws ends the construction', function () {
  let made = 0;
  class A { a = made++; b = (() => { throw new RangeError('b'); })(); c = made++; }
  assertThrows(RangeError, () => new A());
  assertSame(made, 1);
});
test('fields are defined on what super returned', function () {
  const target = {};
  class A { constructor() { return target; } }
  class B extends A { x = 1; }
  assertSame(new B(), target);
  assertSame(target.x, 1);
});
test('fields on a frozen object are a TypeError', function () {
  const frozen = Object.freeze({});
  class C { constructor() { return frozen; } }
  class D extends C { x = 1; }
  assertThrows(TypeError, () => new D());
});
test('new.target in an initializer is undefined, and eval sees this', function () {
  class A { t = new.target; e = eval('this'); constructor() { } }
  const a = new A();
  assertSame(a.t, undefined);
  assertSame(a.e, a);
});
test('a field without initializer still overrides', function () {
  class A { x = 1; }
  class B extends A { x; }
  assertSame(new B().x, undefined);
  assertSame(Object.hasOwn(new B(), 'x'), true);
});
test('keywords name fields, with and without semicolons', function () {
  class A { get; set; static; async; await = 1; get = 2
    static static = 3
    'a'; *gen() {} }
  const a = new A();
  assertEquals(Object.keys(a), ['get', 'set', 'static', 'async', 'await', 'a']);
  assertEquals([a.get, A.static], [2, 3]);
});
