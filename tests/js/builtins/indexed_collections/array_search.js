// indexOf, lastIndexOf and includes, against the steps of the specification written in JavaScript: for arrays of every
// kind of elements, with and without holes, short and long, and for objects that are no plain arrays.

var symbol = Symbol('s'), object = { o: 1 }, rope = 'left side of a rope, ' + String(object);
function long(n, element) {
  var a = [];
  for (var i = 0; i < n; i++) a.push(element(i));
  return a;
}
function punched(a) {
  for (var i = 0; i < a.length; i += 3) delete a[i];
  return a;
}
var kinds = {
  empty: function () { return []; },
  smis: function () { return [3, 1, 0, -1, 1, 1073741823, -1073741824]; },
  'smis with holes': function () { return [1, , 3, , 1, ,]; },
  doubles: function () { return [0.5, -0, NaN, 1e300, 2, 0.5, Infinity, NaN]; },
  'doubles with holes': function () { return [0.5, , 1.5, , -0, NaN]; },
  values: function () {
    return ['a', object, null, undefined, 0.5, 1, NaN, true, symbol, 10n, 'ab', 1073741824, -0, 2];
  },
  'values with holes': function () { return ['a', , undefined, , 0.5, NaN, 'a']; },
  'boxed integers': function () { var a = [0.5, 'x']; a[0] = 1.5; a[0] += 0.5; a.push(a[0] * 1.5); return a; },
  strings: function () {
    return [
      'ab',
      'a' + 'b',
      'xyz'.slice(1),
      'a\u0100',
      rope,
      rope + '',
      '',
      'b',
      'left side of a rope, ' + String(object)
    ];
  },
  'only holes': function () { return new Array(70); },
  'many smis': function () { return long(100, function (i) { return i - 3; }); },
  'many doubles': function () { return long(100, function (i) { return i - 3.5; }).concat([NaN, -0]); },
  'many strings': function () { return long(100, function (i) { return 'name' + i; }); },
  'many values': function () { return long(100, function (i) { return i % 3 ? i : i % 2 ? 'name' + i : i / 7; }); },
  'many smis with holes': function () { return punched(long(100, function (i) { return i; })); },
  'many doubles with holes': function () { return punched(long(100, function (i) { return i + 0.5; })); },
  'more than a piece of smis': function () { return long(70000, function (i) { return i; }); },
  'more than a piece of doubles': function () { return long(70000, function (i) { return i / 2; }); },
  'more than a piece of values': function () { return long(70000, function (i) { return i % 2 ? i : 'name' + i; }); },
  'in a dictionary': function () {
    var a = [1, 2, 3];
    a[100] = 4;
    Object.defineProperty(a, 1, { value: 5, enumerable: false, writable: true, configurable: true });
    return a;
  },
  frozen: function () { return Object.freeze([1, 0.5, 'a', , NaN]); },
  sealed: function () { return Object.seal([1, 0.5, 'a', NaN]); },
  'not extensible': function () { return Object.preventExtensions([1, 0.5, 'a', , NaN]); },
  'with a named property': function () { var a = [1, 2, , 4]; a.name = 'a'; return a; },
  'a subclass': function () { class A extends Array {} return A.of(1, 2, 3, 1); },
  'an array-like object': function () { return { length: 4, 0: 'a', 1: 'b', 3: 'a' }; },
  'a prototype with elements': function () {
    return Object.setPrototypeOf(
      [1, , 3, ,],
      Object.create(Array.prototype, {
        1: { value: 'p', writable: true, configurable: true },
        3: { value: 'q', writable: true, configurable: true }
      })
    );
  },
  'a proxy': function () { return new Proxy([1, , 3, 1], {}); },
};
var wanted = [
  0,
  -0,
  1,
  2,
  2.5,
  -1,
  -3,
  96,
  1073741824,
  1073741823,
  -1073741824,
  -1073741825,
  0.5,
  1 / 7,
  NaN,
  Infinity,
  69999,
  34999.5,
  35000,
  'a',
  'ab',
  'yz',
  'a\u0100',
  '',
  rope,
  'left side of a rope, [object Object]',
  'name69998',
  'name99',
  'name9',
  'p',
  'q',
  undefined,
  null,
  true,
  false,
  symbol,
  Symbol('s'),
  object,
  {},
  10n,
  11n
];
var starts = [
  [],
  [0],
  [2],
  [-1],
  [-3],
  [100],
  [-100],
  [1.9],
  [-0.5],
  [NaN],
  [Infinity],
  [-Infinity],
  [undefined],
  [69990],
  [-69990]
];

