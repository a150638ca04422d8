// Private fields, methods, accessors and brand checks.
test('private state is per class and per instance', function () {
  class A { #x = 0; inc() { return ++this.#x; } static peek(o) { return o.#x; } }
  const a = new A(), b = new A();
  a.inc(); a.inc();
  assertEquals([A.peek(a), A.peek(b)], [2, 0]);
});
test('an object without the field is a TypeError, one that inherits it too', function () {
  class A { #x = 0; static peek(o) { return o.#x; } }
  const a = new A();
  assertThrows(TypeError, () => A.peek({}));
  assertThrows(TypeError, () => A.peek(Object.create(a)));
});
test('private names are no keys', function () {
  class A { #x = 0; }
  const a = new A();
  assertEquals(Reflect.ownKeys(a), []);
});
test('the same name in two classes is two names', function () {
  class A { #x = 'a'; static get(o) { return o.#x; } }
  class B extends A { #x = 'b'; static get(o) { return o.#x; } }
  const b = new B();
  assertEquals([A.get(b), B.get(b)], ['a', 'b']);
});
test('each evaluation of a class makes new names', function () {
  const make = () => class { #x = 1; static has(o) { return #x in o; } };
  const A = make(), B = make();
  assertEquals([A.has(new A()), A.has(new B())], [true, false]);
});
test('#x in object tells of fields, methods, accessors and statics', function () {
  class A {
    #f = 1;
    #m() {}
    get #g() { return 1; }
    static #s = 1;
    static check(o) { return [#f in o, #m in o, #g in o, #s in o]; }
  }
  assertEquals(A.check(new A()), [true, true, true, false]);
  assertEquals(A.check(A), [false, false, false, true]);
  assertEquals(A.check({}), [false, false, false, false]);
});
test('#x in a primitive is a TypeError', function () {
  class A { #f = 1; static check(o) { return #f in o; } }
  assertThrows(TypeError, () => A.check(1));
});
test('private methods and accessors work on the instance', function () {
  class A {
    #v = 1;
    #m(x) { return x + this.#v; }
    get #acc() { return this.#v; }
    set #acc(x) { this.#v = x; }
    static #sm() { return 'static'; }
    run() { this.#acc = 10; this.#acc += 5; return [this.#m(1), this.#acc, A.#sm()]; }
  }
  assertEquals(new A().run(), [16, 15, 'static']);
});
test('a method or half an accessor cannot be written or read', function () {
  class A {
    #m() {}
    get #ro() { return 1; }
    set #wo(x) { }
    write() { this.#m = 1; }
    writeRo() { this.#ro = 1; }
    readWo() { return this.#wo; }
  }
  assertThrows(TypeError, () => new A().write());
  assertThrows(TypeError, () => new A().writeRo());
  assertThrows(TypeError, () => new A().readWo());
});
test('private methods exist before fields are initialized', function () {
  class A { x = this.#m(); #m() { return 'ready'; } }
  assertSame(new A().x, 'ready');
});
test('every operator takes a private member', function () {
  class A {
    #n = 5; #o = { p: 1 }; #u; #z = null;
    run() {
      const out = [this.#n++, ++this.#n, this.#n--, this.#n **= 2, this.#n %= 7];
      out.push(this.#u ??= 'set', this.#z ||= 'z', this.#n &&= 'and');
      out.push(this.#o.p, this?.#o?.p, this.#o?.['q']?.r);
      ({ p: this.#n } = { p: 9 });
      [this.#u] = [8];
      out.push(this.#n, this.#u, delete this.#o.p);
      return out;
    }
  }
  assertEquals(new A().run(), [5, 7, 7, 36, 1, 'set', 'z', 'and', 1, 1, undefined, 9, 8, true]);
});
test('optional chains take private names', function () {
  class A {
    #x = 1;
    #m() { return this; }
    static get(o) { return o?.#x; }
    static call(o) { return o?.#m().#x; }
    static deep(o) { return o?.a.#x; }
  }
  assertSame(A.get(null), undefined);
  assertSame(A.get(new A()), 1);
  assertSame(A.call(undefined), undefined);
  assertSame(A.call(new A()), 1);
  assertSame(A.deep({ a: new A() }), 1);
});
test('an inner class reaches the names of the outer one', function () {
  class Outer {
    #secret = 'o';
    static Inner = class { #own = 'i'; read(o) { return o.#secret + this.#own; } };
  }
  assertSame(new Outer.Inner().read(new Outer()), 'oi');
});
test('a constructor may put fields onto a foreign object, once', function () {
  class Return { constructor(o) { return o; } }
  class Stamp extends Return { #x = 1; static has(o) { return #x in o; } }
  const target = {};
  new Stamp(target);
  assertSame(Stamp.has(target), true);
  assertThrows(TypeError, () => new Stamp(target));
});
test('a constructor may put fields onto a proxy', function () {
  class Return { constructor(o) { return o; } }
  class Stamp extends Return { #x = 1; static has(o) { return #x in o; } }
  const proxy = new Proxy({}, {});
  new Stamp(proxy);
  assertSame(Stamp.has(proxy), true);
});
test('a proxy does not forward private names', function () {
  class A { #x = 1; get x() { return this.#x; } }
  assertThrows(TypeError, () => new Proxy(new A(), {}).x);
});
test('eval within the class knows private names, outside it does not', function () {
  class A { #x = 7; run() { return eval('this.#x'); } }
  assertSame(new A().run(), 7);
  assertThrows(SyntaxError, () => eval('({}).#x'));
});
test('a private static through a subclass is a TypeError', function () {
  class A { static #x = 1; static get() { return this.#x; } }
  class B extends A { }
  assertSame(A.get(), 1);
  assertThrows(TypeError, () => B.get());
});
test('private methods may be generators and async functions', function () {
  class A {
    *#g() { yield 1; yield 2; }
    all() { return [...this.#g()]; }
    async #a() { return 1; }
    p() { return this.#a(); }
  }
  assertEquals(new A().all(), [1, 2]);
  assert(new A().p() instanceof Promise);
});
test('a warm access takes many instances, and not a wrong one', function () {
  class A { #v; constructor(v) { this.#v = v; } get v() { return this.#v; } }
  let sum = 0;
  for (let i = 0; i < 5000; i++) sum += new A(i).v;
  assertSame(sum, 12497500);
  const getter = Object.getOwnPropertyDescriptor(A.prototype, 'v').get;
  assertThrows(TypeError, () => getter.call({ v: 1 }));
});

test('more private fields than objects of the class began with room for', () => {
  class Base {
    #a = 1; #b = 2; #c = 3; #d = 4; #e = 5; #f = 6; #g = 7; #h = 8;
    sum() { return this.#a + this.#b + this.#c + this.#d + this.#e + this.#f + this.#g + this.#h; }
    set(value) { this.#h = value; return this; }
    static has(o) { return #h in o; }
  }
  class Derived extends Base {
    #own = 100; plain = 1; other = 2;
    total() { return this.sum() + this.#own + this.plain + this.other; }
  }
  const early = new Base(), all = [];
  for (let i = 0; i < 500; i++) {
    assertSame(new Base().set(i).sum(), 28 + i);
    const o = new Derived();
    assertSame(o.set(i).total(), 131 + i);
    all.push(o);
  }
  assertEquals([early.sum(), all[0].total(), all[499].total()], [36, 131, 630]);
  assertEquals(Object.keys(all[0]), ['plain', 'other']);
  assertEquals([Base.has(early), Base.has(all[0]), Base.has({})], [true, true, false]);
  assertThrows(TypeError, () => early.set.call({}, 1));
  assertThrows(TypeError, () => early.sum.call(1));
});
