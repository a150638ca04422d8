// Labels, break and continue.
test('continue an outer loop, break out of blocks', function () {
  const log = [];
  outer: for (let i = 0; i < 3; i++) { for (let j = 0; j < 3; j++) { if (j === 1) continue outer; if (i === 2) break outer; log.push([i, j]); } }
  assertEquals(log, [[0, 0], [1, 0]]);
  let s = '';
  block: { s += 'a'; if (s) break block; s += 'b'; }
  assertSame(s, 'a');
  a: b: c: { s += 'c'; break b; }
  assertSame(s, 'ac');
});
test('labels on all loops', function () {
  let n = 0;
  w: while (true) { do { n++; if (n < 3) continue w; break w; } while (true); }
  assertSame(n, 3);
  d: do { n++; for (const x of [1, 2]) { if (x === 1) continue d; n += 100; } } while (n < 6);
  assertSame(n, 6);
  i: for (const k in { a: 1, b: 1 }) { for (;;) { n++; continue i; } }
  assertSame(n, 8);
});
test('a label on if, switch, try', function () {
  let s = '';
  l1: if (true) { s += 1; break l1; }
  l2: switch (1) { case 1: for (;;) { s += 2; break l2; } case 2: s += 'no'; }
  l3: try { s += 3; break l3; } finally { s += 'f'; }
  assertSame(s, '123f');
});
test('continue in do-while evaluates the condition', function () {
  let n = 0, conditions = 0;
  do { n++; if (n < 3) continue; } while ((conditions++, n < 3));
  assertEquals([n, conditions], [3, 3]);
});
test('break through finally blocks, several deep', function () {
  const log = [];
  out: for (;;) { try { try { for (;;) { try { break out; } finally { log.push(1); } } } finally { log.push(2); } } finally { log.push(3); } }
  assertEquals(log, [1, 2, 3]);
});
test('the same label may be used again side by side, not nested', function () {
  x: for (;;) break x;
  x: for (;;) break x;
  assertThrows(SyntaxError, () => new Function('x: { x: ; }'));
  assertThrows(SyntaxError, () => new Function('x: { continue x; }'));
  assertThrows(SyntaxError, () => new Function('break x;'));
  assertThrows(SyntaxError, () => new Function('x: for (;;) { (function () { break x; }); }'));
  assertThrows(SyntaxError, () => new Function('for (;;) { function f() { break; } }'));
  assertThrows(SyntaxError, () => new Function('"use strict"; x: function f() {}'));
  assertSame(new Function('x: function f() { return 1; } return f();')(), 1);
});
test('labels and names do not meet', function () {
  var foo = 1;
  foo: for (;;) { foo = 2; break foo; }
  assertSame(foo, 2);
  yield: { break yield; }
  async: await: { break async; }
});
