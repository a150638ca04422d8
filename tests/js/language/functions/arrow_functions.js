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
test('this comes from outside through many arrows', function () {
  const o = { v: 1, m() { return () => () => () => this.v; } };
  assertSame(o.m()()()(), 1);
});
test('an arrow has no prototype and is no constructor', function () {
  const f = () => {};
  assertSame('prototype' in f, false);
  assertThrows(TypeError, () => new f());
  assertSame(Object.hasOwn(f, 'caller'), false);
});
test('a body is an expression or a block', function () {
  assertSame((() => {})(), undefined);
  assertEquals((() => ({}))(), {});
  assertSame(((a, b) => a, 5), 5);
  assertSame((a => b => a + b)(1)(2), 3);
});
test('an async arrow gives a promise', function () {
  assertSame((async () => 1)() instanceof Promise, true);
});
test('patterns are parameters of an arrow', function () {
  assertEquals((([a], { b }) => [a, b])([1], { b: 2 }), [1, 2]);
});
test('super in an arrow is that of the method or constructor', function () {
  class A { m() { return 'A'; } }
  class B extends A {
    constructor() { const init = () => super(); init(); this.ok = true; }
    m() { return (() => super.m() + 'B')(); }
  }
  assertSame(new B().ok, true);
  assertSame(new B().m(), 'AB');
});
test('this in an arrow is in its dead zone until super returns', function () {
  class A {}
  class B extends A {
    constructor() {
      const read = () => this;
      let error;
      try { read(); } catch (e) { error = e; }
      super();
      this.error = error;
      this.same = read() === this;
    }
  }
  const b = new B();
  assertSame(b.error instanceof ReferenceError, true);
  assertSame(b.same, true);
});
test('arguments in an arrow are those of the function around it', function () {
  function f() { return ((...args) => arguments.length + args.length)(1, 2, 3); }
  assertSame(f(1), 4);
});
test('a parameter of an arrow may be called arguments', function () {
  const g = (arguments) => arguments;
  assertSame(g(5), 5);
});
test('a line may end within the parameters and behind the arrow, but not before it', function () {
  assertThrows(SyntaxError, () => eval('(a)\n=> a'));
  assertSame(eval('(a\n) => \n a')(3), 3);
});
test('an arrow function is neither an operand nor called without parentheses', function () {
  assertThrows(SyntaxError, () => eval('()=>{}()'));
  assertThrows(SyntaxError, () => eval('a => {} || 1'));
});
test('parameters of an arrow have different names, and the rest is last', function () {
  assertThrows(SyntaxError, () => eval('(a, a) => 1'));
  assertThrows(SyntaxError, () => eval('(...a, b) => 1'));
  assertThrows(SyntaxError, () => eval('"use strict"; (eval) => 1'));
  assertThrows(SyntaxError, () => eval('((a)) => 1'));
});
