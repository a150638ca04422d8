// Object.*: keys, descriptors, integrity, prototypes.
function ownAndInherited() {
  const o = Object.create({ inherited: 1 }, { hidden: { value: 1 }, shown: { value: 2, enumerable: true } });
  o[Symbol()] = 1; o[1] = 'one';
  return o;
}
test('keys, values and entries take own enumerable string keys in order', function () {
  const o = ownAndInherited();
  assertEquals(Object.keys(o), ['1', 'shown']);
  assertEquals(Object.values(o), ['one', 2]);
  assertEquals(Object.entries(o), [['1', 'one'], ['shown', 2]]);
  assertEquals(Object.entries([7]), [['0', 7]]);
});
test('keys and values convert primitives to objects, but not null', function () {
  assertEquals(Object.keys('ab'), ['0', '1']);
  assertEquals(Object.values('ab'), ['a', 'b']);
  assertEquals(Object.keys(5), []);
  assertThrows(TypeError, () => Object.keys(null));
});
test('fromEntries takes the last value of a key', function () {
  assertEquals(Object.fromEntries([['a', 1], ['b', 2], ['a', 3]]), { a: 3, b: 2 });
  assertEquals(Object.fromEntries(new Map([['k', 'v']])), { k: 'v' });
});
test('fromEntries needs entries that are objects', function () {
  assertThrows(TypeError, () => Object.fromEntries([1]));
});
test('assign copies own properties of each source, by setting them', function () {
  const log = [];
  const target = { set x(v) { log.push(v); } };
  const s = Symbol();
  const r = Object.assign(target, { x: 1 }, null, undefined, 'ab', { [s]: 2 }, 5, [9]);
  assertSame(r, target);
  assertEquals(log, [1]);
  assertSame(target[0], 9);
  assertSame(target[1], 'b');
  assertSame(target[s], 2);
});
test('assign throws for a target that is null or frozen', function () {
  assertThrows(TypeError, () => Object.assign(null, {}));
  assertThrows(TypeError, () => Object.assign(Object.freeze({ a: 1 }), { a: 2 }));
});
test('assign makes a wrapper of a primitive target', function () {
  assertSame(typeof Object.assign(5, { a: 1 }), 'object');
});
test('getOwnPropertyNames and Symbols tell hidden keys too', function () {
  const s = Symbol();
  const o = { b: 1, [s]: 2, 1: 3, get g() { return 1; } };
  assertEquals(Object.getOwnPropertyNames(o), ['1', 'b', 'g']);
  assertEquals(Object.getOwnPropertySymbols(o), [s]);
  assertEquals(Object.getOwnPropertyNames('ab'), ['0', '1', 'length']);
  assertEquals(Object.getOwnPropertyNames([1]), ['0', 'length']);
});
test('descriptors say what a property is', function () {
  const o = { b: 1, get g() { return 1; } };
  const d = Object.getOwnPropertyDescriptors(o);
  assertEquals(d.b, { value: 1, writable: true, enumerable: true, configurable: true });
  assertSame(typeof d.g.get, 'function');
  assertSame(Object.getOwnPropertyDescriptor(o, 'none'), undefined);
  assertSame(Object.getOwnPropertyDescriptor('ab', 0).writable, false);
});
test('Object makes wrappers of primitives and an object of null', function () {
  assertSame(typeof Object(1), 'object');
  assertSame(Object(null) instanceof Object, true);
  assertSame(Object('x').length, 1);
});
test('Object gives an object back', function () {
  const o = {};
  assertSame(Object(o), o);
  assertSame(new Object(o), o);
});
test('Object.is tells zeros apart and takes NaN as equal', function () {
  assertSame(Object.is(NaN, NaN) && !Object.is(0, -0), true);
});
test('groupBy groups by key in order, where it exists', function () {
  if (!Object.groupBy) return;
  const g = Object.groupBy([1, 2, 3], (x) => (x % 2 ? 'odd' : 'even'));
  assertEquals(Object.entries(g), [['odd', [1, 3]], ['even', [2]]]);
  assertSame(Object.getPrototypeOf(g), null);
});
test('Map.groupBy groups by any key, where it exists', function () {
  if (!Map.groupBy) return;
  assertEquals([...Map.groupBy([1, 2, 3], (x) => x % 2)], [[1, [1, 3]], [0, [2]]]);
});
