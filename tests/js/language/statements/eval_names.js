// not-on-node: V8 sees conflicts with patterns of catch clauses, and loses parameters of patterns to a var
// not-twice: its tests change what they test
// Names that sloppy direct evals declare, against every kind of binding around them
// (https://tc39.es/ecma262/#sec-evaldeclarationinstantiation and Annex B.3.2 and B.3.4).

// What an eval may declare the name N as, in groups of the same effect; "E" is the value it gives to N.
const DECLARATIONS = {
  nothing: [
    '{ async function N() {} }',
    'let N = "E"',
    'const N = "E"',
    'class N {}',
    '{ let N; { function N() { return "E"; } } }',
    '(() => { eval("var N = 5"); })()',
    'try { throw "C"; } catch ([N]) { { function N() {} } }',
    '"use strict"; var N = "E"'
  ],
  var: ['var N', 'try { throw "C"; } catch (N) { var N = "E"; }', 'if (0) { var N = "E"; }'],
  initialized: [
    'var N = "E"',
    '{ var N = "E"; }',
    'for (var N = "E"; false;);',
    'for (var N of ["E"]);',
    'for (var N in {E: 1});',
    'var {N} = {N: "E"}',
    'eval("var N = \'E\'")'
  ],
  function: [
    'function N() {}',
    'l: function N() {}',
    'async function N() {}',
    'function* N() {}',
    'async function* N() {}'
  ],
  block: [
    '{ function N() {} }',
    'if (1) function N() {}',
    'switch (1) { case 1: function N() {} }',
    'try { throw "C"; } catch (N) { { function N() {} } }',
    '{ function N() { return 1; } function N() {} }'
  ],
  deleted: ['var N = "E"; delete N']
};

