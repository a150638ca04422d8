// Variables found by name, in code that is warm.
test('eval adds a variable to the scope of a warm function', function () {
  const f = (code) => { var r = []; for (let i = 0; i < 50; i++) { eval(code); r.push(typeof injected); } return r; };
  assertEquals([...new Set(f(''))], ['undefined']);
  assertEquals([...new Set(f('var injected = 1'))], ['number']);
  assertSame(typeof injected, 'undefined');
});
test('a warm closure follows properties of a with object', function () {
  const make = new Function(
    'o',
    'var x = "var"; with (o) { return { get: () => x, set: (v) => { x = v; }, ev: (s) => eval(s) }; }'
  );
  const o = {};
  const c = make(o);
  for (let i = 0; i < 100; i++) assertSame(c.get(), 'var');
  o.x = 'prop';
  assertSame(c.get(), 'prop');
  c.set('new');
  assertSame(o.x, 'new');
  delete o.x;
  assertSame(c.get(), 'var');
});
test('a variable of eval in a closure stays there', function () {
  const c = new Function('var x = "var"; return { get: () => x, ev: (s) => eval(s) };')();
  for (let i = 0; i < 100; i++) assertSame(c.get(), 'var');
  c.ev('var fresh = x');
  assertSame(c.get(), 'var');
});
test('block scopes in hot loops keep names apart', function () {
  let s = 0;
  for (let i = 0; i < 2000; i++) {
    const a = i;
    { let a = i * 2; s += a; }
    for (const b of [a]) { const c = b; s += c; }
    try { const d = i; s += d; } catch { }
    switch (i % 2) { case 0: { let e = 1; s += e; } }
  }
  assertSame(s, 4 * 1999000 + 1000);
});
test('a loop has captured and uncaptured variables', function () {
  const kept = [];
  for (let i = 0, n = 0; i < 1000; i++) { n += i; if (i % 100 === 0) kept.push(() => [i, n]); }
  assertEquals(kept[5](), [500, 125250]);
});
test('a warm function assigns a constant at last', function () {
  const f = (bad) => { const k = 1; if (bad) k = 2; return k; };
  for (let i = 0; i < 300; i++) assertSame(f(false), 1);
  assertThrows(TypeError, () => f(true));
});
test('a warm function reads a dead variable at last', function () {
  const g = (early) => { if (early) return late; let late = 1; return late; };
  for (let i = 0; i < 300; i++) assertSame(g(false), 1);
  assertThrows(ReferenceError, () => g(true));
});
test('a warm function writes its parameter through arguments', function () {
  function f(a, b) { if (arguments.length > 1) arguments[0] = b; return a; }
  for (let i = 0; i < 300; i++) { assertSame(f(i), i); assertSame(f(i, 'b'), 'b'); }
});
