// Searching in strings of either width, where fast paths and the linear fallback must agree with a plain loop.
function plainIndexOf(text, pattern, from) {
  for (let i = from; i + pattern.length <= text.length; i++) {
    let k = 0;
    while (k < pattern.length && text[i + k] === pattern[k]) k++;
    if (k === pattern.length) return i;
  }
  return -1;
}
function plainLastIndexOf(text, pattern, from) {
  for (let i = Math.min(from, text.length - pattern.length); i >= 0; i--) {
    let k = 0;
    while (k < pattern.length && text[i + k] === pattern[k]) k++;
    if (k === pattern.length) return i;
  }
  return -1;
}
let seed = 7;
function random(n) {
  seed = (seed * 1103515245 + 12345) % 2147483648;
  return (seed >>> 8) % n;
}
function randomText(length, alphabet) {
  let s = '';
  for (let i = 0; i < length; i++) s += alphabet[random(alphabet.length)];
  return s;
}
test('indexOf and lastIndexOf agree with a plain loop', function () {
  const alphabets = ['ab', 'abc', 'a\u1234', '\u1234\u3412', 'aé', '\u00ff\u01ff'];
  for (let round = 0; round < 600; round++) {
    const alphabet = alphabets[random(alphabets.length)];
    const text = randomText(random(40), alphabet);
    const pattern = random(3)
        ? text.substr(random(text.length + 1), random(6))
        : randomText(random(4), alphabets[random(alphabets.length)]);
    const from = random(text.length + 1);
    assertSame(text.indexOf(pattern, from), plainIndexOf(text, pattern, from));
    assertSame(text.lastIndexOf(pattern, from), plainLastIndexOf(text, pattern, from));
    assertSame(text.includes(pattern, from), plainIndexOf(text, pattern, from) >= 0);
  }
});
test('repetitive texts are searched in linear time', function () {
  for (const [a, b] of [['a', 'b'], ['\u1234', 'b'], ['a', '\u1234']]) {
    const text = a.repeat(200000);
    const pattern = a.repeat(100000) + b;
    assertSame(text.indexOf(pattern), -1);
    assertSame((text + pattern).indexOf(pattern), 200000);
    const mirrored = b + a.repeat(100000);
    assertSame(text.lastIndexOf(mirrored), -1);
    assertSame((mirrored + text).lastIndexOf(mirrored), 0);
  }
});
test('ropes are searched whole', function () {
  let rope = '';
  for (let i = 0; i < 1000; i++) rope += 'item' + i + ';';
  assertSame(rope.replaceAll('item', '').length, rope.length - 4000);
  assertSame(rope.indexOf('item999;'), rope.length - 8);
});
test('slices are searched within their bounds', function () {
  let rope = '';
  for (let i = 0; i < 1000; i++) rope += 'item' + i + ';';
  const slice = rope.slice(100, -100);
  assertSame(slice.indexOf('item500;'), rope.indexOf('item500;') - 100);
  assertSame(slice.split(';').length, rope.slice(100, -100).match(/;/g).length + 1);
});
