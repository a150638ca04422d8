// not-twice: its tests change what they test
// The same text given to eval and to the constructors of functions again and again: its code is kept, and
// nothing of that is seen. Each check runs often enough for the code to be found, and to become hot.
const TIMES = 300;
const indirect = eval;
const GeneratorFunction = (function* () {}).constructor;
const AsyncFunction = (async function () {}).constructor;
const AsyncGeneratorFunction = (async function* () {}).constructor;

test('each evaluation makes functions and variables of its own', function () {
  const made = [];
  for (let i = 0; i < TIMES; i++) made.push(Function('let n = 0; return () => ++n'));
  assertSame(new Set(made).size, TIMES);
  assertSame(new Set(made.map((f) => f.prototype)).size, TIMES);
  const [a, b] = [made[0](), made[1]()];
  a(); a();
  assertSame(a(), 3);
  assertSame(b(), 1);
  made[0].mine = 1;
  assertSame(made[1].mine, undefined);
  for (const evaluate of [indirect, (text) => eval(text)]) {
    const text = '(() => { let n = 0; return function count() { return ++n; }; })()';
    const one = evaluate(text), two = evaluate(text);
    assert(one !== two && one.prototype !== two.prototype);
    one(); one();
    assertSame(one(), 3);
    assertSame(two(), 1);
  }
});
test('code that was kept still has its own source text, name and length', function () {
  for (let i = 0; i < 3; i++) {
    const f = Function('a', 'b = 1', 'return a');
    assertSame(f.toString(), 'function anonymous(a,b = 1\n) {\nreturn a\n}');
    assertSame(f.name, 'anonymous');
    assertSame(f.length, 1);
    assertSame(
      AsyncFunction('a', 'b = 1', 'return a').toString(),
      'async function anonymous(a,b = 1\n) {\nreturn a\n}'
    );
    assertSame(eval('(function g( x ) { return x })').toString(), 'function g( x ) { return x }');
  }
});
test('equal texts of different parameters are different functions', function () {
  for (let i = 0; i < 3; i++) {
    assertSame(Function('a', 'b', 'return [a, b].length + 0 * arguments.length')(1), 2);
    assertSame(Function('a,b', 'return [a, b].length + 0 * arguments.length')(1), 2);
  }
});
test('where parameters end is a part of what is asked for', function () {
  for (let i = 0; i < 3; i++) {
    assertSame(Function('a = `\n) {\n`', 'return a')(), '\n) {\n');
    assertThrows(SyntaxError, () => Function('a = `', '`\n) {\nreturn a'));
  }
});
test('each constructor makes its own kind of function', function () {
  for (let i = 0; i < 3; i++) {
    assertSame(Function('return 1')(), 1);
    assertEquals([...GeneratorFunction('return 1')()], []);
    assertEquals(GeneratorFunction('return 1')().next(), { value: 1, done: true });
    assertSame(AsyncFunction('return 1')() instanceof Promise, true);
    assertSame(Object.getPrototypeOf(AsyncGeneratorFunction('return 1')), AsyncGeneratorFunction.prototype);
    assert(GeneratorFunction('return 1').prototype !== GeneratorFunction('return 1').prototype);
  }
});
test('a subclass of Function gives its prototype to what was compiled before', function () {
  class Sub extends Function {}
  for (let i = 0; i < 3; i++) {
    assertSame(Object.getPrototypeOf(Function('return 7')), Function.prototype);
    const f = new Sub('return 7');
    assertSame(Object.getPrototypeOf(f), Sub.prototype);
    assertSame(f(), 7);
  }
});
test('vars of sloppy direct evals go to the caller each time, and can be deleted', function () {
  function declare() {
    const before = typeof fresh;
    eval('var fresh = 5; function inside() { return fresh; }');
    const there = fresh + inside();
    const deleted = eval('delete fresh');
    return before + there + deleted + typeof fresh;
  }
  for (let i = 0; i < TIMES; i++) assertSame(declare(), 'undefined10trueundefined');
});
test('a strict caller keeps the vars out', function () {
  const text = 'var kept = 1; kept';
  function sloppy() { eval(text); return typeof kept; }
  function strict() { 'use strict'; eval(text); return typeof kept; }
  for (let i = 0; i < TIMES; i++) {
    assertSame(sloppy(), 'number');
    assertSame(strict(), 'undefined');
  }
});
test('strictness of the caller, and of the text, is told apart', function () {
  const text = '(function () { return this; })()';
  const strict = (t) => { 'use strict'; return eval(t); };
  for (let i = 0; i < TIMES; i++) {
    assertSame(eval(text), globalThis);
    assertSame(strict(text), undefined);
    assertSame(indirect(text), globalThis);
    assertSame(indirect('"use strict"; ' + text), undefined);
  }
});
test('one site evaluates in the scope of each call', function () {
  const at = (x) => (y) => eval('x * 100 + y');
  const [one, two] = [at(1), at(2)];
  for (let i = 0; i < TIMES; i++) {
    assertSame(one(i), 100 + i);
    assertSame(two(i), 200 + i);
  }
});
test('sites with other scopes have code of their own', function () {
  const a = () => { const v = 'a'; return eval('v'); };
  const b = () => { const w = 0, v = 'b'; return (() => eval('v') + w)(); };
  const c = (o) => { with (o) { const u = 1; return eval('v') + u; } };
  const d = function () { { let v = 'd'; { return eval('v'); } } };
  globalThis.v = 'global';
  for (let i = 0; i < TIMES; i++) {
    assertSame(a(), 'a');
    assertSame(b(), 'b0');
    assertSame(c({ v: 'c' }), 'c1');
    assertSame(d(), 'd');
    assertSame(indirect('v'), 'global');
  }
  delete globalThis.v;
});
test('a name that an eval has declared comes before that of an outer scope', function () {
  const x = 'outer';
  function f(declares) {
    if (declares) eval('var x = "inner"');
    return eval('x');
  }
  for (let i = 0; i < TIMES; i++) assertSame(f(i % 2), i % 2 ? 'inner' : 'outer');
});
test('what is declared already is an error each time', function () {
  function lexical() { let taken; eval('var taken'); }
  function parameter(a, b = eval('var a')) {}
  for (let i = 0; i < TIMES; i++) {
    assertThrows(SyntaxError, lexical);
    assertThrows(SyntaxError, parameter);
  }
  globalThis.eval('var declaredOnce = 1');
  indirect('let lexicalOnce = 1');  // of the eval
  assertSame(typeof lexicalOnce, 'undefined');
  Object.defineProperty(globalThis, 'fixedVar', { value: 1 });
  for (let i = 0; i < 3; i++) assertThrows(TypeError, () => indirect('function fixedVar() {}'));
});
test('a declaration that was possible once may not be later', function () {
  indirect('var turn = 1');
  indirect('function turned() {}');
  delete globalThis.turned;
  Object.defineProperty(globalThis, 'turned', { value: 1 });
  assertThrows(TypeError, () => indirect('function turned() {}'));
  delete globalThis.turn;
  indirect('var turn = 1');
  assertSame(turn, 1);
  delete globalThis.turn;
});
test('functions in blocks follow Annex B each time', function () {
  const text = '{ function blocky() { return 1; } } typeof blocky';
  const free = () => eval(text);
  const barred = () => { let blocky = 0; return eval(text) + blocky; };
  for (let i = 0; i < TIMES; i++) {
    assertSame(free(), 'function');
    assertSame(barred(), 'number0');
  }
});
test('private names are those of each class', function () {
  const make = () =>
    class { #p = 1; static read(o) { return eval('o.#p'); } static has(o) { return eval('#p in o'); } };
  const [A, B] = [make(), make()];
  for (let i = 0; i < TIMES; i++) {
    assertSame(A.read(new A), 1);
    assertSame(B.read(new B), 1);
    assertThrows(TypeError, () => A.read(new B));
    assertSame(A.has(new B), false);
    assertThrows(SyntaxError, () => eval('A.#p'));
  }
  for (let i = 0; i < 3; i++) {
    const K = eval('(class { #q = 2; static read(o) { return o.#q; } })');
    const L = eval('(class { #q = 2; static read(o) { return o.#q; } })');
    assertSame(K.read(new K), 2);
    assertThrows(TypeError, () => K.read(new L));
  }
});
test('new.target, super and arguments are allowed where they are', function () {
  class Base { get who() { return 'base'; } }
  class Derived extends Base {
    get who() { return 'derived'; }
    method() { return eval('super.who'); }
    field = (() => { try { return eval('arguments'); } catch (e) { return e.name; } })();
    static target() { return eval('new.target'); }
  }
  function plain() { return eval('new.target'); }
  const arrow = () => eval('arguments.length');
  function counts() { return eval('arguments.length'); }
  for (let i = 0; i < TIMES; i++) {
    assertSame(new Derived().method(), 'base');
    assertSame(new Derived().field, 'SyntaxError');
    assertSame(Derived.target(), undefined);
    assertSame(plain(), undefined);
    assertSame(new plain(), plain);
    assertSame(counts(1, 2, i), 3);
    assertSame(arrow.call(null, 1), 0 * i);
    assertThrows(SyntaxError, () => indirect('new.target'));
    assertThrows(SyntaxError, () => indirect('super.who'));
  }
});
test('super() and new.target of a constructor', function () {
  class Base { constructor() { this.made = new.target; } }
  class Derived extends Base { constructor() { eval('super()'); this.target = eval('new.target'); } }
  class Last extends Derived {}
  for (let i = 0; i < TIMES; i++) {
    const C = i % 2 ? Derived : Last;
    const o = new C();
    assertSame(o.made, C);
    assertSame(o.target, C);
  }
});
test('each evaluation has template objects of its own', function () {
  const tag = (strings) => strings;
  globalThis.tagOfTest = tag;
  for (const evaluate of [indirect, (text) => eval(text), (text) => Function('return ' + text)()]) {
    const one = evaluate('tagOfTest`a${1}b`'), two = evaluate('tagOfTest`a${1}b`');
    assertEquals(one, ['a', 'b']);
    assert(one !== two);
    const late = () => evaluate('(() => () => tagOfTest`late`)()');
    const [f, g] = [late(), late()];
    assertSame(f(), f());
    assert(f() !== g());
  }
  const inner = () => indirect('eval("tagOfTest`inner`")');
  assert(inner() !== inner());
  delete globalThis.tagOfTest;
});
test('literals are made anew', function () {
  const made = [];
  for (let i = 0; i < TIMES; i++) {
    const [object, array, regexp] = eval('[{a: 1, b: [1]}, [1, 2, , 4], /x/g]');
    assertEquals(object, { a: 1, b: [1] });
    assertSame(array.length, 4);
    assertSame(regexp.lastIndex, 0);
    object.a = array[0] = array.length = 0;
    regexp.lastIndex = 5;
    made.push(object, array, regexp, object.b);
  }
  assertSame(new Set(made).size, 4 * TIMES);
});
test('a syntax error is a new one each time', function () {
  for (const evaluate of [indirect, (text) => eval(text), Function]) {
    const errors = [];
    for (let i = 0; i < 3; i++) {
      try {
        evaluate('1 +* 2');
      } catch (e) {
        errors.push(e);
      }
    }
    assertSame(new Set(errors).size, 3);
    assert(errors.every((e) => e instanceof SyntaxError && e.message === errors[0].message));
  }
});
test('errors tell the same place each time', function () {
  const where = (f) => {
    try {
      f();
    } catch (e) {
      return e.stack.split('\n')[1];
    }
  };
  const places = new Set(), called = new Set();
  for (let i = 0; i < TIMES; i++) {
    places.add(where(() => eval('\n  null.x')));
    called.add(where(Function('\n\n throw new Error("thrown")')));
  }
  assertSame(places.size, 1);
  assert(/:2:/.test([...places][0]), [...places][0]);
  assertSame(called.size, 1);
  assert(/:5:/.test([...called][0]), [...called][0]);
});
test('the completion value is that of each evaluation', function () {
  let n = 0;
  for (let i = 0; i < TIMES; i++) assertSame(eval('if (n++ % 2) "odd"; else "even"'), i % 2 ? 'odd' : 'even');
  for (let i = 0; i < 3; i++) assertSame(eval('var nothing'), undefined);
});
test('an eval calls itself with its own text', function () {
  const text = 'depth++ < 20 ? eval(text) + 1 : 0';
  for (let i = 0; i < 10; i++) {
    let depth = 0;
    assertSame(eval(text), 20);
  }
});
test('texts of both widths, ropes and slices are one text if they are equal', function () {
  const long = '/* ' + 'ж'.repeat(30) + ' */ 40 + 2';
  const wide = (long + ' + 1').slice(0, -4);
  let rope = '';
  for (const c of '40 + 2 + 0 + 0 + 0 + 0 + 0 + 0') rope += c;
  for (let i = 0; i < TIMES; i++) {
    assertSame(eval(long), 42);
    assertSame(eval(wide), 42);
    assertSame(eval(rope), 42);
    assertSame(eval(('x' + rope).slice(1)), 42);
    assertSame(eval(wide.slice(-6)), 42);
  }
});
test('more texts than are kept, and texts that are too long', function () {
  for (let round = 0; round < 3; round++) {
    for (let i = 0; i < 200; i++) {
      assertSame(eval('i + ' + i), 2 * i);
      assertSame(Function('return ' + i)(), i);
    }
    assertSame(eval('1 /*' + 'x'.repeat(10000) + '*/'), 1);
    for (let i = 0; i < 20; i++) assertSame(indirect(i + ' /*' + 'y'.repeat(7000) + '*/'), i);
  }
});
test('globals may change between two evaluations', function () {
  for (let i = 0; i < TIMES; i++) {
    globalThis.changing = i;
    assertSame(indirect('changing'), i);
    if (i % 10 === 0) {
      delete globalThis.changing;
      assertThrows(ReferenceError, () => indirect('changing'));
    }
  }
});
test('functions that are compiled at their first call', function () {
  for (let i = 0; i < TIMES; i++) {
    const { outer } = eval('({ outer(a) { function inner() { return a + i; } return inner; } })');
    assertSame(outer(1)(), 1 + i);
  }
});
asyncTest('generators and async functions wait side by side', async function () {
  const make = () => Function('return (function* () { let n = 0; for (;;) yield ++n; })()')();
  const [a, b] = [make(), make()];
  a.next(); a.next();
  assertSame(a.next().value, 3);
  assertSame(b.next().value, 1);
  const add = () => AsyncFunction('x', 'await null; return x + 1');
  assertEquals(await Promise.all([add()(1), add()(2), add()(3)]), [2, 3, 4]);
});