// A program around the eval, and what it logs for each group. EV is the eval in a try statement, and EX is an
// expression that has it; R logs what N is: its text, "self" for the function or class that has the name N
// outside, F for another function and - for undefined or no binding at all. SE: a SyntaxError. O is the value
// that the outer binding has.
const PROGRAMS = [
  ['EV; R', '-', '-', 'E', 'F', 'F', '-'],
  ['(function N() { self = N; EV; R })()', 'self', '-', 'E', 'F', 'F', 'self'],
  [
    '(function N() { self = N; const g = () => S(); EV; L(g()); R })()',
    'self, self',
    '-, -',
    'E, E',
    'F, F',
    'F, F',
    'self, self'
  ],
  ['(function N(p = EX, q = S()) { L(q); R })()', 'F, F', '-, -', 'E, E', 'F, F', 'F, F', 'F, F'],
  ['(function* N() { self = N; EV; R })().next()', 'self', '-', 'E', 'F', 'F', 'self'],
  ['(async function N() { self = N; EV; R })()', 'self', '-', 'E', 'F', 'F', 'self'],
  [
    '(function N() { self = N; (() => { EV; R })(); R })()',
    'self, self',
    '-, self',
    'E, self',
    'F, self',
    'F, self',
    'self, self'
  ],
  [
    '(function N() { self = N; (function () { EV; R })(); R })()',
    'self, self',
    '-, self',
    'E, self',
    'F, self',
    'F, self',
    'self, self'
  ],
  ['(function N() { var N = "O"; EV; R })()', 'O', 'O', 'E', 'F', 'F', 'E'],
  ['(function N() { let N = "O"; EV; R })()', 'O', 'SE, O', 'SE, O', 'SE, O', 'O', 'SE, O'],
  ['(function () { let N = "O"; EV; R })()', 'O', 'SE, O', 'SE, O', 'SE, O', 'O', 'SE, O'],
  ['(function () { EV; let N = "O"; R })()', 'O', 'SE, O', 'SE, O', 'SE, O', 'O', 'SE, O'],
  ['(function () { { let N = "O"; EV; R } R })()', 'O, -', 'SE, O, -', 'SE, O, -', 'SE, O, -', 'O, -', 'SE, O, -'],
  ['(function () { let N = "O"; (function () { EV; R })(); R })()', 'O, O', '-, O', 'E, O', 'F, O', 'F, O', 'O, O'],
  ['(function () { let N = "O"; (() => { EV; R })(); R })()', 'O, O', '-, O', 'E, O', 'F, O', 'F, O', 'O, O'],
  ['(function () { { let N = "O"; { EV; } R } R })()', 'O, -', 'SE, O, -', 'SE, O, -', 'SE, O, -', 'O, -', 'SE, O, -'],
  ['(function () { const N = "O"; EV; R })()', 'O', 'SE, O', 'SE, O', 'SE, O', 'O', 'SE, O'],
  ['(function () { { const N = "O"; EV; R } R })()', 'O, -', 'SE, O, -', 'SE, O, -', 'SE, O, -', 'O, -', 'SE, O, -'],
  ['(function () { const N = "O"; { EV; R } R })()', 'O, O', 'SE, O, O', 'SE, O, O', 'SE, O, O', 'O, O', 'SE, O, O'],
  [
    '(function () { const N = "O"; const g = () => N; EV; L(g()); R })()',
    'O, O',
    'SE, O, O',
    'SE, O, O',
    'SE, O, O',
    'O, O',
    'SE, O, O'
  ],
  ['(function () { const N = "O"; (function () { EV; R })(); R })()', 'O, O', '-, O', 'E, O', 'F, O', 'F, O', 'O, O'],
  [
    '(function () { const N = "O"; (function () { EV; try { N = 5; } catch (e) { L(e.name); } R })(); R })()',
    'TypeError, O, O',
    '5, O',
    '5, O',
    '5, O',
    '5, O',
    'TypeError, O, O'
  ],
  [
    '(function () { for (const N of ["O"]) { EV; R } R })()',
    'O, -',
    'SE, O, -',
    'SE, O, -',
    'SE, O, -',
    'O, -',
    'SE, O, -'
  ],
  ['(function () { class N {} self = N; EV; R })()', 'self', 'SE, self', 'SE, self', 'SE, self', 'self', 'SE, self'],
  [
    '(function () { for (let N = "O"; ; ) { EV; R; break; } R })()',
    'O, -',
    'SE, O, -',
    'SE, O, -',
    'SE, O, -',
    'O, -',
    'SE, O, -'
  ],
  ['(function () { for (let N = "O", x = EX; ; ) { R; break; } R })()', 'O, -', 'SE', 'SE', 'SE', 'O, -', 'SE'],
  [
    '(function () { for (let N of ["O"]) { EV; R; break; } R })()',
    'O, -',
    'SE, O, -',
    'SE, O, -',
    'SE, O, -',
    'O, -',
    'SE, O, -'
  ],
  ['(function () { for (var N = "O"; ; ) { EV; R; break; } R })()', 'O, O', 'O, O', 'E, E', 'F, F', 'F, F', 'E, E'],
  [
    '(function () { for (const N in {O: 1}) { EV; R; break; } R })()',
    'O, -',
    'SE, O, -',
    'SE, O, -',
    'SE, O, -',
    'O, -',
    'SE, O, -'
  ],
  ['(function () { try { throw "O"; } catch (N) { EV; R } R })()', 'O, -', 'O, -', 'E, -', 'O, F', 'O, F', 'E, -'],
  ['(function () { try { throw "O"; } catch (N) { { EV; R } } R })()', 'O, -', 'O, -', 'E, -', 'O, F', 'O, F', 'E, -'],
  ['(function () { try { throw ["O"]; } catch ([N]) { EV; R } R })()', 'O, -', 'O, -', 'E, -', 'O, F', 'O, F', 'E, -'],
  [
    '(function () { try { throw {N: "O"}; } catch ({N}) { EV; R } R })()',
    'O, -',
    'O, -',
    'E, -',
    'O, F',
    'O, F',
    'E, -'
  ],
  [
    '(function () { try { throw {}; } catch ({N = "O", x = EX}) { R } R })()',
    'O, -',
    'O, -',
    'E, -',
    'O, F',
    'O, F',
    'E, -'
  ],
  [
    '(function () { try { throw "P"; } catch (e) { let N = "O"; EV; R } R })()',
    'O, -',
    'SE, O, -',
    'SE, O, -',
    'SE, O, -',
    'O, -',
    'SE, O, -'
  ],
  [
    '(function () { switch (1) { case 1: let N = "O"; EV; R } R })()',
    'O, -',
    'SE, O, -',
    'SE, O, -',
    'SE, O, -',
    'O, -',
    'SE, O, -'
  ],
  [
    '(function () { switch (1) { case 1: function N() {} self = N; EV; R } R })()',
    'self, self',
    'SE, self, self',
    'SE, self, self',
    'SE, self, self',
    'self, self',
    'SE, self, self'
  ],
  ['(function () { switch (EX) { default: let N = "O"; R } R })()', 'O, -', 'O, -', 'O, E', 'O, F', 'O, F', 'O, -'],
  ['(function (N) { EV; R })("O")', 'O', 'O', 'E', 'F', 'F', 'E'],
  [
    '(function (N) { EV; R; L(typeof arguments[0]); })("O")',
    'O, string',
    'O, string',
    'E, string',
    'F, function',
    'F, function',
    'E, string'
  ],
  ['(function (...N) { EV; R })("O")', 'O', 'O', 'E', 'F', 'F', 'E'],
  ['(function ({N}) { EV; R })({N: "O"})', 'O', 'O', 'E', 'F', 'F', 'E'],
  ['(function (N, q = 1) { EV; R })("O")', 'O', '-', 'E', 'F', 'F', 'O'],
  ['(function (N, q = () => S()) { EV; R; L(q()); })("O")', 'O, O', '-, O', 'E, O', 'F, O', 'F, O', 'O, O'],
  ['(function (N, q = EX) { R })("O")', 'O', 'SE', 'SE', 'SE', 'O', 'SE'],
  ['(function (q = EX, N = "O") { R })()', 'O', 'SE', 'SE', 'SE', 'O', 'SE'],
  ['(function (q = () => S(), r = EX) { L(q()); R })()', '-, -', '-, -', 'E, E', 'F, F', 'F, F', '-, -'],
  ['(function (q = EX) { var N; R })()', '-', '-', '-', '-', '-', '-'],
  ['(function (q = EX) { let N = "O"; R })()', 'O', 'O', 'O', 'O', 'O', 'O'],
  ['(function (q = EX) { function N() {} R })()', 'F', 'F', 'F', 'F', 'F', 'F'],
  ['((N, q = EX) => { R })("O")', 'O', 'SE', 'SE', 'SE', 'O', 'SE'],
  ['((q = EX, r = S()) => { L(r); R })("O")', '-, -', '-, -', '-, -', '-, -', '-, -', '-, -'],
  ['(function (q = (() => { EV; R })()) { R })("O")', '-', '-', '-', '-', '-', '-'],
  ['(function ({a = EX, N}) { R })({N: "O"})', 'O', 'SE', 'SE', 'SE', 'O', 'SE'],
  ['(function ({[EX]: a}) { R })({N: "O"})', '-', '-', 'E', 'F', 'F', '-'],
  [
    '[...(function* () { let N = "O"; EV; R; yield 1; R })()]',
    'O, O',
    'SE, O, O',
    'SE, O, O',
    'SE, O, O',
    'O, O',
    'SE, O, O'
  ],
  ['[...(function* () { EV; yield 1; R })()]', '-', '-', 'E', 'F', 'F', '-'],
  ['(() => { EV; R })()', '-', '-', 'E', 'F', 'F', '-'],
  ['(() => { let N = "O"; { EV; R } R })()', 'O, O', 'SE, O, O', 'SE, O, O', 'SE, O, O', 'O, O', 'SE, O, O'],
  ['(() => EX)()', '', '', '', '', '', ''],
  ['(function () { var N = "O"; EV; R })()', 'O', 'O', 'E', 'F', 'F', 'E'],
  ['(function () { EV; R; var N = "O"; R })()', '-, O', '-, O', 'E, O', 'F, O', 'F, O', 'E, O'],
  ['(function () { function N() {} self = N; EV; R })()', 'self', 'self', 'E', 'F', 'F', 'E'],
  [
    '(function () { { function N() {} self = N; EV; R } R })()',
    'self, self',
    'SE, self, self',
    'SE, self, self',
    'SE, self, self',
    'self, self',
    'SE, self, self'
  ],
  [
    '(function () { var N0 = "x"; const g = () => S(); L(g()); EV; L(g()); R })()',
    '-, -, -',
    '-, -, -',
    '-, E, E',
    '-, F, F',
    '-, F, F',
    '-, -, -'
  ],
  [
    '(function () { function g() { return S(); } L(g()); EV; L(g()); R })()',
    '-, -, -',
    '-, -, -',
    '-, E, E',
    '-, F, F',
    '-, F, F',
    '-, -, -'
  ],
  [
    '(function () { let N = "O"; (function () { const g = () => S(); L(g()); EV; L(g()); R })(); R })()',
    'O, O, O, O',
    'O, -, -, O',
    'O, E, E, O',
    'O, F, F, O',
    'O, F, F, O',
    'O, O, O, O'
  ],
  [
    '(function () { let N = "O"; (function () { const g = () => { N = "W"; }; EV; T(g); R })(); R })()',
    'W, W',
    'W, O',
    'W, O',
    'W, O',
    'W, O',
    'W, W'
  ],
  [
    '(function () { const N = "O"; (function () { const g = () => { N = "W"; }; EV; L(T(g)); R })(); R })()',
    '!TypeError, O, O',
    '-, W, O',
    '-, W, O',
    '-, W, O',
    '-, W, O',
    '!TypeError, O, O'
  ],
  [
    '(function N() { self = N; const g = () => { N = "W"; }; EV; L(T(g)); R })()',
    '-, self',
    '-, W',
    '-, W',
    '-, W',
    '-, W',
    '-, self'
  ],
  [
    '(function N() { self = N; const g = () => { "use strict"; N = "W"; }; EV; L(T(g)); R })()',
    '!TypeError, self',
    '-, W',
    '-, W',
    '-, W',
    '-, W',
    '!TypeError, self'
  ],
  ['(function N() { self = N; N = 5; EV; N = "W"; R })()', 'self', 'W', 'W', 'W', 'W', 'self'],
  ['(function N() { self = N; EV; L(T(() => typeof N())); R })', '', '', '', '', '', ''],
  [
    '(function N() { self = N; EV; L(delete N); R })()',
    'false, self',
    'true, self',
    'true, self',
    'true, self',
    'true, self',
    'false, self'
  ],
  ['(function () { EV; L(delete N); R })()', 'true, -', 'true, -', 'true, -', 'true, -', 'true, -', 'true, -'],
  ['(function () { with ({N: "O"}) { EV; R } R })()', 'O, -', 'O, -', 'E, -', 'O, F', 'O, F', '-, -'],
  [
    '(function () { var o = {N: "O"}; with (o) { (function () { EV; R })(); R } L(typeof o.N); R })()',
    'O, O, string, -',
    '-, O, string, -',
    'E, O, string, -',
    'F, O, string, -',
    'F, O, string, -',
    'O, O, string, -'
  ],
  ['(function N() { self = N; with ({}) { EV; R } R })()', 'self, self', '-, -', 'E, E', 'F, F', 'F, F', 'self, self'],
  ['(function () { EV; EV; R })()', '-', '-', 'E', 'F', 'F', '-'],
  ['(function N() { self = N; EV; EV; R })()', 'self', '-', 'E', 'F', 'F', 'self'],
  [
    '(function N(n) { self = N; if (n) { EV; R; return; } N(1); R })(0)',
    'self, self',
    '-, self',
    'E, self',
    'F, self',
    'F, self',
    'self, self'
  ],
  ['({N() { EV; R }}).N()', '-', '-', 'E', 'F', 'F', '-'],
  ['({get N() { EV; R }}).N', '-', '-', 'E', 'F', 'F', '-'],
  [
    '(function () { var g = function N() { EV; return N; }; L(g() === g); })()',
    'true',
    'false',
    'false',
    'false',
    'false',
    'true'
  ],
  [
    '(function () { let N = "O"; { (function N() { self = N; EV; R })(); } R })()',
    'self, O',
    '-, O',
    'E, O',
    'F, O',
    'F, O',
    'self, O'
  ],
  [
    '(function () { try { throw "O" } catch (N) { (function () { EV; R })(); R } R })()',
    'O, O, -',
    '-, O, -',
    'E, O, -',
    'F, O, -',
    'F, O, -',
    'O, O, -'
  ],
];

