// new.target and how functions are constructed.
test('in functions, classes, methods and Reflect.construct', function () {
  function F() { return { t: new.target }; }
  assertSame(F().t, undefined);
  assertSame(new F().t, F);
  assertSame(Reflect.construct(F, [], Array).t, Array);
  let seen;
  class A { constructor() { seen = new.target; } }
  class B extends A { }
  new B();
  assertSame(seen, B);
  assertSame({ m() { return new.target; } }.m(), undefined);
});
test('abstract classes', function () {
  class Shape { constructor() { if (new.target === Shape) throw new TypeError('abstract'); } }
  class Circle extends Shape { }
  assertThrows(TypeError, () => new Shape());
  assert(new Circle() instanceof Shape);
});
test('function constructors: this, return values, prototypes', function () {
  function P(x) { this.x = x; }
  P.prototype.get = function () { return this.x; };
  assertSame(new P(5).get(), 5);
  assertSame(new P().x, undefined);
  function R(v) { this.a = 1; return v; }
  assertSame(new R(5).a, 1);
  const o = {};
  assertSame(new R(o), o);
  const f = () => 1;
  assertSame(new R(f), f);
  P.prototype = 5;
  assertSame(Object.getPrototypeOf(new P()), Object.prototype);
  assertSame(new P instanceof Object, true);
});
test('syntax', function () {
  class A { static B = class { constructor(v) { this.v = v; } }; }
  assertSame(new A.B(3).v, 3);
  assertSame(new (class { constructor() { this.z = 1; } })().z, 1);
  assertSame(new (function () { return class { q = 1; }; }())().q, 1);
  assertSame(typeof new Date, 'object');
  assertSame(new new Function('this.a = 1')().a, 1);
  assertThrows(SyntaxError, () => (0, eval)('new.target'));
  assertThrows(SyntaxError, () => new Function('new.target = 1'));
  assertThrows(TypeError, () => new 5());
  assertThrows(TypeError, () => new Math.max());
  assertThrows(TypeError, () => new ({ m() {} }).m());
  assertThrows(TypeError, () => new undefined());
});
test('the prototype is fetched from new.target', function () {
  const log = [];
  const target = new Proxy(function () {}, { get(t, k) { log.push(k); return Reflect.get(t, k); } });
  Reflect.construct(function () {}, [], target);
  assertEquals(log, ['prototype']);
  const NT = function () {}.bind();
  assertSame(Object.getPrototypeOf(Reflect.construct(Array, [], NT)), Array.prototype);
});
