// A heap of many megabytes under mutation. run.py puts "var MEGABYTES = ..., SECONDS = ...;" in front. A node is 24
// bytes with its header, its payload 16; table and payloads come and go like entries of a cache.
(function () {
  function Payload(value) { this.value = value; }
  function Node(left, payload) { this.left = left; this.right = null; this.payload = payload; this.turn = 0; }

  var PART = 4096;  // nodes in an array of the table
  var count = Math.floor(MEGABYTES * 1048576 / 44 / PART) * PART, parts = count / PART;
  var seed = 1;
  function random(n) {
    seed = Math.imul(seed, 1664525) + 1013904223 | 0;
    return (seed >>> 4) % n;
  }
  var table = [];
  function at(i) { return table[i >> 12][i & 4095]; }
  for (var p = 0; p < parts; p++) {
    var part = [];
    for (var i = 0; i < PART; i++) part.push(new Node(p === 0 ? null : at(random(p * PART)), new Payload(i)));
    table.push(part);
  }

  // Batches of ten operations, and how many took how many hundredths of a millisecond.
  var BATCH = 10, counts = new Int32Array(100001);
  var turn = 0, began = performance.now(), end = began + SECONDS * 1000, now = began, longest = 0;
  while (now < end) {
    turn++;
    for (var k = 0; k < BATCH; k++) {
      var node = at(random(count));
      node.payload = new Payload(turn);
      node.right = at(random(count));
      if (k === 0) table[random(parts)][turn & 4095] = new Node(node, node.payload);
    }
    var then = performance.now();
    longest = Math.max(longest, then - now);
    counts[Math.min(Math.floor((then - now) * 100), 100000)]++;
    now = then;
  }
  function percentile(p) {
    for (var i = 0, below = 0; ; i++) {
      below += counts[i];
      if (below >= p * turn) return ((i + 1) / 100).toFixed(2);
    }
  }
  print('rate ' + (turn * BATCH / (now - began)).toFixed(0) + ' operations/ms; ten took: p50 ' + percentile(0.5) + ', p99 ' +
        percentile(0.99) + ', p99.9 ' + percentile(0.999) + ', longest ' + longest.toFixed(2) + ' ms');
})();
