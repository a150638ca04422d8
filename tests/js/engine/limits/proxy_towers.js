// not-on-node: V8 goes through any number of proxies of functions
// Proxies of proxies, a million high: what goes through them ends as a recursion that is too deep does.
test('chains of a million proxies are RangeErrors', function () {
  var q = { x: 1 };
  for (var i = 0; i < 1000000; i++) q = new Proxy(q, {});
  assertThrows(RangeError, function () { q.x; });
  assertThrows(RangeError, function () { Object.keys(q); });
  assertThrows(RangeError, function () { Object.getPrototypeOf(q); });
  assertThrows(RangeError, function () { delete q.x; });
});
test('calls through a million proxies are RangeErrors', function () {
  var f = function () { return 1; };
  for (var i = 0; i < 1000000; i++) f = new Proxy(f, {});
  assertThrows(RangeError, function () { f(); });
  assertThrows(RangeError, function () { new f(); });
});
