// Class static initialization blocks.
test('static blocks run in order with static fields, and this is the class', function () {
  const log = [];
  class A {
    static a = log.push('a');
    static { log.push(this === A, this.a); }
    static b = log.push('b');
    static { log.push('end'); }
  }
  assertEquals(log, ['a', true, 1, 'b', 'end']);
});
test('static blocks reach private names', function () {
  let peek;
  class A { #x = 5; static { peek = (o) => o.#x; } }
  assertSame(peek(new A()), 5);
});
test('each static block has a variable scope of its own', function () {
  var v = 'outer';
  class A {
    static { var v = 'inner'; let w = 1; function f() { return v; } this.f = f; }
    static { this.seen = typeof w + v; }
  }
  assertSame(v, 'outer');
  assertSame(A.f(), 'inner');
  assertSame(A.seen, 'undefinedouter');
});
test('super in a static block is the class above', function () {
  class A { static m() { return 'A.m'; } }
  class B extends A { static { this.r = super.m(); } }
  assertSame(B.r, 'A.m');
});
test('what a static block throws ends the class', function () {
  assertThrows(RangeError, () => class { static { throw new RangeError('x'); } });
});
test('a static block contains no return, await, arguments, super call or break out', function () {
  for (const body of [
    'return;',
    'await;',
    'arguments;',
    'super();',
    'break;',
    'let a; var a;',
    'let await;',
    'x: x: 0;'
  ]) {
    assertThrows(SyntaxError, () => new Function('class A { static { ' + body + ' } }'));
  }
});
test('functions within a static block may have their own', function () {
  const A = new Function('return class A { static { this.f = function () { return arguments.length; }; } }')();
  assertSame(A.f(1, 2), 2);
});
test('generators and async functions within a static block may yield and await', function () {
  const A = new Function(
    'return class A { static { this.g = function* () { yield 1; }; this.a = async () => { await 1; }; } }'
  )();
  assertSame(A.g().next().value, 1);
  assert(A.a() instanceof Promise);
});
