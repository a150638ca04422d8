// Typed arrays: elements, conversion, bounds.
function stored(Kind, ...values) {
  const t = new Kind(values.length);
  t.set(values);
  return [...t];
}
test('integers of 8 bits wrap, and what is no number is 0', function () {
  assertEquals(stored(Uint8Array, 256, -1, 1.9, NaN, '7', null, true, Infinity), [0, 255, 1, 0, 7, 0, 1, 0]);
  assertEquals(stored(Int8Array, 128, -129), [-128, 127]);
});
test('clamped integers stop at the ends, and round halves to even', function () {
  assertEquals(stored(Uint8ClampedArray, 300, -5, 1.5, 2.5, NaN, 0.5), [255, 0, 2, 2, 0, 0]);
});
test('integers of 16 and 32 bits wrap', function () {
  const u16 = new Uint16Array(1);
  u16[0] = 65537;
  assertEquals([...u16], [1]);
  assertEquals(stored(Int32Array, 2 ** 31, 2 ** 53), [-2147483648, 0]);
  assertEquals(stored(Uint32Array, -1, 2 ** 32 + 3), [4294967295, 3]);
});
test('floats of 32 bits round, those of 64 keep everything', function () {
  assertEquals(stored(Float32Array, 1.1, 1e40), [1.100000023841858, Infinity]);
  assertEquals(stored(Float64Array, 0.1, -0), [0.1, -0]);
});
test('BigInts of 64 bits wrap', function () {
  const b = new BigInt64Array(1), ub = new BigUint64Array(1);
  b[0] = 2n ** 63n; ub[0] = -1n;
  assertSame(b[0], -(2n ** 63n));
  assertSame(ub[0], 18446744073709551615n);
});
test('numbers and BigInts do not turn into one another', function () {
  const u8 = new Uint8Array(1), b = new BigInt64Array(1);
  assertThrows(TypeError, () => { b[0] = 1; });
  assertThrows(TypeError, () => { u8[0] = 1n; });
});
test('numbers beyond the end, negative or fractional are no properties, other names are', function () {
  const t = new Uint8Array(2);
  t[5] = 1; t[-1] = 1; t['-0'] = 1; t[1.5] = 1; t['01'] = 'kept';
  assertSame(t[5], undefined);
  assertSame(t[-1], undefined);
  assertSame(t['-0'], undefined);
  assertSame(t[1.5], undefined);
  assertSame(t['01'], 'kept');
  assertEquals(Object.keys(t), ['0', '1', '01']);
  assertSame(5 in t, false);
  assertSame('-0' in t, false);
  assertSame(1 in t, true);
});
test('an element can be neither deleted nor added', function () {
  const t = new Uint8Array(2);
  assertSame(delete t[5], true);
  assertSame(Reflect.deleteProperty(t, 0), false);
  assertSame(Reflect.set(t, 9, 1), true);
  assertSame(Reflect.defineProperty(t, 9, { value: 1 }), false);
});
test('an element is writable, enumerable and configurable', function () {
  assertEquals(Object.getOwnPropertyDescriptor(new Uint8Array(2), 0), {
    value: 0,
    writable: true,
    enumerable: true,
    configurable: true
  });
});
test('a typed array with elements cannot be frozen', function () {
  assertThrows(TypeError, () => Object.freeze(new Uint8Array(2)));
});
test('an index beyond the end does not look at the prototype', function () {
  const t = new Uint8Array(2);
  Object.prototype[7] = 'proto';
  assertSame(t[7], undefined);
  delete Object.prototype[7];
});
test('a number makes that many zeros', function () {
  assertSame(new Uint8Array().length, 0);
  assertSame(new Uint8Array('2').length, 2);
  assertSame(new Uint8Array(null).length, 0);
  assertSame(new Uint8Array(3).length, 3);
});
test('arrays, iterables, array-likes and typed arrays are copied', function () {
  assertEquals([...new Uint8Array([1, 2])], [1, 2]);
  assertEquals([...new Uint8Array(new Float32Array([1.5, 300]))], [1, 44]);
  assertEquals([...new Uint8Array(new Set([1, 2]))], [1, 2]);
  assertEquals([...new Uint8Array({ length: 2, 0: 5 })], [5, 0]);
});
test('of and from make typed arrays, from with a callback', function () {
  assertEquals([...Uint8Array.of(1, 2)], [1, 2]);
  assertEquals([...Uint8Array.from('123')], [1, 2, 3]);
  assertEquals([...Float64Array.from([1, 2], (x) => x / 2)], [0.5, 1]);
});
test('typed arrays must be made with new, and not of their common constructor', function () {
  assertThrows(TypeError, () => Uint8Array(1));
  assertThrows(TypeError, () => new (Object.getPrototypeOf(Uint8Array))());
});
test('a length that is no length, and elements of the wrong type, are errors', function () {
  assertThrows(RangeError, () => new Uint8Array(-1));
  assertThrows(RangeError, () => new Float64Array(2 ** 53));
  assertThrows(TypeError, () => new Uint8Array(new BigInt64Array(1)));
  assertThrows(TypeError, () => new Uint8Array(Symbol()));
});
test('views of one buffer see the same bytes', function () {
  const buffer = new ArrayBuffer(8);
  const bytes = new Uint8Array(buffer), words = new Uint16Array(buffer, 2, 2), f = new Float32Array(buffer, 4);
  words[0] = 0x1234;
  f[0] = 1;
  assertEquals([...bytes], [0, 0, 0x34, 0x12, 0, 0, 0x80, 0x3f]);
});
test('a view knows its buffer, its offset and its length', function () {
  const buffer = new ArrayBuffer(8);
  const words = new Uint16Array(buffer, 2, 2), f = new Float32Array(buffer, 4);
  assertSame(words.byteOffset, 2);
  assertSame(words.byteLength, 4);
  assertSame(words.length, 2);
  assertSame(f.length, 1);
  assertSame(words.buffer === buffer, true);
  assertSame(Uint16Array.BYTES_PER_ELEMENT, 2);
  assertSame(words.BYTES_PER_ELEMENT, 2);
});
test('a view that does not fit or is not aligned is a RangeError', function () {
  const buffer = new ArrayBuffer(8);
  assertThrows(RangeError, () => new Uint16Array(buffer, 1));
  assertThrows(RangeError, () => new Uint16Array(buffer, 10));
  assertThrows(RangeError, () => new Uint16Array(buffer, 0, 5));
  assertThrows(RangeError, () => new Uint32Array(new ArrayBuffer(6)));
});
test('subarray is a view of the same bytes', function () {
  const bytes = new Uint8Array(8);
  const sub = bytes.subarray(2, -4);
  sub[0] = 99;
  assertSame(bytes[2], 99);
  assertSame(sub.length, 2);
  assertSame(sub.byteOffset, 2);
  assertSame(bytes.subarray(5, 2).length, 0);
  assertSame(bytes.subarray().length, 8);
});
test('a hot loop reads and writes each kind', function () {
  for (const T of [
    Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array,
    Float64Array
  ]) {
    const t = new T(100);
    for (let i = 0; i < 100; i++) t[i] = i;
    let s = 0;
    for (let round = 0; round < 20; round++) for (let i = 0; i < t.length; i++) s += t[i];
    assertSame(s, 99000);
  }
});
test('a warm load reads typed arrays, arrays, strings and objects in turn', function () {
  const read = (t, i) => t[i];
  let sum = 0;
  for (let i = 0; i < 300; i++)
    for (const t of [
      [1],
      new Uint8Array([2]),
      new Float64Array([0.5]),
      'x',
      { 0: 4 },
      (function () { return arguments; })(8)
    ]) {
      const v = read(t, 0);
      if (typeof v === 'number') sum += v;
    }
  assertSame(sum, 300 * 15.5);
});
test('the largest integers of 32 bits are numbers, and wrap', function () {
  const u = new Uint32Array([4294967295]);
  assertSame(u[0] + 1, 4294967296);
  u[0]++;
  assertSame(u[0], 0);
  const i = new Int32Array(1);
  i[0] = 2147483647; i[0] += 1;
  assertSame(i[0], -2147483648);
});
test('the common constructor has a name and is its own species', function () {
  const T = Object.getPrototypeOf(Int8Array);
  assertSame(T.name, 'TypedArray');
  assertSame(T[Symbol.species] === T, true);
});
test('typed arrays have a tag, which their prototype has not', function () {
  assertSame(new Int8Array(1)[Symbol.toStringTag], 'Int8Array');
  assertSame(Object.getPrototypeOf(Int8Array).prototype[Symbol.toStringTag], undefined);
  assertSame(String(new Int8Array([1, 2])), '1,2');
  assertSame(Object.prototype.toString.call(new Int8Array(0)), '[object Int8Array]');
  assertSame(Int8Array.prototype.constructor === Int8Array, true);
});
test('ArrayBuffer.isView knows typed arrays', function () {
  assertSame(ArrayBuffer.isView(new Int8Array(1)), true);
  assertSame(ArrayBuffer.isView([]), false);
});
test('accessors and methods need a typed array', function () {
  const T = Object.getPrototypeOf(Int8Array);
  assertThrows(TypeError, () => T.prototype.length);
  assertThrows(TypeError, () => T.prototype.map.call([], (x) => x));
});
test('floats keep infinities and negative zero', function () {
  const f = new Float64Array([NaN, Infinity, -Infinity, -0]);
  assertEquals([...f], [NaN, Infinity, -Infinity, -0]);
});
test('any bits of a NaN are read as NaN', function () {
  const f = new Float64Array(1);
  const bits = new Uint32Array(f.buffer);
  bits[0] = 0xffffffff; bits[1] = 0xffffffff;
  assertSame(f[0], NaN);
  // As an element of an array too, where a NaN of other bits could be taken for a hole.
  const g = [f[0], 1];
  assertSame(g[0], NaN);
  assertSame(typeof f[0], 'number');
});
