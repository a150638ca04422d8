// Inline caches keep nothing alive: what a warm site has seen dies like everything else, and the site goes on.

var later = function () { return new Promise(function (resolve) { setTimeout(resolve, 1); }); };
// Words that lie about on the stack may keep something alive by chance: leave others there.
function clobber(n) { return n ? clobber(n - 1) + 1 : 0; }
async function collect() {
  for (var i = 0; i < 3; i++) {
    await later();
    clobber(200);
    if (typeof gc === 'function') gc();
  }
}
function alive(refs) { return refs.filter(function (r) { return r.deref() !== undefined; }).length; }
// By chance one or two of a hundred may stay. And optimized code keeps what it names as long as it is there:
// of a hundred sites, some few are optimized, where polls happen to find them.
var MOST = 9;

// A hundred sites of the same text, all of which stay. Each is warmed up by what `make` gives it and nobody else has.
function weakTest(name, text, make, after) {
  asyncTest(name, async function () {
    if (typeof gc !== 'function' || typeof WeakRef !== 'function') return;
    var refs = [], sites = [];
    for (var i = 0; i < 100; i++) sites.push(new Function('a', 'b', text + ' // ' + i));
    (function () { for (var i = 0; i < 100; i++) make(i, refs, sites[i]); })();
    await collect();
    var n = alive(refs);
    assert(n <= MOST * refs.length / sites.length, n + ' of ' + refs.length + ' are alive');
    sites.forEach(after);
  });
}

function payload(i) { return { i: i, big: new Array(100).fill(i + 0.5) }; }

weakTest('callees of a warm site die', 'b.a; b.b; return a(b)', function (i, refs, site) {
  var p = payload(i), f = function (o) { return o.a + o.b + p.i; };
  refs.push(new WeakRef(f), new WeakRef(p));
  for (var k = 0; k < 20; k++) assertSame(site(f, { a: 1, b: 2 }), 3 + i);
}, function (site) {
  var p = payload(7), f = function (o) { return o.a * p.i; };
  for (var k = 0; k < 20; k++) assertSame(site(f, { a: k, b: 2 }), 7 * k);
});

weakTest('constructors of a warm site die', 'return new a(b)', function (i, refs, site) {
  var C = class { constructor(x) { this.x = x + i; } };
  refs.push(new WeakRef(C), new WeakRef(C.prototype));
  for (var k = 0; k < 20; k++) assertSame(site(C, 1).x, 1 + i);
}, function (site) {
  class D { constructor(x) { this.y = x; } }
  for (var k = 0; k < 20; k++) assertSame(site(D, 1).y, 1);
});

weakTest('targets of a warm instanceof die', 'return a instanceof b', function (i, refs, site) {
  var C = class {};
  refs.push(new WeakRef(C));
  for (var k = 0; k < 20; k++) assertSame(site({}, C), false);
  assertSame(site(new C(), C), true);
}, function (site) {
  class D {}
  for (var k = 0; k < 20; k++) assertSame(site(new D(), D), true);
});

weakTest('prototypes of a warm site die', 'return a.method()', function (i, refs, site) {
  var proto = { method: function () { return i; }, payload: payload(i) };
  refs.push(new WeakRef(proto));
  for (var k = 0; k < 20; k++) assertSame(site(Object.create(proto)), i);
}, function (site) {
  var proto = { method: function () { return 'm'; } };
  for (var k = 0; k < 20; k++) assertSame(site(Object.create(proto)), 'm');
});

weakTest('shapes after a warm transition die', 'a.x = b; a.y = b; return a.x', function (i, refs, site) {
  var proto = { payload: payload(i) };
  refs.push(new WeakRef(proto));
  for (var k = 0; k < 20; k++) assertSame(site(Object.create(proto), k), k);
}, function (site) {
  for (var k = 0; k < 20; k++) assertSame(site({}, k), k);
});

weakTest('values in warm sites of accessors die', 'a.v = b; return a.v', function (i, refs, site) {
  var p = payload(i), o = { get v() { return p.i; }, set v(x) { p.i = x; } };
  refs.push(new WeakRef(p));
  for (var k = 0; k < 20; k++) assertSame(site(Object.create(o), k), k);
}, function (site) {
  for (var k = 0; k < 20; k++) assertSame(site({ v: 0 }, k), k);
});

// A transition that dies while the shape before it lives on.
asyncTest('a warm store adds a property after the shape it made has died', async function () {
  var keep = { seed: 1 };
  function store(o, v) { o.added = v; }
  for (var k = 0; k < 50; k++) store({ seed: 1 }, k);
  await collect();
  for (k = 0; k < 50; k++) {
    var o = { seed: 1 };
    store(o, k);
    assertSame(o.added, k);
  }
  store(keep, 'kept');
  assertSame(keep.added, 'kept');
});

asyncTest('generations of closures, classes and prototypes die behind warm sites', async function () {
  if (typeof gc !== 'function') return;
  function use(o, C, f) { o.p = 1; return f(o) + (o instanceof C) + new C().v; }
  function generation(i) {
    class C { constructor() { this.v = i; } }
    var big = new Array(1000).fill(i), proto = { get: function () { return big[0]; } };
    for (var k = 0; k < 10; k++) use(Object.create(proto), C, function (o) { return o.get(); });
    return new WeakRef(big);
  }
  var refs = [];
  for (var i = 0; i < 200; i++) {
    refs.push(generation(i));
    if (i % 50 === 49) await collect();
  }
  await collect();
  var n = alive(refs);
  assert(n <= MOST, n + ' generations are alive');
});
