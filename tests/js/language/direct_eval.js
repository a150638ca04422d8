// Direct eval: scope, var hoisting, completion values.
test('reads and writes the caller\'s variables', function () {
  let a = 1; var b = 2; const c = 3;
  eval('a = 10; b = 20');
  assertEquals([a, b, eval('c + a')], [10, 20, 13]);
  assertThrows(TypeError, () => eval('c = 1'));
});
test('var and function go to the caller\'s function, let and const do not', function () {
  eval('var v = 1; function f() { return v; } let l = 2; const k = 3; class K {}');
  assertEquals([v, f(), typeof l, typeof k, typeof K], [1, 1, 'undefined', 'undefined', 'undefined']);
  assertSame(delete v, true);
  assertSame(typeof v, 'undefined');
});
test('strict eval keeps everything to itself', function () {
  eval('"use strict"; var sv = 1;');
  assertSame(typeof sv, 'undefined');
  (function () { 'use strict'; eval('var inner = 1'); assertSame(typeof inner, 'undefined'); })();
});
test('conflicts with lexical declarations', function () {
  let x = 1;
  assertThrows(SyntaxError, () => { let y; eval('var y'); });
  assertThrows(SyntaxError, function () { let z = 1; { eval('var z = 2'); } });
  eval('let x = 2;');
  assertSame(x, 1);
  (function (p) { eval('var p = 2'); assertSame(p, 2); })(1);
});
test('completion values', function () {
  const cases = [['1;;;;', 1], ['{ 2; {} }', 2], ['if (0) 5', undefined], ['3; if (true) {}', undefined], ['do { 4; break; } while (0)', 4],
    ['5; var x = 6', 5], ['7; function f() {}', 7], ['for (var i = 0; i < 3; i++) i', 2], ['l: { 8; break l; }', 8], ['9; do { continue; } while (false)', undefined],
    ['try { 10 } finally { 11 }', 10], ['try { throw 1 } catch (e) { 12 }', 12], ['switch (1) { case 1: 13; case 2: }', 13], ['with ({}) 14', 14],
    ['', undefined], ['"use strict"', 'use strict'], ['15; while (false);', undefined], ['16; ;', 16], ['17; class C {}', 17], ['18; { }', 18], ['19; if (1) ; else 3', undefined],
    ['do { 20; continue; } while (0)', 20], ['21; try { 22; } finally { break_; var break_; }', 22]];
  for (const [source, value] of cases) assertSame(eval(source), value, source);
});
test('this, arguments, new.target and super', function () {
  const o = { m() { return [eval('this'), eval('arguments.length'), eval('new.target')]; } };
  const r = o.m(1, 2);
  assertSame(r[0], o);
  assertEquals(r.slice(1), [2, undefined]);
  class A { m() { return 'A'; } }
  class B extends A { m() { return eval('super.m()') + 'B'; } constructor() { eval('super()'); } }
  assertSame(new B().m(), 'AB');
  assertThrows(SyntaxError, () => (0, eval)('new.target'));
});
test('only the name eval, called, is direct', function () {
  const x = 'local';
  assertSame(eval('typeof x'), 'string');
  assertSame((eval)('typeof x'), 'string');
  assertSame((0, eval)('typeof x'), 'undefined');
  const e = eval;
  assertSame(e('typeof x'), 'undefined');
  assertSame([eval][0]('typeof x'), 'undefined');
  (function (eval) { assertSame(eval('typeof x'), 'other'); })(() => 'other');
});
test('arguments that are no strings come back', function () {
  const o = {};
  assertSame(eval(o), o);
  assertSame(eval(), undefined);
  assertSame(eval(5), 5);
  assertSame(typeof eval(new String('1')), 'object');
});
test('extra arguments are evaluated', function () {
  let n = 0;
  assertSame(eval('n', n++), 1);
});
test('closures made by eval live on', function () {
  const makers = [];
  for (let i = 0; i < 3; i++) makers.push(eval('(() => i * 10)'));
  assertEquals(makers.map((f) => f()), [0, 10, 20]);
  function make() { let n = 0; return eval('(function () { return ++n; })'); }
  const f = make();
  f();
  assertSame(f(), 2);
});
test('a variable made by eval shadows the outer one from then on', function () {
  var shadow = 'outer';
  (function () {
    const before = (() => shadow)();
    eval('var shadow = "inner"');
    assertEquals([before, shadow, (() => shadow)()], ['outer', 'inner', 'inner']);
  })();
  assertSame(shadow, 'outer');
});
test('function declarations in blocks of eval', function () {
  eval('{ function g() { return 1; } }');
  assertSame(g(), 1);
  eval('if (true) { function h() { return 2; } }');
  assertSame(h(), 2);
});
test('syntax errors are thrown, nothing runs', function () {
  let ran = false;
  assertThrows(SyntaxError, () => eval('ran = true; }'));
  assertThrows(SyntaxError, () => eval('ran = true; let a; let a;'));
  assertThrows(SyntaxError, () => eval('return 1'));
  assertThrows(SyntaxError, () => eval('break'));
  assertSame(ran, false);
});
test('nested evals and parameters', function () {
  assertSame(eval('eval("eval(\'1 + 1\')")'), 2);
  function f(a, b = eval('a + 1')) { return b; }
  assertSame(f(1), 2);
});
test('in a loop, with changing source', function () {
  let sum = 0;
  for (let i = 0; i < 200; i++) sum += eval(`${i} * 2 + (() => i)()`);
  assertSame(sum, 3 * 199 * 100);
});
