// ArrayBuffer and DataView.
test('an ArrayBuffer has as many bytes as it was asked for', function () {
  assertSame(new ArrayBuffer(8).byteLength, 8);
  assertSame(new ArrayBuffer().byteLength, 0);
  assertSame(new ArrayBuffer('3').byteLength, 3);
});
test('slice of an ArrayBuffer copies a range, from the end where negative', function () {
  const b = new ArrayBuffer(8);
  new Uint8Array(b).set([1, 2, 3, 4, 5, 6, 7, 8]);
  assertEquals([...new Uint8Array(b.slice(2, -2))], [3, 4, 5, 6]);
  assertSame(b.slice(5, 2).byteLength, 0);
});
test('an ArrayBuffer has a tag of its own and is no view', function () {
  const b = new ArrayBuffer(8);
  assertSame(Object.prototype.toString.call(b), '[object ArrayBuffer]');
  assertSame(ArrayBuffer.isView(b), false);
});
test('ArrayBuffer must be called with new', function () {
  assertThrows(TypeError, () => ArrayBuffer(1));
});
test('a negative or too large length is a RangeError', function () {
  assertThrows(RangeError, () => new ArrayBuffer(-1));
  assertThrows(RangeError, () => new ArrayBuffer(2 ** 53));
});
test('slice needs an ArrayBuffer', function () {
  assertThrows(TypeError, () => ArrayBuffer.prototype.slice.call({}));
});
test('setters write in big-endian order unless told otherwise', function () {
  const v = new DataView(new ArrayBuffer(16), 1, 14);
  v.setInt16(0, -2); v.setInt16(2, -2, true); v.setUint32(4, 0xdeadbeef); v.setFloat32(8, 1.5, true);
  assertSame(v.getUint8(0), 255);
  assertSame(v.getUint8(1), 254);
  assertSame(v.getUint8(2), 254);
});
test('getters read every kind of integer in either order', function () {
  const v = new DataView(new ArrayBuffer(16), 1, 14);
  v.setInt16(0, -2); v.setInt16(2, -2, true); v.setUint32(4, 0xdeadbeef); v.setFloat32(8, 1.5, true);
  assertSame(v.getInt16(0), -2);
  assertSame(v.getUint16(2, true), 65534);
  assertSame(v.getInt32(4), -559038737);
  assertSame(v.getUint32(4), 3735928559);
  assertSame(v.getUint32(4, true), 4022250974);
});
test('a Float32 is read in the order it was written in', function () {
  const v = new DataView(new ArrayBuffer(16), 1, 14);
  v.setInt16(0, -2); v.setInt16(2, -2, true); v.setUint32(4, 0xdeadbeef); v.setFloat32(8, 1.5, true);
  assertSame(v.getFloat32(8, true), 1.5);
});
test('a DataView knows its buffer, its offset and its length', function () {
  const v = new DataView(new ArrayBuffer(16), 1, 14);
  assertSame(v.byteOffset, 1);
  assertSame(v.byteLength, 14);
  assertSame(v.buffer.byteLength, 16);
});
test('a Float64 is read back in its own order only', function () {
  const v = new DataView(new ArrayBuffer(16), 1, 14);
  v.setFloat64(0, Math.PI);
  assertEquals(v.getFloat64(0), Math.PI);
  assertSame(v.getFloat64(0, true) === Math.PI, false);
});
test('an Int8 and a Uint8 wrap what does not fit', function () {
  const v = new DataView(new ArrayBuffer(16), 1, 14);
  v.setInt8(8, 200); v.setUint8(9, -1);
  assertSame(v.getInt8(8), -56);
  assertSame(v.getUint8(9), 255);
});
test('a BigInt64 is read as signed and as unsigned', function () {
  const v = new DataView(new ArrayBuffer(16), 1, 14);
  v.setBigInt64(0, -5n);
  assertSame(v.getBigInt64(0), -5n);
  assertSame(v.getBigUint64(0), 18446744073709551611n);
  assertSame(v.getUint8(7), 251);
});
test('a BigUint64 is written in little-endian order', function () {
  const v = new DataView(new ArrayBuffer(16), 1, 14);
  v.setBigUint64(6, 2n ** 64n - 2n, true);
  assertEquals([v.getBigUint64(6, true), v.getUint8(6)], [18446744073709551614n, 254]);
});
test('reading, writing or viewing beyond the end is a RangeError', function () {
  const v = new DataView(new ArrayBuffer(4));
  for (const f of [
    () => v.getInt32(1),
    () => v.getInt8(-1),
    () => v.getInt8(4),
    () => v.setFloat64(0, 1),
    () => v.getInt8(2 ** 53),
    () => new DataView(new ArrayBuffer(1), 2),
    () => new DataView(new ArrayBuffer(1), 0, 2),
    () => new DataView(new ArrayBuffer(1), -1)
  ])
    assertThrows(RangeError, f);
});
test('a DataView needs an ArrayBuffer and new', function () {
  assertThrows(TypeError, () => new DataView({}));
  assertThrows(TypeError, () => DataView(new ArrayBuffer(1)));
});
test('a method of DataView needs a DataView', function () {
  assertThrows(TypeError, () => DataView.prototype.getInt8.call(new Uint8Array(1), 0));
});
test('an index of a DataView is converted, a missing one is zero', function () {
  const v = new DataView(new ArrayBuffer(4));
  assertSame(v.getInt8(), 0);
  assertSame(v.getInt8('1'), 0);
});
test('what is written to a DataView is converted, to 0 if it is no number', function () {
  const v = new DataView(new ArrayBuffer(4));
  assertSame(v.setInt8(0, 'x'), undefined);
  assertSame(v.getInt8(0), 0);
});
test('index is converted before value, value before the bounds check', function () {
  const log = [];
  const v = new DataView(new ArrayBuffer(1));
  assertThrows(RangeError, () => v.setInt8(
    { valueOf() { log.push('i'); return 5; } },
    { valueOf() { log.push('v'); return 1; } }
  ));
  assertEquals(log, ['i', 'v']);
});
test('transfer moves the bytes and detaches, where it exists', function () {
  if (!ArrayBuffer.prototype.transfer) return;
  const b = new ArrayBuffer(4), t = new Uint8Array(b);
  t[0] = 7;
  const c = b.transfer(8);
  assertSame(b.detached, true);
  assertSame(b.byteLength, 0);
  assertSame(t.length, 0);
  assertSame(t[0], undefined);
  assertSame(new Uint8Array(c)[0], 7);
  assertSame(c.byteLength, 8);
});
test('methods of a detached buffer and of its views throw, where transfer exists', function () {
  if (!ArrayBuffer.prototype.transfer) return;
  const b = new ArrayBuffer(4), t = new Uint8Array(b);
  b.transfer();
  assertThrows(TypeError, () => b.slice());
  assertThrows(TypeError, () => t.fill(0));
});
test('resize moves the end of views without a length of their own, where it exists', function () {
  if (!ArrayBuffer.prototype.resize) return;
  const b = new ArrayBuffer(4, { maxByteLength: 8 }), t = new Uint8Array(b), f = new Uint8Array(b, 2, 2);
  b.resize(8);
  assertSame(t.length, 8);
  assertSame(f.length, 2);
  assertSame(b.resizable, true);
  assertSame(b.maxByteLength, 8);
});
test('a view that no longer fits is empty, where resize exists', function () {
  if (!ArrayBuffer.prototype.resize) return;
  const b = new ArrayBuffer(8, { maxByteLength: 8 }), t = new Uint8Array(b), f = new Uint8Array(b, 2, 2);
  b.resize(3);
  assertEquals([t.length, f.length, f[0]], [3, 0, undefined]);
});
test('resize beyond the largest length is a RangeError, where it exists', function () {
  if (!ArrayBuffer.prototype.resize) return;
  const b = new ArrayBuffer(4, { maxByteLength: 8 });
  assertThrows(RangeError, () => b.resize(9));
});
test('Atomics return what was there before they changed it, and store what it stored', function () {
  if (typeof SharedArrayBuffer !== 'function' || typeof Atomics !== 'object') return;
  const t = new Int32Array(new SharedArrayBuffer(8));
  assertSame(Atomics.add(t, 0, 5), 0);
  assertSame(Atomics.load(t, 0), 5);
  assertSame(Atomics.compareExchange(t, 0, 5, 9), 5);
  assertSame(Atomics.exchange(t, 0, 1), 9);
  assertSame(Atomics.sub(t, 0, 1), 1);
  assertSame(Atomics.or(t, 1, 6), 0);
  assertSame(Atomics.and(t, 1, 3), 6);
  assertSame(Atomics.xor(t, 1, 1), 2);
  assertSame(Atomics.store(t, 1, 7), 7);
});
test('Atomics.notify returns how many it woke', function () {
  if (typeof SharedArrayBuffer !== 'function' || typeof Atomics !== 'object') return;
  const t = new Int32Array(new SharedArrayBuffer(8));
  assertSame(Atomics.notify(t, 0), 0);
});
test('operations on four bytes are lock-free', function () {
  if (typeof SharedArrayBuffer !== 'function' || typeof Atomics !== 'object') return;
  assertSame(Atomics.isLockFree(4), true);
});
