// not-on-node: its frames have other sizes in other tiers
// The stack ends at the same depth whatever code runs.
test('recursion ends at the same depth, and unwinds', function () {
  function depth(n) { let s = 0; for (let i = 0; i < 3; i++) s += i; return n === 0 ? s : depth(n - 1); }
  function deepest() {
    let d = 0;
    function down() { let x = d++; for (let i = 0; i < 2; i++) x += i; down(); return x; }
    try { down(); } catch (e) { assertSame(e instanceof RangeError, true); }
    return d;
  }
  for (let k = 0; k < 200; k++) assertSame(depth(100), 3);
  const depths = [];
  for (let k = 0; k < 4; k++) depths.push(deepest());
  assertSame(new Set(depths).size, 1, depths.join());
});
