// A prototype chain that is a circle through a proxy: setPrototypeOf allows it, because it does not look
// behind proxies. The specification goes round for ever. It ends as a recursion that is too deep does.
function circle() {
  var d = new Date(0), p = new Proxy(d, {});
  Object.setPrototypeOf(p, p);
  return { d: d, p: p };
}
test('loads, stores, calls and in along a circle are RangeErrors', function () {
  var c = circle();
  assertThrows(RangeError, function () { c.p.absent; });
  assertThrows(RangeError, function () { c.d.absent; });
  assertThrows(RangeError, function () { c.p.absent = 1; });
  assertThrows(RangeError, function () { 'absent' in c.p; });
  assertThrows(RangeError, function () { c.p[Symbol.iterator]; });
  assertThrows(RangeError, function () { c.p['a' + 'b']; });
  assertThrows(RangeError, function () { c.p.method(); });
});
test('walks along the prototypes of a circle are RangeErrors', function () {
  var c = circle();
  assertThrows(RangeError, function () { c.d instanceof Error; });
  assertThrows(RangeError, function () { Map.prototype.isPrototypeOf(c.p); });
  assertThrows(RangeError, function () { for (var k in c.p); });
});
test('chains of hundreds of proxies work', function () {
  var p = { x: 1 };
  for (var i = 0; i < 500; i++) p = new Proxy(p, {});
  assertSame(p.x, 1);
  assertSame('x' in p, true);
  assertSame(p instanceof Object, true);
  p.y = 2;
  assertSame(p.y, 2);
});
