// not-on-node: ArrayBuffer.prototype.transfer
// Keyed instructions learn from an array's shape what kind it is. The kind is fixed when the array is made:
// neither its prototype nor what happened at the site before changes how elements are read and written.
'use strict';

const KINDS = [
  [Int8Array, 300, 44], [Uint8Array, -1, 255], [Uint8ClampedArray, 300, 255], [Int16Array, 70000, 4464],
  [Uint16Array, -1, 65535], [Int32Array, 4294967295, -1], [Uint32Array, -1, 4294967295],
  [Float32Array, 0.1, Math.fround(0.1)], [Float64Array, 0.1, 0.1],
];

function load(array, i) { return array[i]; }
function store(array, i, value) { array[i] = value; }

test('one site reads and writes every kind', () => {
  for (let round = 0; round < 40; round++) {
    for (const [Kind, value, expected] of KINDS) {
      const array = new Kind(3);
      store(array, 1, value);
      assertEquals(load(array, 1), expected);
      assertEquals(load(array, 0), 0);
      assertEquals(load(array, 3), undefined);
      assertEquals(load(array, -1), undefined);
    }
  }
});

test('a kind does not follow the prototype', () => {
  for (let round = 0; round < 40; round++) {
    const bytes = Reflect.construct(Int8Array, [2], Float64Array);
    const words = new Float64Array(2);
    store(bytes, 0, 200);
    store(words, 0, 200);
    assertEquals(load(bytes, 0), -56);
    assertEquals(load(words, 0), 200);
    Object.setPrototypeOf(words, Int8Array.prototype);
    store(words, 1, 200.5);
    assertEquals(load(words, 1), 200.5);
  }
});

test('subclasses with fields of their own keep the kind', () => {
  class Samples extends Int16Array {
    rate = 44100;
  }
  for (let round = 0; round < 40; round++) {
    const samples = new Samples(2);
    samples.name = 'left';
    store(samples, 1, 40000);
    assertEquals(load(samples, 1), -25536);
  }
});

test('elements of a detached buffer are gone', () => {
  for (let round = 0; round < 40; round++) {
    const array = new Int32Array([1, 2]);
    assertEquals(load(array, 1), 2);
    const moved = array.buffer.transfer();
    assertEquals(load(array, 1), undefined);
    store(array, 1, 7);
    assertEquals(array.length, 0);
    assertEquals(new Int32Array(moved)[1], 2);
  }
});

test('arrays over resizable buffers follow their length', () => {
  for (let round = 0; round < 40; round++) {
    const buffer = new ArrayBuffer(4, { maxByteLength: 8 });
    const array = new Uint8Array(buffer);
    store(array, 6, 1);
    assertEquals(load(array, 6), undefined);
    buffer.resize(8);
    store(array, 6, 1);
    assertEquals(load(array, 6), 1);
    buffer.resize(2);
    assertEquals(load(array, 6), undefined);
  }
});

test('what is no number is converted before it is written', () => {
  for (let round = 0; round < 40; round++) {
    const array = new Uint8Array(1);
    store(array, 0, { valueOf: () => 257 });
    assertEquals(load(array, 0), 1);
    store(array, 0, '2');
    assertEquals(load(array, 0), 2);
    assertThrows(TypeError, () => store(array, 0, 1n));
  }
});

test('arrays of Values, Smis and doubles take what they may hold', () => {
  for (let round = 0; round < 40; round++) {
    const smis = [1, 2], doubles = [0.5, 1.5], values = ['a', 'b'];
    store(smis, 0, 3);
    store(doubles, 0, 3);
    store(values, 0, 3);
    assertEquals([smis, doubles, values], [[3, 2], [3, 1.5], [3, 'b']]);
    store(smis, 1, 'x');
    store(doubles, 1, 'x');
    store(values, 2, 'x');
    assertEquals([smis, doubles, values], [[3, 'x'], [3, 'x'], [3, 'b', 'x']]);
  }
});
