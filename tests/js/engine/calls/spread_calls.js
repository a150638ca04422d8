// Calls whose one argument is a spread: the array itself is read where nothing can run before.
const join = (...all) => all.map(String).join();
test('what is spread', () => {
  const smis = [1, 2, 3], doubles = [0.5, -0, NaN], mixed = ['a', 0.5, undefined, null], none = [];
  warm(() => join(...smis), () => '1,2,3');
  warm(() => join(...doubles), () => '0.5,0,NaN');
  warm(() => join(...mixed), () => 'a,0.5,undefined,null');
  warm(() => join(...none), () => '');
  warm(() => join(...new Array(3)), () => 'undefined,undefined,undefined');
  warm(() => join(...[1, , 3]), () => '1,undefined,3');
  warm(() => join(...'ab\u{1F600}'), () => 'a,b,\u{1F600}');
  warm(() => join(...new Set([1, 2])), () => '1,2');
  warm(() => join(...new Uint8Array(2)), () => '0,0');
  warm(() => (function () { return join(...arguments); })(1, 2), () => '1,2');
  warm(() => join(...(function* () { yield 1; yield 2; })()), () => '1,2');
  class A extends Array { *[Symbol.iterator]() { yield 'own'; } }
  warm(() => join(...A.of(1, 2)), () => 'own');
  const own = [1, 2];
  own[Symbol.iterator] = function* () { yield 'mine'; };
  warm(() => join(...own), () => 'mine');
  const long = Array.from({ length: 5000 }, (_, i) => i);
  for (let i = 0; i < 30; i++) assertSame(((...all) => all.length + all[4999])(...long), 9999);
  for (const bad of [undefined, null, 1, {}]) assertThrows(TypeError, () => join(...bad));
  const sparse = [1, 2];
  sparse[5000] = 3;
  assertSame(((...all) => all.length)(...sparse), 5001);
});
test('the array stays what it was, and changes are not seen', () => {
  const z = [1, 2, 3];
  const f = (...all) => { z.push(4); z[0] = 'changed'; return all.join(); };
  assertSame(f(...z), '1,2,3');
  z.length = 3;
  z[0] = 1;
  const g = (a, b, c) => { a = 9; z.length = 0; return [a, b, c].join(); };
  assertSame(g(...z), '9,2,3');
  assertEquals(z, []);
});
test('calls of every kind', () => {
  const z = [1, 2];
  function F(a, b) { this.s = a + b; }
  class B { constructor(...all) { this.n = all.length; } }
  class C extends B { constructor(...all) { super(...all); } }
  warm(() => new F(...z).s, () => 3);
  warm(() => new B(...z).n + new C(...z).n, () => 4);
  warm(() => Math.max(...z), () => 2);
  warm(() => ({ m(...all) { return this === undefined ? 0 : all.length; } }).m(...z), () => 2);
  warm(() => join.call(null, ...z) + join.apply(...[null, z]), () => '1,21,2');
  warm(() => join.bind(null, 0)(...z), () => '0,1,2');
  const source = ['1 + 1'];
  warm(() => eval(...source), () => 2);
  warm(() => eval(...[]), () => undefined);
  const tail = (function () { 'use strict'; return function (...all) { return join(...all); }; })();
  warm((i) => tail(i, 2), (i) => i + ',2');
  warm((i) => join(i, ...z) + join(...z, i), (i) => `${i},1,21,2,${i}`);
  warm((i) => join(...z, ...z), () => '1,2,1,2');
  const o = null;
  warm(() => o?.f(...z), () => undefined);
  for (let i = 0; i < 200; i++) assertThrows(TypeError, () => z(...z));
});
test('what a proxy does while super is called comes too late', () => {
  const z = [1, 2];
  class A { constructor(...all) { this.t = all.join(); } }
  class B extends A { constructor() { super(...z); } }
  const P = new Proxy(B, { get(t, k, r) { if (k === 'prototype') z.push('late'); return Reflect.get(t, k, r); } });
  for (let i = 0; i < 300; i++) {
    z.length = 2;
    assertSame(new P().t, '1,2');
  }
});
test('elements of prototypes, and another iteration', () => {
  const holey = [1, , 3];
  warm(() => join(...holey), () => '1,undefined,3');
  Array.prototype[1] = 'inherited';
  warm(() => join(...holey), () => '1,inherited,3');
  delete Array.prototype[1];
  warm(() => join(...holey), () => '1,undefined,3');
  const iterator = Array.prototype[Symbol.iterator];
  Array.prototype[Symbol.iterator] = function* () { yield 'changed'; };
  const got = join(...holey);
  Array.prototype[Symbol.iterator] = iterator;
  assertSame(got, 'changed');
  warm(() => join(...holey), () => '1,undefined,3');
});
test('small maps and sets find what is equal and not the same', () => {
  const map = new Map([['ab', 1], [0, 'zero'], [NaN, 'nan'], [2n ** 70n, 'big'], [0.5, 'half']]);
  const half = 'a';
  warm(() => map.get(half + 'b'), () => 1);
  warm(() => map.get(-0) + map.get(NaN) + map.get(2n ** 70n) + map.get(1 / 2), () => 'zeronanbighalf');
  warm(() => map.get('ba') ?? map.get({}) ?? map.get(1), () => undefined);
  warm((i) => map.set('k', i).get('k'), (i) => i);
  warm(
    (i) => { const s = new Set(); for (let n = 0; n < 20; n++) s.add('x' + n % 10).add(n % 10); return s.size; },
    () => 20
  );
  warm(
    () => { const m = new Map([[1, 'a'], [2, 'b']]); m.delete(1); return m.has(1) || m.size + (m.get(2) === 'b'); },
    () => 2
  );
});
