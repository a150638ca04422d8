// Arrays, maps and sets that grow, pause (their storage is cut to size then), grow on, shrink and change kind.
const pause = typeof gc === 'function' ? () => { gc(); gc(); } : () => {};

test('an array of every kind grows on after a pause', () => {
  const makers = { smi: (i) => i, double: (i) => i + 0.5, object: (i) => ({ i }), string: (i) => 's' + i };
  for (const [kind, make] of Object.entries(makers)) {
    for (const count of [1, 3, 4, 7, 8, 31, 32, 100, 5000]) {
      const a = [];
      for (let round = 0; round < 3; round++) {
        for (let i = 0; i < count; i++) a.push(make(a.length));
        pause();
      }
      assertSame(a.length, 3 * count, kind);
      a.forEach((v, i) => assertEquals(v, make(i)));
    }
  }
});

test('a write right behind the end after a pause appends', () => {
  for (const value of [1, 1.5, 'x', undefined, {}]) {
    const a = [];
    for (let i = 0; i < 300; i++) a[a.length] = i;
    pause();
    a[a.length] = value;
    a[a.length] = value;
    assertSame(a.length, 302);
    assertSame(a[300], value);
    assertSame(a[301], value);
    assertSame(a[302], undefined);
    assertSame(a[299], 299);
  }
});

test('a length that is set after a pause makes holes', () => {
  const a = [];
  for (let i = 0; i < 1000; i++) a.push(i);
  pause();
  a.length = 1200;
  pause();
  a[1199] = 'end';
  assertSame(a[1199], 'end');
  assert(!(1100 in a));
});
test('an array that was cut grows on after a pause', () => {
  const a = [];
  for (let i = 0; i < 1000; i++) a.push(i);
  a.length = 10;
  pause();
  a.push('x');
  assertEquals(a.slice(8), [8, 9, 'x']);
  a.length = 0;
  pause();
  for (let i = 0; i < 100; i++) a.push(i);
  assertSame(a[99], 99);
});

test('an array is cut and grows while forEach goes through it', () => {
  const a = [];
  for (let i = 0; i < 500; i++) a.push(i);
  let sum = 0;
  a.forEach((v, i) => {
    sum += v;
    if (i === 10) { a.length = 20; pause(); for (let k = 0; k < 5000; k++) a.push(k); pause(); }
  });
  let expected = 0;
  for (let i = 0; i < 20; i++) expected += i;
  for (let i = 20; i < 500; i++) expected += i - 20;
  assertSame(sum, expected);
});
test('an array grows while it is sorted', () => {
  const b = [];
  for (let i = 0; i < 500; i++) b.push(500 - i);
  b.sort((x, y) => { if (b.length < 20000) b.push(1); if (x === 7) pause(); return x - y; });
  assertSame(b[0], 1);
  assertSame(b[499], 500);
});

test('maps and sets grow on after a pause', () => {
  const m = new Map(), s = new Set();
  let n = 0;
  for (const count of [1, 10, 100, 20000, 3]) {
    for (let i = 0; i < count; i++, n++) { m.set('k' + n, n); s.add(n); }
    pause();
    assertSame(m.size, n);
    for (let i = 0; i < n; i += 7) { assertSame(m.get('k' + i), i); assert(s.has(i)); }
  }
  assertSame([...m.keys()].join(), Array.from({ length: n }, (_, i) => 'k' + i).join());
});
test('maps and sets are emptied by half and pause', () => {
  const m = new Map(), s = new Set(), n = 20114;
  for (let i = 0; i < n; i++) { m.set('k' + i, i); s.add(i); }
  for (let i = 0; i < n; i += 2) { m.delete('k' + i); s.delete(i); }
  pause();
  for (let i = 0; i < n; i++) assertSame(m.get('k' + i), i % 2 ? i : undefined);
  assertSame(s.size, n >> 1);
});

test('iterators go on over a table that was cut', () => {
  const m = new Map();
  for (let i = 0; i < 1000; i++) m.set(i, i);
  const seen = [];
  for (const [k] of m) {
    seen.push(k);
    if (k === 500) { pause(); m.delete(501); for (let i = 1000; i < 3000; i++) m.set(i, i); pause(); }
  }
  assertSame(seen.length, 2999);
  assertSame(seen[501], 502);
  assertSame(seen[2998], 2999);
});
