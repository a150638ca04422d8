// Arrow functions: lexical this, arguments, super, new.target; no construct.
test('this, arguments and new.target come from outside', function () {
  function Outer() {
    const arrow = () => [this, arguments[0], new.target];
    return { result: arrow('inner') };
  }
  const { result } = new Outer('outer');
  assertSame(result[0] instanceof Outer, true);
  assertSame(result[1], 'outer');
  assertSame(result[2], Outer);
});
test('call, apply and bind cannot change this', function () {
  const o = { m() { return (() => this).call({}); } };
  assertSame(o.m(), o);
  assertSame((() => this).bind({})(), this);
});
test('nested arrows', function () {
  const o = { v: 1, m() { return () => () => () => this.v; } };
  assertSame(o.m()()()(), 1);
});
test('no prototype, not a constructor', function () {
  const f = () => {};
  assertSame('prototype' in f, false);
  assertThrows(TypeError, () => new f());
  assertSame(Object.hasOwn(f, 'caller'), false);
});
test('bodies', function () {
  assertSame((() => {})(), undefined);
  assertEquals((() => ({}))(), {});
  assertSame(((a, b) => a, 5), 5);
  assertSame((async () => 1)() instanceof Promise, true);
  assertSame((a => b => a + b)(1)(2), 3);
  assertEquals((([a], { b }) => [a, b])([1], { b: 2 }), [1, 2]);
});
test('super in arrows of methods and constructors', function () {
  class A { m() { return 'A'; } }
  class B extends A {
    constructor() { const init = () => super(); init(); this.ok = true; }
    m() { return (() => super.m() + 'B')(); }
  }
  assertSame(new B().ok, true);
  assertSame(new B().m(), 'AB');
});
test('this before super in an arrow', function () {
  class A {}
  class B extends A { constructor() { const read = () => this; let error; try { read(); } catch (e) { error = e; } super(); this.error = error; this.same = read() === this; } }
  const b = new B();
  assertSame(b.error instanceof ReferenceError, true);
  assertSame(b.same, true);
});
test('an arrow has no arguments of its own, a parameter may be called so', function () {
  function f() { return ((...args) => arguments.length + args.length)(1, 2, 3); }
  assertSame(f(1), 4);
  const g = (arguments) => arguments;
  assertSame(g(5), 5);
});
test('line terminators and parentheses', function () {
  assertThrows(SyntaxError, () => eval('(a)\n=> a'));
  assertThrows(SyntaxError, () => eval('()=>{}()'));
  assertThrows(SyntaxError, () => eval('a => {} || 1'));
  assertThrows(SyntaxError, () => eval('(a, a) => 1'));
  assertThrows(SyntaxError, () => eval('(...a, b) => 1'));
  assertThrows(SyntaxError, () => eval('"use strict"; (eval) => 1'));
  assertThrows(SyntaxError, () => eval('((a)) => 1'));
  assertSame(eval('(a\n) => \n a')(3), 3);
});
