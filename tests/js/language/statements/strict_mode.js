// What strict mode changes.
test('strict code throws where an assignment does nothing', function () {
  'use strict';
  assertThrows(ReferenceError, () => { strictUndeclared = 1; });
  assertThrows(TypeError, () => { Object.freeze([1])[0] = 2; });
  assertThrows(TypeError, () => { Object.preventExtensions({}).x = 1; });
  assertThrows(TypeError, () => { undefined = 1; });
  assertThrows(TypeError, () => { 'abc'.length = 1; });
  assertThrows(TypeError, () => { 'abc'[0] = 'x'; });
  assertThrows(TypeError, () => { (5).x = 1; });
  assertThrows(TypeError, () => { true.y = 1; });
  assertThrows(TypeError, () => { ({ get x() { return 1; } }).x = 2; });
  assertThrows(TypeError, () => { (function f() { f = 1; })(); });
});
test('sloppy code goes on where an assignment does nothing', function () {
  const f = new Function(
    'o',
    'o.x = 2; undefined = 1; "abc".length = 9; (5).x = 1; NaN = 2; return [o.x, undefined, NaN];'
  );
  assertEquals(f(Object.freeze({ x: 1 })), [1, undefined, NaN]);
});
test('this is the global object in sloppy code, undefined in strict', function () {
  function sloppy() { return this; }
  function strict() { 'use strict'; return this; }
  assertSame(sloppy(), globalThis);
  assertSame(strict(), undefined);
});
test('a primitive receiver is wrapped in sloppy code only', function () {
  function sloppy() { return this; }
  function strict() { 'use strict'; return this; }
  assertSame(typeof sloppy.call(5), 'object');
  assertSame(strict.call(5), 5);
  assertSame(sloppy.call(null), globalThis);
  assertSame(strict.call(null), null);
});
test('a callback has undefined as this in strict code', function () {
  function sloppy() { return this; }
  function strict() { 'use strict'; return this; }
  assertSame([1].map(sloppy)[0], globalThis);
  assertSame([1].map(strict)[0], undefined);
  assertSame([1].map(strict, 7)[0], 7);
});
test('what strict code excludes is a SyntaxError', function () {
  for (const s of [
    'eval = 1',
    'arguments = 1',
    'var eval',
    'function eval() {}',
    'function f(eval) {}',
    'function f(a, a) {}',
    'var yield',
    'var let',
    'var static',
    'var implements',
    'with (a) {}',
    'delete a',
    '010',
    '"\\01"',
    'eval++',
    'if (1) function f() {}',
    'try {} catch (eval) {}',
    'function f() { "use strict"; var interface; }',
    'arguments => 1',
    '({ eval } = {})',
    'label: function f() {}',
    'class eval {}'
  ]) {
    assertThrows(SyntaxError, () => new Function('"use strict"; ' + s), undefined);
    assertThrows(SyntaxError, () => (0, eval)('"use strict"; ' + s));
  }
});
test('a strict body makes simple parameters and a name that is allowed necessary', function () {
  assertThrows(SyntaxError, () => new Function('a = 1', '"use strict";'));
  assertThrows(SyntaxError, () => (0, eval)('function f({ a }) { "use strict"; }'));
  assertThrows(SyntaxError, () => (0, eval)('function eval() { "use strict"; }'));
});
test('an octal escape before the directive is a SyntaxError', function () {
  assertThrows(SyntaxError, () => (0, eval)('"\\01"; "use strict"; function g() { "\\01"; "use strict"; }'));
});
test('the directive must be exact', function () {
  const lax = (s) => new Function(s + '; return this')();
  assertSame(lax('"use\\x20strict"'), globalThis);
  assertSame(lax('("use strict")'), globalThis);
  assertSame(lax('var a; "use strict"'), globalThis);
  assertSame(lax('"use strict" + 1'), globalThis);
  assertSame(lax('"use strict"'), undefined);
  assertSame(lax("'other'; 'use strict'"), undefined);
});
test('caller and arguments of a strict function are not to be had', function () {
  function strict() { 'use strict'; }
  assertThrows(TypeError, () => strict.caller);
  assertThrows(TypeError, () => strict.arguments);
  assertThrows(TypeError, () => (() => {}).caller);
  assertSame(Object.hasOwn(strict, 'caller'), false);
});
