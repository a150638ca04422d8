// Array.from with a function: of a length, an array, a set, a generator; and without one.
var list = [], set = new Set();
for (var i = 0; i < 1000; i++) list.push(i * 7919 % 1000), set.add(i);
function* numbers() { for (var i = 0; i < 1000; i++) yield i; }

function iteration() {
  var sum = 0;
  for (var round = 0; round < 5; round++) {
    sum += Array.from({ length: 1000 }, (_, i) => i)[9];
    sum += Array.from(list, (x) => x + 1)[9];
    sum += Array.from(set, (x) => x * 2)[9];
    sum += Array.from(numbers(), (x) => x + 1)[9];
    sum += Array.from(set)[9] + Array.from(numbers())[9];
  }
  return sum;
}
