// timeout: 6
// An array in dictionary mode that is cut by a few elements, again and again: not all entries are looked at each time.
var n = 100000;
function sparse() {
  var a = [];
  for (var i = 0; i < n; i++) a[i * 1000] = i;
  return a;
}
test('pop', function () {
  var a = sparse();
  for (var i = 0; i < n; i++) a.pop();
  assertSame(a.length, (n - 1) * 1000 + 1 - n);
  assertSame(a[a.length - 1], 99899);
  assertSame(a[0], 0);
});
test('push and pop', function () {
  var a = [];
  a[1e6] = 'first';
  for (var i = 0; i < n; i++) a.push(i);
  for (i = n - 1; i >= 0; i--) assertSame(a.pop(), i);
  assertSame(a.pop(), 'first');
  assertSame(a.length, 1e6);
});
test('length by small steps and large ones', function () {
  var a = sparse();
  for (var i = n - 1; i > n - 5000; i--) a.length = i * 1000;
  assertSame(a.length, (n - 4999) * 1000);
  assertSame(Object.keys(a).length, n - 4999);
  a.length = 1500;
  assertEquals(Object.keys(a), ['0', '1000']);
  a.length = 1001;
  assertEquals(Object.keys(a), ['0', '1000']);
  a.length = 1000;
  assertEquals(Object.keys(a), ['0']);
});
test('an element that is not configurable stops it', function () {
  [3, 70].forEach(function (distance) {
    var a = [];
    for (var i = 0; i < 64; i++) a[i * 1000] = i;
    var last = 63000;
    Object.defineProperty(a, last - distance, { value: 'stays', configurable: false });
    a.length = last - 1;
    a[last - 1] = 'goes';
    assertThrows(TypeError, function () { 'use strict'; a.length = last - distance - 1; });
    assertSame(a.length, last - distance + 1);
    assertSame(a[last - distance], 'stays');
    assertThrows(TypeError, function () { 'use strict'; a.length = 0; });
    assertSame(a.length, last - distance + 1);
    assertSame(a[62000], 62);
  });
});
