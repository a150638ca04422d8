// Methods that move elements word by word, against the steps of the specification written in JavaScript: for arrays of
// every kind of elements, with and without holes, and for objects that are no plain arrays.

var kinds = {
  empty: function () { return []; },
  one: function () { return [7]; },
  smis: function () { return [1, 2, 3, 4, 5]; },
  'smis with holes': function () { return [1, , 3, , 5, ,]; },
  doubles: function () { return [0.5, -0, NaN, 1e300, 2]; },
  'doubles with holes': function () { return [0.5, , 1.5, , -0]; },
  values: function () { return ['a', {}, null, undefined, 0.5, 1]; },
  'values with holes': function () { return ['a', , undefined, , 0.5]; },
  'only holes': function () { return new Array(5); },
  many: function () { return Array.prototype.map.call('x'.repeat(1000), function (c, i) { return i; }); },
  'in a dictionary': function () {
    var a = [1, 2, 3];
    a[100] = 4;
    Object.defineProperty(a, 1, { value: 5, enumerable: false, writable: true, configurable: true });
    return a;
  },
  'with a named property': function () { var a = [1, 2, , 4]; a.name = 'a'; return a; },
  'a subclass': function () { class A extends Array {} return A.of(1, 2, 3, 4); },
  'an array-like object': function () { return { length: 4, 0: 'a', 1: 'b', 3: 'd' }; },
  'arguments': function () { return (function () { return arguments; })(1, 2, 3); },
  'a prototype with elements': function () {
    return Object.setPrototypeOf(
      [1, , 3, ,],
      Object.create(Array.prototype, {
        1: { value: 'p', writable: true, configurable: true },
        3: { value: 'q', writable: true, configurable: true }
      })
    );
  },
  'a proxy': function () { return new Proxy([1, , 3, 4], {}); },
};
var ranges = [[], [0], [1], [-1], [2, 4], [-4, -1], [3, 1], [0, 100], [-100, 2], [1, undefined], [NaN, Infinity]];
var values = [0, -0, 1.5, 2, 1073741824, 'v', undefined, null, NaN];

function relative(v, length, otherwise) {
  if (v === undefined) return otherwise;
  v = Math.trunc(v) || 0;
  return v < 0 ? Math.max(length + v, 0) : Math.min(v, length);
}
var model = {
  fill: function (o, value, start, end) {
    for (var k = relative(start, o.length, 0), to = relative(end, o.length, o.length); k < to; k++) o[k] = value;
    return o;
  },
  reverse: function (o) {
    for (var lower = 0, n = o.length; lower < Math.floor(n / 2); lower++) {
      var upper = n - lower - 1, has = lower in o, hasUpper = upper in o, a = o[lower], b = o[upper];
      if (hasUpper) o[lower] = b; else delete o[lower];
      if (has) o[upper] = a; else delete o[upper];
    }
    return o;
  },
  copyWithin: function (o, target, start, end) {
    var n = o.length,
        to = relative(target, n, 0),
        from = relative(start, n, 0),
        count = Math.min(relative(end, n, n) - from, n - to);
    var parts = [];
    for (var i = 0; i < count; i++) parts.push(from + i in o ? { v: o[from + i] } : null);
    for (i = 0; i < count; i++) if (parts[i]) o[to + i] = parts[i].v; else delete o[to + i];
    return o;
  },
  slice: function (o, start, end) {
    var r = [], n = 0;
    for (var k = relative(start, o.length, 0), to = relative(end, o.length, o.length); k < to; k++, n++)
      if (k in o) r[n] = o[k];
    r.length = n;
    return r;
  },
  toReversed: function (o) {
    var r = [];
    for (var i = o.length - 1; i >= 0; i--) r.push(o[i]);
    return r;
  },
};
// What an object holds, holes and all.
function state(o) {
  var s = { length: o.length, keys: Reflect.ownKeys(o).map(String), values: {} };
  Object.keys(o).forEach(function (k) { s.values[k] = o[k]; });
  return s;
}
function both(kind, method, args) {
  var a = kinds[kind](), b = kinds[kind]();
  if (kind === 'values' || kind === 'values with holes')
    b = a.slice === undefined ? b : Object.assign([], a, { length: a.length });
  if (kind === 'values with holes') { b = new Array(a.length); for (var k in a) b[k] = a[k]; }
  var got = Array.prototype[method].apply(a, args), expected = model[method].apply(null, [b].concat(args));
  assertEquals(state(a), state(b), kind);
  if (expected === b)
    assertSame(got, a);
  else
    assertEquals(Array.from(state(got).keys), Array.from(state(expected).keys), kind),
        assertEquals(state(got).values, state(expected).values, kind);
}

