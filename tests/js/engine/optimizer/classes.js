// Private elements, fields, super(…) and getters in optimized code, and what makes it give up.
function hot(f, ...args) {
  let result;
  for (let i = 0; i < 3000; i++) result = f(...args);
  return result;
}

test('private fields', function () {
  class Counter {
    #count = 0;
    #step;
    constructor(step) {
      this.#step = step;
    }
    tick() {
      this.#count += this.#step;
      return this.#count;
    }
    static has(o) {
      return #count in o;
    }
    static count(o) {
      return o.#count;
    }
    static reset(o) {
      o.#count = 0;
    }
  }
  const c = new Counter(2);
  assertSame(hot(() => c.tick()), 6000);
  assertSame(hot(o => Counter.count(o), c), 6000);
  hot(() => new Counter(1));
  hot(o => Counter.reset(o), c);
  assertSame(Counter.count(c), 0);
  for (const wrong of [{}, 1, null, undefined, 'x', Object.create(c), new Proxy(c, {})]) {
    assertThrows(TypeError, () => Counter.count(wrong));
    assertThrows(TypeError, () => Counter.reset(wrong));
  }
  assertSame(Counter.count(c), 0);
});

test('of receivers of many shapes', function () {
  class Base {
    #x = 1;
    get x() {
      return this.#x;
    }
    set x(v) {
      this.#x = v;
    }
    add(n) {
      return (this.#x += n);
    }
  }
  const classes = [];
  for (let n = 0; n < 7; n++) {
    classes.push(class extends Base {
      constructor() {
        super();
        this['own' + n] = n;
      }
    });
  }
  let sum = 0;
  for (let i = 0; i < 20000; i++) {
    const o = new classes[i % 7]();
    o.add(i);
    o.x = o.x + 1;
    sum += o.x;
  }
  assertSame(sum, 200030000);
});

test('names of several evaluations of a class', function () {
  const make = () => class {
    #secret;
    constructor(v) {
      this.#secret = v;
    }
    static read(o) {
      return o.#secret;
    }
  };
  const A = make(), B = make();
  const a = new A('a'), b = new B('b');
  for (let i = 0; i < 3000; i++) assertSame(A.read(a), 'a');
  for (let i = 0; i < 3000; i++) assertSame(B.read(b), 'b');
  assertThrows(TypeError, () => A.read(b));
  assertThrows(TypeError, () => B.read(a));
  for (let i = 0; i < 3000; i++) assertSame((i % 2 ? A : B).read(i % 2 ? a : b), i % 2 ? 'a' : 'b');
});

test('a field is added once', function () {
  class Same {
    constructor(o) {
      return o;
    }
  }
  class Stamp extends Same {
    #mark = 1;
    static marked(o) {
      return #mark in o;
    }
  }
  let last;
  for (let i = 0; i < 3000; i++) last = new Stamp({ i });
  assertSame(Stamp.marked(last), true);
  assertThrows(TypeError, () => new Stamp(last));
  assertSame(Stamp.marked(new Stamp([])), true);
  assertSame(Stamp.marked(new Stamp(function () {})), true);
});

test('private methods and accessors', function () {
  class Account {
    #sum = 0;
    #add(n) {
      this.#sum += n;
      return this;
    }
    get #double() {
      return this.#sum * 2;
    }
    set #double(v) {
      this.#sum = v / 2;
    }
    deposit(n) {
      return this.#add(n);
    }
    twice() {
      this.#double = this.#double + 2;
      return this.#double;
    }
    spoil() {
      this.#add = null;
    }
  }
  const a = new Account();
  hot(() => a.deposit(1));
  assertSame(hot(() => a.twice()), 12000);
  for (let i = 0; i < 500; i++) assertThrows(TypeError, () => a.spoil());
});

test('fields are defined, not assigned', function () {
  let calls = 0;
  class Base {
    set field(v) {
      calls++;
    }
    get field() {
      return 'getter';
    }
  }
  class Derived extends Base {
    field = 1;
    other = this.field + 1;
  }
  let last;
  for (let i = 0; i < 3000; i++) last = new Derived();
  assertSame(calls, 0);
  assertSame(last.field, 1);
  assertSame(last.other, 2);
  assertSame(JSON.stringify(Object.getOwnPropertyDescriptor(last, 'field')),
    '{"value":1,"writable":true,"enumerable":true,"configurable":true}');

  // A base class that has made the property already, in another way each time.
  class Made {
    constructor(how) {
      if (how === 1) this.p = 0;
      if (how === 2) Object.defineProperty(this, 'p', { value: 0, writable: true, configurable: true });
      if (how === 3) Object.defineProperty(this, 'p', { get: () => 7, configurable: true });
      if (how === 4) Object.defineProperty(this, 'p', { value: 0 });
      if (how === 5) Object.preventExtensions(this);
    }
  }
  class Again extends Made {
    p = 'field';
  }
  for (let i = 0; i < 3000; i++) assertSame(new Again(i & 1).p, 'field');
  for (const how of [2, 3]) {
    const o = new Again(how);
    assertSame(Object.getOwnPropertyDescriptor(o, 'p').enumerable, true);
    assertSame(o.p, 'field');
  }
  assertThrows(TypeError, () => new Again(4));
  assertThrows(TypeError, () => new Again(5));
});

