// Doubles that one instruction makes and the next uses up have no box of their own (ops/machine.h): none may be seen
// by anything else.
const half = 0.5, big = 2 ** 40;
function makeObject(f) { return { valueOf: f }; }
test('the other operand may run code that makes numbers', function () {
  const noisy = makeObject(() => half * 3 + half * 5 - half * 7);
  assertSame(half * 4.5 + noisy, 2.75);
  assertSame(noisy + half * 4.5, 2.75);
  assertSame((half * 4.5) * noisy - half * 2.25, 0);
});
test('a comparison with an operand that makes numbers keeps its own', function () {
  const noisy = makeObject(() => half * 3 + half * 5 - half * 7);
  assertSame(half * 4.5 < noisy, false);
  assertSame(noisy < half * 4.5, true);
  let taken = 0;
  if (half * 9 > noisy) taken++;
  while (half * taken < makeObject(() => half * 1.5 + taken * 0)) taken++;
  assertSame(taken, 2);
});
test('results are stored where they stay', function () {
  const kept = [], more = [];
  const object = {};
  for (let i = 0; i < 40; i++) {
    const x = i * half + 0.25;
    kept.push(x * half + x * 2);
    object['p' + i] = x * half + x;
    more[i] = kept[i] = kept[i] * half;
  }
  for (let i = 0; i < 40; i++) {
    assertSame(kept[i], (i / 2 + 0.25) * 1.25);
    assertSame(more[i], kept[i]);
    assertSame(object['p' + i], (i / 2 + 0.25) * 1.5);
  }
});
test('arrays of every kind take transient numbers', function () {
  const kinds = [
    [],
    [1, 2, 3],
    [0.5, 0.25, 0.125],
    ['a', {}, null],
    [, , 1],
    new Array(3),
    { length: 3 },
    new Float64Array(3),
    new Float32Array(3),
    new Int32Array(3),
    new Uint32Array(3),
    new Uint8Array(3),
    new Uint8ClampedArray(3)
  ];
  for (let round = 0; round < 3; round++) {
    for (const array of kinds) {
      for (let i = 0; i < 3; i++) array[i] = half * (i + 2.5 * round);
      for (let i = 0; i < 3; i++) array[i] += half * big;
      for (let i = 0; i < 3; i++) array[i] -= half * big;
      const other = half * 100.5;
      for (let i = 0; i < 3; i++) {
        const expected = half * (i + 2.5 * round);
        const rounded = array instanceof Uint8ClampedArray ? 0 :
          array instanceof Float32Array
          ? array[i]
          : ArrayBuffer.isView(array) && !(array instanceof Float64Array) ? Math.floor(expected) : expected;
        if (!(array instanceof Uint8Array)) assertSame(array[i], rounded);
      }
      assertSame(other, 50.25);
    }
  }
});
test('transient numbers are concatenated and compared', function () {
  assertSame('' + half * 3, '1.5');
  assertSame(half * 3 + '', '1.5');
  assertSame(half * 3 + 'a' + half * 5, '1.5a2.5');
  assertSame(half * 3 < 2n, true);
  assertSame(half * 3 < '2', true);
});
test('transient numbers are not added to BigInts and symbols', function () {
  assertThrows(TypeError, () => half * 3 + 1n);
  assertThrows(TypeError, () => half * 3 + Symbol());
});
test('operands of suspended functions keep their values', function () {
  function* g(x) {
    const r = x * half + (yield x * 2.5) * half + (yield x * 3.5);
    yield r;
  }
  const a = g(3), b = g(5);
  assertSame(a.next().value, 7.5);
  assertSame(b.next().value, 12.5);
  assertSame(a.next(1.5).value, 10.5);
  assertSame(b.next(2.5).value, 17.5);
  assertSame(a.next(0.25).value, 1.5 + 0.75 + 0.25);
  assertSame(b.next(0.125).value, 2.5 + 1.25 + 0.125);
});
test('a hash of 32 bits is as in integers', function () {
  let h = 0x811c9dc5 | 0;
  for (let i = 0; i < 100; i++) h = Math.imul(h ^ i, 16777619) + (h << 7) - (h >>> 3) ^ ~h;
  assertSame(h, -1982905021);
});
test('integers beyond 31 bits go through typed arrays', function () {
  const words = new Int32Array(4), unsigned = new Uint32Array(4);
  for (let i = 0; i < 400; i++) {
    words[i & 3] = (words[i + 1 & 3] ^ 0x7fffffff) + (words[i & 3] << 5) | 0;
    unsigned[i & 3] = (unsigned[i + 1 & 3] ^ 0x7fffffff) + (unsigned[i & 3] >>> 5) + (i << 23);
    words[i & 3] ^= unsigned[i & 3];
  }
  assertEquals(Array.from(words), [1660511643, 743110112, -1358453911, -1118488993]);
  assertEquals(Array.from(unsigned), [3874988467, 2567516708, 516186071, 1643534555]);
});
