// Concatenation in warm code: ropes of every kind of string, and what they read as.
const often = (f, expected) => warm(f, expected, 1500);
const text = (n, c = 'a') => Array(n).fill(c).join('');
test('lengths around that of the shortest rope', () => {
  const parts = [0, 1, 2, 11, 12, 13, 22, 23, 24, 25, 47].map((n) => text(n, 'x'));
  const add = (a, b) => a + b;
  often(
    (i) => add(parts[i % 11], parts[(i * 7) % 11]).length,
    (i) => parts[i % 11].length + parts[(i * 7) % 11].length
  );
  for (const a of parts) for (const b of parts) assertSame(add(a, b), text(a.length + b.length, 'x'));
});
test('operands of every representation', () => {
  const flat = text(30, 'f'), wide = text(30, '\u3042'), rope = text(20, 'r') + text(20, 's'), wideRope = flat + wide;
  const slice = text(100, 'q').slice(10, 60), wideSlice = text(100, '\u3042').slice(10, 60);
  const read = text(25, 'm') + text(25, 'n');
  assertSame(read[30], 'n');  // a rope that is flat now
  const key = text(15, 'k') + text(15, 'l');
  ({})[key];  // and one that is interned
  const all = [flat, wide, rope, wideRope, slice, wideSlice, read, key, '', 'c', '\u3042'];
  const flatten = (s) => Array.from(s, (c) => c).join('');
  const copies = all.map(flatten);
  const add = (a, b) => a + b, addTo = (a, b) => { let s = a; s += b; return s; };
  for (let round = 0; round < 30; round++) {
    for (let i = 0; i < all.length; i++) for (let j = 0; j < all.length; j++) {
      const expected = copies[i] + copies[j];
      const a = add(all[i], all[j]), b = addTo(all[i], all[j]);
      assertSame(a.length, expected.length);
      if (round === 0 || round === 29) {
        assertSame(a, expected);
        assertSame(flatten(b), expected);
        assertSame(a.charCodeAt(a.length - 1), expected.charCodeAt(expected.length - 1));
        assertSame(new Map([[a, 1]]).get(expected), 1);
      }
    }
  }
});
test('a site that meets strings, then other things', () => {
  const add = (a, b) => a + b;
  const long = text(40);
  often(() => add(long, long).length, () => 80);
  often((i) => add(long, i), (i) => long + String(i));
  often((i) => add(i, 0.5), (i) => i + 0.5);
  often((i) => add(i % 2 ? long : i, i % 2 ? long : 1), (i) => i % 2 ? long + long : i + 1);
  often(() => add(long, { toString: () => 'object' }), () => long + 'object');
  often(() => add(undefined, long), () => 'undefined' + long);
  for (let i = 0; i < 200; i++) assertThrows(TypeError, () => add(long, Symbol()));
});
test('numbers that wait in a register', () => {
  const half = (a, b, s) => { const n = a * b; return s + n + s; };
  const long = text(30);
  often((i) => half(i, 0.5, long), (i) => long + String(i / 2) + long);
});
test('what grows for long', () => {
  let s = '', t = '';
  for (let i = 0; i < 20000; i++) { s += 'some of it ' + i + ', '; t = '<' + t.slice(0, 40) + '>'; }
  assertSame(s.length, 20000 * 13 + 88890);
  assertSame(s.slice(0, 26), 'some of it 0, some of it 1');
  assertSame(t.length, 42);
});
test('too long is a RangeError, in warm code as well', () => {
  const grow = (a, b) => a + b;
  const long = text(30);
  often(() => grow(long, long).length, () => 60);
  let s = text(64);
  assertThrows(RangeError, () => { for (;;) s = grow(s, s); });
  assert(s.length > 2 ** 20);
});
