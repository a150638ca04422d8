// Builds one kind of data and says how much memory it took. run.py puts "var CASE = ..., COUNT = ..., BASE = ...;"
// in front. BASE: make only what is there before the data, for an engine that tells its live bytes when it ends.
// Old JavaScript, because the oldest engine sets the language. All items hang in a growing array unless said otherwise, so
// a reference and the array's slack are in every figure.
var CASES = {
  objs: function (n) { var a = []; for (var i = 0; i < n; i++) a.push({ x: i, y: i + 1 }); return a; },
  arr3: function (n) { var a = []; for (var i = 0; i < n; i++) a.push([i, i + 1, i + 2]); return a; },
  map: function (n) { var m = new Map(); for (var i = 0; i < n; i++) m.set(i, i); return m; },
  strs: function (n) {
    var a = [];
    for (var i = 0; i < n; i++) { var s = 's' + i; s.charCodeAt(0); a.push(s); }  // charCodeAt: no ropes
    return a;
  },
  tree: function (n) {
    function node(depth) { return depth === 0 ? { left: null, right: null } : { left: node(depth - 1), right: node(depth - 1) }; }
    return node(Math.round(Math.log(n + 1) / Math.LN2) - 1);
  },
  dbl: function (n) { var a = []; for (var i = 0; i < n; i++) a.push(i + 0.5); return a; },
  clos: function (n) {
    function make(v) { return function () { return v; }; }
    var a = [];
    for (var i = 0; i < n; i++) a.push(make(i));
    return a;
  },
  json: function (n) {
    var parts = [];
    for (var i = 0; i < n; i++) {
      parts.push('{"id":' + i + ',"name":"user number ' + i + '","email":"user' + i + '@example.org","active":' + (i % 2 === 0) +
          ',"score":' + (i * 0.37).toFixed(2) + ',"tags":["alpha' + i % 10 + '","beta' + i % 7 + '","gamma"],"address":{"street":"Street ' +
          i % 500 + '","zip":' + (10000 + i % 90000) + '},"history":[' + i + ',' + (i + 1) + ',' + (i + 2) + ']}');
    }
    var text = '[' + parts.join(',') + ']';
    parts = null;
    text.charCodeAt(text.length >> 1);
    base = measure();  // the text itself is not what is counted
    return { result: BASE ? null : JSON.parse(text), text: text };
  }
};

var write = typeof print === 'function' ? print : function (s) { console.log(s); };

function collect() {
  if (typeof gc === 'function') { gc(); gc(); }
}

// What the engine itself says lives, in bytes; -1 where it says nothing.
function reported() {
  if (typeof hostMemory === 'function') return hostMemory();                                 // node (bench/node_global.js)
  if (typeof gcHeapSize === 'function') return gcHeapSize();                                 // jsc
  if (typeof HermesInternal === 'object') return HermesInternal.getInstrumentedStats().js_allocatedBytes;
  return -1;
}

// Waits a moment, so that run.py can look at the process from outside.
function measure() {
  collect();
  var live = reported();
  write('READY');
  for (var end = Date.now() + 400; Date.now() < end;) ;
  return live;
}

var base = measure();
var kept = BASE && CASE !== 'json' ? null : CASES[CASE](COUNT);
var live = measure();
write('RESULT ' + (base < 0 ? -1 : live - base));
