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

// ---- Enumeration of elements ----

test('keys, values and entries of objects that have elements', function () {
  var holey = [1, , 2.5], named = [1.5, 2];
  named.name = 'n';
  Object.defineProperty(named, 'hidden', { value: 1, enumerable: false });
  var indexed = { 2: 'b', a: 1, 0: 'a' };
  var symbols = [7];
  symbols[Symbol('s')] = 1;
  [
    [],
    [1, 2],
    [0.5, NaN, -0],
    ['a', {}],
    holey,
    named,
    indexed,
    symbols,
    Object.freeze([1, 2]),
    Object.preventExtensions([1, , 2]),
    Object.assign([], { 1000: 1 })
  ].forEach(
    function (o) {
      var keys = [];
      for (var k in o) keys.push(k);
      assertEquals(Object.keys(o), keys);
      assertEquals(
        Object.keys(o),
        Reflect.ownKeys(o).filter(function (k) {
          return typeof k === 'string' && Object.getOwnPropertyDescriptor(o, k).enumerable;
        })
      );
      assertEquals(Object.values(o), keys.map(function (k) { return o[k]; }));
      assertEquals(Object.entries(o), keys.map(function (k) { return [k, o[k]]; }));
      var copy = { ...o }, assigned = Object.assign({ x: 1 }, o);
      assertEquals(Object.keys(copy), keys);
      keys.forEach(function (k) { assertSame(copy[k], o[k]); assertSame(assigned[k], o[k]); });
      assertSame(Object.getOwnPropertySymbols(copy).length, Object.getOwnPropertySymbols(o).length);
    }
  );
  var { 0: first, ...rest } = [1, 2.5, , 4];
  assertEquals(rest, { 1: 2.5, 3: 4 });
});
test('the values of an array share nothing with it', function () {
  var a = [1, 2, 3], values = Object.values(a);
  a[0] = 'x';
  values[1] = 0.5;
  assertEquals(a, ['x', 2, 3]);
  assertEquals(values, [1, 0.5, 3]);
});
test('for-in over an array that becomes shorter leaves out what is gone', function () {
  var a = [1, 2, 3, 4], seen = [];
  for (var k in a) { seen.push(k); a.length = 2; }
  assertEquals(seen, ['0', '1']);
});

// ---- Object.assign to new objects ----

test('assign to a new object meets what its prototypes say', function () {
  var log = [], symbol = Symbol('s');
  var source = { a: 1, b: 2, [symbol]: 3 };
  Object.defineProperty(source, 'hidden', { value: 4, enumerable: false });
  var copy = Object.assign({}, source);
  assertEquals(Reflect.ownKeys(copy), ['a', 'b', symbol]);
  assertEquals(Object.getOwnPropertyDescriptor(copy, 'a'), {
    value: 1,
    writable: true,
    enumerable: true,
    configurable: true
  });
  var withSetter = Object.create({ set b(v) { log.push(v); } });
  assertEquals(Object.keys(Object.assign(withSetter, source)), ['a']);
  assertEquals(log, [2]);
  assertThrows(TypeError, function () { Object.assign(Object.create(Object.freeze({ b: 0 })), source); });
  var proxied = Object.create(new Proxy({}, { set: function (t, k, v, receiver) { log.push(k); return true; } }));
  assertEquals(Object.keys(Object.assign(proxied, source)), []);
  assertEquals(log, [2, 'a', 'b', symbol]);
  var parent = {}, child = Object.assign({}, JSON.parse('{"__proto__": null}'), { x: 1 });
  assertSame(Object.getPrototypeOf(child), null);
  assertEquals(Object.keys(child), ['x']);
  assertThrows(TypeError, function () { Object.assign(Object.preventExtensions({}), { a: 1 }); });
  assertEquals(Object.assign({}, { get g() { return 'got'; }, h: 1 }), { g: 'got', h: 1 });
  assertEquals(Object.assign(Object.create(null), source, { b: 5 }, [7], 'xy', null).b, 5);
  assertEquals(Object.keys(Object.assign({}, [7, , 8], { 1: 'one' })), ['0', '1', '2']);
  var self = { s: 1 };
  assertSame(Object.assign(self, self), self);
  class C { x = 1; }
  assertEquals(Object.keys(Object.assign(new C(), { x: 2, y: 3 })), ['x', 'y']);
  assertEquals(Object.assign(Object.create(C.prototype), { constructor: 9 }).constructor, 9);
});
