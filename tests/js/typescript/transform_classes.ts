// flags: --transform-types
// not-on-node: types become code
// Parameter properties as tsc makes them for classes with fields.

test('a parameter property is a field, set where the body begins', () => {
  class A {
    z = 'x' in this ? 1 : 0;
    constructor(private x: number, protected readonly y = x + 1, other: number, public override = 3) { this.z += x; }
  }
  const a: any = new A(5, undefined, 7);
  assertEquals(JSON.stringify(a), '{"x":5,"y":6,"override":3,"z":6}');
  assertEquals(A.length, 1);
});

test('in a derived class they are set behind super', () => {
  const order: string[] = [];
  class A { constructor(x: any) { order.push('super ' + x); } }
  class B extends A {
    own = order.push('field');
    constructor(public p: number, readonly q?: string) {
      'a directive';
      order.push('before');
      super(p);
      order.push('after ' + this.p);
    }
  }
  assertEquals(Object.keys(new B(1)), ['p', 'q', 'own']);
  assertEquals(order, ['before', 'super 1', 'field', 'after 1']);
  class C extends A { constructor(public p: number) { try { super(p); } finally { this.p++; } } }
  assertEquals(new C(4).p, 5);
  class D extends A { constructor(public p: number) { if (p) super(p); } }
  assertThrows(ReferenceError, () => new D(1));
});

test('without a body, and with private names, accessors and computed keys beside them', () => {
  const key = 'k';
  class A {
    #p = 1;
    [key] = 2;
    get g() { return this.#p + this.a; }
    static s = 3;
    constructor(public a: number) { }
    m() { return this.a; }
  }
  const a = new A(10);
  assertEquals([Object.keys(a), a.g, a.m()], [['a', 'k'], 11, 10] as any);
});

test('classes in the body and in initializers have their own', () => {
  class A {
    constructor(public x: any = new class { constructor(public inner = 1) { } }(), readonly f = () => this.x) {
      class B { constructor(private y: number) { } }
      assertEquals(Object.keys(new B(1)), ['y']);
    }
  }
  const a: any = new A();
  assertEquals([Object.keys(a), a.x.inner, a.f() === a.x], [['x', 'f'], 1, true] as any);
});

test('overloads have no modifiers to drop', () => {
  class A { constructor(x: number); constructor(x: string); constructor(public x: any) { } }
  assertEquals(new A('s').x, 's');
});

test('a class that is compiled at the first call of its function', () => {
  function make(this: any, n: number) {
    return new class { constructor(public n: number, private m = n * 2) { } sum() { return this.n + this.m; } }(
      n
    ).sum();
  }
  assertEquals(make.call(null, 2), 6);
});
