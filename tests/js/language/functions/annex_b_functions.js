// Functions in blocks, sloppy mode.
test('a block function is hoisted as a var when the block is entered', function () {
  const before = typeof f;
  { function f() { return 1; } }
  assertEquals([before, f()], ['undefined', 1]);
});
test('a block that is not entered hoists undefined', function () {
  if (false) { function never() {} }
  assertSame(typeof never, 'undefined');
});
test('a block function is bound from the start of its block, and apart', function () {
  { assertSame(g(), 2); function g() { return 2; } g = 5; assertSame(g, 5); }
  assertSame(typeof g, 'function');
});
test('a block function is not hoisted over a let of its scope', function () {
  let x = 'let';
  { function x() {} }
  assertSame(x, 'let');
});
test('a block function is not hoisted over a parameter', function () {
  (function (p) { { function p() {} } assertSame(p, 'param'); })('param');
});
test('a block function stays in its block in strict code', function () {
  (function () { 'use strict'; { function s() {} } assertSame(typeof s, 'undefined'); })();
});
test('a block function is not hoisted over the variable of a loop', function () {
  (function () { for (let q of [1]) { { function q() {} } } assertSame(typeof q, 'undefined'); })();
});
test('an if takes a function as its statement', function () {
  if (true) function a() { return 'a'; }
  assertSame(a(), 'a');
  if (false) function b() {} else function c() { return 'c'; }
  assertEquals([typeof b, c()], ['undefined', 'c']);
});
test('a label takes a function as its statement', function () {
  lab: function d() { return 'd'; }
  assertSame(d(), 'd');
});
test('a function in a case that is not reached is hoisted as undefined', function () {
  switch (1) { case 0: function e() { return 'e'; } case 1: }
  assertSame(e_(), 'undefined');
  function e_() { return typeof e; }
});
test('a function in a case is hoisted when the switch is entered', function () {
  switch (1) { case 1: function h() { return 'h'; } }
  assertSame(h(), 'h');
});
test('the last of two functions of one name in a block counts', function () {
  { function k() { return 1; } function k() { return 2; } }
  assertSame(k(), 2);
});
test('two functions of one name in a block are a SyntaxError in strict code', function () {
  assertThrows(SyntaxError, () => new Function('"use strict"; { function k() {} function k() {} }'));
});
test('a let or generator of the same name in the block is a SyntaxError', function () {
  assertThrows(SyntaxError, () => new Function('{ function k() {} let k; }'));
  assertThrows(SyntaxError, () => new Function('{ function* k() {} function k() {} }'));
});
test('an outer function keeps its value until the block runs', function () {
  function m() { return 'outer'; }
  const first = m();
  { function m() { return 'inner'; } }
  assertEquals([first, m()], ['outer', 'inner']);
});
test('generators, async functions and classes stay in their block', function () {
  { function* gen() {} async function as() {} class C {} }
  assertEquals([typeof gen, typeof as, typeof C], ['undefined', 'undefined', 'undefined']);
});
test('a block function is hoisted past a catch parameter of its name', function () {
  try { throw 1; } catch (z) { { function z() { return 'z'; } } }
  assertSame(z(), 'z');
});
test('HTML-like comments are comments', function () {
  assertSame(eval('var q = 1; <!-- comment\n--> another\nq'), 1);
});
test('a number that begins with 0 is octal, unless it has an 8 or a 9', function () {
  assertSame(eval('010 + 09'), 17);
});
test('a string may have octal escapes', function () {
  assertSame(eval('"\\101\\0"'), 'A\0');
});
test('a pattern may refer to a group that comes later', function () {
  assertSame(eval('/\\1(a)/.test("a")'), true);
});
