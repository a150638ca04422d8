// ArrayBuffer and DataView.
test('ArrayBuffer', function () {
  const b = new ArrayBuffer(8);
  new Uint8Array(b).set([1, 2, 3, 4, 5, 6, 7, 8]);
  assertEquals([b.byteLength, [...new Uint8Array(b.slice(2, -2))], b.slice(5, 2).byteLength, new ArrayBuffer().byteLength, new ArrayBuffer('3').byteLength, Object.prototype.toString.call(b), ArrayBuffer.isView(b)], [8, [3, 4, 5, 6], 0, 0, 3, '[object ArrayBuffer]', false]);
  assertThrows(TypeError, () => ArrayBuffer(1));
  assertThrows(RangeError, () => new ArrayBuffer(-1));
  assertThrows(RangeError, () => new ArrayBuffer(2 ** 53));
  assertThrows(TypeError, () => ArrayBuffer.prototype.slice.call({}));
});
test('DataView: every kind, both orders', function () {
  const v = new DataView(new ArrayBuffer(16), 1, 14);
  v.setInt16(0, -2); v.setInt16(2, -2, true); v.setUint32(4, 0xdeadbeef); v.setFloat32(8, 1.5, true);
  assertEquals([v.getUint8(0), v.getUint8(1), v.getUint8(2), v.getInt16(0), v.getUint16(2, true), v.getInt32(4), v.getUint32(4), v.getUint32(4, true), v.getFloat32(8, true), v.byteOffset, v.byteLength, v.buffer.byteLength], [255, 254, 254, -2, 65534, -559038737, 3735928559, 4022250974, 1.5, 1, 14, 16]);
  v.setFloat64(0, Math.PI); v.setInt8(8, 200); v.setUint8(9, -1);
  assertEquals([v.getFloat64(0), v.getFloat64(0, true) === Math.PI, v.getInt8(8), v.getUint8(9)], [Math.PI, false, -56, 255]);
  v.setBigInt64(0, -5n);
  assertEquals([v.getBigInt64(0), v.getBigUint64(0), v.getUint8(7)], [-5n, 18446744073709551611n, 251]);
  v.setBigUint64(6, 2n ** 64n - 2n, true);
  assertEquals([v.getBigUint64(6, true), v.getUint8(6)], [18446744073709551614n, 254]);
});
test('DataView: bounds', function () {
  const v = new DataView(new ArrayBuffer(4));
  for (const f of [() => v.getInt32(1), () => v.getInt8(-1), () => v.getInt8(4), () => v.setFloat64(0, 1), () => v.getInt8(2 ** 53), () => new DataView(new ArrayBuffer(1), 2), () => new DataView(new ArrayBuffer(1), 0, 2), () => new DataView(new ArrayBuffer(1), -1)]) assertThrows(RangeError, f);
  assertThrows(TypeError, () => new DataView({}));
  assertThrows(TypeError, () => DataView(new ArrayBuffer(1)));
  assertThrows(TypeError, () => DataView.prototype.getInt8.call(new Uint8Array(1), 0));
  assertEquals([v.getInt8(), v.getInt8('1'), v.setInt8(0, 'x'), v.getInt8(0)], [0, 0, undefined, 0]);
});
test('index is converted before value, value before the bounds check', function () {
  const log = [];
  const v = new DataView(new ArrayBuffer(1));
  assertThrows(RangeError, () => v.setInt8({ valueOf() { log.push('i'); return 5; } }, { valueOf() { log.push('v'); return 1; } }));
  assertEquals(log, ['i', 'v']);
});
test('transfer and resize where they exist', function () {
  if (ArrayBuffer.prototype.transfer) {
    const b = new ArrayBuffer(4), t = new Uint8Array(b);
    t[0] = 7;
    const c = b.transfer(8);
    assertEquals([b.detached, b.byteLength, t.length, t[0], new Uint8Array(c)[0], c.byteLength], [true, 0, 0, undefined, 7, 8]);
    assertThrows(TypeError, () => b.slice());
    assertThrows(TypeError, () => t.fill(0));
  }
  if (ArrayBuffer.prototype.resize) {
    const b = new ArrayBuffer(4, { maxByteLength: 8 }), t = new Uint8Array(b), f = new Uint8Array(b, 2, 2);
    b.resize(8);
    assertEquals([t.length, f.length, b.resizable, b.maxByteLength], [8, 2, true, 8]);
    b.resize(3);
    assertEquals([t.length, f.length, f[0]], [3, 0, undefined]);
    assertThrows(RangeError, () => b.resize(9));
  }
});
test('SharedArrayBuffer and Atomics where they exist', function () {
  if (typeof SharedArrayBuffer !== 'function' || typeof Atomics !== 'object') return;
  const t = new Int32Array(new SharedArrayBuffer(8));
  assertEquals([Atomics.add(t, 0, 5), Atomics.load(t, 0), Atomics.compareExchange(t, 0, 5, 9), Atomics.exchange(t, 0, 1), Atomics.sub(t, 0, 1), Atomics.or(t, 1, 6), Atomics.and(t, 1, 3), Atomics.xor(t, 1, 1), Atomics.store(t, 1, 7), Atomics.notify(t, 0), Atomics.isLockFree(4)], [0, 5, 5, 9, 1, 0, 6, 2, 7, 0, true]);
});
