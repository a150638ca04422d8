// Getters and setters.
test('an assignment calls the setter, a read the getter', function () {
  let stored = 1;
  const o = { get x() { return stored; }, set x(v) { stored = v * 2; } };
  o.x = 5;
  assertSame(o.x, 10);
  o.x += 1;
  assertSame(stored, 22);
});
test('the halves of an accessor are functions with a name and without a prototype', function () {
  const o = { get x() { return 1; }, set x(v) { } };
  const d = Object.getOwnPropertyDescriptor(o, 'x');
  assertSame(d.get.name, 'get x');
  assertSame(d.set.name, 'set x');
  assertSame(d.enumerable, true);
  assertSame(d.configurable, true);
  assertSame(d.get.length, 0);
  assertSame(d.set.length, 1);
  assertSame('prototype' in d.get, false);
});
test('the receiver is the object asked, not the holder', function () {
  const proto = { get me() { return this; }, set me(v) { this.stored = v; } };
  const child = Object.create(proto);
  assertSame(child.me, child);
  child.me = 1;
  assertEquals(Object.keys(child), ['stored']);
});
test('a strict getter of a primitive\'s prototype is called on the primitive', function () {
  assertSame(Object.getOwnPropertyDescriptor(Number.prototype, 'self'), undefined);
  Object.defineProperty(Number.prototype, 'self', { get() { 'use strict'; return typeof this; }, configurable: true });
  assertSame((5).self, 'number');
  delete Number.prototype.self;
});
test('an accessor without a getter reads undefined, one without a setter throws in strict code only', function () {
  const o = { get r() { return 1; }, set w(v) { } };
  o.r = 2;
  assertSame(o.r, 1);
  assertSame(o.w, undefined);
  assertThrows(TypeError, function () { 'use strict'; o.r = 2; });
});
test('the later of a value and an accessor in one literal stays', function () {
  const a = { get x() { return 1; }, x: 2 };
  assertSame(a.x, 2);
  const b = { x: 2, get x() { return 3; } };
  assertSame(b.x, 3);
});
test('a getter and a setter apart in one literal make one accessor', function () {
  const c = { get x() { return 1; }, set y(v) { }, set x(v) { } };
  assertSame(typeof Object.getOwnPropertyDescriptor(c, 'x').get, 'function');
});
test('symbols, numbers, strings, keywords and computed keys name accessors', function () {
  const s = Symbol('q');
  const o = {
    get [s]() { return 1; },
    get 1() { return 2; },
    get 'a b'() { return 3; },
    get get() { return 4; },
    set set(v) { },
    get if() { return 5; },
    get [`t${1}`]() { return 6; }
  };
  assertSame(o[s], 1);
  assertSame(o[1], 2);
  assertSame(o['a b'], 3);
  assertSame(o.get, 4);
  assertSame(o.if, 5);
  assertSame(o.t1, 6);
  assertSame(Object.getOwnPropertyDescriptor(o, s).get.name, 'get [q]');
});
test('a getter may replace itself by a value', function () {
  const o = { get once() { delete this.once; return (this.once = 'computed'); } };
  assertSame(o.once, 'computed');
  assertSame(Object.getOwnPropertyDescriptor(o, 'once').value, 'computed');
});
test('what a getter throws is passed on', function () {
  const bad = { get x() { throw new RangeError('get'); } };
  assertThrows(RangeError, () => bad.x);
});
test('an element of an array can be an accessor', function () {
  const log = [];
  const a = [1, 2, 3];
  Object.defineProperty(a, 1, { get() { return 'got'; }, set(v) { log.push(v); } });
  a[1] = 'x';
  assertEquals([a[1], a.join(), log], ['got', '1,got,3', ['x']]);
});
test('compound assignment and increment call getter and setter once', function () {
  const log = [];
  const o = { get n() { log.push('get'); return 1; }, set n(v) { log.push('set ' + v); } };
  assertSame(o.n++, 1);
  assertSame(++o.n, 2);
  assertSame(o.n -= 5, -4);
  o.n ||= 9;
  o.n &&= 9;
  assertEquals(log, ['get', 'set 2', 'get', 'set 2', 'get', 'set -4', 'get', 'get', 'set 9']);
});
test('__defineGetter__ and __defineSetter__ make an accessor', function () {
  const o = {};
  o.__defineGetter__('g', () => 1);
  o.__defineSetter__('g', function (v) { this.v = v; });
  o.g = 3;
  assertSame(o.g, 1);
  assertSame(o.v, 3);
});
test('__lookupGetter__ and __lookupSetter__ find an accessor\'s halves', function () {
  const o = {};
  o.__defineGetter__('g', () => 1);
  assertSame(typeof o.__lookupGetter__('g'), 'function');
  assertSame(o.__lookupSetter__('none'), undefined);
});
