// not-on-node: ArrayBuffer.prototype.transfer
// not-twice: its tests change what they test
// One load of length at receivers of every kind.
const buffer = new ArrayBuffer(64, { maxByteLength: 128 });
const things = [
  [1, 2],
  'abc',
  new Uint8Array(7),
  new Float64Array(3),
  new Uint8Array(buffer),
  { length: 4 },
  { a: 1, length: 5 },
  function (a, b) {},
  (function () { return arguments; })(1, 2, 3),
  Object.create({ length: 8 })
];
test('one load finds lengths of every kind', function () {
  const length = (o) => o.length;
  for (let i = 0; i < 50; i++) {
    assertEquals(things.map(length), [2, 3, 7, 3, 64, 4, 5, 2, 3, 8]);
    for (const t of things) for (let k = 0; k < 20; k++) length(t);
  }
});
test('a warm load of length sees a buffer resized and transferred', function () {
  const length = (o) => o.length;
  for (let k = 0; k < 20; k++) length(things[4]);
  buffer.resize(100);
  assertSame(length(things[4]), 100);
  const array = new Uint8Array(9);
  for (let k = 0; k < 20; k++) assertSame(length(array), 9);
  array.buffer.transfer();
  assertSame(length(array), 0);
});
test('a warm load of length sees an own property, and another getter on the prototype', function () {
  const length = (o) => o.length;
  for (let k = 0; k < 20; k++) length(things[2]), length(things[3]);
  Object.defineProperty(things[2], 'length', { value: 'own' });
  assertSame(length(things[2]), 'own');
  const TypedArray = Object.getPrototypeOf(Uint8Array),
      original = Object.getOwnPropertyDescriptor(TypedArray.prototype, 'length');
  Object.defineProperty(TypedArray.prototype, 'length', { get() { return 'changed'; }, configurable: true });
  try {
    assertSame(length(things[3]), 'changed');
  } finally {
    Object.defineProperty(TypedArray.prototype, 'length', original);
  }
});
test('a load that has seen typed arrays of one kind only sees another getter on the prototype', function () {
  const length = (o) => o.length, array = new Float64Array(3);
  for (let k = 0; k < 20; k++) assertSame(length(array), 3);
  const prototype = Object.getPrototypeOf(Uint8Array).prototype;
  const original = Object.getOwnPropertyDescriptor(prototype, 'length');
  Object.defineProperty(prototype, 'length', { ...original, get() { return 'changed'; } });
  try { assertSame(length(array), 'changed'); } finally { Object.defineProperty(prototype, 'length', original); }
  assertSame(length(array), 3);
});