const state = { log: [], self: undefined };
globalThis.evalNames = state;
let serial = 0;

function what(f) {
  let v;
  try {
    v = f();
  } catch (e) {
    return '!' + e.name;
  }
  return typeof v === 'function' ? v === state.self ? 'self' : 'F' : v === undefined ? '-' : String(v);
}
state.what = what;

function run(program, declaration) {
  state.log.length = 0;
  state.self = undefined;
  const name = 'name' + 'abcdefghij'[serial % 10] + (serial++).toString(36) + '_';
  const direct = 'eval(' + JSON.stringify(declaration) + ')';
  const text = program.replaceAll('EX', '(() => 0, ' + direct + ')')
    .replaceAll('EV', 'try { ' + direct + ' } catch (e) { L(e instanceof SyntaxError ? "SE" : e.name); }')
    .replaceAll('R', 'L(S());').replaceAll('S()', '$.what(() => typeof N === "undefined" ? undefined : N)')
    .replaceAll('self', '$.self').replace(/\bN\b/g, name);
  try {
    new Function('$', 'L', 'T', text)(
      state,
      v => { state.log.push(typeof v === 'function' ? 'Function' : v === undefined ? '-' : String(v)); return v; },
      f => { try { return f(); } catch (e) { return '!' + e.name; } }
    );
  } catch (e) {
    state.log.push(e instanceof SyntaxError ? 'SE' : e.name);
  }
  return state.log.join(', ');
}