Object.keys(kinds).forEach(function (kind) {
  test('fill, ' + kind, function () {
    values.forEach(function (v) { ranges.forEach(function (r) { both(kind, 'fill', [v].concat(r)); }); });
  });
  test('reverse and toReversed, ' + kind, function () {
    both(kind, 'reverse', []);
    both(kind, 'toReversed', []);
  });
  test('copyWithin, ' + kind, function () {
    [0, 1, 2, 3, -1, -2].forEach(function (t) {
      ranges.forEach(function (r) { both(kind, 'copyWithin', [t].concat(r)); });
    });
  });
  if (kind !== 'a subclass') test('slice, ' + kind, function () {
    ranges.forEach(function (r) { both(kind, 'slice', r); });
  });
});

test('a copy of a filled array shares nothing with it', function () {
  var a = new Array(100).fill(0.5), b = a.slice();
  a[3] = 1.5;
  a[4] = 'x';
  assertSame(b[3], 0.5);
  assertSame(b[4], 0.5);
});
test('a reversed copy shares nothing with its original', function () {
  var a = new Array(100).fill(0.5), b = a.slice();
  a[4] = 'x';
  b.reverse();
  assertSame(a[4], 'x');
});

test('what is filled in stays alive', function () {
  var a = new Array(10000).fill({ kept: [1, 2, 3] });
  a.copyWithin(5, 5000);
  a.reverse();
  var b = a.slice(10);
  a = null;
  if (typeof gc === 'function') gc();
  for (var i = 0; i < b.length; i++) assertSame(b[i].kept[2], 3, 'at ' + i);
});

test('copyWithin deletes what is not there when converting an argument cuts the array', function () {
  var b = [1, 2, 3, 4];
  b.copyWithin({ valueOf: function () { b.length = 2; return 0; } }, 1);
  assertEquals(Object.keys(b), ['0']);
  assertSame(b.length, 2);
});
test('a frozen array refuses fill, reverse and copyWithin', function () {
  var c = [1, 2, 3, 4];
  Object.freeze(c);
  assertThrows(TypeError, function () { c.fill(0); });
  assertThrows(TypeError, function () { c.reverse(); });
  assertThrows(TypeError, function () { c.copyWithin(0, 1); });
  assertEquals(c, [1, 2, 3, 4]);
});
test('fill changes the elements of an array that cannot be extended', function () {
  var d = [1.5, 2.5];
  Object.preventExtensions(d);
  assertEquals(d.fill('x'), ['x', 'x']);
});

test('Array.from copies arrays of every kind, holes as undefined, and calls with value and index', function () {
  Object.keys(kinds).forEach(function (kind) {
    var o = kinds[kind](), expected = [];
    for (var i = 0; i < o.length; i++) expected[i] = o[i];
    assertEquals(Array.from(o), expected, kind);
    assertEquals(Object.keys(Array.from(o)).length, o.length, kind);
    assertEquals(
      Array.from(o, function (v, k) { return [v, k]; }),
      expected.map(function (v, k) { return [v, k]; }),
      kind
    );
  });
});
function withElementOnPrototype(f) {
  Array.prototype[1] = 'proto';
  try { f(); } finally { delete Array.prototype[1]; }
}
test('Array.from, toReversed and copyWithin read holes through to Array.prototype', function () {
  withElementOnPrototype(function () {
    assertEquals(Array.from([1, , 3]), [1, 'proto', 3]);
    assertEquals([1, , 3].toReversed(), [3, 'proto', 1]);
    assertSame([1, , 3].copyWithin(0, 1)[0], 'proto');
  });
});
test('reverse leaves a hole in the middle a hole', function () {
  withElementOnPrototype(function () {
    var a = [1, , 3];
    a.reverse();
    assertEquals(Object.keys(a), ['0', '2']);
    assertSame(a[0] + a[1] + a[2], '3proto1');
  });
});

test('concat gives the very object that the species constructor made', function () {
  var made = [], a = [1, 2];
  a.constructor = {};
  a.constructor[Symbol.species] = function () { return made; };
  assertSame(a.concat([3]), made);
  assertEquals(made, [1, 2, 3]);
});
test('concat keeps holes and flattens by one level', function () {
  assertEquals([1, , 3].concat([4], 5, [[6]]), [1, , 3, 4, 5, [6]]);
});
test('concat joins arrays of every kind of elements', function () {
  assertEquals(['a'].concat(0.5, [1.5], ['b']), ['a', 0.5, 1.5, 'b']);
});
