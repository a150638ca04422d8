// map, filter, reduce, forEach, some, every, find, findIndex, flatMap with arrow functions over Smis and doubles.
var numbers = [], doubles = [];
for (var i = 0; i < 1000; i++) numbers.push((i * 7919) % 1000), doubles.push(i * 0.37);

function iteration() {
  var sum = 0;
  for (var round = 0; round < 10; round++) {
    sum += numbers.map((x) => x + 1).length;
    sum += numbers.filter((x) => x % 3 === 0).length;
    sum += numbers.reduce((a, x) => (a + x) | 0, 0);
    numbers.forEach((x, i) => { sum = (sum + x * i) | 0; });
    doubles.forEach((x) => { sum += x; });
    if (numbers.some((x) => x < 0)) sum = 0;
    if (!numbers.every((x) => x >= 0)) sum = 0;
    sum += numbers.indexOf(numbers.find((x) => x === 999));
    sum += numbers.findIndex((x) => x === 998);
    sum += numbers.flatMap((x) => x).length;
    sum += doubles.map((x) => x * 2).reduce((a, x) => a + x);
  }
  return sum;
}
