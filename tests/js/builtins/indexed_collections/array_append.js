// What appends all of an array at once: spread, concat, flat, push of many arguments, toSpliced and with, for
// every pair of kinds of elements.

var object = { o: 1 };
function long(n, element) {
  var a = [];
  for (var i = 0; i < n; i++) a.push(element(i));
  return a;
}
var kinds = {
  empty: function () { return []; },
  smis: function () { return [1, 2, 3]; },
  'smis with holes': function () { return [1, , 3, ,]; },
  doubles: function () { return [0.5, -0, NaN, 1e300, 2]; },
  'doubles with holes': function () { return [0.5, , 1.5, , -0]; },
  values: function () { return ['a', object, null, undefined, 0.5, 1]; },
  'values with holes': function () { return ['a', , undefined, , 0.5]; },
  'only holes': function () { return new Array(5); },
  'many smis': function () { return long(70000, function (i) { return i; }); },
  'many doubles': function () { return long(70000, function (i) { return i + 0.25; }); },
  'many values': function () { return long(40000, function (i) { return i % 2 ? 'v' : i / 4; }); },
  'in a dictionary': function () { var a = [1, 2, 3]; a[100] = 4; return a; },
  'a subclass': function () { class A extends Array {} var a = A.of(1, 2, 3); delete a[1]; return a; },
  'a prototype with elements': function () {
    return Object.setPrototypeOf(
      [1, , 3, ,],
      Object.create(Array.prototype, { 1: { value: 'p', writable: true, configurable: true } })
    );
  },
};
function check(got, expected, message) {
  assertSame(got.length, expected.length, message + ': length');
  for (var i = 0; i < expected.length; i++) {
    if (!Object.is(got[i], expected[i])) assertSame(got[i], expected[i], message + ' at ' + i);
    if ((i in got) !== (i in expected)) assertSame(i in got, i in expected, message + ' holds ' + i);
  }
}
function read(to, from) {
  for (var i = 0; i < from.length; i++) to.push(from[i]);
  return to;
}
function appended(to, from) {
  var start = to.length;
  for (var i = 0; i < from.length; i++) if (i in from) to[start + i] = from[i];
  to.length = start + from.length;
  return to;
}
function copy(a) { return appended([], a); }

Object.keys(kinds).forEach(function (first) {
  test('one after the other, ' + first + ' first', function () {
    Object.keys(kinds).forEach(function (second) {
      var a = kinds[first](), b = kinds[second](), name = first + ' and ' + second;
      check([...a, ...b], read(read([], a), b), 'spread, ' + name);
      check(
        [, ...a, , ...b, 'end'],
        (function () { var r = [,]; read(r, a); r.length++; read(r, b); r.push('end'); return r; })(),
        'spread among others, ' + name
      );
      check([].concat(a, b), appended(appended([], a), b), 'concat, ' + name);
      check(copy(a).concat(b), appended(copy(a), b), 'concat to, ' + name);
      check([a, b, 7].flat(), [].concat(a, b, 7).filter(function () { return true; }), 'flat, ' + name);
      if (b.length < 1000)
        check((function () { var r = copy(a); r.push(...b); return r; })(), read(copy(a), b), 'push, ' + name);
    });
  });
  test('copies with a change, ' + first, function () {
    var a = kinds[first](), all = read([], a);
    [0.5, 3, 'x', undefined, NaN, -0].forEach(function (v) {
      if (a.length) check(a.with(1, v), all.map(function (w, i) { return i === 1 ? v : w; }), 'with');
      check(a.toSpliced(1, 2, v, v), read(read(all.slice(0, 1), [v, v].slice(0)), all.slice(3)), 'toSpliced');
    });
    check(a.toSpliced(), all, 'toSpliced of nothing');
    check(a.toSpliced(0, 1), all.slice(1), 'toSpliced of the first');
    check(a.toSpliced(a.length, 0, 'e'), all.concat('e'), 'toSpliced at the end');
  });
});

test('many arguments become arrays of their kinds', function () {
  ['smis', 'doubles', 'values', 'many smis', 'many values'].forEach(function (kind) {
    var a = kinds[kind]().slice(0, 5000);
    check(new Array(...a), a, 'new Array, ' + kind);
    check(Array.of(...a), a, 'Array.of, ' + kind);
    check(Array.of.call(undefined, ...a), a, 'Array.of without a constructor, ' + kind);
    var b = [];
    b.push(...a, ...a);
    check(b, a.concat(a), 'push, ' + kind);
    b = [0.5];
    b.push(...a);
    check(b, [0.5].concat(a), 'push to doubles, ' + kind);
  });
  class A extends Array {}
  assertSame(Object.getPrototypeOf(new A(1, 2, 3)), A.prototype);
  assertSame(Object.getPrototypeOf(A.of(1, 2, 3)), A.prototype);
  check(new A(1.5, 2, 3), [1.5, 2, 3], 'a subclass');
});
test('push of many to arrays that do not take them', function () {
  assertThrows(TypeError, function () { Object.freeze([1]).push(1, 2, 3, 4, 5, 6, 7, 8, 9); });
  assertThrows(TypeError, function () { Object.preventExtensions([1]).push(1, 2, 3, 4, 5, 6, 7, 8, 9); });
  var a = [1];
  Object.defineProperty(a, 'length', { writable: false });
  assertThrows(TypeError, function () { a.push(1, 2, 3, 4, 5, 6, 7, 8, 9); });
  assertEquals(a, [1]);
});
test('a species constructor may return an array that concat reads from', function () {
  var a = [1, 2, 3];
  a.constructor = { [Symbol.species]: function () { return a; } };
  var got = a.concat([4, 5]);
  assertSame(got, a);
  check(got, [1, 2, 3, 4, 5], 'itself');
  a = [1];
  var result = [7, 8, 9];
  a.constructor = { [Symbol.species]: function () { return result; } };
  check(a.concat([2]), [1, 2], 'another');
});
test('what an array spreads is read before an iterator changes it', function () {
  var a = [1, 2, 3];
  check([...a, ...{ *[Symbol.iterator]() { a.length = 0; yield 4; } }, ...a], [1, 2, 3, 4], 'changed');
});
test('an iterator that throws is not closed, and leaves nothing', function () {
  var closed = 0;
  var iterable = {
    [Symbol.iterator]: function () {
      var n = 0;
      return {
        next: function () { if (++n > 100) throw new RangeError('end'); return { value: n, done: false }; },
        return: function () { closed++; return {}; }
      };
    }
  };
  assertThrows(RangeError, function () { return [...iterable]; });
  assertSame(closed, 0);
});
test('many values of iterators of every kind', function () {
  var n = 1000, numbers = long(n, function (i) { return i; }), halves = numbers.map(function (i) { return i + 0.5; });
  check([...new Set(halves)], halves, 'a set');
  check(
    [...new Map(halves.map(function (v) { return [v, String(v)]; })).values()],
    halves.map(String),
    'values of a map'
  );
  check(
    [...(function* () { yield* numbers; yield* halves; yield 'x'; })()],
    numbers.concat(halves, 'x'),
    'a generator'
  );
  check([...halves.values()], halves, 'values');
  check([0, ...'ab\u{1F600}c'], [0, 'a', 'b', '\u{1F600}', 'c'], 'text');
});
