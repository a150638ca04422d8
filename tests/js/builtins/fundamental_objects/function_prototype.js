// Function.prototype: call, apply, bind, toString; the Function constructor.
test('call and apply pass the receiver and the arguments on', function () {
  const f = new Function('"use strict"; return [this, Array.prototype.slice.call(arguments)];');
  assertEquals(f.call(1, 2, 3), [1, [2, 3]]);
  assertEquals(f.apply(1, [2, 3]), [1, [2, 3]]);
  assertEquals(f.apply(1, null), [1, []]);
  assertEquals(f.apply(1), [1, []]);
  assertEquals(f.apply(1, { length: 2, 0: 'a' }), [1, ['a', undefined]]);
});
test('apply takes the elements of any object', function () {
  assertSame(Math.max.apply(null, new Uint8Array([3, 9, 4])), 9);
  assertSame(Function.prototype.call.call(f, 'x')[0], 'x');
});
test('apply needs an object, call a function', function () {
  const f = () => 1;
  assertThrows(TypeError, () => f.apply(1, 5));
  assertThrows(TypeError, () => Function.prototype.call.call({}));
});
test('call can be called', function () {
  const f = new Function('"use strict"; return [this, Array.prototype.slice.call(arguments)];');
  assertSame(Function.prototype.call.call(f, 'x')[0], 'x');
});
function f(a, b, c) { 'use strict'; return [this, a, b, c]; }
test('a bound function keeps its receiver and puts its arguments in front', function () {
  const b = f.bind('t', 1);
  assertEquals(b(2, 3), ['t', 1, 2, 3]);
  assertEquals(b.call('other', 4), ['t', 1, 4, undefined]);
});
test('a bound function has a name of its own, and the parameters that are left', function () {
  const b = f.bind('t', 1);
  assertSame(b.name, 'bound f');
  assertSame(b.length, 2);
  assertSame(f.bind().length, 3);
  assertSame(f.bind(0, 1, 2, 3, 4).length, 0);
});
test('a function that is bound twice keeps its first receiver', function () {
  const twice = f.bind('t', 1).bind('u', 5);
  assertEquals([twice(6), twice.name], [['t', 1, 5, 6], 'bound bound f']);
});
test('a bound constructor constructs its target', function () {
  function P(x, y) { this.sum = x + y; this.nt = new.target === P; }
  const B = P.bind({}, 10);
  const p = new B(5);
  assertSame(p.sum, 15);
  assertSame(p.nt, true);
  assertSame(p instanceof P, true);
  assertSame(p instanceof B, true);
  assertSame('prototype' in B, false);
});
test('a bound class must be called with new', function () {
  class K { constructor(v) { this.v = v; } }
  assertSame(new (K.bind(null, 7))().v, 7);
  assertThrows(TypeError, () => K.bind(null, 7)());
});
test('a bound arrow function is no constructor', function () {
  assertThrows(TypeError, () => new ((() => 1).bind())());
});
test('bind needs a function', function () {
  assertThrows(TypeError, () => Function.prototype.bind.call({}));
});
test('bind takes a length of Infinity over, and a name that is no string as empty', function () {
  const odd = Object.defineProperty(function () {}, 'length', { value: Infinity });
  assertSame(odd.bind().length, Infinity);
  const named = Object.defineProperty(function () {}, 'name', { value: 5 });
  assertSame(named.bind().name, 'bound ');
});
test('the Function constructor takes parameters and a body as text', function () {
  assertSame(new Function('a', 'b', 'return a + b')(1, 2), 3);
  assertSame(Function('a, b', 'c = 5', 'return a + b + c')(1, 2), 8);
  assertSame(new Function('...r', 'return r.length')(1, 2, 3), 3);
  assertSame(new Function('x', 'return () => x')(3)(), 3);
  assertSame(new Function('/* c */ a // x\n', 'return a')(4), 4);
  assertSame(new Function()(), undefined);
});
test('parameters or a body that are not whole are a SyntaxError', function () {
  for (const args of [['a', '}'], ['a) {', ''], ['/*', '*/) {'], ['a', 'super()'], ['a', 'return }{']])
    assertThrows(SyntaxError, () => new Function(...args));
});
test('generators and async functions have constructors of their own', function () {
  const G = Object.getPrototypeOf(function* () {}).constructor;
  assertEquals([...new G('yield 1; yield 2')()], [1, 2]);
  const A = Object.getPrototypeOf(async function () {}).constructor;
  assert(new A('return await 1')() instanceof Promise);
});
test('Function.prototype is a function that returns undefined and constructs nothing', function () {
  assertSame(typeof Function.prototype, 'function');
  assertSame(Function.prototype(), undefined);
  assertSame(Function.prototype.length, 0);
  assertSame(Function.prototype.name, '');
  assertSame('prototype' in Function.prototype, false);
  assertSame(Object.getPrototypeOf(Function), Function.prototype);
  assertThrows(TypeError, () => new Function.prototype());
});
test('Symbol.hasInstance of Function.prototype is instanceof', function () {
  function F() {}
  assertSame(Function.prototype[Symbol.hasInstance].call(F, new F()), true);
  assertSame(Function.prototype[Symbol.hasInstance].call({}, {}), false);
});
