// lodash's own test suite, from a checkout of its repository: run.py runs it where there is one and sets lodashCheckout.
// This is as much of QUnit as the suite uses.
(function (global) {
  'use strict';
  var print = console.log;
  var tests = [], group = '';

  function sameEntries(a, b, seen) {
    if (a.size !== b.size) return false;
    var right = Array.from(b);
    return Array.from(a).every(function (x) {
      var at = right.findIndex(function (y) { return same(x, y, seen); });
      if (at >= 0) right.splice(at, 1);
      return at >= 0;
    });
  }
  function same(a, b, seen) {
    if (a === b || (a !== a && b !== b)) return true;
    if (typeof a !== 'object' && typeof a !== 'function' || typeof a !== typeof b || a === null || b === null) return false;
    if (typeof a === 'function') return false;
    var tag = Object.prototype.toString.call(a);
    if (tag !== Object.prototype.toString.call(b)) return false;
    for (var i = 0; i < seen.length; i += 2) if (seen[i] === a && seen[i + 1] === b) return true;
    seen = seen.concat([a, b]);
    if (tag === '[object RegExp]') return String(a) === String(b);
    if (tag === '[object Date]' || tag === '[object Number]' || tag === '[object String]' || tag === '[object Boolean]' || tag === '[object Symbol]') {
      return same(a.valueOf(), b.valueOf(), seen);
    }
    if (tag === '[object Error]') return a.name === b.name && a.message === b.message;
    if (tag === '[object Map]' || tag === '[object Set]') return sameEntries(a, b, seen);
    if (Array.isArray(a)) {
      if (a.length !== b.length) return false;
      for (i = 0; i < a.length; i++) if (!same(a[i], b[i], seen)) return false;
      return true;
    }
    var left = Object.getPrototypeOf(a), right = Object.getPrototypeOf(b);
    if (a.constructor !== b.constructor && !(left === null && right === Object.prototype) && !(right === null && left === Object.prototype)) return false;
    var keys = [], others = [];
    for (var key in a) keys.push(key);
    for (key in b) others.push(key);
    if (keys.sort().join('\n') !== others.sort().join('\n')) return false;
    return keys.every(function (k) { return same(a[k], b[k], seen); });
  }

  function Assert(log) {
    this.log = log;
    this.count = this.pending = 0;
    this.expected = null;
    this.check = function (ok, message) {
      this.count++;
      if (!ok) log.push('assertion ' + this.count + (message ? ' (' + message + ')' : ''));
    };
  }
  Assert.prototype = {
    expect: function (n) { this.expected = n; },
    ok: function (value, message) { this.check(!!value, message); },
    notOk: function (value, message) { this.check(!value, message); },
    equal: function (a, b, message) { this.check(a == b, message); },
    notEqual: function (a, b, message) { this.check(a != b, message); },
    strictEqual: function (a, b, message) { this.check(a === b, message); },
    notStrictEqual: function (a, b, message) { this.check(a !== b, message); },
    deepEqual: function (a, b, message) { this.check(same(a, b, []), message); },
    raises: function (fn, type, message) {
      var thrown = false, error;
      try { fn(); } catch (e) { thrown = true; error = e; }
      this.check(thrown && (typeof type !== 'function' || error instanceof type), message);
    },
    async: function () {
      var self = this;
      this.pending++;
      return function () { if (--self.pending === 0) self.ended(); };
    }
  };

  var passed = 0, failed = 0;
  function runFrom(index) {
    for (; index < tests.length; index++) {
      var log = [], assert = new Assert(log), waiting = false, next = index + 1;
      assert.ended = function () { if (waiting) { report(tests[next - 1], assert); runFrom(next); } };
      try { tests[index].body.call({}, assert); } catch (e) { log.push('threw ' + e); }
      if (assert.pending > 0) { waiting = true; return; }
      report(tests[index], assert);
    }
    print(passed + ' passed, ' + failed + ' failed');
  }
  function report(test, assert) {
    if (assert.expected !== null && assert.expected !== assert.count) assert.log.push(assert.count + ' assertions of ' + assert.expected);
    if (assert.log.length === 0) passed++; else failed++;
    print((assert.log.length ? 'not ok ' : 'ok ') + test.name + (assert.log.length ? ': ' + assert.log.join('; ') : ''));
  }

  global.QUnit = {
    config: {}, load: function () {}, done: function () {},
    module: function (name) { group = name; },
    test: function (name, body) { tests.push({ name: group + ': ' + name, body: body }); },
    start: function () { runFrom(0); }
  };
  // The loader's time stands still, but some tests wait for it in a loop: here every look at the clock takes a while.
  // Timers fire in the order of their times, when no job is left.
  var now = Date.UTC(2024, 1, 29, 12), timers = [], nextTimer = 1, StillDate = Date;
  function clock() { return Math.floor(now += 0.1); }
  global.Date = new Proxy(StillDate, {
    construct: function (target, args, newTarget) { return args.length ? Reflect.construct(target, args) : new target(clock()); },
    get: function (target, key) { return key === 'now' ? clock : target[key]; }
  });
  function runTimer() {
    if (timers.length === 0) return;
    timers.sort(function (a, b) { return a.at - b.at || a.id - b.id; });
    var timer = timers.shift();
    now = Math.max(now, timer.at);
    timer.fn.apply(undefined, timer.args);
    Promise.resolve().then(runTimer);
  }
  global.setTimeout = function (fn, delay) {
    if (timers.length === 0) Promise.resolve().then(runTimer);
    timers.push({ id: nextTimer, at: now + (Number(delay) || 0), fn: fn, args: Array.prototype.slice.call(arguments, 2) });
    return nextTimer++;
  };
  global.clearTimeout = function (id) { timers = timers.filter(function (t) { return t.id !== id; }); };

  function instance(text) {
    var module = { exports: {} };
    new Function('module', 'exports', text).call(global, module, module.exports);
    return module.exports;
  }
  global.lodashStable = instance(readFile('node_modules/lodash/lodash.js'));
  // What the suite loads anew while natives are broken on purpose is lodash itself.
  var text = readFile(global.lodashCheckout + '/lodash.js');
  global.require = function () { return instance(text); };
  global.require.cache = {};
  global._ = instance(text);
  global.ui = { buildPath: 'lodash.js', loaderPath: '', isModularize: false, isStrict: false, urlParams: {} };
  (0, eval)(readFile(global.lodashCheckout + '/test/test.js'));
})(globalThis);
