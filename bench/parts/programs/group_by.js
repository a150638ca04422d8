// Object.groupBy and Map.groupBy: few groups, many groups.
var list = [], records = [];
for (var i = 0; i < 1000; i++) list.push(i * 7919 % 1000), records.push({ kind: 'kind' + i % 10, n: i });

function iteration() {
  var sum = 0;
  for (var round = 0; round < 5; round++) {
    sum += Object.groupBy(list, (x) => (x & 1 ? 'odd' : 'even')).odd.length;
    sum += Object.groupBy(records, (r) => r.kind).kind3.length;
    sum += Map.groupBy(list, (x) => x & 7).size;
    sum += Map.groupBy(records, (r) => r.n).size;
  }
  return sum;
}
