// Constructors that give private elements to many objects: sites that have learned the shapes before and after.
class Returning { constructor(object) { return object; } }
const classOf = () => class C extends Returning {
  #x = 1;
  #y = { kept: 2 };
  #m() { return 3; }
  static read(o) { return o.#x + o.#y.kept + o.#m(); }
  static has(o) { return #x in o && #y in o && #m in o; }
};

test('objects of one shape, and of others', () => {
  const C = classOf();
  for (let i = 0; i < 3000; i++) {
    const plain = new C({});
    assertSame(C.read(plain), 6);
    const other = new C(i % 2 ? { a: i } : [i]);
    assertSame(C.read(other), 6);
    assertSame(i % 2 ? other.a : other[0], i);
    assertSame(Object.keys(plain).length, 0);
  }
});

test('names of each evaluation of the class are its own', () => {
  for (let i = 0; i < 300; i++) {
    const A = classOf(), B = classOf();
    const object = {};
    new A(object);
    assertSame(A.has(object), true);
    assertSame(B.has(object), false);
    assertThrows(TypeError, () => B.read(object));
    new B(object);
    assertSame(A.read(object) + B.read(object), 12);
  }
});

test('nothing gets them twice', () => {
  const C = classOf();
  for (let i = 0; i < 1000; i++) {
    const object = {};
    new C(object);
    if (i % 10 === 0) assertThrows(TypeError, () => new C(object), /twice/);
    assertSame(C.read(object), 6);
  }
});

test('proxies, functions, arrays, and objects with many properties', () => {
  const C = classOf();
  for (let i = 0; i < 1000; i++) {
    const large = {};
    for (let n = 0; n < 40; n++) large['p' + n] = n;
    for (const object of [
      new Proxy({}, {}),
      function () {},
      [1, 2, 3],
      large,
      Object.create(null),
      Object.create({ i })
    ]) {
      new C(object);
      assertSame(C.read(object), 6);
    }
    assertSame(large.p39, 39);
    delete large.p0;
    assertSame(C.read(large), 6);
  }
});

test('the values are live, and so are the names', () => {
  class Counter { #n; constructor(n) { this.#n = { n }; } next() { return this.#n.n++; } }
  const all = [];
  for (let i = 0; i < 20000; i++) {
    const counter = new Counter(i);
    if (i % 100 === 0) all.push(counter);
  }
  all.forEach((counter, i) => {
    assertSame(counter.next(), 100 * i);
    assertSame(counter.next(), 100 * i + 1);
  });
});

test('an initializer that changes the object', () => {
  let extra = false;
  class C {
    #a = extra ? (this.between = 1) : 0;
    #b = 2;
    sum() { return this.#a + this.#b; }
  }
  for (let i = 0; i < 2000; i++) {
    extra = i % 3 === 2;
    const c = new C();
    assertSame(c.sum(), extra ? 3 : 2);
    assertSame(c.between, extra ? 1 : undefined);
  }
});
