// not-on-node: node 20 lacks them
// Iterator helpers (ES2025).
test('Iterator constructs nothing but subclasses', function () {
  assertThrows(TypeError, () => new Iterator());
  class I extends Iterator { next() { return { done: true }; } }
  assert(new I() instanceof Iterator && [].values() instanceof Iterator);
});
test('Iterator.from takes iterators and strings', function () {
  assertEquals([...Iterator.from({ next() { return { done: this.n > 2, value: this.n++ }; }, n: 1 })], [1, 2]);
  assertEquals(Iterator.from('ab').toArray(), ['a', 'b']);
});
test('filter, map, drop and take ask for no more than they need', function () {
  const log = [];
  function* nat() { let n = 0; for (;;) { log.push(n); yield n++; } }
  assertEquals(nat().filter((x) => x % 2).map((x, i) => x * 10 + i).drop(1).take(2).toArray(), [31, 52]);
  assertEquals(log, [0, 1, 2, 3, 4, 5]);
});
test('flatMap gives the elements of each result', function () {
  assertEquals([...[1, 2].values().flatMap((x) => [x, -x])], [1, -1, 2, -2]);
});
test('the lazy methods refuse wrong counts and callbacks', function () {
  assertThrows(RangeError, () => [].values().take(-1));
  assertThrows(RangeError, () => [].values().drop(NaN));
  assertThrows(TypeError, () => [].values().map(1));
});
test('flatMap refuses a string as a result', function () {
  assertThrows(TypeError, () => ['ab'].values().flatMap((x) => x).next());
});
test('the eager methods go to the end or to what they look for', function () {
  const v = () => [1, 2, 3].values();
  assertSame(v().reduce((a, b) => a + b), 6);
  assertSame(v().some((x) => x > 2), true);
  assertSame(v().every((x) => x > 2), false);
  assertSame(v().find((x) => x > 1), 2);
  assertEquals(v().toArray(), [1, 2, 3]);
  assertSame(v().forEach(() => 1), undefined);
});
test('reduce of nothing, without a start, is a TypeError', function () {
  assertThrows(TypeError, () => [].values().reduce((a) => a));
});
test('the iterator is closed when its end is not reached', function () {
  let closed = 0;
  const make = () => ({
    __proto__: Iterator.prototype,
    next: () => ({ value: 1, done: false }),
    return() { closed++; return {}; }
  });
  make().take(1).toArray();
  make().some(() => true);
  const m = make().map((x) => x);
  m.next();
  m.return();
  assertThrows(RangeError, () => make().map(() => { throw new RangeError(); }).next());
  assertSame(closed, 4);
});
