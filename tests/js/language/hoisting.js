// Hoisting of var and function declarations.
test('functions over vars, parameters over vars', function () {
  assertSame(typeof f, 'function');
  var f = 1;
  function f() {}
  assertSame(f, 1);
  (function (a) { var a; assertSame(a, 5); })(5);
  (function (a) { function a() {} assertSame(typeof a, 'function'); })(5);
  (function (a) { var a = 6; assertSame(a, 6); })(5);
});
test('the last function of a name wins', function () {
  function g() { return 1; }
  assertSame(g(), 2);
  function g() { return 2; }
});
test('vars in dead code, loops, catch and with', function () {
  assertEquals([a, b, c, d], [undefined, undefined, undefined, undefined]);
  if (false) { var a = 1; }
  for (var b in {}) ;
  try { } catch (e) { var c; }
  while (false) { var d; }
});
test('var e in catch (e) assigns the parameter', function () {
  var e = 'outer';
  try { throw 'thrown'; } catch (e) { var e = 'assigned'; assertSame(e, 'assigned'); }
  assertSame(e, 'outer');
  assertThrows(SyntaxError, () => new Function('try { } catch ([x]) { var x; }'));
  assertThrows(SyntaxError, () => new Function('try { } catch (x) { let x; }'));
});
test('functions see later vars', function () {
  function read() { return v; }
  assertSame(read(), undefined);
  var v = 3;
  assertSame(read(), 3);
});
test('redeclarations', function () {
  for (const s of ['let a; let a;', 'let a; var a;', 'var a; let a;', 'const a = 1; function a() {}', 'let a; { var a; }', 'class A {} class A {}', 'let let = 1', 'const x;', 'for (const x;;);', '"use strict"; let static;']) {
    assertThrows(SyntaxError, () => new Function(s), undefined);
  }
  new Function('var a; var a; function a() {} function a() {}');
});
