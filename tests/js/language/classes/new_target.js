// new.target and how functions are constructed.
test('new.target is undefined in a call, and the function in a construction', function () {
  function F() { return { t: new.target }; }
  assertSame(F().t, undefined);
  assertSame(new F().t, F);
  assertSame(Reflect.construct(F, [], Array).t, Array);
});
test('new.target in a base class is the derived class', function () {
  let seen;
  class A { constructor() { seen = new.target; } }
  class B extends A { }
  new B();
  assertSame(seen, B);
});
test('new.target in a method is undefined', function () {
  assertSame({ m() { return new.target; } }.m(), undefined);
});
test('a class can refuse to be constructed itself', function () {
  class Shape { constructor() { if (new.target === Shape) throw new TypeError('abstract'); } }
  class Circle extends Shape { }
  assertThrows(TypeError, () => new Shape());
  assert(new Circle() instanceof Shape);
});
test('a function constructs an object of its prototype', function () {
  function P(x) { this.x = x; }
  P.prototype.get = function () { return this.x; };
  assertSame(new P(5).get(), 5);
  assertSame(new P().x, undefined);
});
test('a constructor\'s result counts if it is an object', function () {
  function R(v) { this.a = 1; return v; }
  assertSame(new R(5).a, 1);
  const o = {};
  assertSame(new R(o), o);
  const f = () => 1;
  assertSame(new R(f), f);
});
test('a prototype that is no object is not used', function () {
  function P() {}
  P.prototype = 5;
  assertSame(new P instanceof Object, true);
  assertSame(Object.getPrototypeOf(new P()), Object.prototype);
});
test('new takes a member, a class or a function in parentheses, and no arguments', function () {
  class A { static B = class { constructor(v) { this.v = v; } }; }
  assertSame(new A.B(3).v, 3);
  assertSame(new (class { constructor() { this.z = 1; } })().z, 1);
  assertSame(new (function () { return class { q = 1; }; }())().q, 1);
  assertSame(typeof new Date, 'object');
  assertSame(new new Function('this.a = 1')().a, 1);
});
test('new.target is a SyntaxError in global code and as a target', function () {
  assertThrows(SyntaxError, () => (0, eval)('new.target'));
  assertThrows(SyntaxError, () => new Function('new.target = 1'));
});
test('new needs a constructor', function () {
  assertThrows(TypeError, () => new 5());
  assertThrows(TypeError, () => new Math.max());
  assertThrows(TypeError, () => new ({ m() {} }).m());
  assertThrows(TypeError, () => new undefined());
});
test('construction gets the prototype of new.target once', function () {
  const log = [];
  const target = new Proxy(function () {}, { get(t, k) { log.push(k); return Reflect.get(t, k); } });
  Reflect.construct(function () {}, [], target);
  assertEquals(log, ['prototype']);
});
test('a new.target without a prototype takes that of the realm', function () {
  const NT = function () {}.bind();
  assertSame(Object.getPrototypeOf(Reflect.construct(Array, [], NT)), Array.prototype);
});
