// flags: --memory-limit=32M
// A WeakMap whose keys die as fast as they come goes on for ever: its table grows by those that are left after a
// collection, not by those there were before.
test('keys that nobody has any more', function () {
  const map = new WeakMap();
  let last;
  for (let i = 0; i < 3000000; i++) {
    last = { i };
    map.set(last, i);
  }
  assertSame(map.get(last), 2999999);
});