function integer(v) { return Math.trunc(v) || 0; }
function sameValueZero(a, b) { return a === b || (a !== a && b !== b); }
var model = {
  indexOf: function (o, v, start) {
    var n = integer(start);
    for (var k = n >= 0 ? n : Math.max(o.length + n, 0); k < o.length; k++) if (k in o && o[k] === v) return k;
    return -1;
  },
  includes: function (o, v, start) {
    var n = integer(start);
    for (var k = n >= 0 ? n : Math.max(o.length + n, 0); k < o.length; k++) if (sameValueZero(o[k], v)) return true;
    return false;
  },
  lastIndexOf: function (o, v, start) {
    var n = arguments.length > 2 ? integer(start) : o.length - 1;
    for (var k = n >= 0 ? Math.min(n, o.length - 1) : o.length + n; k >= 0; k--) if (k in o && o[k] === v) return k;
    return -1;
  },
};

Object.keys(kinds).forEach(function (kind) {
  Object.keys(model).forEach(function (method) {
    test(method + ', ' + kind, function () {
      var o = kinds[kind]();
      var some = o.length > 1000
          ? wanted.filter(function (v, i) {
            return i % 4 === method.length % 4 || v === 69999 || v === 35000 || v === 'name69998';
          })
          : wanted;
      some.forEach(function (v) {
        starts.forEach(function (start) {
          var got = Array.prototype[method].apply(o, [v].concat(start)),
              expected = model[method].apply(null, [o, v].concat(start));
          if (got !== expected) assertSame(got, expected, method + '(' + String(v) + ', ' + start + ')');
        });
      });
    });
  });
});

test('includes finds undefined where converting an argument has cut the array', function () {
  var a = [1, 2, 3, 4];
  assertSame(a.includes(undefined, { valueOf: function () { a.length = 1; return 0; } }), true);
  a = [1, 2, 3, 4];
  assertSame(a.includes(undefined, { valueOf: function () { a.length = 3; return 3; } }), true);
  a = [1, 2, 3, 4];
  assertSame(a.includes(4, { valueOf: function () { a.length = 3; return 0; } }), false);
});
test('indexOf and lastIndexOf find nothing where converting an argument has cut the array', function () {
  var a = [1, 2, 3, 4];
  assertSame(a.indexOf(undefined, { valueOf: function () { a.length = 1; return 0; } }), -1);
  a = [1, 2, 3, 4];
  assertSame(a.lastIndexOf(2, { valueOf: function () { a.length = 2; return 3; } }), 1);
  a = [1, 2, 3, 4];
  assertSame(a.lastIndexOf(4, { valueOf: function () { a.length = 2; return 3; } }), -1);
});
test('what converting an argument appends is not searched', function () {
  var a = [1, 2];
  assertSame(a.indexOf(3, { valueOf: function () { a.push(3); return 0; } }), -1);
  assertSame(a.includes(4, { valueOf: function () { a.push(4); return 0; } }), false);
  assertSame(a.lastIndexOf(5, { valueOf: function () { a.push(5); return 100; } }), -1);
});
test('converting an argument may change the kind of elements', function () {
  var a = [1, 2, 3];
  assertSame(a.indexOf('x', { valueOf: function () { a[1] = 'x'; return 0; } }), 1);
  a = [1, 2, 3];
  assertSame(a.lastIndexOf(2.5, { valueOf: function () { a[1] = 2.5; return 2; } }), 1);
  a = [1, 2, 3];
  assertSame(
    a.includes(7, {
      valueOf: function () { Object.defineProperty(a, 1, { get: function () { return 7; } }); return 0; }
    }),
    true
  );
});
test('getters see each place once, in order, until the element is found', function () {
  var seen = [], o = { length: 4 };
  [0, 1, 2, 3].forEach(function (i) {
    Object.defineProperty(o, i, { get: function () { seen.push(i); return i * 2; } });
  });
  assertSame(Array.prototype.indexOf.call(o, 4), 2);
  assertSame(Array.prototype.lastIndexOf.call(o, 2), 1);
  assertSame(Array.prototype.includes.call(o, 0), true);
  assertEquals(seen, [0, 1, 2, 3, 2, 1, 0]);
});
