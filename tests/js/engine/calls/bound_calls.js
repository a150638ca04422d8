'use strict';
// Calls of bound functions, and of natives through Function.prototype.call, are laid out in the place of the call.
const often = (f, expected) => warm(f, expected, 3000);
test('bound arguments come first', () => {
  const all = function (...rest) { return [this, ...rest].join(); };
  often((i) => all.bind('t')(i), (i) => 't,' + i);
  const none = all.bind(), one = all.bind(1, 2), many = all.bind('m', ...Array(100).keys());
  often((i) => none(i, 'x'), (i) => [undefined, i, 'x'].join());
  often((i) => one(i, 'x', 'y'), (i) => '1,2,' + i + ',x,y');
  often((i) => many(i), (i) => ['m', ...Array(100).keys(), i].join());
  often(() => many(), () => ['m', ...Array(100).keys()].join());
});
test('bound again and again', () => {
  let f = function (...rest) { return rest.length + (this.v | 0); };
  f = f.bind({ v: 1000 });
  for (let i = 0; i < 20; i++) {
    f = f.bind({ v: 5 }, i);
    assertSame(f(), 1001 + i);
    assertSame(f('a', 'b'), 1003 + i);
  }
});
test('what is bound may be anything callable', () => {
  const max = Math.max.bind(null, 3),
      upper = String.prototype.toUpperCase.bind('abc'),
      arrow = ((a, b) => a - b).bind(null, 10);
  often((i) => max(i % 7, 1), (i) => Math.max(3, i % 7));
  often(() => upper(), () => 'ABC');
  often((i) => arrow(i), (i) => 10 - i);
  const proxy = new Proxy(function () { return arguments.length; }, {}).bind(null, 1, 2);
  often((i) => proxy(i), () => 3);
  const viaCall = Function.prototype.call.bind(Array.prototype.slice),
      viaApply = Function.prototype.apply.bind(Math.max, null);
  often((i) => viaCall([1, 2, i], 1).join(), (i) => '2,' + i);
  often((i) => viaApply([i, 5]), (i) => Math.max(i, 5));
  const g = (function* (a) { yield a; yield this.w; }).bind({ w: 'w' }, 'a');
  often(() => [...g()].join(), () => 'a,w');
  class A { }
  const B = A.bind();
  for (let i = 0; i < 300; i++) assertThrows(TypeError, () => B());
  assert(new B() instanceof A);
});
test('arguments that are doubles, objects and missing', () => {
  const f = function (a, b, c) { return [a, b, c].map(String).join(); }.bind(null, 0.5);
  often((i) => f(i + 0.25), (i) => '0.5,' + (i + 0.25) + ',undefined');
  often(() => f({ toString: () => 'o' }, [1], 'surplus'), () => '0.5,o,1');
});
test('in tail position, in loops, from natives', () => {
  const f = ((n, m) => n + m).bind(null, 1);
  const tail = (n) => f(n);
  often((i) => tail(i), (i) => i + 1);
  assertEquals([1, 2, 3].map(f), [2, 3, 4]);
  const count = (function loop(limit, n) { return n >= limit ? n : bound(n + 1); }), bound = count.bind(null, 1000);
  assertSame(bound(0), 1000);
});
test('endless recursion through bound functions ends', () => {
  const f = (() => g()), g = f.bind(null);
  for (let i = 0; i < 3; i++) assertThrows(RangeError, g);
  const h = ((...a) => k(...a)), k = h.bind(null, ...Array(50));
  assertThrows(RangeError, k);
});
test('natives through call', () => {
  const own = Object.prototype.hasOwnProperty, o = { a: 1 };
  often((i) => own.call(o, i % 2 ? 'a' : 'b'), (i) => i % 2 === 1);
  often((i) => Array.prototype.slice.call({ length: 2, 0: i, 1: 'x' }).join(), (i) => i + ',x');
  often(() => Object.prototype.toString.call(), () => '[object Undefined]');
  often(() => Object.prototype.toString.call(null), () => '[object Null]');
  often(() => Math.max.call(null, 1, 5, 3), () => 5);
  often(() => Function.prototype.call.call(Math.max, null, 1, 5, 3), () => 5);
  often(() => Math.max.apply.call(Math.max, null, [1, 6]), () => 6);
  for (let i = 0; i < 300; i++) {
    assertThrows(TypeError, () => own.call(null, 'a'));
    assertThrows(TypeError, () => Map.prototype.get.call({}, 1));
  }
  const proxy = new Proxy(Math.max, {});
  often(() => Function.prototype.call.call(proxy, null, 1, 7), () => 7);
  often((i) => (i % 2 ? own : Math.max).call(i % 2 ? o : null, i % 2 ? 'a' : 4), (i) => i % 2 ? true : 4);
});
