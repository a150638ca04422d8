// Object.getPrototypeOf, setPrototypeOf and what Object.prototype has.
test('a cycle of prototypes is a TypeError', function () {
  const a = {}, b = Object.create(a);
  assertThrows(TypeError, () => Object.setPrototypeOf(a, b));
});
test('setPrototypeOf returns the object', function () {
  const b = Object.create({});
  assertSame(Object.setPrototypeOf(b, null), b);
});
test('primitives have the prototype of their wrapper, and keep it', function () {
  assertSame(Object.getPrototypeOf('x'), String.prototype);
  assertSame(Object.setPrototypeOf(5, {}), 5);
});
test('a prototype is an object or null, of anything but undefined and null', function () {
  assertThrows(TypeError, () => Object.setPrototypeOf({}, 5));
  assertThrows(TypeError, () => Object.setPrototypeOf(undefined, {}));
});
test('the prototype of Object.prototype cannot be set', function () {
  assertThrows(TypeError, () => Object.setPrototypeOf(Object.prototype, {}));
});
test('an object without a prototype has no __proto__ accessor', function () {
  const o = { __proto__: null };
  o.__proto__ = 5;
  assertSame(Object.hasOwn(o, '__proto__'), true);
});
test('isPrototypeOf finds a prototype', function () {
  const a = {};
  assert(a.isPrototypeOf(Object.create(a)));
});
test('hasOwnProperty and propertyIsEnumerable tell of own properties', function () {
  const o = { a: 1 };
  assertSame(o.hasOwnProperty('a'), true);
  assertSame(o.propertyIsEnumerable('a'), true);
  assertSame([].propertyIsEnumerable('length'), false);
  assertSame(Object.hasOwn([1], 0), true);
});
test('toString, toLocaleString and valueOf of an object are its tag and itself', function () {
  const o = { a: 1 };
  assertSame(o.toString(), '[object Object]');
  assertSame(o.toLocaleString(), '[object Object]');
  assertSame(o.valueOf() === o, true);
});
test('toString tells each kind of object', function () {
  const tags = [
    null,
    undefined,
    1,
    's',
    true,
    [],
    () => {},
    new Date(),
    /x/,
    new Error(),
    Symbol(),
    1n,
    Math,
    JSON,
    new Map(),
    Promise.resolve(),
    (function () { return arguments; })(),
    new Uint8Array(1),
    globalThis === 1
  ];
  assertEquals(tags.map((v) => Object.prototype.toString.call(v).slice(8, -1)), [
    'Null', 'Undefined', 'Number', 'String', 'Boolean', 'Array', 'Function', 'Date', 'RegExp', 'Error',
    'Symbol', 'BigInt', 'Math', 'JSON', 'Map', 'Promise', 'Arguments', 'Uint8Array', 'Boolean'
  ]);
});
test('toString writes a Symbol.toStringTag', function () {
  assertSame(String({ [Symbol.toStringTag]: 'Mine' }), '[object Mine]');
});
