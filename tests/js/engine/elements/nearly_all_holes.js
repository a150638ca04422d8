// not-on-node: V8 goes through the holes one by one
// Methods that move elements of arrays with billions of holes take a short way.
function nearlyAllHoles() { const a = []; a[5] = 'a'; a[1000] = 'b'; a[4000000000] = 'c'; return a; }
test('unshift of an array that is nearly all holes moves what is there', function () {
  const a = nearlyAllHoles();
  assertSame(a.unshift('x', 'y'), 4000000003);
  assertEquals(Object.keys(a), ['0', '1', '7', '1002', '4000000002']);
  assertEquals([a[0], a[1], a[7], a[1002], a[4000000002]], ['x', 'y', 'a', 'b', 'c']);
});
test('splice of an array that is nearly all holes moves what is there', function () {
  const b = nearlyAllHoles(), removed = b.splice(5, 1000, 'n');
  assertEquals([removed.length, Object.keys(removed).join(), removed[0], removed[995]], [1000, '0,995', 'a', 'b']);
  assertEquals([b.length, Object.keys(b).join(), b[5], b[3999999001]], [3999999002, '5,3999999001', 'n', 'c']);
});
test('splice takes everything of an array that is nearly all holes', function () {
  const c = nearlyAllHoles();
  assertEquals([c.splice(0).length, c.length, Object.keys(c).length], [4000000001, 0, 0]);
});
test('unshift beyond the largest length moves what is there and throws', function () {
  const d = [];
  d.length = 2 ** 32 - 1;
  d[0] = 'first';
  d[2 ** 32 - 2] = 'last';
  assertThrows(RangeError, () => d.unshift('new'));
  assertEquals(Object.keys(d), ['0', '1', '4294967295']);
  assertEquals([d[0], d[1], d[4294967295], d.length], ['new', 'first', 'last', 2 ** 32 - 1]);
});
