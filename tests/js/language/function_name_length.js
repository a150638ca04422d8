// name and length of functions.
test('length', function () {
  assertEquals([function () {}.length, function (a, b) {}.length, ((a, b = 1, c) => 0).length, ((...a) => 0).length, (({ a }, [b]) => 0).length, class { constructor(a, b) {} }.length, class {}.length, async function (a) {}.length, function* (a, b) {}.length], [0, 2, 1, 0, 2, 2, 0, 1, 2]);
  assertEquals(Object.getOwnPropertyDescriptor(function (a) {}, 'length'), { value: 1, writable: false, enumerable: false, configurable: true });
  assertEquals([Array.prototype.push.length, Math.max.length, Function.prototype.call.length, Object.assign.length, parseInt.length, Date.length, Promise.length, Array.length], [1, 2, 1, 2, 2, 7, 1, 1]);
});
test('names by position', function () {
  function decl() {}
  const arrow = () => {};
  let cond = true ? function () {} : 0;
  const o = { p: () => {}, q: (() => {}), r: (0, () => {}) };
  var [d = () => {}] = [];
  const { e = () => {} } = {};
  let assigned;
  assigned = () => {};
  let paren;
  (paren) = () => {};
  const obj = {};
  obj.prop = () => {};
  assertEquals([decl.name, arrow.name, cond.name, o.p.name, o.q.name, o.r.name, d.name, e.name, assigned.name, paren.name, obj.prop.name], ['decl', 'arrow', '', 'p', 'q', '', 'd', 'e', 'assigned', '', '']);
  assertEquals([(function () {}).name, (() => {}).name, (class {}).name, new Function().name, (function () {}).bind().name, decl.bind().name], ['', '', '', 'anonymous', 'bound ', 'bound decl']);
  assertSame(((f = () => {}) => f)().name, 'f');
  const cls = class { static name() {} };
  assertSame(typeof cls.name, 'function');
});
test('own properties and their order', function () {
  assertEquals(Reflect.ownKeys(function f() { 'use strict'; }).sort(), ['length', 'name', 'prototype']);
  assertEquals(Reflect.ownKeys(() => {}), ['length', 'name']);
  const d = Object.getOwnPropertyDescriptor(function () {}, 'prototype');
  assertEquals([d.writable, d.enumerable, d.configurable], [true, false, false]);
  function f() {}
  assertEquals(Object.getOwnPropertyDescriptor(f.prototype, 'constructor'), { value: f, writable: true, enumerable: false, configurable: true });
});
test('name and length can be redefined and deleted', function () {
  function f(a) {}
  Object.defineProperty(f, 'name', { value: 'renamed' });
  assertSame(f.name, 'renamed');
  assert(delete f.name && delete f.length);
  assertEquals([f.name, f.length], ['', 0]);
  assertThrows(TypeError, () => { 'use strict'; (function g() {}).name = 'x'; });
});
test('names of accessors and symbols', function () {
  const s = Symbol('d'), u = Symbol();
  const o = { get [s]() { return 1; }, [u]: () => {}, get a() { return 1; } };
  assertEquals([Object.getOwnPropertyDescriptor(o, s).get.name, o[u].name, Object.getOwnPropertyDescriptor(o, 'a').get.name], ['get [d]', '', 'get a']);
  assertEquals([Array.prototype[Symbol.iterator].name, RegExp.prototype[Symbol.replace].name, Object.getOwnPropertyDescriptor(Map.prototype, 'size').get.name], ['values', '[Symbol.replace]', 'get size']);
});
