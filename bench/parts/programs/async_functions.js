// Chains of async functions: values and promises awaited, errors caught, generators of both kinds apart.
async function leaf(x) { return x + 1; }
async function middle(x) {
  var a = await leaf(x);
  var b = await a;
  return a + b;
}
async function failing(x) { throw new RangeError('no ' + x); }
async function top(n) {
  var sum = 0;
  for (var i = 0; i < n; i++) {
    sum += await middle(i);
    if (i % 8 === 0) {
      try { await failing(i); } catch (e) { sum++; }
    }
  }
  return sum;
}
function iteration() {
  var all = [];
  for (var i = 0; i < 20; i++) all.push(top(50));
  return Promise.all(all).then((sums) => sums.reduce((a, b) => a + b));
}
