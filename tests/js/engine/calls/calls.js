// Calls: too few and too many arguments, receivers, returns, deep and wide.
test('missing arguments are undefined, and extra ones are in arguments', function () {
  function f(a, b, c) { return [a, b, c, arguments.length]; }
  for (let i = 0; i < 100; i++)
    assertEquals(
      [f(), f(1), f(1, 2, 3), f(1, 2, 3, 4, 5)],
      [[undefined, undefined, undefined, 0], [1, undefined, undefined, 1], [1, 2, 3, 3], [1, 2, 3, 5]]
    );
});
test('an arrow drops extra arguments', function () {
  const g = (a, b) => [a, b];
  for (let i = 0; i < 100; i++)
    assertEquals([g(), g(1), g(1, 2, 3, 4, 5, 6, 7, 8, 9)], [[undefined, undefined], [1, undefined], [1, 2]]);
});
test('a callee does not see arguments of another call', function () {
  function many() { return arguments.length; }
  function few(a, b, c, d, e) { return [a, b, c, d, e]; }
  for (let i = 0; i < 100; i++) {
    many(1, 2, 3, 4, 5, 6, 7, 8);
    assertEquals(few(), [undefined, undefined, undefined, undefined, undefined]);
  }
});
test('locals begin undefined where arguments of another call were', function () {
  function few(a, b, c, d, e) { return [a, b, c, d, e]; }
  function locals() { var a, b, c, d, e, f, g; return [a, b, c, d, e, f, g]; }
  for (let i = 0; i < 100; i++) {
    few(1, 2, 3, 4, 5);
    assertEquals(locals(), [undefined, undefined, undefined, undefined, undefined, undefined, undefined]);
  }
});
test('two hundred parameters and arguments are passed', function () {
  const names = Array.from({ length: 200 }, (_, i) => 'p' + i);
  const f = new Function(...names, 'return p0 + p100 + p199;');
  assertSame(f(...names.map((_, i) => i)), 299);
  const call = new Function('f', `return f(${names.map((_, i) => i)});`);
  assertSame(call(f), 299);
  assertSame(call((...a) => a.length), 200);
});
test('a recursion of a thousand calls is repeated', function () {
  const depth = (n) => (n === 0 ? 0 : 1 + depth(n - 1));
  for (let i = 0; i < 50; i++) assertSame(depth(1000), 1000);
});
test('functions call each other thousands deep', function () {
  const even = (n) => n === 0 || odd(n - 1), odd = (n) => n !== 0 && even(n - 1);
  assertSame(even(2000), true);
});
test('a function calls itself twice or with its own result', function () {
  function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
  assertSame(fib(18), 2584);
  function ack(m, n) { return m === 0 ? n + 1 : n === 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1)); }
  assertSame(ack(2, 6), 15);
});
test('the receiver is the object before the dot, or none', function () {
  function who() { return this; }
  function strictWho() { 'use strict'; return this; }
  const o = { who, strictWho };
  for (let i = 0; i < 50; i++) {
    assertSame(o.who() === o, true);
    assertSame((0, o.who)() === globalThis, true);
    assertSame((o.who)() === o, true);
    assertSame(o['who']() === o, true);
    assertSame(strictWho(), undefined);
    assertSame(strictWho.call(5), 5);
    assertSame(typeof who.call(5), 'object');
    assertSame(o?.who() === o, true);
    assertSame((o.who || 0)() === globalThis, true);
    assertSame([who][0].length, 0);
  }
});
test('the receiver of an element is its array', function () {
  const arr = [function () { return this === arr; }];
  assertSame(arr[0](), true);
});
test('natives call callbacks that call natives', function () {
  let depth = 0;
  const nest = (n) =>
    (n === 0 ? 'x' : [n].map(() => 'a'.replace('a', () => [2, 1].sort(() => (depth++, 0)) && nest(n - 1)))[0]);
  assertSame(nest(20), 'x');
  assertSame(depth >= 20, true);
});
test('callbacks of natives return into natives', function () {
  assertEquals([3, 1, 2].map((x) => [x].reduce((a, b) => a + b, 1)), [4, 2, 3]);
  assertEquals(Array.from([1, 2], (x) => Reflect.apply((y) => y * 2, null, [x])), [2, 4]);
  assertEquals([1, 2].flatMap((x) => [x].map((y) => y + 1)), [2, 3]);
});
test('constructors take spreads and defaults through super', function () {
  class A { constructor(a = 1, ...r) { this.v = [a, r.length, new.target.name]; } }
  class B extends A { constructor(...a) { super(...a, 'x'); } }
  class C extends B { }
  for (let i = 0; i < 50; i++)
    assertEquals(
      [new A().v, new B().v, new C(undefined, 2).v, Reflect.construct(A, [5], C).v],
      [[1, 0, 'A'], ['x', 0, 'B'], [1, 2, 'C'], [5, 0, 'C']]
    );
});
test('functions compose, curry and find their fixed points', function () {
  const compose = (...fs) => (x) => fs.reduceRight((v, f) => f(v), x);
  assertSame(compose((x) => x + 1, (x) => x * 2)(5), 11);
  const curry = (f) => function c(...a) { return a.length >= f.length ? f(...a) : (...b) => c(...a, ...b); };
  assertSame(curry((a, b, c) => a + b + c)(1)(2)(3), 6);
  const Y = (f) => ((x) => x(x))((x) => f((y) => x(x)(y)));
  assertSame(Y((self) => (n) => (n ? n * self(n - 1) : 1))(10), 3628800);
});
test('a function that replaces itself returns as it was', function () {
  let f = function () { f = () => 'second'; return 'first'; };
  assertEquals([f(), f()], ['first', 'second']);
});
test('a method that replaces itself calls the new one', function () {
  const o = { m() { o.m = () => 'b'; return 'a' + o.m(); } };
  assertEquals([o.m(), o.m()], ['ab', 'b']);
});
test('temporaries survive calls in the middle of expressions', function () {
  const id = (x) => x;
  const noise = () => { let s = 0; for (let i = 0; i < 5; i++) s += [i, { i }].length; return 0; };
  for (let i = 0; i < 50; i++) {
    assertSame(id(1) + noise() + id(2) * (noise() + id(3)) - id(id(4) + noise()), 3);
    assertEquals([id(1), noise(), ...[id(2), noise()], { a: id(3), b: noise() }.a], [1, 0, 2, 0, 3]);
    assertSame(`${id('a')}${noise()}${id('b')}`, 'a0b');
  }
});
test('a list has what its prototypes have where it has no element', function () {
  const all = function () { return Array.prototype.slice.call(arguments); };
  const inherits = (list) => { delete list[1]; return Object.setPrototypeOf(list, { 1: 'inherited', 3: 'beyond' }); };
  const lists = [
    () => [1, 2, 3],
    () => [1.5, 2.5, 3.5],
    function () { return arguments; },
    function () { 'use strict'; return arguments; }
  ];
  for (const make of lists) {
    const list = inherits(make(1, 2, 3));
    assertSame(all.apply(null, list)[1], 'inherited');
    assertSame(Function.prototype.apply.call(all, null, list)[1], 'inherited');
    list.length = 4;
    assertSame(all.apply(null, list)[3], 'beyond');
  }
  class Fruits extends Array {}
  Fruits.prototype[0] = 'plum';
  assertEquals(all.apply(null, new Fruits(1)), ['plum']);
});
