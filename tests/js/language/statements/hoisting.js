// Hoisting of var and function declarations.
test('a function is hoisted over a var of its name', function () {
  assertSame(typeof f, 'function');
  var f = 1;
  function f() {}
  assertSame(f, 1);
});
test('a parameter keeps its value where a var has its name', function () {
  (function (a) { var a = 6; assertSame(a, 6); })(5);
  (function (a) { var a; assertSame(a, 5); })(5);
});
test('a function in the body replaces a parameter of its name', function () {
  (function (a) { function a() {} assertSame(typeof a, 'function'); })(5);
});
test('the last function of a name wins', function () {
  function g() { return 1; }
  assertSame(g(), 2);
  function g() { return 2; }
});
test('a var is hoisted out of code that never runs', function () {
  assertEquals([a, b, c, d], [undefined, undefined, undefined, undefined]);
  if (false) { var a = 1; }
  for (var b in {}) ;
  try { } catch (e) { var c; }
  while (false) { var d; }
});
test('a var in catch assigns the parameter of its name', function () {
  var e = 'outer';
  try { throw 'thrown'; } catch (e) { var e = 'assigned'; assertSame(e, 'assigned'); }
  assertSame(e, 'outer');
});
test('a var of a name in a catch pattern, and a let of the parameter\'s, are SyntaxErrors', function () {
  assertThrows(SyntaxError, () => new Function('try { } catch ([x]) { var x; }'));
  assertThrows(SyntaxError, () => new Function('try { } catch (x) { let x; }'));
});
test('a function sees a var that comes after it', function () {
  function read() { return v; }
  assertSame(read(), undefined);
  var v = 3;
  assertSame(read(), 3);
});
test('two lexical declarations of one name are a SyntaxError', function () {
  for (const s of [
    'let a; let a;',
    'let a; var a;',
    'var a; let a;',
    'const a = 1; function a() {}',
    'let a; { var a; }',
    'class A {} class A {}',
    'let let = 1',
    'const x;',
    'for (const x;;);',
    '"use strict"; let static;'
  ]) {
    assertThrows(SyntaxError, () => new Function(s), undefined);
  }
});
test('two vars and functions of one name are one', function () {
  assertSame(new Function('var a; var a = 1; function a() {} function a() {} return a;')(), 1);
});
