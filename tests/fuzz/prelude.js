// What generated programs (generator.py) run on: a budget that ends every loop, and a log of values without messages or addresses.
// Everything here uses the library as it was before the program changed it. The host gives each program an isolate of its own, and
// calls start(), runs the jobs, and calls finish().
var B = 0, LOG = [], SEED, PROGRAM, RESULT;
class Stop { }
var $ = (function () {
  var R = Reflect, ownKeys = R.ownKeys, descriptor = R.getOwnPropertyDescriptor, define = R.defineProperty, proto = R.getPrototypeOf,
      is = Object.is, isArray = Array.isArray, isFrozen = Object.isFrozen, isSealed = Object.isSealed,
      isExtensible = Object.isExtensible, json = JSON.stringify, call = Function.prototype.call.bind(Function.prototype.call),
      slice = String.prototype.slice, classOf = Object.prototype.toString, Str = String, symbolText = Symbol.prototype.toString,
      bigText = BigInt.prototype.toString, asIntN = BigInt.asIntN, MapEntries = Map.prototype.entries, SetValues = Set.prototype.values,
      mapNext = proto(new Map().entries()).next, setNext = proto(new Set().values()).next, View = ArrayBuffer.isView,
      errors = [TypeError, RangeError, ReferenceError, SyntaxError, EvalError, URIError, AggregateError, Error], realms = 0,
      boxes = [[Number.prototype.valueOf, 'Number'], [String.prototype.valueOf, 'String'], [Boolean.prototype.valueOf, 'Boolean'], [Date.prototype.getTime, 'Date']],
      known = new Map(), knownGet = Map.prototype.get, length = descriptor(proto(Uint8Array.prototype), 'length').get;
  var intrinsics = {Object, Array, Function, String, Number, Boolean, Symbol, BigInt, Map, Set, WeakMap, WeakSet, WeakRef, Date, RegExp, Promise, Error, TypeError,
    RangeError, ReferenceError, SyntaxError, ArrayBuffer, SharedArrayBuffer, DataView, Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array,
    Int32Array, Uint32Array, Float32Array, Float64Array, BigInt64Array, BigUint64Array};
  for (var name of ownKeys(intrinsics)) { known.set(intrinsics[name].prototype, name + '.prototype'); known.set(intrinsics[name], name); }
  var hidden = {generator: (function* () {}), asyncGenerator: (async function* () {}), async: (async () => {}), arrayIterator: [].values(), mapIterator: new Map().keys(),
    setIterator: new Set().keys(), stringIterator: ''[Symbol.iterator](), matches: ''.matchAll(/a/g), bound: Reflect};
  for (name of ownKeys(hidden)) for (var o = hidden[name], n = 1; (o = proto(o)) && !known.has(o); n++) {
    known.set(o, name + n);
    if (descriptor(o, 'prototype')) known.set(o.prototype, name + n + '.prototype');
  }
  known.set(globalThis, 'globalThis'), known.set(Math, 'Math'), known.set(JSON, 'JSON'), known.set(Reflect, 'Reflect');
  var nodes = 0;
  function key(k) { return typeof k === 'symbol' ? call(symbolText, k) : Str(k); }
  function errorName(e) {
    for (var i = 0; i < errors.length; i++) if (proto(e) === errors[i].prototype) return errors[i].name;
    return 'Error';
  }
  // Of any realm that the program has.
  function isError(e) {
    for (var i = 7; i < errors.length; i += 8) if (e instanceof errors[i]) return true;
    // The prototypes of errors may inherit from something else now.
    if (typeof e !== 'object' || e === null) return false;
    var up = proto(e);
    for (i = 0; i < errors.length; i++) if (up === errors[i].prototype) return true;
    return false;
  }
  function show(v, d) {
    d = d | 0;
    try {
      switch (typeof v) {
        case 'string': return json(v.length > 80 ? call(slice, v, 0, 80) + v.length : v);
        case 'number': return is(v, -0) ? '-0' : Str(v);
        case 'bigint': return call(bigText, asIntN(300, v)) + 'n';
        case 'symbol': return call(symbolText, v);
        case 'undefined': case 'boolean': return Str(v);
      }
      if (v === null) return 'null';
      var name = call(knownGet, known, v);
      if (name) return name;
      if (typeof v === 'function') { var n = descriptor(v, 'name'), l = descriptor(v, 'length'); return 'fn ' + (n ? typeof n.value === 'string' ? json(n.value) : typeof n.value : '') + '/' + (l ? typeof l.value === 'number' ? l.value : typeof l.value : ''); }
      if (d > 3 || ++nodes > 150) return '…';
      if (isError(v)) return errorName(v);
      var s = '', i, k, at, e;
      if (View(v) && classOf !== undefined) {
        s = call(classOf, v) + '(';
        try { at = call(length, v); for (i = 0; i < at && i < 8; i++) s += (i ? ',' : '') + show(v[i], d + 1); s += '#' + at; } catch (_) { }
        return s + ')';
      }
      try { for (at = call(MapEntries, v); !(e = call(mapNext, at)).done && s.length < 200;) s += show(e.value[0], d + 1) + '=>' + show(e.value[1], d + 1) + ','; return 'Map(' + s + ')'; } catch (e) { if (e instanceof Stop) throw e; }
      try { for (at = call(SetValues, v); !(e = call(setNext, at)).done && s.length < 200;) s += show(e.value, d + 1) + ','; return 'Set(' + s + ')'; } catch (e) { if (e instanceof Stop) throw e; }
      for (i = 0; i < 4; i++) try { s = boxes[i][1] + ':' + show(call(boxes[i][0], v)); break; } catch (_) { }
      s += isArray(v) ? '[' : '{';
      var keys = ownKeys(v);
      for (i = 0; i < keys.length; i++) {
        if (keys[i] === 'stack') continue;  // its text and place are every engine's own
        if (i > 14) { s += '…' + keys.length; break; }
        var p = descriptor(v, k = keys[i]);
        if (!p) { s += key(k) + '?,'; continue; }
        s += key(k) + (p.writable === false ? '!' : '') + (p.enumerable ? '' : '~') + (p.configurable ? '' : '^') + ':' + ('value' in p ? show(p.value, d + 1) : (p.get ? 'G' : '') + (p.set ? 'S' : '')) + ',';
      }
      s += (isArray(v) ? ']' : '}') + (isFrozen(v) ? 'F' : isSealed(v) ? 'S' : isExtensible(v) ? '' : 'N');
      var up = proto(v);
      return up === null ? s + '^null' : up === Object.prototype || up === Array.prototype ? s : s + '^' + show(up, d + 2);
    } catch (e) { if (e instanceof Stop) throw e; return 'E' + what(e); }
  }
  function what(e) { try { return isError(e) ? errorName(e) : e instanceof Stop ? 'stop' : show(e); } catch (_) { return '?'; } }
  function shown(v) { nodes = 0; return show(v); }
  function log(v) { text(shown(v)); }
  function text(s) { if (LOG.length < 1000) define(LOG, LOG.length, {value: s, writable: true, enumerable: true, configurable: true}); }
  // Another realm: what it has is known by names of its own, and it has the functions of this file.
  function realm() {
    var other = createRealm(), name = 'R' + ++realms + '.', i;
    for (var key of ownKeys(intrinsics)) { known.set(other[key].prototype, name + key + '.prototype'); known.set(other[key], name + key); }
    for (key of ['Math', 'JSON', 'Reflect']) known.set(other[key], name + key);
    known.set(other, name + 'globalThis');
    for (i = 0; i < 8; i++) define(errors, errors.length, {value: other[errors[i].name], configurable: true, enumerable: true, writable: true});
    for (key of ['T', 'S', 'C', 'L', 't', 'V', 'P', 'K', 'SY', 'RB', 'F1', 'F2', 'RZ', 'DE', 'D', 'W', 'SP', 'RV', 'G', 'I', 'all']) other[key] = globalThis[key];
    other.DT = DT;
    return other;
  }
  return {shown, what, log, text, realm, descriptor, define, ownKeys, isArray, asIntN, slice, call, then: call.bind(undefined, Promise.prototype.then)};
})();
// Ends a program that does too much. Everything that may be repeated calls it.
function T() { if (--B < 0) throw new Stop(); return true; }
// The same for catch clauses: what must not be caught is thrown again.
function S(e) { if (B < 0) throw new Stop(); return e; }
// A value that is small enough to go on with.
function C(v) {
  if (typeof v === 'string') return v.length > 300 ? $.call($.slice, v, 0, 300) : v;
  if (typeof v === 'bigint') return $.asIntN(200, v);
  if (v !== null && (typeof v === 'object' || typeof v === 'function') && v.length > 3000) return [];
  return v;
}
function L(v) { $.log(v); return v; }
// The value of an expression, or the error's name in the log.
function t(f) { T(); try { return f(); } catch (e) { S(e); $.text('!' + $.what(e)); } }
// Calls f with the first list of arguments n times, then with the others in turn, and with the first again.
function warm(f, n, first, ...others) {
  var i;
  // Each call is in the log, what is the same again too: where the other engine's entries are known to differ, so do repetitions.
  function once(list) {
    T();
    try { $.text($.shown(f(...list()))); } catch (e) { S(e); $.text('!' + $.what(e)); }
  }
  for (i = 0; i < n; i++) once(first);
  for (i = 0; i < others.length; i++) { once(others[i]); if (i % 3 === 1) once(others[i]); }
  once(first);
}
// Changes the library.
function patch(o, k, d) { d.configurable = true; return V($.define(o, k, d)); }
// Where the host may look at what caches remember (host.cc), after a change.
function V(v) { if (typeof verify === 'function') verify(); return v; }
// A function that tells what it was given.
function all(...list) { T(); return [list.length, ...list]; }
function realm() { return $.realm(); }
// A proxy whose traps show up in the log and pass through.
function P(target, kinds) {
  var h = {};
  for (var k of kinds ? kinds.split(' ') : ['get', 'set', 'has', 'deleteProperty', 'ownKeys', 'getOwnPropertyDescriptor', 'defineProperty', 'getPrototypeOf', 'setPrototypeOf', 'isExtensible', 'preventExtensions', 'apply', 'construct'])
    h[k] = (k => function (...a) { T(); if (LOG.length < 120) $.text('.' + k); return Reflect[k](...a); })(k);
  return new Proxy(target, h);
}
// Where a host may put the program away and go on in another isolate (host.cc). Other engines have nothing of the kind.
function K() { if (typeof checkpoint === 'function') try { checkpoint(); } catch (e) { } }
// Made anew for each program: a symbol, a resizable buffer, two constructors.
var SY, RB, F1, F2;
function make() {
  SY = Symbol('sy'), RB = new ArrayBuffer(16, {maxByteLength: 64});
  F1 = function (p, q) { T(); if (new.target === undefined) return p; this.x = p; this.y = q; };
  F1.prototype.m = function (p) { T(); return this.x; };
  F2 = function (p) { 'use strict'; T(); return p; };
}
// Dates that do not tell the time.
class DT extends Date { constructor(...list) { super(...(list.length ? list : [0])); } }
// A buffer that another length or none at all is given to.
function RZ(n) { RB.resize(n * 8); return RB.byteLength; }
function DE(v) { if (v.buffer instanceof ArrayBuffer && v.buffer.transfer) v.buffer.transfer(); return v; }
// An object with so many properties that it has become a dictionary.
function D(v) { var o = typeof v === 'object' && v !== null ? v : {}; for (var i = 0; i < 40; i++) o['k' + i] = i; for (i = 0; i < 40; i += 3) delete o['k' + i]; return o; }
// An array whose length cannot be changed; a sparse one; a proxy that is no more.
function W(a) { return Object.defineProperty(a, 'length', {writable: false}); }
function SP(n) { var a = [1]; a[5000 + (n & 7)] = n; return a; }
function RV() { var r = Proxy.revocable({}, {}); r.revoke(); return r.proxy; }
function* G(...list) { try { for (var v of list) { T(); L(yield v); } } finally { L('end'); } }
function I(n) { return {i: 0, next() { T(); return {value: this.i, done: this.i++ >= n}; }, return(v) { L('return'); return {value: v}; }, [Symbol.iterator]() { return this; }}; }
// A function that does the next of some things when it is called in the middle of something else, and not for ever.
function again(most, ...things) {
  var n = 0, within = 0;
  return function R() {
    T();
    if (n >= most || within > 3) return 1;
    within++;
    try { told(things[n++ % things.length]()); } catch (e) { S(e); $.text('!' + $.what(e)); } finally { within--; }
    return 1;
  };
}
// A getter in the library that calls f; the value is what is there otherwise. Returns what takes it away again.
function hooked(o, k, v, f) {
  var old = $.descriptor(o, k);
  $.define(o, k, {__proto__: null, get: function () { f(); return v; }, set: undefined, configurable: true, enumerable: false});
  V();
  return function () { if (old) $.define(o, k, old); else delete o[k]; V(); };
}
// What an operation has given; what a promise becomes shows up when it is known.
function told(v) {
  L(v);
  try { $.then(v, function (r) { $.text('f ' + $.shown(r)); }, function (e) { $.text('r ' + $.what(e)); }); } catch (e) { S(e); }
  return v;
}
// Waits until other jobs have come to an end: how many an import takes is up to the host.
async function settle() { for (let i = 0; i < 200; i++) await 0; }
function run(n, f) { SEED = n, PROGRAM = f; }
function start() {
  B = 3000;
  make();
  try {
    var result = RESULT = PROGRAM();
    if (result instanceof Promise) result.then(L, function (e) { $.text('! ' + $.what(e)); });
    else L(result);
  } catch (e) { $.text('! ' + $.what(e)); }
}
function finish() {
  var s = '';
  for (var i = 0; i < LOG.length; i++) s += (i ? ' | ' : '') + LOG[i];
  print(SEED + ' ' + s);
}
