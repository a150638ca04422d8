// The order of own keys, however the object came to be.
test('integers come ascending, then strings as they were made, then symbols', function () {
  const s1 = Symbol(), s2 = Symbol();
  const o = {};
  o.z = 1;
  o[s1] = 1;
  o[10] = 1;
  o.a = 1;
  o[-1] = 1;
  o[2] = 1;
  o[s2] = 1;
  o['01'] = 1;
  o[4294967294] = 1;
  o[4294967295] = 1;
  o['1'] = 1;
  assertEquals(Reflect.ownKeys(o), ['1', '2', '10', '4294967294', 'z', 'a', '-1', '01', '4294967295', s1, s2]);
  assertEquals(Object.keys(o), ['1', '2', '10', '4294967294', 'z', 'a', '-1', '01', '4294967295']);
  assertEquals(Object.entries(o).map((e) => e[0]), ['1', '2', '10', '4294967294', 'z', 'a', '-1', '01', '4294967295']);
  assertSame(JSON.stringify(o), '{"1":1,"2":1,"10":1,"4294967294":1,"z":1,"a":1,"-1":1,"01":1,"4294967295":1}');
});
test('a redefinition keeps the place, a deletion does not', function () {
  const o = { a: 1, b: 2, c: 3 };
  o.a = 9;
  Object.defineProperty(o, 'b', { get: () => 1 });
  delete o.a;
  o.a = 1;
  assertEquals(Object.getOwnPropertyNames(o), ['b', 'c', 'a']);
});
test('a dictionary keeps the order', function () {
  const o = {};
  for (let i = 0; i < 2000; i++) o['k' + i] = i;
  for (let i = 0; i < 2000; i += 2) delete o['k' + i];
  for (let i = 0; i < 10; i++) o['n' + i] = i;
  o[5] = 'five';
  const keys = Object.keys(o);
  assertSame(keys.length, 1011);
  assertSame(keys[0], '5');
  assertSame(keys[1], 'k1');
  assertSame(keys[2], 'k3');
  assertSame(keys[1000], 'k1999');
  assertSame(keys[1010], 'n9');
});
test('large indices of an object come ascending', function () {
  const o = {};
  for (const k of [1e9, 7, 4e9, 100000, 0, 65536]) o[k] = 1;
  assertEquals(Object.keys(o), ['0', '7', '65536', '100000', '1000000000', '4000000000']);
});
test('indices of a sparse array come ascending', function () {
  const a = [];
  a[100000] = 1; a.x = 1; a[5] = 1; a[4294967295] = 1;
  assertEquals(Object.keys(a), ['5', '100000', 'x', '4294967295']);
});
test('a class has length, name and prototype before its static members', function () {
  class A { static b() {} static a = 1; static 1 = 1; c() {} }
  assertEquals(Object.getOwnPropertyNames(A), ['1', 'length', 'name', 'prototype', 'b', 'a']);
});
test('properties of a function come as they were made', function () {
  function f() {}
  f.z = 1;
  assertEquals(Object.keys(f), ['z']);
});
test('spread, assign and rest keep the order of the source', function () {
  const s = { y: 1, 3: 1, x: 1 };
  assertEquals(Object.keys({ q: 0, ...s }), ['3', 'q', 'y', 'x']);
  assertEquals(Object.keys(Object.assign({ x: 0 }, s)), ['3', 'x', 'y']);
  assertEquals(Object.keys((({ y, ...r }) => r)(s)), ['3', 'x']);
});
