// ??, ||=, &&=, ??= .
test('?? looks at null and undefined only', function () {
  assertSame(null ?? 1, 1);
  assertSame(undefined ?? 1, 1);
  assertSame(0 ?? 1, 0);
  assertSame('' ?? 1, '');
  assertSame(false ?? 1, false);
  assertSame(NaN ?? 1, NaN);
  assertSame(null ?? undefined ?? 3, 3);
});
test('?? does not evaluate its right side in vain', function () {
  let n = 0;
  1 ?? n++;
  assertSame(n, 0);
});
test('?? does not mix with || and && without parentheses', function () {
  for (const s of ['a ?? b || c', 'a || b ?? c', 'a && b ?? c', 'a ?? b && c'])
    assertThrows(SyntaxError, () => new Function(s));
  assertSame((null ?? 0) || 2, 2);
  assertSame(null ?? (0 || 2), 2);
});
test('logical assignment assigns only when needed', function () {
  const log = [];
  const o = {
    get t() { log.push('get t'); return 1; },
    set t(v) { log.push('set t'); },
    get f() { log.push('get f'); return 0; },
    set f(v) { log.push('set f ' + v); },
    get n() { log.push('get n'); return null; },
    set n(v) { log.push('set n ' + v); }
  };
  o.t ||= log.push('no'); o.f ||= 5; o.t &&= 6; o.f &&= log.push('no'); o.n ??= 7; o.f ??= log.push('no');
  assertEquals(log, ['get t', 'get f', 'set f 5', 'get t', 'set t', 'get f', 'get n', 'set n 7', 'get f']);
});
test('logical assignment gives the value', function () {
  let a, b = 0, c = 1;
  assertSame(a ??= 'a', 'a');
  assertSame(b ||= 'b', 'b');
  assertSame(c &&= 'c', 'c');
  assertSame(a, 'a');
  assertSame(b, 'b');
  assertSame(c, 'c');
});
test('logical assignment names a function', function () {
  let f;
  f ??= () => {};
  assertSame(f.name, 'f');
});
test('logical assignment to a constant throws only when it assigns', function () {
  const k = 1;
  k ||= 2;
  assertThrows(TypeError, () => { k &&= 2; });
});
test('a computed key is evaluated once', function () {
  let n = 0;
  const o = {};
  o[n++] ??= 'x';
  o[(n++, 'p')] ||= n;
  assertEquals([o, n], [{ 0: 'x', p: 2 }, 2]);
});
test('logical assignment to a read-only property throws only when it assigns', function () {
  const o = Object.freeze({ a: 1, z: 0 });
  (function () {
    'use strict';
    o.a ||= 2;
    assertThrows(TypeError, () => { o.z ||= 2; });
    assertThrows(TypeError, () => { o.n ??= 2; });
  })();
});
