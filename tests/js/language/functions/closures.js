// Closures and the environments they capture.
test('a counter keeps its own state', function () {
  function counter(start) {
    let n = start;
    return { next: () => ++n, reset() { n = start; }, get value() { return n; } };
  }
  const a = counter(10), b = counter(20);
  a.next(); a.next(); b.next();
  assertSame(a.value, 12);
  assertSame(b.value, 21);
  a.reset();
  assertSame(a.value, 10);
  assertSame(b.value, 21);
});

test('closures made in one call share its variables', function () {
  function pair() {
    var x = 0;
    return [() => x, (v) => { x = v; }];
  }
  const [get, set] = pair();
  set(5);
  assertSame(get(), 5);
  const [get2] = pair();
  assertSame(get2(), 0);
});

test('deeply nested scopes resolve to the right variable', function () {
  const a = 'a';
  function f1(b) {
    const c = 'c';
    return function f2(d) {
      { const c = 'inner'; var seen = c; }
      return (e) => { const g = 'g'; return () => a + b + c + d + e + g + seen; };
    };
  }
  assertSame(f1('b')('d')('e')(), 'abcdeginner');
});

test('a parameter captured and assigned afterwards', function () {
  function f(x) {
    const g = () => x;
    x = x * 2;
    return g;
  }
  assertSame(f(21)(), 42);
});

test('a function sees a variable declared after it', function () {
  const f = () => later;
  let later = 'now';
  assertSame(f(), 'now');
});

test('a named function expression sees itself by its name', function () {
  const f = function self(n) { return n === 0 ? self : self(n - 1); };
  assertSame(f(3), f);
});
test('the name of a function expression cannot be assigned, which throws in strict code only', function () {
  const sloppy = function self() { self = 1; return typeof self; };
  assertSame(sloppy(), 'function');
  const strict = function self() { 'use strict'; self = 1; };
  assertThrows(TypeError, strict);
});
test('a variable hides the name of a function expression', function () {
  const shadowed = function self() { var self = 7; return self; };
  assertSame(shadowed(), 7);
});

test('recursion through closures keeps every activation apart', function () {
  function build(n) {
    const local = n * n;
    const rest = n > 0 ? build(n - 1) : [];
    rest.push(() => local);
    return rest;
  }
  assertEquals(build(5).map((f) => f()), [0, 1, 4, 9, 16, 25]);
});

test('hundreds of captured variables keep their values', function () {
  const source = [];
  for (let i = 0; i < 300; i++) source.push('let v' + i + ' = ' + i + ';');
  source.push('return function (i) { return [');
  for (let i = 0; i < 300; i++) source.push('v' + i + ',');
  source.push('][i]; };');
  const read = new Function(source.join('\n'))();
  assertSame(read(0), 0);
  assertSame(read(255), 255);
  assertSame(read(256), 256);
  assertSame(read(299), 299);
});

test('block functions capture block variables', function () {
  'use strict';
  const fns = [];
  for (const x of [1, 2]) {
    function get() { return x; }
    fns.push(get);
  }
  assertEquals(fns.map((f) => f()), [1, 2]);
});

test('a catch parameter is captured', function () {
  let get;
  try { throw { a: 1 }; } catch ({ a }) { get = () => a; a = 9; }
  assertSame(get(), 9);
});
test('the inner name of a class is captured', function () {
  const C = class Inner { static self() { return Inner; } };
  assertSame(C.self(), C);
});
