// timeout: 20
// slow: takes a minute where cursors look at all that was deleted
// What was deleted at the beginning of a map or a set is not looked at again and again.
const n = 400000;
test('taking the first of a map until it is empty', function () {
  const map = new Map();
  for (let i = 0; i < n; i++) map.set(i, i);
  for (let i = 0; map.size > 0; i++) {
    const key = map.keys().next().value;
    assertSame(key, i);
    map.delete(key);
  }
});
test('a cache that drops what was used least recently', function () {
  const cache = new Set();
  for (let i = 0; i < n; i++) {
    cache.add(i);
    if (i % 3 === 0 && cache.delete(i - 1000)) cache.add(i - 1000);
    if (cache.size > n / 8) {
      const first = cache.values().next().value;
      cache.delete(first);
    }
  }
  assertSame(cache.size, n / 8);
});
test('cursors that began before', function () {
  const set = new Set([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  const seen = [], late = set.values();
  for (const x of set) {
    seen.push(x);
    set.delete(x);
    if (x < 5) set.add(x + 100);
    if (x === 2) set.delete(3);
  }
  assertSame(seen.join(), '0,1,2,4,5,6,7,8,9,100,101,102,104');
  set.add('a');
  set.add('b');
  assertSame(late.next().value, 'a');
  set.delete('a');
  assertSame([...set].join(), 'b');
  assertSame([...late].join(), 'b');
});
