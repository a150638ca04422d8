// Class static initialization blocks.
test('run in order with static fields, this is the class', function () {
  const log = [];
  class A {
    static a = log.push('a');
    static { log.push(this === A, this.a); }
    static b = log.push('b');
    static { log.push('end'); }
  }
  assertEquals(log, ['a', true, 1, 'b', 'end']);
});
test('reach private names', function () {
  let peek;
  class A { #x = 5; static { peek = (o) => o.#x; } }
  assertSame(peek(new A()), 5);
});
test('have their own variable scope', function () {
  var v = 'outer';
  class A { static { var v = 'inner'; let w = 1; function f() { return v; } this.f = f; } static { this.seen = typeof w + v; } }
  assertSame(v, 'outer');
  assertSame(A.f(), 'inner');
  assertSame(A.seen, 'undefinedouter');
});
test('super property, errors and closures', function () {
  class A { static m() { return 'A.m'; } }
  class B extends A { static { this.r = super.m(); } }
  assertSame(B.r, 'A.m');
  assertThrows(RangeError, () => class { static { throw new RangeError('x'); } });
});
test('early errors', function () {
  for (const body of ['return;', 'await;', 'arguments;', 'super();', 'break;', 'let a; var a;', 'let await;', 'x: x: 0;']) {
    assertThrows(SyntaxError, () => new Function('class A { static { ' + body + ' } }'));
  }
  new Function('class A { static { function f() { return arguments; } } }');
  new Function('class A { static { (function* () { yield 1; }); async () => { await 1; }; } }');
});
