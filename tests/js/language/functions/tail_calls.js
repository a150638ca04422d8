// flags: --tail-calls
'use strict';
const MANY = 40000;
test('a call that is returned takes the place of the frame', function () {
  function even(n) { return n === 0 ? true : odd(n - 1); }
  function odd(n) { return n === 0 ? false : even(n - 1); }
  assertSame(even(MANY), true);
  const logical = (n) => n ? null ?? (n > 0 && (0, logical)(n - 1)) : 'end';
  assertSame(logical(MANY), 'end');
  const down = (n) => n ? down(n - 1) : 'down';
  assertSame(down(MANY), 'down');
});
test('with more and fewer arguments than parameters, and with arguments objects on either side', function () {
  function many(n, a, b, c, d, e) { return n === 0 ? [a, b, c, d, e] : few(n - 1, 1, 2, 3, 4, 5, 6, 7); }
  function few(n) { return n === 0 ? n : counted(n - 1, 'x', 'y'); }
  function counted() { return arguments[0] === 0 ? arguments.length : rest(arguments[0] - 1, 1, 2, 3); }
  function rest(n, ...list) { return n === 0 ? list : many(n - 1, 'a'); }
  assertEquals(many(MANY), ['a', undefined, undefined, undefined, undefined]);
  assertSame(few(0), 0);
  assertSame(counted(0, 1, 2), 3);
  assertEquals(rest(0, 7, 8), [7, 8]);
});
test('methods, spread, tagged templates, call, apply, and what merely looks like eval', function () {
  const o = { n: 0, step(k) { this.n++; return k === 0 ? this : this.step(k - 1); } };
  assertSame(o.step(MANY), o);
  assertSame(o.n, MANY + 1);
  const spread = (...a) => a[0] === 0 ? a.length : spread(...[a[0] - 1, 1, 2]);
  assertSame(spread(MANY), 3);
  const tag = (s, n) => n === 0 ? s[0] : tag`${n - 1}x`;
  assertSame(tag(['first'], MANY), '');
  function call(n) { return n === 0 ? this : call.call(this, n - 1); }
  assertSame(call.call(o, MANY), o);
  function apply(n) { return n === 0 ? this : apply.apply(this, [n - 1]); }
  assertSame(apply.call(o, MANY), o);
  function forward(n) { return o.left-- === 0 ? n : forward.apply(this, arguments); }
  o.left = MANY;
  assertSame(forward(5), 5);
});
test('callees that are no plain functions are called', function () {
  const bound = (function (n) { return this.k + n; }).bind({ k: 1 });
  assertSame((() => bound(2))(), 3);
  assertSame((() => Math.max(1, 2))(), 2);
  assertSame((() => new Proxy(() => 'proxied', {})())(), 'proxied');
  class C {}
  assertThrows(TypeError, () => C());
  assertThrows(TypeError, () => (() => undefined)()());
  assertSame([...(function () { return (function* (x) { yield x; })(4); })()][0], 4);
});
test('what is left to be done after a call keeps the frame', function () {
  const log = [];
  const f = (x) => { log.push(x); return x; };
  const finallyOf = () => { try { return f(1); } finally { f(2); } };
  assertSame(finallyOf(), 1);
  const caught = () => { try { return (() => { throw 3; })(); } catch (e) { return f(e); } };
  assertSame(caught(), 3);
  const iterate = () => {
    for (const v of { *[Symbol.iterator]() { try { yield 4; } finally { f(5); } } }) return f(v);
  };
  assertSame(iterate(), 4);
  assertEquals(log, [1, 2, 3, 4, 5]);
});
test('a constructor returns its object whatever its tail call returns', function () {
  const five = () => 5, object = { is: 'returned' };
  function F() { this.a = 1; return five.call(object); }
  assertSame(new F().a, 1);
  function G() { return (() => object)(); }
  assertSame(new G(), object);
  class Base { constructor() { this.b = 2; return five(); } }
  class Derived extends Base { constructor() { super(); return (() => undefined)(); } }
  assertSame(new Derived().b, 2);
});
test('recursion that is no tail call overflows still', function () {
  const deep = (n) => 1 + deep(n + 1);
  assertThrows(RangeError, () => deep(0));
});
test('stack traces have the frames that are there', function () {
  function thrower() { throw new Error('here'); }
  function gone() { return thrower(); }
  function stays() { const r = gone(); return r; }
  try { stays(); } catch (e) { /* a function that has never run is called, and compiled */ }
  try { stays(); } catch (e) {
    assertSame(/thrower/.test(e.stack), true);
    assertSame(/gone/.test(e.stack), false);
    assertSame(/stays/.test(e.stack), true);
  }
});
