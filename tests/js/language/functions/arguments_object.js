// The arguments object, mapped and unmapped.
test('parameters and elements are the same variables in sloppy code', function () {
  function f(a, b) { a = 10; arguments[1] = 20; return [arguments[0], b, arguments.length]; }
  assertEquals(f(1, 2), [10, 20, 2]);
  assertEquals(f(1), [10, undefined, 1]);
});
test('elements past the passed arguments are not mapped', function () {
  function f(a, b) { b = 5; return [arguments.length, arguments[1]]; }
  assertEquals(f(1), [1, undefined]);
});
test('an element that is added is no parameter', function () {
  function g(a) { arguments[0] = 9; return a; }
  assertSame(g(), undefined);
});
test('parameters and elements are apart in strict code', function () {
  function s(a) { 'use strict'; a = 2; arguments[0] = 3; return [a, arguments[0]]; }
  assertEquals(s(1), [2, 3]);
});
test('parameters and elements are apart with defaults, rest or patterns', function () {
  function d(a, b = 1) { a = 2; return arguments[0]; }
  assertSame(d(1), 1);
  function r(a, ...rest) { a = 2; return arguments[0]; }
  assertSame(r(1), 1);
  function p({ a }) { a = 2; return arguments[0].a; }
  assertSame(p({ a: 1 }), 1);
});
test('delete takes an element apart from its parameter', function () {
  function f(a) {
    delete arguments[0];
    a = 2;
    const gone = arguments[0];
    arguments[0] = 3;
    return [gone, a, arguments[0]];
  }
  assertEquals(f(1), [undefined, 2, 3]);
});
test('defining a value keeps an element with its parameter', function () {
  function g(a) {
    Object.defineProperty(arguments, '0', { value: 5 });
    const seen = a;
    a = 6;
    return [seen, arguments[0]];
  }
  assertEquals(g(1), [5, 6]);
});
test('defining an element as read-only takes it apart from its parameter', function () {
  function h(a) { Object.defineProperty(arguments, '0', { writable: false }); a = 2; return arguments[0]; }
  assertSame(h(1), 1);
});
test('defining an accessor takes an element apart from its parameter', function () {
  function k(a) { Object.defineProperty(arguments, '0', { get: () => 'got' }); a = 2; return [arguments[0], a]; }
  assertEquals(k(1), ['got', 2]);
});
test('a closure over a parameter sees writes through arguments', function () {
  function f(a) { const get = () => a; arguments[0] = 'changed'; return get(); }
  assertSame(f('x'), 'changed');
});
test('arguments sees writes to a parameter by a closure', function () {
  function g(a) { const set = (v) => { a = v; }; set('s'); return arguments[0]; }
  assertSame(g('x'), 's');
});
test('the last parameter of a name is mapped', function () {
  const f = new Function('a', 'a', 'a = 9; return [arguments[0], arguments[1]];');
  assertEquals(f(1, 2), [1, 9]);
});
test('elements, length and callee are own properties', function () {
  function f() { return arguments; }
  const a = f(1, 2);
  assertEquals(Object.getOwnPropertyNames(a), ['0', '1', 'length', 'callee']);
  assertSame(a.callee, f);
  assertSame(Object.getOwnPropertyDescriptor(a, 'length').enumerable, false);
});
test('arguments objects iterate as arrays do, and have a tag', function () {
  const a = (function () { return arguments; })(1, 2);
  assertSame(a[Symbol.iterator], Array.prototype.values);
  assertSame(Object.prototype.toString.call(a), '[object Arguments]');
  assertSame(Object.getPrototypeOf(a), Object.prototype);
});
test('callee of strict code throws', function () {
  function s() { 'use strict'; return arguments; }
  assertThrows(TypeError, () => s().callee);
});
test('length can be written, and iteration obeys it', function () {
  const a = (function () { return arguments; })(1, 2);
  a.length = 1;
  assertEquals([...a], [1]);
});
test('arguments beyond the parameters are there', function () {
  function f() { return Array.prototype.slice.call(arguments, 1).join(); }
  assertSame(f(1, 2, 3), '2,3');
});
test('arguments can be passed on by apply and spread', function () {
  function f() { return Array.prototype.slice.call(arguments, 1).join(); }
  function g() { return f.apply(null, arguments); }
  assertSame(g(1, 2, 3, 4), '2,3,4');
  function h() { return f(...arguments); }
  assertSame(h(9, 8), '8');
});
test('a parameter named arguments takes its place', function () {
  function p(arguments) { return arguments; }
  assertSame(p(5), 5);
});
test('a variable named arguments begins as the arguments object', function () {
  function v() { var arguments; return typeof arguments; }
  assertSame(v(), 'object');
  function w() { var arguments = 1; return arguments; }
  assertSame(w(), 1);
});
test('a function named arguments takes its place', function () {
  function n() { function arguments() {} return typeof arguments; }
  assertSame(n(), 'function');
});
test('a let named arguments takes its place', function () {
  function l() { let arguments = 2; return arguments; }
  assertSame(l(), 2);
});
test('arguments outlives the call', function () {
  function f(a) { return { args: arguments, set(v) { a = v; } }; }
  const r = f(1);
  r.set(7);
  assertSame(r.args[0], 7);
});
test('a loop over arguments takes varying counts', function () {
  function sum() { let s = 0; for (let i = 0; i < arguments.length; i++) s += arguments[i]; return s; }
  let total = 0;
  for (let i = 0; i < 300; i++) total += sum(i, i) + sum(i) + sum() + sum(1, 2, 3, 4, 5);
  assertSame(total, 3 * 44850 + 300 * 15);
});
test('what is no index is no element', function () {
  function f() { return [arguments[-1], arguments['x'], arguments[5], arguments[1.5], arguments['0']]; }
  assertEquals(f('zero'), [undefined, undefined, undefined, undefined, 'zero']);
});
test('frozen arguments keep their values', function () {
  function f(a) { Object.freeze(arguments); a = 2; return arguments[0]; }
  assertSame(f(1), 1);
});
