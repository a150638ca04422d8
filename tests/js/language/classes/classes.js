// Classes: construction, methods, statics, the shape of what they make.
test('methods are on the prototype and not enumerable', function () {
  class A { m() {} static s() {} get g() { return 1; } *gen() {} async am() {} }
  assertEquals(Object.keys(A.prototype), []);
  assertEquals(Object.getOwnPropertyNames(A.prototype), ['constructor', 'm', 'g', 'gen', 'am']);
});
test('static methods are own properties of the class, whose prototype is read-only', function () {
  class A { m() {} static s() {} }
  assertEquals(Object.getOwnPropertyNames(A).sort(), ['length', 'name', 'prototype', 's']);
  assertSame(Object.getOwnPropertyDescriptor(A, 'prototype').writable, false);
  assertSame(typeof A, 'function');
});
test('a class is called with new only', function () {
  class A {}
  assertThrows(TypeError, () => A());
  assertThrows(TypeError, () => A.call({}));
});
test('methods are no constructors', function () {
  assertThrows(TypeError, () => new (class { m() {} }).prototype.m());
});
test('Reflect.construct gives an instance of another prototype', function () {
  class A {}
  assert(Reflect.construct(A, [], Array) instanceof Array);
});
test('the body of a class is strict', function () {
  class A { m() { return this; } static s() { undeclared = 1; } }
  assertSame((0, new A().m)(), undefined);
  assertThrows(ReferenceError, () => A.s());
});
test('computed names, symbols, numbers and strings name methods', function () {
  const s = Symbol('desc');
  class A {
    ['a' + 1]() { return 1; }
    [s]() { return 2; }
    42() { return 3; }
    'quoted name'() { return 4; }
    static [`x${1}`] = 5;
  }
  const a = new A();
  assertSame(a.a1(), 1);
  assertSame(a[s](), 2);
  assertSame(a[42](), 3);
  assertSame(a['quoted name'](), 4);
  assertSame(A.x1, 5);
  assertSame(a[s].name, '[desc]');
  assertSame(a[42].name, '42');
});
test('a class is in its dead zone until it is evaluated', function () {
  assertThrows(ReferenceError, function () { new Later(); class Later {} });
});
test('the heritage sees the class in its dead zone', function () {
  assertThrows(ReferenceError, function () { class A extends A {} });
});
test('a static method sees the class', function () {
  class Self { static clone() { return new Self(); } }
  assert(Self.clone() instanceof Self);
});
test('the name is constant within a class and variable outside', function () {
  class A { static change() { A = 1; } static get() { return A; } }
  const Old = A;
  assertThrows(TypeError, () => A.change());
  A = 2;
  assertSame(Old.get(), Old);
  assertSame(A, 2);
});
test('a constructor may return an object in place of this', function () {
  const other = { other: true };
  class A { constructor(v) { return v; } }
  assertSame(new A(other), other);
  assert(new A(5) instanceof A);
  class B extends A { constructor(v) { super(v); } }
  assertSame(new B(other), other);
});
test('a derived constructor may return an object or undefined only', function () {
  class C extends Object { constructor(v) { super(); return v; } }
  assertThrows(TypeError, () => new C(1));
  assert(new C(undefined) instanceof C);
});
test('this and the end of a derived constructor need super, once', function () {
  class A { constructor() { this.a = 1; } }
  assertThrows(ReferenceError, () => new (class extends A { constructor() { this.x = 1; } })());
  assertThrows(ReferenceError, () => new (class extends A { constructor() { } })());
  assertThrows(ReferenceError, () => new (class extends A { constructor() { super(); super(); } })());
});
test('a class without a constructor passes its arguments on', function () {
  class A { constructor() { this.a = 1; } }
  assertSame(new (class extends A { })().a, 1);
  assertSame(new (class extends A { constructor(...args) { super(...args); this.b = this.a + 1; } })().b, 2);
});
test('extends takes the result of a call', function () {
  const mixin = (Base) => class extends Base { mixed() { return 'mixed'; } };
  class A extends mixin(Array) { }
  const a = A.from([1, 2]);
  assertSame(a.length, 2);
  assertSame(a.mixed(), 'mixed');
});
test('extends needs a constructor with a prototype that is an object or null', function () {
  assertThrows(TypeError, () => class extends 5 { });
  assertThrows(TypeError, () => class extends (() => {}) { });
  assertThrows(TypeError, function () { function F() {} F.prototype = 3; class X extends F {} });
});
test('a class that extends null has no prototype above, and makes nothing', function () {
  class N extends null { static m() { return 1; } }
  assertSame(Object.getPrototypeOf(N.prototype), null);
  assertSame(N.m(), 1);
  assertThrows(TypeError, () => new N());
});
test('a static method sees the static side of the class it is called on', function () {
  class A { static who() { return this.label; } static label = 'A'; }
  class B extends A { static label = 'B'; static who() { return super.who() + '!'; } }
  assertSame(B.who(), 'B!');
  assertSame(Object.getPrototypeOf(B), A);
});
test('instanceof asks Symbol.hasInstance', function () {
  class Even { static [Symbol.hasInstance](n) { return n % 2 === 0; } }
  assertSame(2 instanceof Even, true);
  assertSame(1 instanceof Even, false);
});
test('accessors reach those of the base class by super', function () {
  class A { #v = 1; get v() { return this.#v; } set v(x) { this.#v = x * 2; } static get s() { return 's'; } }
  class B extends A { get v() { return super.v + 100; } set v(x) { super.v = x; } }
  const b = new B();
  b.v = 5;
  assertSame(b.v, 110);
});
test('static accessors are inherited', function () {
  class A { static get s() { return 's'; } }
  class B extends A { }
  assertSame(B.s, 's');
});
test('a class expression is named by what it is assigned to', function () {
  const Anonymous = class {};
  const o = { P: class {}, Q: class Named {} };
  assertSame(Anonymous.name, 'Anonymous');
  assertSame(o.P.name, 'P');
  assertSame(o.Q.name, 'Named');
  assertSame((class {}).name, '');
});
test('a static field called name is the name', function () {
  class WithStaticName { static name = 'own'; }
  assertSame(WithStaticName.name, 'own');
});
test('keys are evaluated before static fields and blocks, in order', function () {
  const log = [];
  const k = (x) => { log.push('key ' + x); return x; };
  const v = (x) => { log.push('value ' + x); return x; };
  class A extends (log.push('heritage'), Object) {
    [k('a')] = v('a'); static [k('b')] = v('b'); [k('c')]() {} static { log.push('block'); } static [k('d')] = v('d');
  }
  assertEquals(log, ['heritage', 'key a', 'key b', 'key c', 'key d', 'value b', 'block', 'value d']);
  new A();
  assertSame(log[log.length - 1], 'value a');
});
test('a class with a wrong member is a SyntaxError', function () {
  for (const source of [
    'class A { constructor() {} constructor() {} }',
    'class A { get constructor() {} }',
    'class A { static prototype() {} }',
    'class A { constructor() { super(); } }',
    'class A { m() { super(); } }',
    'class let {}',
    'class A { *constructor() {} }',
    'class A { async constructor() {} }',
    'class A extends B { x = super(); }',
    'class A { x = arguments; }',
    'class A { constructor = 1 }',
    'class A { #a; #a; }',
    'class A { m() { this.#b; } }'
  ]) {
    assertThrows(SyntaxError, () => new Function(source));
  }
});
