// Property loads that are warm when a prototype changes.
const WARM = 300;
test('a warm call follows a method that is replaced and deleted', function () {
  class A { m() { return 1; } }
  const call = (o) => o.m();
  const a = new A();
  for (let i = 0; i < WARM; i++) assertSame(call(a), 1);
  A.prototype.m = () => 2;
  assertSame(call(a), 2);
  delete A.prototype.m;
  assertThrows(TypeError, () => call(a));
});
test('a warm call finds a method further up the chain', function () {
  class A { m() { return 1; } }
  const call = (o) => o.m();
  const a = new A();
  for (let i = 0; i < WARM; i++) assertSame(call(a), 1);
  delete A.prototype.m;
  assertThrows(TypeError, () => call(a));
  Object.prototype.m = () => 3;
  assertSame(call(a), 3);
  delete Object.prototype.m;
});
test('a warm load follows properties that come and go between the object and the holder', function () {
  const top = { x: 'top' }, middle = Object.create(top), bottom = Object.create(middle);
  const get = (o) => o.x;
  for (let i = 0; i < WARM; i++) assertSame(get(bottom), 'top');
  middle.x = 'middle';
  assertSame(get(bottom), 'middle');
  bottom.x = 'bottom';
  assertSame(get(bottom), 'bottom');
  delete bottom.x;
  assertSame(get(bottom), 'middle');
  delete middle.x;
  assertSame(get(bottom), 'top');
  delete top.x;
  assertSame(get(bottom), undefined);
});
test('a warm load follows another prototype of the object', function () {
  const p1 = { v: 1 }, p2 = { v: 2 };
  const o = Object.create(p1);
  const get = (x) => x.v;
  for (let i = 0; i < WARM; i++) assertSame(get(o), 1);
  Object.setPrototypeOf(o, p2);
  assertSame(get(o), 2);
});
test('a warm load follows another prototype of the prototype', function () {
  const base = { w: 'base' }, mid = Object.create(base), obj = Object.create(mid);
  const getW = (x) => x.w;
  for (let i = 0; i < WARM; i++) assertSame(getW(obj), 'base');
  Object.setPrototypeOf(mid, { w: 'other' });
  assertSame(getW(obj), 'other');
  Object.setPrototypeOf(mid, null);
  assertSame(getW(obj), undefined);
});
test('a warm load and in find a property that was absent', function () {
  const o = {};
  const get = (x) => x.absentQ;
  const has = (x) => 'absentQ' in x;
  for (let i = 0; i < WARM; i++) { assertSame(get(o), undefined); assertSame(has(o), false); }
  Object.prototype.absentQ = 'now';
  assertSame(get(o), 'now');
  assertSame(has(o), true);
  delete Object.prototype.absentQ;
  assertSame(get(o), undefined);
});
test('a warm load follows a value that becomes an accessor, and back', function () {
  const proto = { x: 1 }, o = Object.create(proto);
  const get = (x) => x.x;
  for (let i = 0; i < WARM; i++) get(o);
  Object.defineProperty(proto, 'x', { get() { return this === o ? 'getter' : 'wrong'; }, configurable: true });
  assertSame(get(o), 'getter');
  for (let i = 0; i < WARM; i++) get(o);
  Object.defineProperty(proto, 'x', { value: 'data', writable: true });
  assertSame(get(o), 'data');
});
test('a warm load sees a value changed on the prototype', function () {
  const proto = { n: 0 }, o = Object.create(proto);
  const get = (x) => x.n;
  let sum = 0;
  for (let i = 0; i < WARM; i++) { proto.n = i; sum += get(o); }
  assertSame(sum, (WARM * (WARM - 1)) / 2);
});
test('a warm call follows methods on the prototypes of primitives', function () {
  const len = (s) => s.customQ();
  String.prototype.customQ = function () { return 's' + this.length; };
  Number.prototype.customQ = function () { return 'n' + this; };
  for (let i = 0; i < WARM; i++) {
    assertSame(len('ab'), 's2');
    assertSame(len(5), 'n5');
    assertSame(len(5.5), 'n5.5');
  }
  String.prototype.customQ = () => 'new';
  assertSame(len('ab'), 'new');
  delete String.prototype.customQ; delete Number.prototype.customQ;
  assertThrows(TypeError, () => len('ab'));
});
test('a warm call follows Array.prototype.push, replaced and restored', function () {
  const push = Array.prototype.push;
  const add = (a, v) => a.push(v);
  const a = [];
  for (let i = 0; i < WARM; i++) add(a, i);
  Array.prototype.push = function (v) { return 'patched ' + v; };
  assertSame(add(a, 1), 'patched 1');
  Array.prototype.push = push;
  assertSame(add(a, 1), WARM + 1);
});
test('a warm load follows a prototype that becomes a dictionary', function () {
  const proto = {}, o = Object.create(proto);
  proto.target = 'found';
  const get = (x) => x.target;
  for (let i = 0; i < WARM; i++) get(o);
  for (let i = 0; i < 2000; i++) proto['p' + i] = i;
  assertSame(get(o), 'found');
  for (let i = 0; i < 2000; i++) delete proto['p' + i];
  proto.target = 'changed';
  assertSame(get(o), 'changed');
});
test('a warm load follows a prototype that is a proxy, or an array', function () {
  const o = Object.create({ target: 'found' });
  const get = (x) => x.target;
  for (let i = 0; i < WARM; i++) assertSame(get(o), 'found');
  Object.setPrototypeOf(o, new Proxy({}, { get: () => 'proxy' }));
  assertSame(get(o), 'proxy');
  Object.setPrototypeOf(o, [1, 2, 3]);
  assertSame(((x) => x.length)(o), 3);
});
test('a warm construction takes another prototype', function () {
  function P() { this.a = 1; }
  P.prototype.kind = () => 'old';
  const make = () => new P();
  for (let i = 0; i < WARM; i++) assertSame(make().kind(), 'old');
  P.prototype = { kind: () => 'new' };
  assertSame(make().kind(), 'new');
  assertSame(make() instanceof P, true);
});
test('a warm instanceof follows the prototype property', function () {
  function F() {}
  const o = new F();
  const is = (x) => x instanceof F;
  for (let i = 0; i < WARM; i++) assertSame(is(o), true);
  F.prototype = {};
  assertSame(is(o), false);
});
test('a warm instanceof follows Symbol.hasInstance', function () {
  function F() {}
  const is = (x) => x instanceof F;
  for (let i = 0; i < WARM; i++) assertSame(is(new F()), true);
  Object.defineProperty(F, Symbol.hasInstance, { value: () => true });
  assertSame(is(5), true);
});
test('instanceof follows another prototype of a function that leads to Symbol.hasInstance', function () {
  function F() {}
  const is = (v) => v instanceof F;
  for (let i = 0; i < WARM; i++) assertSame(is(1), false);
  Object.setPrototypeOf(F, Object.create(Function.prototype, { [Symbol.hasInstance]: { value: () => true } }));
  assertSame(is(1), true);
});
test('instanceof follows another prototype of a parent class', function () {
  class A {}
  class B extends A {}
  const is = (v) => v instanceof B;
  for (let i = 0; i < WARM; i++) assertSame(is(1), false);
  Object.setPrototypeOf(A, Object.create(Function.prototype, { [Symbol.hasInstance]: { value: () => true } }));
  assertSame(is(1), true);
});
test('instanceof follows an own Symbol.hasInstance that was the ordinary one', function () {
  function F() {}
  const ordinary = Function.prototype[Symbol.hasInstance];
  Object.defineProperty(F, Symbol.hasInstance, { value: ordinary, writable: true });
  const is = (v) => v instanceof F;
  for (let i = 0; i < WARM; i++) assertSame(is(1), false);
  F[Symbol.hasInstance] = () => true;
  assertSame(is(1), true);
});
test('instanceof and new follow a "prototype" that is replaced, by an object or by none', function () {
  function F() {}
  const is = (v) => v instanceof F, make = () => new F();
  const old = make();
  for (let i = 0; i < WARM; i++) { assertSame(is(old), true); assertSame(is(make()), true); }
  F.prototype = { tag: 1 };
  assertSame(is(old), false);
  assertSame(make().tag, 1);
  F.prototype = 5;
  for (let i = 0; i < WARM; i++) assertSame(Object.getPrototypeOf(make()), Object.prototype);
  F.prototype = { tag: 2 };
  assertSame(make().tag, 2);
  assertSame(is(make()), true);
});
test('instanceof follows the "prototype" of an arrow function, which can be deleted and made an accessor', function () {
  const f = () => {};
  const first = {}, second = {};
  f.prototype = first;
  const is = (v) => v instanceof f;
  const a = Object.create(first), b = Object.create(second);
  for (let i = 0; i < WARM; i++) assertSame(is(a), true);
  Object.defineProperty(f, 'prototype', { get: () => second, configurable: true });
  assertSame(is(a), false);
  assertSame(is(b), true);
  delete f.prototype;
  assertThrows(TypeError, () => is(a));
});
test('a prototype that was filled before anybody looked is found, and its changes afterwards too', function () {
  const callers = [(o) => o.m(), (o) => o.n(), (o) => o.absent];
  for (let round = 0; round < 50; round++) {
    class A { m() { return round; } }
    A.prototype.n = () => -round;
    const a = new A();
    for (let i = 0; i < 8; i++) {
      assertSame(callers[0](a), round);
      assertSame(callers[1](a), -round);
      assertSame(callers[2](a), undefined);
    }
    A.prototype.absent = 7;
    assertSame(callers[2](a), 7);
    A.prototype.m = () => 'other';
    assertSame(callers[0](a), 'other');
    Object.defineProperty(A.prototype, 'n', { get: () => () => 'got' });
    assertSame(callers[1](a), 'got');
  }
});
test('what is read of a prototype itself does not hide what comes between', function () {
  const base = { v: 'base' }, mid = Object.create(base), leaf = Object.create(mid);
  const get = (o) => o.v;
  for (let i = 0; i < WARM; i++) { assertSame(get(mid), 'base'); assertSame(get(base), 'base'); }
  for (let i = 0; i < WARM; i++) assertSame(get(leaf), 'base');
  mid.v = 'mid';
  assertSame(get(mid), 'mid');
  assertSame(get(leaf), 'mid');
});
test('an addition follows a setter that a prototype gets, and one that becomes read-only', function () {
  for (let round = 0; round < 20; round++) {
    class P {}
    const add = (o) => { o.x = 1; return o; };
    for (let i = 0; i < 20; i++) assertSame(Object.hasOwn(add(new P()), 'x'), true);
    let seen = 0;
    Object.defineProperty(P.prototype, 'x', { set(v) { seen = v; }, configurable: true });
    assertSame(Object.hasOwn(add(new P()), 'x'), false);
    assertSame(seen, 1);
    Object.defineProperty(P.prototype, 'x', { value: 3, writable: false });
    assertSame(add(new P()).x, 3);
  }
});
