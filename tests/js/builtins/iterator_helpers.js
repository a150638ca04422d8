// not-on-node: node 20 lacks them
// Iterator helpers (ES2025).
test('Iterator', function () {
  assertThrows(TypeError, () => new Iterator());
  class I extends Iterator { next() { return { done: true }; } }
  assert(new I() instanceof Iterator && [].values() instanceof Iterator);
  assertEquals([...Iterator.from({ next() { return { done: this.n > 2, value: this.n++ }; }, n: 1 })], [1, 2]);
  assertEquals(Iterator.from('ab').toArray(), ['a', 'b']);
});
test('lazy methods', function () {
  const log = [];
  function* nat() { let n = 0; for (;;) { log.push(n); yield n++; } }
  assertEquals(nat().filter((x) => x % 2).map((x, i) => x * 10 + i).drop(1).take(2).toArray(), [31, 52]);
  assertEquals(log, [0, 1, 2, 3, 4, 5]);
  assertEquals([...[1, 2].values().flatMap((x) => [x, -x])], [1, -1, 2, -2]);
  assertThrows(RangeError, () => [].values().take(-1));
  assertThrows(RangeError, () => [].values().drop(NaN));
  assertThrows(TypeError, () => [].values().map(1));
  assertThrows(TypeError, () => ['ab'].values().flatMap((x) => x).next());
});
test('eager methods', function () {
  const v = () => [1, 2, 3].values();
  assertEquals([v().reduce((a, b) => a + b), v().some((x) => x > 2), v().every((x) => x > 2), v().find((x) => x > 1), v().toArray(), v().forEach(() => 1)], [6, true, false, 2, [1, 2, 3], undefined]);
  assertThrows(TypeError, () => [].values().reduce((a) => a));
});
test('closing', function () {
  let closed = 0;
  const make = () => ({ __proto__: Iterator.prototype, next: () => ({ value: 1, done: false }), return() { closed++; return {}; } });
  make().take(1).toArray();
  make().some(() => true);
  const m = make().map((x) => x);
  m.next();
  m.return();
  assertThrows(RangeError, () => make().map(() => { throw new RangeError(); }).next());
  assertSame(closed, 4);
});
