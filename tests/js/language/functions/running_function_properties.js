// not-on-node: the properties can not be configured, and yet their values change
// f.arguments and f.caller of sloppy functions, which old programs read. The standard has neither, and
// forbids to say anything about strict functions.
function idle() { }
function outer() { return inner(1, 2, 3); }
function inner(a) {
  return [inner.arguments.length, inner.arguments[0], inner.arguments[2], inner.caller, arguments.callee.caller];
}
test('what can no longer change is null for ever', function () {
  function f() { return [f.arguments, f.caller]; }
  Object.defineProperty(f, 'arguments', { configurable: false });
  Object.freeze(f);
  assertEquals(f(), [null, null]);
});
test('both are null and can not be written where the function is not running', function () {
  for (const key of ['arguments', 'caller']) {
    assertEquals(Object.getOwnPropertyDescriptor(idle, key), {
      value: null,
      writable: false,
      enumerable: false,
      configurable: true
    });
    idle[key] = 1;
    assertSame(idle[key], null);
  }
  outer();
  assertSame(inner.arguments, null);
  assertSame(inner.caller, null);
});
test('a running function has its arguments and its caller', function () {
  assertEquals(outer(), [3, 1, 3, outer, outer]);
});
test('the arguments are a copy, made anew each time', function () {
  function f(a) {
    const first = f.arguments, second = f.arguments;
    first[0] = 5;
    return [
      first === second,
      a,
      second[0],
      Object.prototype.toString.call(first),
      first.callee === f,
      first.length,
      [...first].join()
    ];
  }
  assertEquals(f(1), [false, 1, 1, '[object Arguments]', true, 1, '5']);
});
test('a callee asks for the arguments of its caller', function () {
  function asked() { return asked.caller.arguments; }
  function asking(a, b) { return asked(); }
  assertEquals([...asking(1, 2)], [1, 2]);
  assertEquals([...asking(1)], [1]);
  assertEquals([...asking()], []);
});
test('of a recursion it is the innermost call', function () {
  function rec(n) { return n ? rec(n - 1) : [rec.arguments[0], rec.caller === rec]; }
  assertEquals(rec(3), [0, true]);
});
test('strict and native callers are not told', function () {
  function who() { return who.caller; }
  assertSame((function () { 'use strict'; return who(); })(), null);
  assertSame([1].map(who)[0], null);
  assertSame((class { static m() { return who(); } }).m(), null);
  const sloppy = () => who();
  assertSame(sloppy(), sloppy);
});
test('an eval in between is passed over', function () {
  function who() { return who.caller; }
  function asks() { return eval('who()'); }
  assertSame(asks(), asks);
});
test('of strict functions and of those that are no plain functions nothing is told', function () {
  const strict = (0, eval)('(function () { "use strict"; })');
  for (const f of [strict, class { }, () => 1, async function () { }, function* () { }, { m() { } }.m, idle.bind()]) {
    for (const key of ['arguments', 'caller']) {
      assertSame(Object.hasOwn(f, key), false);
      assertThrows(TypeError, () => f[key]);
    }
  }
});
test('all arguments are there in every tier', function () {
  function f(a) { return f.arguments.length + f.arguments[2]; }
  for (let i = 0; i < 3000; i++) assertSame(f(1, 2, i), 3 + i);
});
