// sort with a comparator: numbers, strings, records.
var seed = 1;
function random() { seed = (seed * 16807) % 2147483647; return seed; }
var numbers = [], words = [], records = [];
for (var i = 0; i < 1000; i++) {
  numbers.push(random() % 100000);
  words.push(random().toString(36));
  records.push({ key: random() % 1000, at: i });
}
function iteration() {
  var a = numbers.slice().sort((x, y) => x - y);
  var b = words.slice().sort((x, y) => (x < y ? -1 : x > y ? 1 : 0));
  var c = records.slice().sort((x, y) => x.key - y.key || x.at - y.at);
  return a[500] + b[500] + c[500].at;
}
