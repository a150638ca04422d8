// flags: --memory-limit=64M
// not-on-node: a limit of memory
// What was thrown and caught is garbage: that a place is remembered for what can't say where it was thrown keeps
// nothing alive.
function thrown(megabytes, to) {
  try { throw Object.assign(to, { large: new ArrayBuffer(megabytes << 20) }); } catch (e) { return e.large.byteLength; }
}
test('a caught value makes room for others', function () {
  let sum = 0;
  for (let i = 0; i < 5; i++) sum += thrown(20, {});
  assertSame(sum, 5 * (20 << 20));
  // Errors know their place. They leave small values where words of the stack still look like large ones.
  for (let i = 0; i < 500; i++) sum += thrown(0, new Error());
  gc();
  for (let i = 0; i < 5000; i++) sum += i;
  assertSame(new ArrayBuffer(50 << 20).byteLength, 50 << 20);
});
