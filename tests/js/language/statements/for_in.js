// for-in: which keys, in which order, while the object changes.
test('own integer keys come ascending, then strings in order, then those of the prototype', function () {
  const proto = { p: 1, 3: 1 };
  const o = Object.create(proto);
  o.b = 1; o[2] = 1; o.a = 1; o[1] = 1; o[Symbol('s')] = 1;
  const keys = [];
  for (const k in o) keys.push(k);
  assertEquals(keys, ['1', '2', 'b', 'a', '3', 'p']);
});
test('a name that is shadowed comes once, and a hidden one hides', function () {
  const proto = { x: 1, y: 1 };
  const o = Object.create(proto, { x: { value: 1, enumerable: false }, z: { value: 1, enumerable: true } });
  const keys = [];
  for (const k in o) keys.push(k);
  assertEquals(keys, ['z', 'y']);
});
test('a property that is deleted is not visited', function () {
  const o = { a: 1, b: 2, c: 3 };
  const keys = [];
  for (const k in o) { keys.push(k); delete o.b; }
  assertEquals(keys, ['a', 'c']);
});
test('properties that are added are not visited', function () {
  const q = { a: 1 };
  let n = 0;
  for (const k in q) { q['new' + n++] = 1; if (n > 5) break; }
  assertSame(n, 1);
});
test('null and undefined run no turn', function () {
  let turns = 0;
  for (const k in null) turns++;
  for (const k in undefined) turns++;
  assertSame(turns, 0);
});
test('primitives have the keys of their wrappers', function () {
  const keys = [];
  for (const k in 'ab') keys.push(k);
  for (const k in 5) keys.push(k);
  assertEquals(keys, ['0', '1']);
});
test('an array gives indices as strings, without holes, and other properties', function () {
  const a = [1, , 3];
  a.extra = 1;
  const keys = [];
  for (const k in a) keys.push(k, typeof k);
  assertEquals(keys, ['0', 'string', '2', 'string', 'extra', 'string']);
});
test('a target may be a property, a pattern or a var', function () {
  const o = {};
  for (o.k in { a: 1 });
  for ([o.first] in { xyz: 1 });
  for (var { length } in { abcd: 1 });
  assertEquals([o, length], [{ k: 'a', first: 'x' }, 4]);
});
test('a target may be a variable outside', function () {
  let last;
  for (last in { p: 1, q: 1 });
  assertSame(last, 'q');
});
test('a var of for-in may have an initializer, in sloppy code', function () {
  assertSame(new Function('for (var i = 5 in {}); return i;')(), 5);
  assertThrows(SyntaxError, () => new Function('"use strict"; for (var i = 5 in {});'));
  assertThrows(SyntaxError, () => new Function('for (let i = 5 in {});'));
});
test('a proxy is asked for keys', function () {
  const log = [];
  const p = new Proxy({ a: 1, b: 2 }, {
    ownKeys(t) { log.push('ownKeys'); return Reflect.ownKeys(t); },
    getOwnPropertyDescriptor(t, k) { log.push('gopd ' + k); return Reflect.getOwnPropertyDescriptor(t, k); },
  });
  const keys = [];
  for (const k in p) keys.push(k);
  assertEquals(keys, ['a', 'b']);
  assertSame(log[0], 'ownKeys');
});
test('break and continue leave nested loops, and a var keeps the last key', function () {
  let out = '';
  outer: for (var a in { x: 1, y: 1, z: 1 }) {
    for (var b in { p: 1, q: 1 }) { if (b === 'q') continue outer; if (a === 'z') break outer; out += a + b; }
  }
  assertSame(out, 'xpyp');
  assertSame(a, 'z');
});
test('a warm loop sees another order of keys', function () {
  const keysOf = (o) => { let s = ''; for (const k in o) s += k; return s; };
  for (let i = 0; i < 200; i++) assertSame(keysOf({ a: 1, b: 2 }), 'ab');
  assertSame(keysOf({ b: 1, a: 2 }), 'ba');
});
test('a warm loop sees a property that the prototype gains and loses', function () {
  const keysOf = (o) => { let s = ''; for (const k in o) s += k; return s; };
  for (let i = 0; i < 200; i++) assertSame(keysOf({ a: 1 }), 'a');
  Object.prototype.zz = 1;
  assertSame(keysOf({ a: 1 }), 'azz');
  delete Object.prototype.zz;
  assertSame(keysOf({ a: 1 }), 'a');
});
test('typed arrays and arguments give their indices', function () {
  const keys = [];
  for (const k in new Uint8Array(2)) keys.push(k);
  (function () { for (const k in arguments) keys.push(k); })('x', 'y');
  assertEquals(keys, ['0', '1', '0', '1']);
});
