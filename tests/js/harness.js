// The harness of the JavaScript tests: a script that runs before the test file, in the same global scope.
// It is written in old JavaScript on purpose: a fault in a newer feature fails that feature's tests and no others.
//
//   test('name', function () { ... })              runs now
//   asyncTest('name', async function () { ... })   runs after the script, one at a time, in order
//   assert(condition, message)
//   assertEquals(actual, expected, message)        deep; numbers by SameValue (NaN equals NaN, 0 is not -0)
//   assertSame(actual, expected, message)          Object.is
//   warm(fn, expected, turns)                      fn(i) is the same as expected(i), in 1000 turns: it gets compiled
//   assertThrows(TypeError, fn, pattern)           fn throws an instance of exactly that constructor
//   assertRejects(TypeError, promise, pattern)     a promise to await
//
// Standard output tells run.py what happened: "test NAME", then "ok NAME" or "not ok NAME: why".

var harness = (function (global) {
  'use strict';
  var write = typeof print === 'function' ? print : console.log;
  var is = Object.is;
  var getPrototypeOf = Object.getPrototypeOf;
  var hasOwn = Object.prototype.hasOwnProperty;
  var classOf = Object.prototype.toString;

  function AssertionError(message) {
    this.message = message;
    this.stack = new Error(message).stack;
  }
  AssertionError.prototype = Object.create(Error.prototype);
  AssertionError.prototype.name = 'AssertionError';
  AssertionError.prototype.constructor = AssertionError;

  function format(value, depth) {
    depth = depth || 0;
    if (typeof value === 'string')
      return depth === 0 && value.length > 200 ? JSON.stringify(value.slice(0, 200)) + '…' : JSON.stringify(value);
    if (is(value, -0)) return '-0';
    if (typeof value === 'bigint') return String(value) + 'n';
    if (typeof value === 'symbol') return String(value);
    if (typeof value === 'function') return 'function ' + value.name;
    if (typeof value !== 'object' || value === null) return String(value);
    if (value instanceof Error) return value.name + ': ' + value.message;
    if (depth > 3) return '…';
    var parts = [];
    var i;
    if (Array.isArray(value)) {
      for (i = 0; i < value.length && i < 50; i++) parts.push(i in value ? format(value[i], depth + 1) : '<hole>');
      return '[' + parts.join(', ') + (value.length > 50 ? ', …' : '') + ']';
    }
    var name = classOf.call(value);
    if (name === '[object Map]' || name === '[object Set]') {
      value.forEach(function (v, k) {
        parts.push(
          name === '[object Map]' ? format(k, depth + 1) + ' => ' + format(v, depth + 1) : format(v, depth + 1)
        );
      });
      return name.slice(8, -1) + '{' + parts.join(', ') + '}';
    }
    var keys = Object.keys(value);
    for (i = 0; i < keys.length && i < 50; i++) parts.push(keys[i] + ': ' + format(value[keys[i]], depth + 1));
    return (name === '[object Object]' ? '' : name.slice(8, -1)) + '{' + parts.join(', ') + '}';
  }

  function same(a, b, seen) {
    if (is(a, b)) return true;
    if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
    var name = classOf.call(a);
    if (name !== classOf.call(b) || getPrototypeOf(a) !== getPrototypeOf(b)) return false;
    for (var i = 0; i < seen.length; i += 2) if (seen[i] === a && seen[i + 1] === b) return true;
    seen = seen.concat([a, b]);
    if (name === '[object Date]') return is(+a, +b);
    if (name === '[object RegExp]') return String(a) === String(b);
    if (name === '[object Number]' || name === '[object String]' || name === '[object Boolean]') {
      if (!is(a.valueOf(), b.valueOf())) return false;
    }
    if (name === '[object Map]' || name === '[object Set]') {
      if (a.size !== b.size) return false;
      var left = [], right = [];
      a.forEach(function (v, k) { left.push([k, v]); });
      b.forEach(function (v, k) { right.push([k, v]); });
      if (!same(left, right, seen)) return false;
    }
    if (a instanceof Error && (a.name !== b.name || a.message !== b.message)) return false;
    if (Array.isArray(a) && a.length !== b.length) return false;
    var keys = Object.keys(a), others = Object.keys(b);
    if (keys.length !== others.length) return false;
    for (i = 0; i < keys.length; i++) {
      if (!hasOwn.call(b, keys[i]) || !same(a[keys[i]], b[keys[i]], seen)) return false;
    }
    return true;
  }

  function fail(message, extra) { throw new AssertionError(extra === undefined ? message : extra + ': ' + message); }

  global.assert = function assert(condition, message) {
    if (condition !== true) fail('expected true, got ' + format(condition), message);
  };
  global.assertSame = function assertSame(actual, expected, message) {
    if (!is(actual, expected)) fail('expected ' + format(expected) + ', got ' + format(actual), message);
  };
  global.warm = function warm(fn, expected, turns) {
    for (var i = 0; i < (turns || 1000); i++) {
      var got = fn(i), wanted = expected(i);
      if (!is(got, wanted)) global.assertSame(got, wanted, 'turn ' + i);
    }
  };
  global.assertEquals = function assertEquals(actual, expected, message) {
    if (!same(actual, expected, [])) fail('expected ' + format(expected) + ', got ' + format(actual), message);
  };

  function checkError(error, type, pattern) {
    if (error === null || error === undefined || error.constructor !== type) {
      fail('expected ' + type.name + ', got ' + format(error));
    }
    if (pattern !== undefined && !pattern.test(error.message)) {
      fail('expected a message like ' + pattern + ', got ' + format(error.message));
    }
    return error;
  }
  global.assertThrows = function assertThrows(type, fn, pattern) {
    var result;
    try {
      result = fn();
    } catch (error) {
      return checkError(error, type, pattern);
    }
    fail('expected ' + type.name + ' to be thrown, got ' + format(result));
  };
  global.assertRejects = function assertRejects(type, promise, pattern) {
    return promise.then(function (value) {
      fail('expected a rejection with ' + type.name + ', got ' + format(value));
    }, function (error) {
      return checkError(error, type, pattern);
    });
  };

  function describe(error) {
    var text;
    try {
      text = error instanceof Error ? String(error.name) + ': ' + String(error.message) : format(error);
      // Where it was: the first line of the stack that is not the harness's own.
      var lines = String(error && error.stack).split('\n');
      for (var i = 0; i < lines.length; i++) {
        if (/:\d+/.test(lines[i]) && !/harness\.js/.test(lines[i])) { text += '  ' + lines[i].trim(); break; }
      }
    } catch (e) {
      text = 'an error that cannot be shown';
    }
    return text.replace(/\s+/g, ' ');
  }

  // With an array in global.deferredTests, tests wait there for runDeferredTests().
  function defer(define, name, fn) {
    var deferred = global.deferredTests;
    if (deferred) deferred.push(function () { define(name, fn); });
    return !!deferred;
  }
  // `again`: they are to be run once more.
  global.runDeferredTests = function runDeferredTests(again) {
    var deferred = global.deferredTests;
    delete global.deferredTests;
    for (var i = 0; i < deferred.length; i++) deferred[i]();
    if (again) global.deferredTests = deferred;
  };

  global.test = function test(name, fn) {
    if (defer(test, name, fn)) return;
    write('test ' + name);
    try {
      fn();
    } catch (error) {
      write('not ok ' + name + ': ' + describe(error));
      return;
    }
    write('ok ' + name);
  };

  var queue;
  global.asyncTest = function asyncTest(name, fn) {
    if (defer(asyncTest, name, fn)) return;
    write('test ' + name);  // a test that never settles is missing its "ok"
    queue = (queue || Promise.resolve()).then(fn).then(function () {
      write('ok ' + name);
    }, function (error) {
      write('not ok ' + name + ': ' + describe(error));
    });
  };

  return { format: format, same: function (a, b) { return same(a, b, []); } };
})(typeof globalThis === 'object' ? globalThis : this);
