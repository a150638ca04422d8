// Object.defineProperty, defineProperties and create.
test('a property that is defined has false for what the descriptor leaves out', function () {
  const o = {};
  Object.defineProperty(o, 'a', {});
  assertEquals(Object.getOwnPropertyDescriptor(o, 'a'), {
    value: undefined,
    writable: false,
    enumerable: false,
    configurable: false
  });
});
test('what is not configurable can be defined only as it is', function () {
  const o = Object.defineProperty({}, 'a', {});
  assertThrows(TypeError, () => Object.defineProperty(o, 'a', { value: 1 }));
  assertThrows(TypeError, () => Object.defineProperty(o, 'a', { enumerable: true }));
  Object.defineProperty(o, 'a', { value: undefined, writable: false });
});
test('a writable property can be changed and made read-only', function () {
  const o = {};
  Object.defineProperty(o, 'w', { value: 1, writable: true });
  Object.defineProperty(o, 'w', { value: 2 });
  Object.defineProperty(o, 'w', { writable: false });
  assertThrows(TypeError, () => Object.defineProperty(o, 'w', { value: 3 }));
  Object.defineProperty(o, 'w', { value: 2 });
});
test('a descriptor is an object, without both a getter and a value, for an object', function () {
  const o = {};
  assertThrows(TypeError, () => Object.defineProperty(o, 'x', { get() {}, value: 1 }));
  assertThrows(TypeError, () => Object.defineProperty(o, 'x', { get: 5 }));
  assertThrows(TypeError, () => Object.defineProperty(o, 'x', 5));
  assertThrows(TypeError, () => Object.defineProperty(5, 'x', {}));
});
test('an accessor can become a value', function () {
  const o = {};
  Object.defineProperty(o, 'c', { get: () => 1, configurable: true });
  Object.defineProperty(o, 'c', { value: 5 });
  assertEquals(Object.getOwnPropertyDescriptor(o, 'c'), {
    value: 5,
    writable: false,
    enumerable: false,
    configurable: true
  });
});
test('a read-only value is compared by SameValue', function () {
  const o = {};
  Object.defineProperty(o, 'n', { value: NaN });
  Object.defineProperty(o, 'n', { value: NaN });
  Object.defineProperty(o, 'z', { value: -0 });
  assertThrows(TypeError, () => Object.defineProperty(o, 'z', { value: 0 }));
});
test('a frozen object takes no property', function () {
  assertThrows(TypeError, () => Object.defineProperty(Object.freeze({}), 'x', { value: 1 }));
});
test('a descriptor may inherit its fields', function () {
  const inherited = Object.create({ value: 5, enumerable: true });
  assertEquals(Object.getOwnPropertyDescriptor(Object.defineProperty({}, 'q', inherited), 'q').value, 5);
});
test('create makes an object with a prototype and properties', function () {
  const o = Object.create({ p: 1 }, { a: { value: 1, enumerable: true }, b: { get: () => 2, enumerable: true } });
  assertSame(o.p, 1);
  assertSame(o.a, 1);
  assertSame(o.b, 2);
  assertEquals(Object.keys(o), ['a', 'b']);
});
test('create needs an object or null', function () {
  assertSame(Object.getPrototypeOf(Object.create(null)), null);
  for (const v of [undefined, 5, 'x']) assertThrows(TypeError, () => Object.create(v));
});
test('a wrong descriptor among many defines nothing', function () {
  const t = {};
  assertThrows(TypeError, () => Object.defineProperties(t, { a: { value: 1 }, b: 5 }));
  assertEquals(Reflect.ownKeys(t), []);
});
