// A prototype chain that is a circle through a proxy: setPrototypeOf allows it, because it does not look behind proxies.
// The specification goes round for ever. It ends as a recursion that is too deep does.
function circle() {
  var d = new Date(0), p = new Proxy(d, {});
  Object.setPrototypeOf(p, p);
  return { d: d, p: p };
}
test('loads, stores and questions', function () {
  var c = circle();
  assertThrows(RangeError, function () { c.p.absent; });
  assertThrows(RangeError, function () { c.d.absent; });
  assertThrows(RangeError, function () { c.p.absent = 1; });
  assertThrows(RangeError, function () { 'absent' in c.p; });
  assertThrows(RangeError, function () { c.p[Symbol.iterator]; });
  assertThrows(RangeError, function () { c.p['a' + 'b']; });
  assertThrows(RangeError, function () { c.p.method(); });
});
test('walks by [[GetPrototypeOf]]', function () {
  var c = circle();
  assertThrows(RangeError, function () { c.d instanceof Error; });
  assertThrows(RangeError, function () { Map.prototype.isPrototypeOf(c.p); });
  assertThrows(RangeError, function () { for (var k in c.p); });
});
test('chains of proxies that are not too long work', function () {
  var p = { x: 1 };
  for (var i = 0; i < 500; i++) p = new Proxy(p, {});
  assertSame(p.x, 1);
  assertSame('x' in p, true);
  assertSame(p instanceof Object, true);
  p.y = 2;
  assertSame(p.y, 2);
  var q = p;
  for (i = 0; i < 1000000; i++) q = new Proxy(q, {});
  assertThrows(RangeError, function () { q.x; });
  assertThrows(RangeError, function () { Object.keys(q); });
  assertThrows(RangeError, function () { Object.getPrototypeOf(q); });
  assertThrows(RangeError, function () { delete q.x; });
});
test('calls through proxies of functions', function () {
  var f = function () { return 1; };
  for (var i = 0; i < 1000000; i++) f = new Proxy(f, {});
  assertThrows(RangeError, function () { f(); });
  assertThrows(RangeError, function () { new f(); });
});
