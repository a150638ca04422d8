// not-on-node: ArrayBuffer.prototype.transfer
// What natives do in pieces when it is much: the ends of the pieces must meet.
let seed = 1;
const random = (n) => (seed = Math.imul(seed, 1103515245) + 12345 & 0x7fffffff) % n;

function naiveIndexOf(text, pattern, from) {
  for (let i = from; i + pattern.length <= text.length; i++) if (text.startsWith(pattern, i)) return i;
  return -1;
}
function naiveLastIndexOf(text, pattern, from) {
  for (let i = Math.min(from, text.length - pattern.length); i >= 0; i--) if (text.startsWith(pattern, i)) return i;
  return -1;
}

test('searches agree with naive ones in text that repeats itself', function () {
  for (const wide of ['', '\u3042']) {
    for (let round = 0; round < 300; round++) {
      const letters = 'ab' + wide,
          text = Array.from({length: random(200)}, () => letters[random(letters.length)]).join('').repeat(
            1 + random(4)
          );
      const pattern = round % 2
          ? text.slice(random(50), 50 + random(60))
          : Array.from({length: 1 + random(9)}, () => letters[random(letters.length)]).join('').repeat(1 + random(5));
      const from = random(100);
      if (pattern === '') continue;
      assertEquals(
        [text.indexOf(pattern, from), text.lastIndexOf(pattern, from)],
        [naiveIndexOf(text, pattern, from), naiveLastIndexOf(text, pattern, from)],
        JSON.stringify([text, pattern, from])
      );
    }
  }
});
test('searches for long patterns that nearly match find what is there', function () {
  const a = 'a'.repeat(200000), ab = 'ab'.repeat(100000);
  for (const wide of ['', '\u3042']) {
    const text = a + 'b' + a + ab + wide;
    assertSame(text.indexOf(a + 'b' + a), 0);
    assertSame(text.indexOf('a' + a + 'b'), 200001);
    assertSame(text.indexOf(a + ab), 200001);
    assertSame(text.indexOf(ab + 'b'), -1);
    assertSame(text.indexOf(ab), 400001);
    assertSame(text.lastIndexOf(a + 'b' + a), 0);
    assertSame(text.lastIndexOf('b' + a + 'a'), 200000);
    assertSame(text.lastIndexOf('b' + a), 200000);
    assertSame(text.lastIndexOf('a' + ab), 400000);
    assertSame(text.lastIndexOf(ab), 400001);
    assertSame(text.includes(a + 'c'), false);
    assertSame(text.split(a + 'b').length, 3);
    assertEquals(text.replaceAll(ab, '').length, 400001 + wide.length);
  }
});
test('typed arrays are sorted as by a comparator', function () {
  const compare = (a, b) =>
    a < b
        ? -1
        : a > b ? 1 : a === 0 && b === 0 ? Object.is(b, -0) - Object.is(a, -0) : Number.isNaN(a) - Number.isNaN(b);
  const special = [NaN, -0, 0, Infinity, -Infinity, 5e-324, -5e-324, 1.5, -1.5];
  for (const Kind of [
    Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array,
    Float64Array
  ]) {
    for (const spread of [3, 1000, 2 ** 31]) {
      const array = new Kind(20000).map((_, i) =>
        i % 50 === 0 ? special[i / 50 % 9] : (random(spread) - spread / 2) * (spread === 1000 ? 1e30 : 1));
      const expected = Array.from(array).sort(compare);
      assert(array.toSorted().every((v, i) => Object.is(v, expected[i])), Kind.name + spread);
      assert(array.sort().every((v, i) => Object.is(v, expected[i])), Kind.name + spread);
    }
  }
});
test('BigInt arrays are sorted by value', function () {
  const big = new BigInt64Array(20000).map(() =>
    BigInt(random(2 ** 31) - 2 ** 30) ** 2n * (random(2) ? 1n : -1n)).sort();
  assert(big.every((v, i) => i === 0 || big[i - 1] <= v));
});
test('toReversed, reverse, slice, copyWithin and with go through megabytes', function () {
  const n = 3 * 2 ** 20 + 5, array = new Uint8Array(n).map((_, i) => i % 251);
  assert(array.toReversed().every((v, i) => v === (n - 1 - i) % 251));
  assert(array.slice().reverse().every((v, i) => v === (n - 1 - i) % 251));
  assert(array.slice(3).every((v, i) => v === (i + 3) % 251));
  assert(array.slice().copyWithin(1000, 0).every((v, i) => v === (i < 1000 ? i : i - 1000) % 251));
  assert(array.slice().copyWithin(0, 1000).every((v, i) => v === (i < n - 1000 ? i + 1000 : i) % 251));
  assert(array.with(7, 255).every((v, i) => v === (i === 7 ? 255 : i % 251)));
});
test('set, fill and transfer go through megabytes', function () {
  const n = 3 * 2 ** 20 + 5, array = new Uint8Array(n).map((_, i) => i % 251);
  const target = new Uint8Array(n + 9);
  target.set(array, 9);
  assert(target.every((v, i) => v === (i < 9 ? 0 : (i - 9) % 251)));
  assert(new Float64Array(400001).fill(1.5, 1).every((v, i) => v === (i ? 1.5 : 0)));
  assert(new Uint16Array(2000003).fill(7).reverse().every((v) => v === 7));
  assert(new Uint8Array(array.buffer.transfer(n + 100)).every((v, i) => v === (i < n ? i % 251 : 0)));
});
test('repeat joins much without gaps', function () {
  const text = 'abc'.repeat(1000001);
  assertSame(text.length, 3000003);
  assertSame(text.slice(-4), 'cabc');
  assertSame(text.indexOf('aa'), -1);
  assertSame('\u3042b'.repeat(600000).lastIndexOf('\u3042'), 1199998);
});
test('toSorted sorts much', function () {
  const sorted = Array.from({length: 300000}, (_, i) => i * 7919 % 300007).toSorted((a, b) => a - b);
  assert(sorted.every((v, i) => i === 0 || sorted[i - 1] < v));
});
