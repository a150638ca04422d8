// Small numeric kernels whose results are known, long enough to be warm.
test('a sieve counts primes', function () {
  const n = 20000, sieve = new Uint8Array(n + 1);
  let count = 0;
  for (let i = 2; i <= n; i++) { if (sieve[i]) continue; count++; for (let j = i * 2; j <= n; j += i) sieve[j] = 1; }
  assertSame(count, 2262);
});
test('matrices are multiplied alike in four representations', function () {
  const run = (make) => {
    const n = 24, a = make(n * n), b = make(n * n), c = make(n * n);
    for (let i = 0; i < n * n; i++) { a[i] = i % 7; b[i] = i % 5; }
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++) {
        let s = 0;
        for (let k = 0; k < n; k++) s += a[i * n + k] * b[k * n + j];
        c[i * n + j] = s;
      }
    let t = 0;
    for (let i = 0; i < n * n; i++) t += c[i];
    return t;
  };
  const r = run((n) => new Array(n).fill(0));
  assertSame(run((n) => new Float64Array(n)), r);
  assertSame(run((n) => new Int32Array(n)), r);
  assertSame(run(() => []), r);
});
test('FNV hashes strings in 32 bits', function () {
  const fnv = (s) => {
    let h = 0x811c9dc5;
    for (let i = 0; i < s.length; i++) { h ^= s.charCodeAt(i); h = Math.imul(h, 0x01000193); }
    return h >>> 0;
  };
  assertEquals([fnv(''), fnv('a'), fnv('foobar')], [0x811c9dc5, 0xe40c292c, 0xbf9cf968]);
});
test('CRC-32 checks a string in 32 bits', function () {
  const crcTable = Array.from({ length: 256 }, (_, n) => {
    for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
    return n >>> 0;
  });
  const crc = (s) => {
    let c = -1;
    for (let i = 0; i < s.length; i++) c = crcTable[(c ^ s.charCodeAt(i)) & 255] ^ (c >>> 8);
    return (c ^ -1) >>> 0;
  };
  assertSame(crc('123456789'), 0xcbf43926);
});
test('Adler-32 checks a string in 32 bits', function () {
  const adler = (s) => {
    let a = 1, b = 0;
    for (let i = 0; i < s.length; i++) { a = (a + s.charCodeAt(i)) % 65521; b = (b + a) % 65521; }
    return ((b << 16) | a) >>> 0;
  };
  assertSame(adler('Wikipedia'), 0x11e60398);
});
test('series converge to pi', function () {
  let pi = 0;
  for (let k = 0; k < 200000; k++) pi += (k % 2 ? -4 : 4) / (2 * k + 1);
  assert(Math.abs(pi - Math.PI) < 1e-5);
});
test('a series converges to e', function () {
  let e = 1, f = 1;
  for (let i = 1; i < 20; i++) { f *= i; e += 1 / f; }
  assertSame(Math.abs(e - Math.E) < 1e-14, true);
});
test('a logistic map stays in its interval', function () {
  let x = 0.5;
  for (let i = 0; i < 1000; i++) x = 3.7 * x * (1 - x);
  assert(x > 0 && x < 1);
});
test('quicksort and sort agree', function () {
  const quick = (a, lo, hi) => {
    while (lo < hi) {
      let i = lo, j = hi;
      const p = a[(lo + hi) >> 1];
      while (i <= j) {
        while (a[i] < p) i++;
        while (a[j] > p) j--;
        if (i <= j) { const t = a[i]; a[i++] = a[j]; a[j--] = t; }
      }
      if (j - lo < hi - i) { quick(a, lo, j); lo = i; } else { quick(a, i, hi); hi = j; }
    }
  };
  let seed = 42;
  const a = Array.from({ length: 5000 }, () => (seed = (seed * 16807) % 2147483647));
  const b = a.slice().sort((x, y) => x - y);
  quick(a, 0, a.length - 1);
  assertEquals(a, b);
});
test('a binary search finds what is there', function () {
  const a = Array.from({ length: 5000 }, (_, i) => i * 3);
  const find = (v) => {
    let lo = 0, hi = a.length - 1;
    while (lo <= hi) { const m = (lo + hi) >>> 1; if (a[m] === v) return m; if (a[m] < v) lo = m + 1; else hi = m - 1; }
    return -1;
  };
  assertEquals([find(a[1234]), find(-1)], [1234, -1]);
});
test('edit distance by dynamic programming', function () {
  const distance = (a, b) => {
    let prev = Array.from({ length: b.length + 1 }, (_, i) => i);
    for (let i = 1; i <= a.length; i++) {
      const row = [i];
      for (let j = 1; j <= b.length; j++)
        row[j] = Math.min(row[j - 1] + 1, prev[j] + 1, prev[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
      prev = row;
    }
    return prev[b.length];
  };
  assertSame(distance('kitten', 'sitting'), 3);
  assertSame(distance('a'.repeat(60), 'b'.repeat(60)), 60);
  assertSame(distance('', 'abc'), 3);
});
test('a small virtual machine counts to 5000', function () {
  const run = (code) => {
    const stack = [];
    let pc = 0, steps = 0;
    for (;;) {
      steps++;
      const [op, x] = code[pc++];
      switch (op) {
        case 'push': stack.push(x); break;
        case 'add': stack.push(stack.pop() + stack.pop()); break;
        case 'dup': stack.push(stack[stack.length - 1]); break;
        case 'jlt': if (stack[stack.length - 1] < x[0]) pc = x[1]; break;
        case 'halt': return [stack.pop(), steps];
      }
    }
  };
  assertEquals(run([['push', 0], ['push', 1], ['add'], ['jlt', [5000, 1]], ['halt']]), [5000, 15002]);
});
test('a glider moves over a torus', function () {
  const n = 16;
  let g = Array.from({ length: n }, () => new Array(n).fill(0));
  for (const [x, y] of [[1, 0], [2, 1], [0, 2], [1, 2], [2, 2]]) g[y][x] = 1;
  for (let t = 0; t < 4 * n; t++)
    g = g.map((row, y) => row.map((c, x) => {
      let s = 0;
      for (let dy = -1; dy < 2; dy++)
        for (let dx = -1; dx < 2; dx++) if (dx || dy) s += g[(y + dy + n) % n][(x + dx + n) % n];
      return s === 3 || (c && s === 2) ? 1 : 0;
    }));
  assertSame(g[0][1], 1);
  assertSame(g[1][2], 1);
  assertSame(g[2][0], 1);
  assertSame(g[2][1], 1);
  assertSame(g[2][2], 1);
  assertSame(g.flat().reduce((a, b) => a + b), 5);
});
