// not-on-node: V8 stops at the new length
// Array.prototype.fill of an array that becomes shorter meanwhile.
test('fill keeps its range when converting an argument cuts the array', function () {
  var a = [1, 2, 3, 4];
  a.fill(9, { valueOf: function () { a.length = 1; return 0; } });
  assertEquals(a, [9, 9, 9, 9]);
});
