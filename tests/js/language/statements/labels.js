// Labels, break and continue.
test('continue goes on with an outer loop, break leaves it', function () {
  const log = [];
  outer: for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) { if (j === 1) continue outer; if (i === 2) break outer; log.push([i, j]); }
  }
  assertEquals(log, [[0, 0], [1, 0]]);
});
test('break leaves a block by any of its labels', function () {
  let s = '';
  block: { s += 'a'; if (s) break block; s += 'b'; }
  assertSame(s, 'a');
  a: b: c: { s += 'c'; break b; }
  assertSame(s, 'ac');
});
test('continue and break reach while and do-while by a label', function () {
  let n = 0;
  w: while (true) { do { n++; if (n < 3) continue w; break w; } while (true); }
  assertSame(n, 3);
  d: do { n++; for (const x of [1, 2]) { if (x === 1) continue d; n += 100; } } while (n < 6);
  assertSame(n, 6);
});
test('continue reaches for-in by a label', function () {
  let n = 6;
  i: for (const k in { a: 1, b: 1 }) { for (;;) { n++; continue i; } }
  assertSame(n, 8);
});
test('break leaves if, switch and try by a label', function () {
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
test('break runs every finally on its way', function () {
  const log = [];
  out: for (;;) {
    try {
      try { for (;;) { try { break out; } finally { log.push(1); } } } finally { log.push(2); }
    } finally {
      log.push(3);
    }
  }
  assertEquals(log, [1, 2, 3]);
});
test('a label may be used again side by side', function () {
  let n = 0;
  x: for (;;) { n++; break x; }
  x: for (;;) { n++; break x; }
  assertSame(n, 2);
});
test('a label is not used again within itself, nor from where it does not reach', function () {
  assertThrows(SyntaxError, () => new Function('x: { x: ; }'));
  assertThrows(SyntaxError, () => new Function('x: { continue x; }'));
  assertThrows(SyntaxError, () => new Function('break x;'));
  assertThrows(SyntaxError, () => new Function('x: for (;;) { (function () { break x; }); }'));
  assertThrows(SyntaxError, () => new Function('for (;;) { function f() { break; } }'));
});
test('a label on a function is for sloppy code only', function () {
  assertThrows(SyntaxError, () => new Function('"use strict"; x: function f() {}'));
  assertSame(new Function('x: function f() { return 1; } return f();')(), 1);
});
test('a label and a variable of one name do not meet', function () {
  var foo = 1;
  foo: for (;;) { foo = 2; break foo; }
  assertSame(foo, 2);
});
test('contextual keywords are labels', function () {
  let s = '';
  yield: { s += 'y'; break yield; }
  async: await: { s += 'a'; break async; }
  assertSame(s, 'ya');
});
