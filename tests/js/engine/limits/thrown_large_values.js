// flags: --memory-limit=64M
// not-on-node: a limit of memory
// What was thrown and caught is garbage: that a place is remembered for what can't say where it was thrown keeps
// nothing alive.
function throwLarge(megabytes) {
  try { throw { large: new ArrayBuffer(megabytes << 20) }; } catch (e) { return e.large.byteLength; }
}
test('a caught value makes room for others', function () {
  let sum = 0;
  for (let i = 0; i < 5; i++) sum += throwLarge(30);
  assertSame(sum, 5 * (30 << 20));
  assertSame(new ArrayBuffer(50 << 20).byteLength, 50 << 20);
});
