// not-twice: its tests change what they test
// Objects that code names as constants: what they have is taken for constant until it changes.
var Kind = { A: 1, B: 2, names: ['none', 'a', 'b'] };
var Space = {};
Space.inner = {};
Space.inner.Point = function (x, y) { this.x = x; this.y = y; };
Space.inner.Point.prototype = { sum() { return this.x + this.y; } };
Space.inner.Point.origin = new Space.inner.Point(0, 0);
Space.inner.scale = 3;
function Level(name) { this.name = name; }
Level.LOW = new Level('low');
Level.HIGH = new Level('high');
Level.of = function (n) { return n > 2 ? Level.HIGH : Level.LOW; };
class Base { static unit() { return this.size; } }
class Derived extends Base { static size = 4; }
const rounds = 3000;

test('numbers, functions and objects of namespaces', function () {
  function f(i) {
    return new Space.inner.Point(i, Kind.A).sum() * Space.inner.scale + Kind.B + Space.inner.Point.origin.x;
  }
  warm(f, i => (i + 1) * 3 + 2, rounds);
  function g(i) { return Level.of(i % 5).name + Kind.names[i % 3]; }
  warm(g, i => (i % 5 > 2 ? 'high' : 'low') + ['none', 'a', 'b'][i % 3], rounds);
});
var Changing = { n: 1, f() { return 10; }, deep: { n: 5 } };
test('a value that changes is seen at once, in calls that are running too', function () {
  function f(i, change) {
    let s = Changing.n;
    if (change) change();
    return s + Changing.n * 100 + Changing.f() * 10000 + Changing.deep.n;
  }
  const expected = () => Changing.n + Changing.n * 100 + Changing.f() * 10000 + Changing.deep.n;
  warm(i => f(i), expected, rounds);
  assertSame(f(0, () => { Changing.n = 7; }), 1 + 700 + 100000 + 5);
  assertSame(f(0), 7 + 700 + 100000 + 5);
  Changing.f = function () { return 20; };
  assertSame(f(0), 7 + 700 + 200000 + 5);
  warm(i => f(i), expected, rounds);
  Changing.deep.n = 6;
  assertSame(f(0), 7 + 700 + 200000 + 6);
  Changing.deep = { n: 8 };
  assertSame(f(0), 7 + 700 + 200000 + 8);
  for (let i = 0; i < rounds; i++) { Changing.n = i; assertSame(f(i), expected()); }
});
var Kinds = { plain: 1, gone: 2, getter: 3, frozen: 4 };
test('properties that are deleted, become accessors, or are frozen', function () {
  function f() { return `${Kinds.plain} ${Kinds.gone} ${Kinds.getter} ${Kinds.frozen} ${Kinds.late}`; }
  warm(f, () => '1 2 3 4 undefined', rounds);
  Kinds.late = 5;
  assertSame(f(), '1 2 3 4 5');
  delete Kinds.gone;
  assertSame(f(), '1 undefined 3 4 5');
  let reads = 0;
  Object.defineProperty(Kinds, 'getter', { get() { return ++reads; }, configurable: true });
  assertSame(f() + f(), '1 undefined 1 4 51 undefined 2 4 5');
  Object.freeze(Kinds);
  Kinds.plain = 9;
  assertSame(f(), '1 undefined 3 4 5');
  warm(f, () => `1 undefined ${reads} 4 5`, rounds);
});
var Child = Object.create({ inherited: 1 }), Parent = Object.getPrototypeOf(Child);
Child.own = 2;
test('what a prototype has, and what comes before it', function () {
  function f() { return Child.own * 10 + Child.inherited; }
  warm(f, () => 21, rounds);
  Parent.inherited = 3;
  assertSame(f(), 23);
  Child.inherited = 4;
  assertSame(f(), 24);
  delete Child.inherited;
  assertSame(f(), 23);
  Object.setPrototypeOf(Child, { inherited: 6 });
  assertSame(f(), 26);
  warm(f, () => 26, rounds);
  function s() { return Derived.unit(); }
  warm(s, () => 4, rounds);
  Derived.size = 5;
  assertSame(s(), 5);
  Base.unit = function () { return 6; };
  assertSame(s(), 6);
});
var counter = { count: 0, name: 'c' };
test('an object that is stored to all the time', function () {
  function f(i) { counter.count += i % 3; return counter.name + counter.count; }
  let expected = 0;
  warm(f, i => { expected += i % 3; return 'c' + expected; }, rounds);
});
var Late = { n: 1, m: 2 };
test('one that is stored to only after it was a constant, by a loop', function () {
  function read() { return Late.n * 10 + Late.m; }
  warm(read, () => 12, rounds);
  function write(i) { Late.n = i; Late.m += 1; return read(); }
  let m = 2;
  warm(write, i => i * 10 + ++m, rounds);
  Object.assign(Late, { n: 1, m: 1 });
  assertSame(read(), 11);
  assertSame(JSON.stringify(Late), '{"n":1,"m":1}');
  assertSame(Object.keys(Late).join(), 'n,m');
});
var Maker = function () { this.v = Maker.start; };
Maker.start = 1;
test('a constructor whose prototype is replaced', function () {
  function f() { return new Maker() instanceof Maker ? new Maker().v : -1; }
  warm(f, () => 1, rounds);
  const old = new Maker();
  Maker.prototype = { get twice() { return this.v * 2; } };
  assertSame(f(), 1);
  assertSame(old instanceof Maker, false);
  assertSame(new Maker().twice, 2);
  Maker.start = 5;
  assertSame(f(), 5);
});
test('a namespace that is another one later', function () {
  function f() { return Kind.A; }
  warm(f, () => 1, rounds);
  const old = Kind;
  Kind = { A: 'x' };
  assertSame(f(), 'x');
  Kind = old;
  assertSame(f(), 1);
  Kind = { get A() { return 'got'; } };
  assertSame(f(), 'got');
  Kind = Object.assign(Object.create(null), { A: 3 });
  assertSame(f(), 3);
  Kind = new Proxy({}, { get() { return 'proxy'; } });
  assertSame(f(), 'proxy');
  Kind = 5;
  assertSame(f(), undefined);
});
var Laid = { A: 1, B: 2, C: 3, deep: {}, obj: {} };
for (const name of ['p', 'q', 'r', 's', 't', 'u', 'v']) Laid[name] = name;
Laid.fn = function (x) { return x * 2; };
test('a name that objects of several layouts had, one after the other', function () {
  const fn = Laid.fn;
  function f(i) { const o = Laid; return o.A + o.fn(i); }
  function g(o, i) { return o.fn(i) + o.A; }
  warm(f, i => i * 2 + 1, 500);
  const before = Laid;
  Laid = { A: 1, fn };
  warm(f, i => i * 2 + 1, rounds);
  warm(i => g(i % 2 ? before : Laid, i), i => i * 2 + 1, rounds);
  Laid = before;
  warm(i => f(i) + g(Laid, i), i => i * 4 + 2, rounds);
});
var Back = { a: 1, o: { p: 1 } };
test('an object that gets a shape again, with other values', function () {
  function f() { return Back.a * 10 + Back.o.p; }
  warm(f, () => 11, rounds);
  Back.late = 1;
  for (const value of [2, 3]) Back.a = value;
  delete Back.late;
  assertSame(f(), 31);
  warm(f, () => 31, rounds);
  for (let n = 0; n < 2; n++) { Back.o[n * 100000] = 1; Back.o.p = n + 5; }
  delete Back.o[100000];
  assertSame(f(), 36);
  Reflect.set(Back, 'a', 4);
  assertSame(f(), 46);
  Object.defineProperty(Back, 'a', { value: 5 });
  assertSame(f(), 56);
  Object.assign(Back, { a: 6 });
  assertSame(f(), 66);
  Back['a'.slice(0)] = 7;
  assertSame(f(), 76);
  [Back.a] = [8];
  assertSame(f(), 86);
  for (Back.a of [9]);
  assertSame(f(), 96);
});
class Holder {
  static #hidden = 1;
  static open = 2;
  static set(v) { this.#hidden = v; }
  static both() { return Holder.#hidden * 10 + Holder.open; }
}
test('private names of a class that is named', function () {
  warm(() => Holder.both(), () => 12, rounds);
  Holder.set(3);
  assertSame(Holder.both(), 32);
  warm(i => { Holder.set(i); return Holder.both(); }, i => i * 10 + 2, rounds);
});
