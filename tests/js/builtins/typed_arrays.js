// Typed arrays: elements, conversion, bounds.
test('conversion of values', function () {
  const u8 = new Uint8Array(8), i8 = new Int8Array(2), c = new Uint8ClampedArray(6), u16 = new Uint16Array(1), i32 = new Int32Array(2), u32 = new Uint32Array(2), f32 = new Float32Array(2), f64 = new Float64Array(2), b = new BigInt64Array(1), ub = new BigUint64Array(1);
  u8.set([256, -1, 1.9, NaN, '7', null, true, Infinity]);
  i8.set([128, -129]);
  c.set([300, -5, 1.5, 2.5, NaN, 0.5]);
  u16[0] = 65537; i32.set([2 ** 31, 2 ** 53]); u32.set([-1, 2 ** 32 + 3]); f32.set([1.1, 1e40]); f64.set([0.1, -0]); b[0] = 2n ** 63n; ub[0] = -1n;
  assertEquals([[...u8], [...i8], [...c], [...u16], [...i32], [...u32], [...f32], [...f64], b[0], ub[0]], [[0, 255, 1, 0, 7, 0, 1, 0], [-128, 127], [255, 0, 2, 2, 0, 0], [1], [-2147483648, 0], [4294967295, 3], [1.100000023841858, Infinity], [0.1, -0], -(2n ** 63n), 18446744073709551615n]);
  assertThrows(TypeError, () => { b[0] = 1; });
  assertThrows(TypeError, () => { u8[0] = 1n; });
});
test('out of bounds and odd keys', function () {
  const t = new Uint8Array(2);
  t[5] = 1; t[-1] = 1; t['-0'] = 1; t[1.5] = 1; t['01'] = 'kept';
  assertEquals([t[5], t[-1], t['-0'], t[1.5], t['01'], Object.keys(t), 5 in t, '-0' in t, 1 in t, delete t[5], Reflect.deleteProperty(t, 0), Reflect.set(t, 9, 1), Reflect.defineProperty(t, 9, { value: 1 })], [undefined, undefined, undefined, undefined, 'kept', ['0', '1', '01'], false, false, true, true, false, true, false]);
  assertEquals(Object.getOwnPropertyDescriptor(t, 0), { value: 0, writable: true, enumerable: true, configurable: true });
  assertThrows(TypeError, () => Object.freeze(t));
  Object.prototype[7] = 'proto';
  assertSame(t[7], undefined);
  delete Object.prototype[7];
});
test('construction', function () {
  assertEquals([new Uint8Array().length, new Uint8Array(3).length, [...new Uint8Array([1, 2])], [...new Uint8Array(new Float32Array([1.5, 300]))], [...new Uint8Array(new Set([1, 2]))], [...new Uint8Array({ length: 2, 0: 5 })], [...Uint8Array.of(1, 2)], [...Uint8Array.from('123')], [...Float64Array.from([1, 2], (x) => x / 2)], new Uint8Array('2').length, new Uint8Array(null).length], [0, 3, [1, 2], [1, 44], [1, 2], [5, 0], [1, 2], [1, 2, 3], [0.5, 1], 2, 0]);
  assertThrows(TypeError, () => Uint8Array(1));
  assertThrows(RangeError, () => new Uint8Array(-1));
  assertThrows(RangeError, () => new Float64Array(2 ** 53));
  assertThrows(TypeError, () => new (Object.getPrototypeOf(Uint8Array))());
  assertThrows(TypeError, () => new Uint8Array(new BigInt64Array(1)));
  assertThrows(TypeError, () => new Uint8Array(Symbol()));
});
test('views on a buffer', function () {
  const buffer = new ArrayBuffer(8);
  const bytes = new Uint8Array(buffer), words = new Uint16Array(buffer, 2, 2), f = new Float32Array(buffer, 4);
  words[0] = 0x1234;
  f[0] = 1;
  assertEquals([[...bytes], words.byteOffset, words.byteLength, words.length, f.length, words.buffer === buffer, Uint16Array.BYTES_PER_ELEMENT, words.BYTES_PER_ELEMENT], [[0, 0, 0x34, 0x12, 0, 0, 0x80, 0x3f], 2, 4, 2, 1, true, 2, 2]);
  assertThrows(RangeError, () => new Uint16Array(buffer, 1));
  assertThrows(RangeError, () => new Uint16Array(buffer, 10));
  assertThrows(RangeError, () => new Uint16Array(buffer, 0, 5));
  assertThrows(RangeError, () => new Uint32Array(new ArrayBuffer(6)));
  const sub = bytes.subarray(2, -4);
  sub[0] = 99;
  assertEquals([bytes[2], sub.length, sub.byteOffset, bytes.subarray(5, 2).length, bytes.subarray().length], [99, 2, 2, 0, 8]);
});
test('hot loops over each kind', function () {
  for (const T of [Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array, Float64Array]) {
    const t = new T(100);
    for (let i = 0; i < 100; i++) t[i] = i;
    let s = 0;
    for (let round = 0; round < 20; round++) for (let i = 0; i < t.length; i++) s += t[i];
    assertSame(s, 99000);
  }
  const read = (t, i) => t[i];
  let sum = 0;
  for (let i = 0; i < 300; i++) for (const t of [[1], new Uint8Array([2]), new Float64Array([0.5]), 'x', { 0: 4 }, (function () { return arguments; })(8)]) { const v = read(t, 0); if (typeof v === 'number') sum += v; }
  assertSame(sum, 300 * 15.5);
  const u = new Uint32Array([4294967295]);
  assertSame(u[0] + 1, 4294967296);
  u[0]++;
  assertSame(u[0], 0);
  const i = new Int32Array(1);
  i[0] = 2147483647; i[0] += 1;
  assertSame(i[0], -2147483648);
});
test('properties and tags', function () {
  const T = Object.getPrototypeOf(Int8Array);
  assertEquals([T.name, new Int8Array(1)[Symbol.toStringTag], T.prototype[Symbol.toStringTag], String(new Int8Array([1, 2])), Object.prototype.toString.call(new Int8Array(0)), Int8Array.prototype.constructor === Int8Array, T[Symbol.species] === T, ArrayBuffer.isView(new Int8Array(1)), ArrayBuffer.isView([])], ['TypedArray', 'Int8Array', undefined, '1,2', '[object Int8Array]', true, true, true, false]);
  assertThrows(TypeError, () => T.prototype.length);
  assertThrows(TypeError, () => T.prototype.map.call([], (x) => x));
});
test('NaN and infinities are kept in floats', function () {
  const f = new Float64Array([NaN, Infinity, -Infinity, -0]);
  assertEquals([...f], [NaN, Infinity, -Infinity, -0]);
  const bits = new Uint32Array(f.buffer);
  bits[0] = 0xffffffff; bits[1] = 0xffffffff;
  assertSame(f[0], NaN);
  const g = [f[0], 1];
  assertSame(g[0], NaN);
  assertSame(typeof f[0], 'number');
});
