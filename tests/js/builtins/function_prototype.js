// Function.prototype: call, apply, bind, toString; the Function constructor.
test('call and apply', function () {
  const f = new Function('"use strict"; return [this, Array.prototype.slice.call(arguments)];');
  assertEquals([f.call(1, 2, 3), f.apply(1, [2, 3]), f.apply(1, null), f.apply(1), f.apply(1, { length: 2, 0: 'a' })], [[1, [2, 3]], [1, [2, 3]], [1, []], [1, []], [1, ['a', undefined]]]);
  assertThrows(TypeError, () => f.apply(1, 5));
  assertThrows(TypeError, () => Function.prototype.call.call({}));
  assertSame(Function.prototype.call.call(f, 'x')[0], 'x');
  assertSame(Math.max.apply(null, new Uint8Array([3, 9, 4])), 9);
});
test('bind', function () {
  function f(a, b, c) { 'use strict'; return [this, a, b, c]; }
  const b = f.bind('t', 1);
  assertEquals([b(2, 3), b.call('other', 4), b.name, b.length, f.bind().length, f.bind(0, 1, 2, 3, 4).length], [['t', 1, 2, 3], ['t', 1, 4, undefined], 'bound f', 2, 3, 0]);
  const twice = b.bind('u', 5);
  assertEquals([twice(6), twice.name], [['t', 1, 5, 6], 'bound bound f']);
  function P(x, y) { this.sum = x + y; this.nt = new.target === P; }
  const B = P.bind({}, 10);
  const p = new B(5);
  assertEquals([p.sum, p.nt, p instanceof P, p instanceof B, 'prototype' in B], [15, true, true, true, false]);
  class K { constructor(v) { this.v = v; } }
  assertSame(new (K.bind(null, 7))().v, 7);
  assertThrows(TypeError, () => K.bind(null, 7)());
  assertThrows(TypeError, () => new ((() => 1).bind())());
  assertThrows(TypeError, () => Function.prototype.bind.call({}));
  const odd = Object.defineProperty(function () {}, 'length', { value: Infinity });
  assertSame(odd.bind().length, Infinity);
  const named = Object.defineProperty(function () {}, 'name', { value: 5 });
  assertSame(named.bind().name, 'bound ');
});
test('toString gives the source text', function () {
  function  f ( a,b ) { /* c */ return a }
  assertSame(f.toString(), 'function  f ( a,b ) { /* c */ return a }');
  const arrow = ( x ) =>  x + 1;
  assertSame(arrow.toString(), '( x ) =>  x + 1');
  const o = { m ( ) { }, get  g ( ) { return 1 }, async  * ag ( ) { }, ['c' + 1] () { }, p: async x => x };
  assertEquals([o.m.toString(), Object.getOwnPropertyDescriptor(o, 'g').get.toString(), o.ag.toString(), o.c1.toString(), o.p.toString()], ['m ( ) { }', 'get  g ( ) { return 1 }', 'async  * ag ( ) { }', "['c' + 1] () { }", 'async x => x']);
  class  C  { static  s ( ) { } #p = 1 }
  assertEquals([C.toString(), C.s.toString(), String(class {}), String(function* () {})], ['class  C  { static  s ( ) { } #p = 1 }', 's ( ) { }', 'class {}', 'function* () {}']);
  assertSame(new Function('a', 'b', 'return a').toString(), 'function anonymous(a,b\n) {\nreturn a\n}');
  assert(/^function push\(\) \{\s*\[native code\]\s*\}$/.test(Array.prototype.push.toString()));
  assert(/\[native code\]/.test(f.bind().toString()));
  assert(/\[native code\]/.test(Function.prototype.toString.call(new Proxy(f, {}))));
  assertThrows(TypeError, () => Function.prototype.toString.call({}));
  assert(/^function get size\(\) \{\s*\[native code\]\s*\}$/.test(Object.getOwnPropertyDescriptor(Map.prototype, 'size').get.toString()));
});
test('the Function constructor', function () {
  assertSame(new Function('a', 'b', 'return a + b')(1, 2), 3);
  assertSame(Function('a, b', 'c = 5', 'return a + b + c')(1, 2), 8);
  assertSame(new Function('...r', 'return r.length')(1, 2, 3), 3);
  assertSame(new Function('/* c */ a // x\n', 'return a')(4), 4);
  assertSame(new Function()(), undefined);
  for (const args of [['a', '}'], ['a) {', ''], ['/*', '*/) {'], ['a', 'super()'], ['a', 'return }{']]) assertThrows(SyntaxError, () => new Function(...args));
  const G = Object.getPrototypeOf(function* () {}).constructor;
  assertEquals([...new G('yield 1; yield 2')()], [1, 2]);
  const A = Object.getPrototypeOf(async function () {}).constructor;
  assert(new A('return await 1')() instanceof Promise);
  assertSame(new Function('x', 'return () => x')(3)(), 3);
});
test('Function.prototype itself', function () {
  assertEquals([typeof Function.prototype, Function.prototype(), Function.prototype.length, Function.prototype.name, 'prototype' in Function.prototype], ['function', undefined, 0, '', false]);
  assertSame(Object.getPrototypeOf(Function), Function.prototype);
  assertThrows(TypeError, () => new Function.prototype());
  function F() {}
  assertSame(Function.prototype[Symbol.hasInstance].call(F, new F()), true);
  assertSame(Function.prototype[Symbol.hasInstance].call({}, {}), false);
});
