// Direct eval: scope, var hoisting, completion values.
test('eval reads and writes the variables of its caller', function () {
  let a = 1; var b = 2; const c = 3;
  eval('a = 10; b = 20');
  assertEquals([a, b, eval('c + a')], [10, 20, 13]);
});
test('eval cannot assign a constant of its caller', function () {
  const c = 3;
  assertThrows(TypeError, () => eval('c = 1'));
  assertSame(c, 3);
});
test('eval declares var and function in the function of its caller, let, const and class not', function () {
  eval('var v = 1; function f() { return v; } let l = 2; const k = 3; class K {}');
  assertSame(v, 1);
  assertSame(f(), 1);
  assertSame(typeof l, 'undefined');
  assertSame(typeof k, 'undefined');
  assertSame(typeof K, 'undefined');
});
test('a variable of eval can be deleted', function () {
  eval('var v = 1');
  assertSame(delete v, true);
  assertSame(typeof v, 'undefined');
});
test('strict eval keeps its variables to itself', function () {
  eval('"use strict"; var sv = 1;');
  assertSame(typeof sv, 'undefined');
});
test('eval in strict code keeps its variables to itself', function () {
  (function () { 'use strict'; eval('var inner = 1'); assertSame(typeof inner, 'undefined'); })();
});
test('a var of eval conflicts with a let around it', function () {
  assertThrows(SyntaxError, () => { let y; eval('var y'); });
  assertThrows(SyntaxError, function () { let z = 1; { eval('var z = 2'); } });
});
test('a let of eval hides one of its caller', function () {
  let x = 1;
  eval('let x = 2;');
  assertSame(x, 1);
});
test('a var of eval may be a parameter of its caller', function () {
  (function (p) { eval('var p = 2'); assertSame(p, 2); })(1);
});
test('the value of a program is that of its last statement with one', function () {
  const cases = [
    ['1;;;;', 1],
    ['{ 2; {} }', 2],
    ['if (0) 5', undefined],
    ['3; if (true) {}', undefined],
    ['do { 4; break; } while (0)', 4],
    ['5; var x = 6', 5],
    ['7; function f() {}', 7],
    ['for (var i = 0; i < 3; i++) i', 2],
    ['l: { 8; break l; }', 8],
    ['9; do { continue; } while (false)', undefined],
    ['try { 10 } finally { 11 }', 10],
    ['try { throw 1 } catch (e) { 12 }', 12],
    ['switch (1) { case 1: 13; case 2: }', 13],
    ['with ({}) 14', 14],
    ['', undefined],
    ['"use strict"', 'use strict'],
    ['15; while (false);', undefined],
    ['16; ;', 16],
    ['17; class C {}', 17],
    ['18; { }', 18],
    ['19; if (1) ; else 3', undefined],
    ['do { 20; continue; } while (0)', 20],
    ['21; try { 22; } finally { break_; var break_; }', 22]
  ];
  for (const [source, value] of cases) assertSame(eval(source), value, source);
});
test('eval sees this, arguments and new.target', function () {
  const o = { m() { return [eval('this'), eval('arguments.length'), eval('new.target')]; } };
  const r = o.m(1, 2);
  assertSame(r[0], o);
  assertEquals(r.slice(1), [2, undefined]);
});
test('eval in a method or constructor sees super', function () {
  class A { m() { return 'A'; } }
  class B extends A { m() { return eval('super.m()') + 'B'; } constructor() { eval('super()'); } }
  assertSame(new B().m(), 'AB');
});
test('indirect eval does not see new.target', function () {
  assertThrows(SyntaxError, () => (0, eval)('new.target'));
});
test('a call by the name eval is direct, also in parentheses', function () {
  const x = 'local';
  assertSame(eval('typeof x'), 'string');
  assertSame((eval)('typeof x'), 'string');
});
test('a call of the function by any other way is indirect', function () {
  const x = 'local';
  assertSame((0, eval)('typeof x'), 'undefined');
  const e = eval;
  assertSame(e('typeof x'), 'undefined');
  assertSame([eval][0]('typeof x'), 'undefined');
});
test('another function by the name eval is just called', function () {
  (function (eval) { assertSame(eval('typeof x'), 'other'); })(() => 'other');
});
test('an argument that is no string comes back', function () {
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
test('a closure made by eval sees the variable of its turn', function () {
  const makers = [];
  for (let i = 0; i < 3; i++) makers.push(eval('(() => i * 10)'));
  assertEquals(makers.map((f) => f()), [0, 10, 20]);
});
test('a closure made by eval keeps its variables alive', function () {
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
test('a function in a block of eval is hoisted into the caller', function () {
  eval('{ function g() { return 1; } }');
  assertSame(g(), 1);
  eval('if (true) { function h() { return 2; } }');
  assertSame(h(), 2);
});
test('a SyntaxError is thrown before anything runs', function () {
  let ran = false;
  assertThrows(SyntaxError, () => eval('ran = true; }'));
  assertThrows(SyntaxError, () => eval('ran = true; let a; let a;'));
  assertThrows(SyntaxError, () => eval('return 1'));
  assertThrows(SyntaxError, () => eval('break'));
  assertSame(ran, false);
});
test('eval may be called within eval', function () {
  assertSame(eval('eval("eval(\'1 + 1\')")'), 2);
});
test('eval in a default sees earlier parameters', function () {
  function f(a, b = eval('a + 1')) { return b; }
  assertSame(f(1), 2);
});
test('a warm eval takes another source each time', function () {
  let sum = 0;
  for (let i = 0; i < 200; i++) sum += eval(`${i} * 2 + (() => i)()`);
  assertSame(sum, 3 * 199 * 100);
});
