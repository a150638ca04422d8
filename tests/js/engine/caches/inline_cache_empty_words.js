// An empty word of an inline cache has the bits of Smi 0. No value of a program may be taken for what a cache
// remembers: each kind of instruction meets values of all kinds, before its site has seen anything, while it is being
// warmed up by them, and after it has been warmed up by what it is for.

var wrong = [
  0,
  -0,
  1,
  -1,
  0.5,
  NaN,
  1073741824,
  '',
  '0',
  'text',
  true,
  false,
  null,
  undefined,
  0n,
  1n,
  Symbol('s'),
  {},
  [],
  /r/
];

function Thing() { this.made = true; }
function callee() { return 'called'; }
var targets = {
  'new f()': ['return new f()', Thing, TypeError],
  'new f(1, 2)': ['return new f(1, 2)', Thing, TypeError],
  'new o.f()': ['var o = {f: f}; return new o.f()', Thing, TypeError],
  'new (f)[property that is absent]': ['var o = {f: f, g: f}; return new o[o.g === f ? "f" : "h"]()', Thing, TypeError],
  'new f(...list)': ['return new f(...[1])', Thing, TypeError],
  'f()': ['return f()', callee, TypeError],
  'f(1)': ['return f(1)', callee, TypeError],
  'o.f()': ['var o = {f: f}; return o.f()', callee, TypeError],
  'o[f]()': ['var o = [f]; return o[0]()', callee, TypeError],
  'f(...list)': ['return f(...[1])', callee, TypeError],
  'f`t`': ['return f`t`', callee, TypeError],
  'x instanceof f': ['return ({}) instanceof f', Thing, TypeError],
  'class extends f': ['return new (class extends f {})()', Thing, TypeError, null],
  'f of an outer variable': ['var g = f; return (function () { return new g(); })()', Thing, TypeError],
};

Object.keys(targets).forEach(function (name) {
  var text = targets[name][0], right = targets[name][1], type = targets[name][2], allowed = targets[name][3];
  function each(what, prepare) {
    test(name + ', ' + what, function () {
      wrong.forEach(function (value) {
        if (value === allowed && targets[name].length > 3) return;
        var body = new Function('f', text);
        prepare(body, value);
        for (var i = 0; i < 3; i++) assertThrows(type, function () { body(value); });
        body(right);  // the site still works for what it is for
      });
    });
  }
  each('a new site', function () {});
  each('warmed up by values that throw', function (body, value) {
    for (var i = 0; i < 40; i++) {
      try { body(value); } catch (e) { if (!(e instanceof type)) throw e; }
    }
  });
  each('warmed up', function (body) {
    for (var i = 0; i < 40; i++) body(right);
  });
  each('warmed up by other functions', function (body) {
    for (var i = 0; i < 40; i++) body(right === Thing ? function () { this.i = 1; } : function () { return 2; });
  });
});

test('a variable, a literal, a property and a call that are 0 construct nothing', function () {
  function literal() { return new (0)(); }
  function variable() { let z = 0; return new z(); }
  function property(o) { return new o.zero(); }
  function element(a) { return new a[0](); }
  function result(f) { return new (f())(); }
  for (var i = 0; i < 40; i++) {
    assertThrows(TypeError, literal);
    assertThrows(TypeError, variable);
    assertThrows(TypeError, function () { property({ zero: 0 }); });
    assertThrows(TypeError, function () { element([0]); });
    assertThrows(TypeError, function () { result(function () { return 0; }); });
  }
});

test('values of all kinds have no private members, warm or not', function () {
  class A {
    #x = 1;
    get(o) { return o.#x; }
    set(o, v) { o.#x = v; }
    has(o) { return #x in o; }
  }
  var a = new A();
  for (var i = 0; i < 40; i++) {
    wrong.forEach(function (value) {
      assertThrows(TypeError, function () { a.get(value); });
      assertThrows(TypeError, function () { a.set(value, 1); });
    });
    assertEquals(a.get(a), 1);
    a.set(a, 1);
  }
});

test('a property site meets values of all kinds', function () {
  function get(o) { return o.length; }
  function getX(o) { return o.x; }
  function setX(o) { o.x = 1; }
  function keyed(o, k) { return o[k]; }
  for (var round = 0; round < 40; round++) {
    wrong.forEach(function (value) {
      if (value === null || value === undefined) {
        assertThrows(TypeError, function () { get(value); });
        assertThrows(TypeError, function () { getX(value); });
        assertThrows(TypeError, function () { setX(value); });
        assertThrows(TypeError, function () { keyed(value, 'x'); });
        assertThrows(TypeError, function () { keyed(value, 0); });
        return;
      }
      if (typeof value !== 'object') {
        assertSame(getX(value), undefined);
        setX(value);
        assertSame(keyed(value, 'x'), undefined);
      }
      assertSame(get(value), typeof value === 'string' || Array.isArray(value) ? value.length : undefined);
    });
    getX({ x: 1 });
    setX({ x: 1 });
    setX({});
  }
});
