// Functions in blocks, sloppy mode.
test('a block function is hoisted as a var when the block is entered', function () {
  const before = typeof f;
  { function f() { return 1; } }
  assertEquals([before, f()], ['undefined', 1]);
  if (false) { function never() {} }
  assertSame(typeof never, 'undefined');
});
test('inside the block it is bound from the start, and apart', function () {
  { assertSame(g(), 2); function g() { return 2; } g = 5; assertSame(g, 5); }
  assertSame(typeof g, 'function');
});
test('not over a let, a parameter or in strict mode', function () {
  let x = 'let';
  { function x() {} }
  assertSame(x, 'let');
  (function (p) { { function p() {} } assertSame(p, 'param'); })('param');
  (function () { 'use strict'; { function s() {} } assertSame(typeof s, 'undefined'); })();
  (function () { for (let q of [1]) { { function q() {} } } assertSame(typeof q, 'undefined'); })();
});
test('if and labels take a function as statement', function () {
  if (true) function a() { return 'a'; }
  assertSame(a(), 'a');
  if (false) function b() {} else function c() { return 'c'; }
  assertEquals([typeof b, c()], ['undefined', 'c']);
  lab: function d() { return 'd'; }
  assertSame(d(), 'd');
});
test('switch cases', function () {
  switch (1) { case 0: function e() { return 'e'; } case 1: }
  assertSame(e_(), 'undefined');
  function e_() { return typeof e; }
  switch (1) { case 1: function h() { return 'h'; } }
  assertSame(h(), 'h');
});
test('two of one name in a block: the last', function () {
  { function k() { return 1; } function k() { return 2; } }
  assertSame(k(), 2);
  assertThrows(SyntaxError, () => new Function('"use strict"; { function k() {} function k() {} }'));
  assertThrows(SyntaxError, () => new Function('{ function k() {} let k; }'));
  assertThrows(SyntaxError, () => new Function('{ function* k() {} function k() {} }'));
});
test('an outer function keeps its value until the block runs', function () {
  function m() { return 'outer'; }
  const first = m();
  { function m() { return 'inner'; } }
  assertEquals([first, m()], ['outer', 'inner']);
});
test('generators, async functions and classes are not hoisted', function () {
  { function* gen() {} async function as() {} class C {} }
  assertEquals([typeof gen, typeof as, typeof C], ['undefined', 'undefined', 'undefined']);
});
test('catch parameters of simple form do not block it', function () {
  try { throw 1; } catch (z) { { function z() { return 'z'; } } }
  assertSame(z(), 'z');
});
test('HTML-like comments, octal escapes and legacy literals', function () {
  assertSame(eval('var q = 1; <!-- comment\n--> another\nq'), 1);
  assertSame(eval('010 + 09'), 17);
  assertSame(eval('"\\101\\0"'), 'A\0');
  assertSame(eval('/\\1(a)/.test("a")'), true);
});
