// Getters and setters.
test('in literals and with defineProperty', function () {
  let stored = 1;
  const o = { get x() { return stored; }, set x(v) { stored = v * 2; } };
  o.x = 5;
  assertSame(o.x, 10);
  o.x += 1;
  assertSame(stored, 22);
  const d = Object.getOwnPropertyDescriptor(o, 'x');
  assertEquals([d.get.name, d.set.name, d.enumerable, d.configurable, d.get.length, d.set.length], ['get x', 'set x', true, true, 0, 1]);
  assertSame('prototype' in d.get, false);
});
test('receiver is the object asked, not the holder', function () {
  const proto = { get me() { return this; }, set me(v) { this.stored = v; } };
  const child = Object.create(proto);
  assertSame(child.me, child);
  child.me = 1;
  assertEquals(Object.keys(child), ['stored']);
  assertSame(Object.getOwnPropertyDescriptor(Number.prototype, 'self'), undefined);
  Object.defineProperty(Number.prototype, 'self', { get() { 'use strict'; return typeof this; }, configurable: true });
  assertSame((5).self, 'number');
  delete Number.prototype.self;
});
test('missing halves', function () {
  const o = { get r() { return 1; }, set w(v) { } };
  o.r = 2;
  assertSame(o.r, 1);
  assertSame(o.w, undefined);
  assertThrows(TypeError, function () { 'use strict'; o.r = 2; });
});
test('data replaces accessor and the other way in one literal', function () {
  const a = { get x() { return 1; }, x: 2 };
  assertSame(a.x, 2);
  const b = { x: 2, get x() { return 3; } };
  assertSame(b.x, 3);
  const c = { get x() { return 1; }, set y(v) { }, set x(v) { } };
  assertSame(typeof Object.getOwnPropertyDescriptor(c, 'x').get, 'function');
});
test('keys of all kinds', function () {
  const s = Symbol('q');
  const o = { get [s]() { return 1; }, get 1() { return 2; }, get 'a b'() { return 3; }, get get() { return 4; }, set set(v) { }, get if() { return 5; }, get [`t${1}`]() { return 6; } };
  assertEquals([o[s], o[1], o['a b'], o.get, o.if, o.t1], [1, 2, 3, 4, 5, 6]);
  assertSame(Object.getOwnPropertyDescriptor(o, s).get.name, 'get [q]');
});
test('getters that throw, change or delete themselves', function () {
  const o = { get once() { delete this.once; return (this.once = 'computed'); } };
  assertSame(o.once, 'computed');
  assertSame(Object.getOwnPropertyDescriptor(o, 'once').value, 'computed');
  const bad = { get x() { throw new RangeError('get'); } };
  assertThrows(RangeError, () => bad.x);
});
test('setters on array elements and on length-like names', function () {
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
test('__defineGetter__ and friends', function () {
  const o = {};
  o.__defineGetter__('g', () => 1);
  o.__defineSetter__('g', function (v) { this.v = v; });
  o.g = 3;
  assertEquals([o.g, o.v, typeof o.__lookupGetter__('g'), o.__lookupSetter__('none')], [1, 3, 'function', undefined]);
});
