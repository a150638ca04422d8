// Function declarations whose variables are captured become closures when they are first read.
'use strict';

var sloppy = (source) => new Function(source)();

test('a captured declaration is one function, whoever reads it first', () => {
  function outer() {
    const inner = () => f;
    const early = f;
    function f() { return g; }
    function g() { return f; }
    return [early, inner(), f, g()];
  }
  const [a, b, c, d] = outer();
  assert(a === b && b === c && c === d);
  assert(outer()[0] !== a);
  assertEquals(a.name, 'f');
  a.own = 1;
  assertEquals(d.own, 1);
});

test('each activation has its own functions', () => {
  function make(n) {
    function get() { return n; }
    function self() { return [get, self]; }
    return self;
  }
  const one = make(1), two = make(2);
  assertEquals(one()[0](), 1);
  assertEquals(two()[0](), 2);
  assert(one()[0] === one()[0] && one()[0] !== two()[0] && one()[1] === one);
});

test('a declaration may be assigned before it is read', () => {
  const results = [undefined, null, 0, 1.5, 'text', true, Symbol.iterator, 10n, {}].map((value) => {
    function set() { f = value; }
    function get() { return f; }
    function f() {}
    set();
    return get() === value && typeof f === typeof value;
  });
  assertEquals(results, results.map(() => true));
});
test('a declaration may be read before it is assigned', () => {
  function swap() {
    const old = f;
    f = () => old;
    return f() === old && typeof old === 'function' && get() === f;
    function get() { return f; }
    function f() {}
  }
  assert(swap());
});

test('operators read and write a captured declaration', () => {
  function probe() {
    const read = () => f;
    f += '';
    assertEquals(read(), 'function f() {}');
    function f() {}
    const readG = () => g;
    g++;
    assert(Number.isNaN(readG()));
    function g() {}
    const readH = () => h;
    h ??= 1;
    h &&= 2;
    assertEquals(readH(), 2);
    function h() {}
  }
  probe();
});
test('typeof reads a captured declaration', () => {
  function kinds() { return [typeof f, typeof g]; function f() {} function g() { return f; } }
  assertEquals(kinds(), ['function', 'function']);
});

test('the last declaration of a name counts, over parameters and vars', () => {
  assertEquals(
    sloppy(
      `return (function () { var r = () => f(); return r(); function f() { return 1 } function f() { return 2 } })()`
    ),
    2
  );
  assertEquals(sloppy(`return (function (f) { var r = () => f(); return r(); function f() { return 3 } })(4)`), 3);
  assertEquals(
    sloppy(`return (function (f) { var r = () => f; arguments[0] = 5; return r(); function f() {} })(4)`),
    5
  );
  assertEquals(
    sloppy(`return (function () { var f; var r = () => typeof f; return r(); function f() {} })()`),
    'function'
  );
  assertEquals(sloppy(`return (function () { var f = 6; var r = () => f; return r(); function f() {} })()`), 6);
  assertEquals(sloppy(`return (function (g = () => typeof f) { return g(); function f() {} })()`), 'undefined');
});

test('eval and with find a captured declaration', () => {
  assertEquals(
    sloppy(`return (function () { return eval('f()') + eval('(() => f)()()'); function f() { return 1 } })()`),
    2
  );
  assertEquals(
    sloppy(`return (function () { with ({}) { return f() + (() => f())(); } function f() { return 1 } })()`),
    2
  );
  assertEquals(
    sloppy(`return (function () { with ({}) { f = 7; } return (() => f)(); function f() { return 1 } })()`),
    7
  );
  assertEquals(
    sloppy(
      `return (function () { eval('function f() { return 2 }'); return (() => f())(); function f() { return 1 } })()`
    ),
    2
  );
  assertEquals(
    sloppy(`return (function () { return eval('typeof f + delete f'); function f() {} })()`),
    'functionfalse'
  );
  assertEquals(eval(`'use strict'; var r = () => f(); function f() { return 8 } r()`), 8);
});

test('generators, async functions and static blocks may be captured', () => {
  function outer() {
    const all = () => [g().next().value, typeof a().then, typeof b().next, C.x];
    function* g() { yield inner(); }
    async function a() {}
    async function* b() {}
    function inner() { return 9; }
    class C {
      static x;
      static {
        const read = () => declared();
        function declared() { return 10; }
        C.x = read();
      }
    }
    return all();
  }
  assertEquals(outer(), [9, 'function', 'function', 10]);
});
test('a generator captures declarations of its own', () => {
  function* generator() {
    yield () => f();
    yield f;
    function f() { return 11; }
  }
  const made = [...generator()];
  assertEquals([made[0](), made[1]()], [11, 11]);
});

test('thousands of declarations in one function are each one closure, over collections', () => {
  let source = 'const all = () => [';
  for (let i = 0; i < 3000; i++) source += `f${i},`;
  source += '];';
  for (let i = 0; i < 3000; i++) source += `function f${i}() { return ${i} }`;
  const all = new Function(source + 'return all')();
  let first;
  for (let round = 0; round < 3; round++) {
    const functions = all();
    assertEquals(functions.map((f) => f()).reduce((a, b) => a + b), 2999 * 1500);
    first ??= functions;
    assert(functions.every((f, i) => f === first[i]));
    let garbage = [];
    for (let i = 0; i < 50000; i++) garbage = [garbage.length, i];
  }
});