test('super', function () {
  class A {
    constructor(x) {
      this.x = x;
      this.target = new.target;
    }
  }
  class B extends A {
    y = this.x + 1;
    constructor(x) {
      super(x);
      this.z = this.y + 1;
    }
  }
  class C extends B {}
  class D extends C {
    constructor(...all) {
      super(...all);
    }
  }
  const make = (F, x) => new F(x);
  let sum = 0;
  for (let i = 0; i < 6000; i++) {
    const F = [B, C, D][i % 3], o = make(F, i);
    assertSame(o.target, F);
    assertSame(Object.getPrototypeOf(o), F.prototype);
    sum += o.z - o.x;
  }
  assertSame(sum, 12000);
  function Other() {}
  assertSame(Object.getPrototypeOf(Reflect.construct(B, [1], Other)), Other.prototype);
  assertSame(Reflect.construct(C, [1], Other).target, Other);
  // The prototype of a class is what super(…) calls.
  class E {
    constructor() {
      this.x = 'E';
    }
  }
  Object.setPrototypeOf(B, E);
  assertSame(make(B, 1).x, 'E');
  assertSame(make(C, 1).x, 'E');
  Object.setPrototypeOf(B, null);
  assertThrows(TypeError, () => make(B, 1));
  assertThrows(TypeError, () => make(C, 1));
  Object.setPrototypeOf(B, function () {
    return [1, 2, 3];
  });
  assertSame(make(B, 1).length, 3);
  Object.setPrototypeOf(B, A);
  assertSame(make(C, 5).z, 7);
});

test('what constructors return', function () {
  class Base {
    constructor(v) {
      return v;
    }
  }
  class Derived extends Base {
    constructor(v, w) {
      super(v);
      this.w = w;
      return w;
    }
  }
  const object = { own: 1 };
  for (let i = 0; i < 3000; i++) {
    assertSame(new Derived(undefined, undefined) instanceof Derived, true);
    assertSame(new Derived(object, undefined), object);
    assertSame(new Derived(undefined, object), object);
  }
  for (let i = 0; i < 300; i++) {
    assertSame(new Derived(1, undefined) instanceof Derived, true);
    assertThrows(TypeError, () => new Derived(undefined, 1));
    assertThrows(TypeError, () => new Derived(undefined, null));
  }
});

test('`this` before super and after', function () {
  class Base {}
  class Early extends Base {
    constructor(how) {
      if (how === 1) this.x = 1;
      if (how !== 2) super();
      if (how === 3) super();
    }
  }
  for (let i = 0; i < 3000; i++) new Early(0);
  assertThrows(ReferenceError, () => new Early(1));
  assertThrows(ReferenceError, () => new Early(2));
  assertThrows(ReferenceError, () => new Early(3));
});

test('getters', function () {
  class P {
    constructor(x) {
      this._x = x;
    }
    get x() {
      return this._x;
    }
    get throws() {
      throw new RangeError('from a getter');
    }
    get length() {
      return this._x * 2;
    }
  }
  class Q extends P {
    get half() {
      return super.x / 2;
    }
  }
  const read = o => o.x + o.length;
  const p = new P(1), q = new Q(10);
  for (let i = 0; i < 3000; i++) assertSame(read(i & 1 ? p : q), i & 1 ? 3 : 30);
  assertSame(hot(o => o.half, q), 5);
  const catches = o => {
    try {
      return o.throws;
    } catch (e) {
      return e;
    }
  };
  const error = hot(catches, p);
  assertSame(error instanceof RangeError, true);
  assertSame(/throws/.test(error.stack.split('\n')[1]), true);
  // A sum in a getter overflows: it leaves in the middle of what is inlined.
  p._x = 2 ** 30;
  assertSame(read(p), 3 * 2 ** 30);
  p._x = 'ab';
  assertSame(Number.isNaN(p.length), true);
  // Another getter, a value in its place, and an own property before it.
  Object.defineProperty(P.prototype, 'x', { get: () => 100, configurable: true });
  assertSame(read(q), 120);
  Object.defineProperty(Q.prototype, 'x', { value: 1, configurable: true });
  assertSame(read(q), 21);
  Object.defineProperty(q, 'x', { value: 2 });
  assertSame(read(q), 22);
  delete Q.prototype.x;
  assertSame(read(new Q(1)), 102);
  assertSame(read({ x: 1, length: 2 }), 3);
  assertSame(read([]), NaN);
});

test('a branch by what a getter returns', function () {
  class Flag {
    constructor(v) {
      this.v = v;
    }
    get on() {
      return this.v > 0;
    }
  }
  const count = flags => {
    let n = 0;
    for (const flag of flags) if (flag.on) n++;
    return n;
  };
  assertSame(hot(count, [new Flag(1), new Flag(-1), new Flag(2)]), 2);
});

test('what functions hide beside elements and properties', function () {
  class A {
    x = 1;
    static 0 = 1;
  }
  class B {
    x = 2;
    static 0 = 1;
  }
  let sum = 0;
  for (let i = 0; i < 20000; i++) sum += new (i & 1 ? A : B)().x;
  assertSame(sum, 30000);
  const make = properties => {
    const o = { f() { return super.toString; } };
    for (let i = 0; i < properties; i++) o.f['q' + i] = i;
    o.f[0] = 1;
    return o.f;
  };
  for (const properties of [0, 3, 8, 40]) {
    const methods = [make(properties), make(properties)];
    for (let i = 0; i < 4000; i++) assertSame(methods[i & 1](), Object.prototype.toString);
  }
});

test('names and shapes that go on being others', function () {
  const make = () => class {
    #v = 1;
    read() {
      return this.#v;
    }
    set(v) {
      this.#v = v;
      return this;
    }
  };
  const classes = Array.from({ length: 8 }, make);
  for (let i = 0; i < 8000; i++) assertSame(new classes[i % 8]().set(i).read(), i);
  class Base {
    #v = 1;
    get v() {
      return this.#v;
    }
  }
  const objects = Array.from({ length: 12 }, (_, n) => Object.assign(new Base(), { ['own' + n]: n }));
  for (let i = 0; i < 12000; i++) assertSame(objects[i % 12].v, 1);
});
