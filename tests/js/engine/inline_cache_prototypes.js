// Property loads that are warm when a prototype changes.
const WARM = 300;
test('a method replaced on the prototype', function () {
  class A { m() { return 1; } }
  const call = (o) => o.m();
  const a = new A();
  for (let i = 0; i < WARM; i++) assertSame(call(a), 1);
  A.prototype.m = () => 2;
  assertSame(call(a), 2);
  delete A.prototype.m;
  assertThrows(TypeError, () => call(a));
  Object.prototype.m = () => 3;
  assertSame(call(a), 3);
  delete Object.prototype.m;
});
test('a property added between the object and the holder', function () {
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
test('setPrototypeOf on the object and on its prototype', function () {
  const p1 = { v: 1 }, p2 = { v: 2 };
  const o = Object.create(p1);
  const get = (x) => x.v;
  for (let i = 0; i < WARM; i++) assertSame(get(o), 1);
  Object.setPrototypeOf(o, p2);
  assertSame(get(o), 2);
  const base = { w: 'base' }, mid = Object.create(base), obj = Object.create(mid);
  const getW = (x) => x.w;
  for (let i = 0; i < WARM; i++) assertSame(getW(obj), 'base');
  Object.setPrototypeOf(mid, { w: 'other' });
  assertSame(getW(obj), 'other');
  Object.setPrototypeOf(mid, null);
  assertSame(getW(obj), undefined);
});
test('absent properties that appear', function () {
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
test('data becomes accessor on the prototype, and back', function () {
  const proto = { x: 1 }, o = Object.create(proto);
  const get = (x) => x.x;
  for (let i = 0; i < WARM; i++) get(o);
  Object.defineProperty(proto, 'x', { get() { return this === o ? 'getter' : 'wrong'; }, configurable: true });
  assertSame(get(o), 'getter');
  for (let i = 0; i < WARM; i++) get(o);
  Object.defineProperty(proto, 'x', { value: 'data', writable: true });
  assertSame(get(o), 'data');
});
test('a value changed on the prototype is seen', function () {
  const proto = { n: 0 }, o = Object.create(proto);
  const get = (x) => x.n;
  let sum = 0;
  for (let i = 0; i < WARM; i++) { proto.n = i; sum += get(o); }
  assertSame(sum, (WARM * (WARM - 1)) / 2);
});
test('primitives: methods replaced on their prototypes', function () {
  const len = (s) => s.customQ();
  String.prototype.customQ = function () { return 's' + this.length; };
  Number.prototype.customQ = function () { return 'n' + this; };
  for (let i = 0; i < WARM; i++) { assertSame(len('ab'), 's2'); assertSame(len(5), 'n5'); assertSame(len(5.5), 'n5.5'); }
  String.prototype.customQ = () => 'new';
  assertSame(len('ab'), 'new');
  delete String.prototype.customQ; delete Number.prototype.customQ;
  assertThrows(TypeError, () => len('ab'));
});
test('Array.prototype.push replaced and restored', function () {
  const push = Array.prototype.push;
  const add = (a, v) => a.push(v);
  const a = [];
  for (let i = 0; i < WARM; i++) add(a, i);
  Array.prototype.push = function (v) { return 'patched ' + v; };
  assertSame(add(a, 1), 'patched 1');
  Array.prototype.push = push;
  assertSame(add(a, 1), WARM + 1);
});
test('a prototype that becomes a dictionary, or exotic', function () {
  const proto = {}, o = Object.create(proto);
  proto.target = 'found';
  const get = (x) => x.target;
  for (let i = 0; i < WARM; i++) get(o);
  for (let i = 0; i < 2000; i++) proto['p' + i] = i;
  assertSame(get(o), 'found');
  for (let i = 0; i < 2000; i++) delete proto['p' + i];
  proto.target = 'changed';
  assertSame(get(o), 'changed');
  Object.setPrototypeOf(o, new Proxy({}, { get: () => 'proxy' }));
  assertSame(get(o), 'proxy');
  Object.setPrototypeOf(o, [1, 2, 3]);
  assertSame(((x) => x.length)(o), 3);
});
test('classes: the prototype of an instance changed after construction sites are warm', function () {
  function P() { this.a = 1; }
  P.prototype.kind = () => 'old';
  const make = () => new P();
  for (let i = 0; i < WARM; i++) assertSame(make().kind(), 'old');
  P.prototype = { kind: () => 'new' };
  assertSame(make().kind(), 'new');
  assertSame(make() instanceof P, true);
});
test('instanceof after the prototype property changed', function () {
  function F() {}
  const o = new F();
  const is = (x) => x instanceof F;
  for (let i = 0; i < WARM; i++) assertSame(is(o), true);
  F.prototype = {};
  assertSame(is(o), false);
  Object.defineProperty(F, Symbol.hasInstance, { value: () => true });
  assertSame(is(5), true);
});
