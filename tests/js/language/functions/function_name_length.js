// name and length of functions.
test('length counts the parameters before the first default or rest', function () {
  assertSame(function () {}.length, 0);
  assertSame(function (a, b) {}.length, 2);
  assertSame(((a, b = 1, c) => 0).length, 1);
  assertSame(((...a) => 0).length, 0);
  assertSame((({ a }, [b]) => 0).length, 2);
  assertSame(class { constructor(a, b) {} }.length, 2);
  assertSame(class {}.length, 0);
  assertSame(async function (a) {}.length, 1);
  assertSame(function* (a, b) {}.length, 2);
});
test('length is read-only and configurable', function () {
  assertEquals(Object.getOwnPropertyDescriptor(function (a) {}, 'length'), {
    value: 1,
    writable: false,
    enumerable: false,
    configurable: true
  });
});
test('natives have the lengths that the standard says', function () {
  assertSame(Array.prototype.push.length, 1);
  assertSame(Math.max.length, 2);
  assertSame(Function.prototype.call.length, 1);
  assertSame(Object.assign.length, 2);
  assertSame(parseInt.length, 2);
  assertSame(Date.length, 7);
  assertSame(Promise.length, 1);
  assertSame(Array.length, 1);
});
test('a declaration, variable or property names its function', function () {
  function decl() {}
  const arrow = () => {};
  const o = { p: () => {}, q: (() => {}) };
  let assigned;
  assigned = () => {};
  assertSame(decl.name, 'decl');
  assertSame(arrow.name, 'arrow');
  assertSame(o.p.name, 'p');
  assertSame(o.q.name, 'q');
  assertSame(assigned.name, 'assigned');
});
test('a default names its function', function () {
  var [d = () => {}] = [];
  const { e = () => {} } = {};
  assertSame(d.name, 'd');
  assertSame(e.name, 'e');
  assertSame(((f = () => {}) => f)().name, 'f');
});
test('a target in parentheses, a property and a part of an expression name nothing', function () {
  let cond = true ? function () {} : 0;
  const o = { r: (0, () => {}) };
  let paren;
  (paren) = () => {};
  const obj = {};
  obj.prop = () => {};
  assertSame(cond.name, '');
  assertSame(o.r.name, '');
  assertSame(paren.name, '');
  assertSame(obj.prop.name, '');
});
test('function, arrow and class expressions by themselves have no name', function () {
  assertSame((function () {}).name, '');
  assertSame((() => {}).name, '');
  assertSame((class {}).name, '');
});
test('the Function constructor and bind make names', function () {
  function decl() {}
  assertSame(new Function().name, 'anonymous');
  assertSame((function () {}).bind().name, 'bound ');
  assertSame(decl.bind().name, 'bound decl');
});
test('a static method called name takes the place of the name', function () {
  const cls = class { static name() {} };
  assertSame(typeof cls.name, 'function');
});
test('functions have a prototype that is not enumerable, arrows have none', function () {
  assertEquals(Reflect.ownKeys(function f() { 'use strict'; }).sort(), ['length', 'name', 'prototype']);
  assertEquals(Reflect.ownKeys(() => {}), ['length', 'name']);
  const d = Object.getOwnPropertyDescriptor(function () {}, 'prototype');
  assertEquals([d.writable, d.enumerable, d.configurable], [true, false, false]);
  function f() {}
  assertEquals(Object.getOwnPropertyDescriptor(f.prototype, 'constructor'), {
    value: f,
    writable: true,
    enumerable: false,
    configurable: true
  });
});
test('name can be redefined and deleted, and length too', function () {
  function f(a) {}
  Object.defineProperty(f, 'name', { value: 'renamed' });
  assertSame(f.name, 'renamed');
  assert(delete f.name && delete f.length);
  assertEquals([f.name, f.length], ['', 0]);
});
test('an assignment to name is a TypeError in strict code', function () {
  assertThrows(TypeError, () => { 'use strict'; (function g() {}).name = 'x'; });
});
test('accessors have get in their name, and symbols brackets', function () {
  const s = Symbol('d'), u = Symbol();
  const o = { get [s]() { return 1; }, [u]: () => {}, get a() { return 1; } };
  assertSame(Object.getOwnPropertyDescriptor(o, s).get.name, 'get [d]');
  assertSame(o[u].name, '');
  assertSame(Object.getOwnPropertyDescriptor(o, 'a').get.name, 'get a');
});
test('natives have the names that the standard says', function () {
  assertSame(Array.prototype[Symbol.iterator].name, 'values');
  assertSame(RegExp.prototype[Symbol.replace].name, '[Symbol.replace]');
  assertSame(Object.getOwnPropertyDescriptor(Map.prototype, 'size').get.name, 'get size');
});
