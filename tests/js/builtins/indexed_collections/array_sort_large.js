// slow: a million and more elements
// Array.prototype.sort and toSorted with a comparator, where so many elements are more than a mere change of
// length allocates.
const LENGTH = (1 << 20) + 9;
const numbers = [];
for (let i = 0; i < LENGTH; i++) numbers.push((i * 7919) % 1000);
function firstOutOfOrder(a) {
  for (let i = 1; i < a.length; i++) if (!(a[i - 1] <= a[i])) return i;
  return -1;
}
test('sort and toSorted of more than a million elements', function () {
  const sorted = numbers.toSorted((x, y) => x - y);
  assertEquals([sorted.length, sorted[LENGTH - 1], firstOutOfOrder(sorted)], [LENGTH, 999, -1]);
  numbers.sort((x, y) => x - y);
  assertEquals([numbers.length, numbers[LENGTH - 1], firstOutOfOrder(numbers)], [LENGTH, 999, -1]);
});
