// map, filter, reduce, forEach, some, every, find, sort, from with arrow functions over bytes and doubles.
var bytes = new Uint8Array(1000), doubles = new Float64Array(1000), list = [];
for (var i = 0; i < 1000; i++) bytes[i] = i * 7919, doubles[i] = i * 0.37, list.push(i);

function iteration() {
  var sum = 0;
  for (var round = 0; round < 10; round++) {
    sum += bytes.map((x) => x + 1)[5];
    sum += bytes.filter((x) => x % 3 === 0).length;
    sum += bytes.reduce((a, x) => (a + x) | 0, 0);
    bytes.forEach((x, i) => { sum = (sum + x * i) | 0; });
    doubles.forEach((x) => { sum += x; });
    if (bytes.some((x) => x < 0)) sum = 0;
    if (!bytes.every((x) => x >= 0)) sum = 0;
    sum += bytes.findIndex((x) => x === 256);
    sum += doubles.find((x) => x > 369);
    sum += doubles.map((x) => x * 2).reduce((a, x) => a + x);
    sum += Uint8Array.from(list, (x) => x * 3)[7];
  }
  return sum + bytes.toSorted((a, b) => a - b)[500] + doubles.toSorted((a, b) => b - a)[5];
}