for (const [program, ...expected] of PROGRAMS) {
  test(program, function () {
    Object.keys(DECLARATIONS).forEach((group, i) => {
      for (const declaration of DECLARATIONS[group]) assertSame(run(program, declaration), expected[i], declaration);
    });
  });
}

test('A block function of an eval whose variable was deleted makes it anew', function () {
  const values = (function () {
    eval('delete late; { function late() {} }');
    return [typeof late, delete late, typeof late];
  })();
  assertEquals(values, ['function', true, 'undefined']);
  assertSame(typeof late, 'undefined');
});
test('A block function of an eval does not go through a setter that is no place for a function', function () {
  let set = 0;
  Object.defineProperty(globalThis, 'evalNamesSetter', { set() { set++; } });
  (0, eval)('{ function evalNamesSetter() {} }');
  assertSame(set, 0);
});
test('A constant keeps its value whatever evals declare', function () {
  const k = 1;
  const before = () => k;
  for (const text of ['{ function k() {} }', 'if (1) function k() {}', 'switch (1) { default: function k() {} }'])
    eval(text);
  for (const text of ['var k = 2', 'function k() {}', 'for (var k of [2]);', 'var {k} = {k: 2}']) {
    let caught;
    try {
      eval(text);
    } catch (e) {
      caught = e;
    }
    assert(caught instanceof SyntaxError, text);
  }
  assertEquals([k, before(), eval('k')], [1, 1, 1]);
});
test('The name of a function expression is a variable of an eval once that declares it', function () {
  assertSame((function f() { eval('var f = 8'); return f; })(), 8);
  assertSame((function f() { eval('var f = 8'); f = 9; return f; })(), 9);
  assertSame((function f() { 'use strict'; eval('var f = 8'); return typeof f; })(), 'function');
  assertEquals(
    (function f() { eval('var f = 8'); return [delete f, typeof f, delete f]; })(),
    [true, 'function', false]
  );
  assertSame((function f() { eval('var f = 8'); return (() => f++ + f)(); })(), 17);
  assertSame((function f() { eval('var f = 8'); return typeof eval('f'); })(), 'number');
});
