// A function named arguments in a block replaces the arguments object where it is declared, as a var of the
// name would: the name is none of the parameters' (B.3.2.1).
test('a block function named arguments replaces the arguments object when its declaration is reached', function () {
  for (const f of [
    function () { const before = typeof arguments; { function arguments() {} } return [before, typeof arguments]; },
    function (x) { const before = typeof arguments; { function arguments() {} } return [before, typeof arguments]; },
    function (...rest) {
      const before = typeof arguments;
      { function arguments() {} }
      return [before, typeof arguments];
    },
    function (x = 1) {
      const before = typeof arguments;
      { function arguments() {} }
      return [before, typeof arguments];
    },
    function ({ x }) {
      const before = typeof arguments;
      { function arguments() {} }
      return [before, typeof arguments];
    },
    function () { const before = typeof arguments; { { function arguments() {} } } return [before, typeof arguments]; },
    function () {
      const before = typeof arguments;
      switch (1) { case 1: function arguments() {} }
      return [before, typeof arguments];
    },
    function () {
      const before = typeof arguments;
      if (true) function arguments() {}
      return [before, typeof arguments];
    },
    function () {
      const before = typeof arguments;
      eval('{ function arguments() {} }');
      return [before, typeof arguments];
    },
    ({
      method() { const before = typeof arguments; { function arguments() {} } return [before, typeof arguments]; }
    }).method,
  ]) {
    assertEquals(f(1), ['object', 'function'], String(f));
  }
  function* generator() { yield typeof arguments; { function arguments() {} } yield typeof arguments; }
  assertEquals([...generator()], ['object', 'function']);
});
test('the arguments object stays where no block function named arguments is reached', function () {
  function f(x) { if (x) { function arguments() {} } return typeof arguments; }
  assertSame(f(0), 'object');
  assertSame(f(1), 'function');
});
test('a parameter or a lexical declaration named arguments keeps a block function from being hoisted', function () {
  assertSame(function (arguments) { { function arguments() {} } return arguments; }(1), 1);
  assertSame(function (arguments = 1) { { function arguments() {} } return arguments; }(), 1);
  assertSame(function () { let arguments = 1; { function arguments() {} } return arguments; }(), 1);
  assertSame(function () { { let arguments = 1; { function arguments() {} } } return typeof arguments; }(), 'object');
});
test('an assignment before the block function is to the same variable', function () {
  function f() {
    arguments = 5;
    const before = arguments;
    { function arguments() {} }
    return [before, typeof arguments];
  }
  assertEquals(f(), [5, 'function']);
});
test('parameters remain mapped when a block function replaces the name arguments', function () {
  function f(x) { const object = arguments; { function arguments() {} } object[0] = 2; return x; }
  assertSame(f(1), 2);
});
test(
  'functions among the parameters see the arguments object when a block function of the body has the name',
  function () {
    function f(a, b = () => arguments) {
      const before = typeof arguments;
      { function arguments() {} }
      return [before, typeof arguments, b()[0]];
    }
    assertEquals(f(3), ['object', 'function', 3]);
  }
);
test('a block function named arguments is hoisted out of its block in an arrow function', function () {
  const arrow = () => { { function arguments() {} } return typeof arguments; };
  assertSame(arrow(), 'function');
});
