// forEach, reduce, some, every, find, toArray of iterators over an array, a set and a generator, and chains of helpers.
var list = [], set = new Set();
for (var i = 0; i < 1000; i++) list.push(i * 7919 % 1000), set.add(i);
function* numbers() { for (var i = 0; i < 1000; i++) yield i; }

function iteration() {
  var sum = 0;
  for (var source of [() => list.values(), () => set.values(), numbers]) {
    source().forEach((x) => { sum = (sum + x) | 0; });
    sum += source().reduce((a, x) => a + x, 0);
    if (source().some((x) => x < 0) || !source().every((x) => x >= 0)) sum = 0;
    sum += source().find((x) => x === 999);
    sum += source().toArray().length;
    sum += source().filter((x) => x & 1).map((x) => x + 1).take(400).reduce((a, x) => a + x, 0);
    sum += source().drop(100).flatMap((x) => [x]).toArray().length;
  }
  return sum;
}
