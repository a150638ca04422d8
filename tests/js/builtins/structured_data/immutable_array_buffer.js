// flags: --harmony
// Immutable ArrayBuffers: nothing writes to them.
const immutable = () => Uint8Array.of(1, 2, 3, 4).buffer.transferToImmutable();

test('transferToImmutable detaches and keeps the bytes', () => {
  const from = Uint8Array.of(1, 2, 3).buffer;
  const to = from.transferToImmutable();
  assertSame(from.detached, true);
  assertSame(to.immutable, true);
  assertSame(new ArrayBuffer(1).immutable, false);
  assertEquals([...new Uint8Array(to)], [1, 2, 3]);
  assertEquals([...new Uint8Array(immutable.call().sliceToImmutable(1, 3))], [2, 3]);
  assertEquals([...new Uint8Array(Uint8Array.of(7).buffer.transferToImmutable(3))], [7, 0, 0]);
  assertSame(new ArrayBuffer(2, { maxByteLength: 8 }).transferToImmutable().resizable, false);
});
test('a copy does not change with what it was made of', () => {
  const source = Uint8Array.of(1, 2, 3);
  const copy = source.buffer.sliceToImmutable();
  source.fill(9);
  assertEquals([...new Uint8Array(copy)], [1, 2, 3]);
});
test('an immutable buffer is not transferred, resized or detached', () => {
  const b = immutable();
  for (const method of ['transfer', 'transferToFixedLength', 'transferToImmutable', 'resize'])
    assertThrows(TypeError, () => b[method](4));
  assertSame(b.detached, false);
});
test('no store changes an element, cold or warm', () => {
  const a = new Uint8Array(immutable());
  const f = new Float64Array(new ArrayBuffer(16).transferToImmutable());
  function sloppy(array, i, v) { array[i] = v; }
  function strict(array, i, v) { 'use strict'; array[i] = v; }
  for (let i = 0; i < 200; i++) {
    sloppy(new Uint8Array(4), 0, 9);
    sloppy(a, 0, 9);
    sloppy(f, 1, 1.5);
    a[1]++;
    a[2] += 5;
    assertThrows(TypeError, () => strict(a, 3, 9));
  }
  assertEquals([...a], [1, 2, 3, 4]);
  assertEquals([...f], [0, 0]);
  assertSame(Reflect.set(a, 0, 9), false);
  assertSame(Reflect.defineProperty(a, 0, { value: 9 }), false);
  assertSame(Reflect.defineProperty(a, 0, { value: 1 }), true);
  assertEquals(Object.getOwnPropertyDescriptor(a, 0), {
    value: 1,
    writable: false,
    enumerable: true,
    configurable: false
  });
});
test('no method writes', () => {
  const a = new Uint8Array(immutable());
  const view = new DataView(a.buffer);
  const writes = [
    () => a.fill(9),
    () => a.reverse(),
    () => a.sort(),
    () => a.copyWithin(0, 1),
    () => a.set([9]),
    () => a.set(Uint8Array.of(9)),
    () => a.setFromHex('09'),
    () => a.setFromBase64('CQ=='),
    () => view.setUint8(0, 9),
    () => view.setFloat32(0, 9),
    () => Atomics.store(a, 0, 9),
    () => Atomics.add(a, 0, 9),
    () => Atomics.compareExchange(a, 0, 1, 9),
    () => Atomics.exchange(a, 0, 9)
  ];
  for (const write of writes) assertThrows(TypeError, write, /immutable ArrayBuffer/);
  class Into extends Uint8Array { constructor() { super(immutable()); } }
  const from = new Uint8Array(4);
  from.constructor = { [Symbol.species]: Into };
  assertThrows(TypeError, () => from.map((x) => 9));
  assertThrows(TypeError, () => from.slice());
  assertThrows(TypeError, () => Into.from([9]));
  assertEquals([...a], [1, 2, 3, 4]);
  assertSame(Atomics.load(a, 1), 2);
  assertSame(view.getUint8(3), 4);
  assertEquals([...a.subarray(1, 3)], [2, 3]);
});
