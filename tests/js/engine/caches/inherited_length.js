// The length of arrays and String objects is a property that no shape's table holds. Assignments must find it on the
// prototype chain all the same: it may not be writable, and then it stops them.

function store(o, v) { o.length = v; }
function storeStrict(o, v) { 'use strict'; o.length = v; }
function storeKeyed(o, k, v) { o[k] = v; }
function storeKeyedStrict(o, k, v) { 'use strict'; o[k] = v; }
function load(o) { return o.length; }

function unwritable() {
  var a = [1, 2, 3, 4];
  Object.defineProperty(a, 'length', { writable: false });
  return a;
}
var holders = {
  'a String object': function () { return new String('abc'); },
  'a frozen array': function () { return Object.freeze([1, 2]); },
  'a frozen empty array': function () { return Object.freeze([]); },
  'an array whose length is not writable': unwritable,
  'a chain to a String object': function () { return Object.create(Object.create(new String('ab'))); },
  'a chain to a frozen array': function () { return Object.create(Object.create(Object.freeze([1]))); },
  'String.prototype': function () { return String.prototype; },
  'a function': function () { return function (a, b) {}; },
  'a proxy of a frozen array': function () { return new Proxy(Object.freeze([1, 2]), {}); },
};

Object.keys(holders).forEach(function (name) {
  test('length inherited from ' + name + ' is not assigned', function () {
    for (var i = 0; i < 40; i++) {
      var holder = holders[name](), before = holder.length;
      [
        store,
        function (o, v) { storeKeyed(o, 'length', v); },
        function (o, v) { Reflect.set(o, 'length', v); }
      ].forEach(
        function (f) {
          var o = Object.create(holder);
          f(o, 7);
          assertSame(o.length, before);
          assertEquals(Object.getOwnPropertyNames(o), []);
        }
      );
      [storeStrict, function (o, v) { storeKeyedStrict(o, 'length', v); }].forEach(function (f) {
        var o = Object.create(holder);
        assertThrows(TypeError, function () { f(o, 7); });
        assertSame(load(o), before);
      });
      assertSame(Reflect.set(Object.create(holder), 'length', 7), false);
    }
  });
});

test('length inherited from an array that can grow becomes an own property', function () {
  for (var i = 0; i < 40; i++) {
    var array = [1, 2, 3], o = Object.create(array);
    store(o, 7);
    assertSame(load(o), 7);
    assertSame(array.length, 3);
    assertEquals(Object.keys(o), ['length']);
  }
});

test('a site that was warmed up by objects without such a prototype meets one', function () {
  var s = Object.create(new String('abc')), f = Object.create(Object.freeze([]));
  for (var i = 0; i < 60; i++) {
    var plain = {};
    store(plain, i);
    assertSame(plain.length, i);
    storeStrict({}, i);
  }
  store(s, 5);
  store(f, 5);
  assertSame(s.length, 3);
  assertSame(f.length, 0);
  assertThrows(TypeError, function () { storeStrict(s, 5); });
});

test('an array on the chain is frozen after the site was warmed up', function () {
  var array = [1, 2], Class = function () {};
  Class.prototype = array;
  for (var i = 0; i < 60; i++) storeStrict(new Class(), i);
  Object.freeze(array);
  assertThrows(TypeError, function () { storeStrict(new Class(), 1); });
  assertSame(new Class().length, 2);
});

test('read-only cells of the global object stop assignments too', function () {
  for (var i = 0; i < 40; i++) {
    var o = Object.create(globalThis);
    o.NaN = 5;
    o.undefined = 5;
    assertSame(o.NaN, NaN);
    assertSame(o.undefined, undefined);
    assertThrows(TypeError, function () { 'use strict'; Object.create(globalThis).Infinity = 1; });
  }
});

test('loads find the length of what is on the chain', function () {
  for (var i = 0; i < 40; i++) {
    assertSame(load(Object.create([1, 2, 3])), 3);
    assertSame(load(Object.create(new String('ab'))), 2);
    assertSame(load(Object.create(new Uint8Array(4), { length: { value: 9 } })), 9);
    assertSame(load(Object.create(null)), undefined);
    var a = [1];
    var o = Object.create(a);
    a.push(1);
    assertSame(load(o), 2);
  }
});

test('loads find it before a length that is further up the chain', function () {
  function f() { return arguments; }
  var array = Object.setPrototypeOf([], f(0)), text = Object.setPrototypeOf(new String('abc'), f(0, 0));
  for (var i = 0; i < 40; i++) {
    assertSame(load(Object.create(array)), 0);
    assertSame(load(text), 3);
    assertSame(load(Object.create(text)), 3);
    assertSame(load(Object.create(Object.setPrototypeOf([], { length: 1 }))), 0);
  }
});
