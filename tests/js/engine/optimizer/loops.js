// What is known before a loop and kept through it, first turns that are built apart, and loops that are entered
// while they run: results against those of functions that have learned nothing.
function check(source, ...lists) {
  const make = () => new Function(source)();
  const result = (f, list) => {
    try {
      return JSON.stringify(f(...list())) + '';
    } catch (e) {
      return `${e.constructor.name}: ${e.message}`;
    }
  };
  const warm = make();
  for (let k = 0; k < 60; k++) result(warm, lists[0]);
  for (let round = 0; round < 2; round++) {
    for (const list of lists) {
      const expected = result(make(), list);
      for (let k = 0; k < 40; k++) assertSame(result(warm, list), expected);
    }
  }
}

test('a field that the loop does not change, and one that it does', function () {
  check(`return function (n, o, p) {
      let s = 0;
      for (let i = 0; i < n; i++) { s += o.a * 2 + o.b; p.b = i; }
      return [s, o, p];
    };`,
    () => [60, { a: 1, b: 2 }, { a: 3, b: 4 }],
    () => { const o = { a: 1, b: 2 }; return [60, o, o]; },
    () => [60, { a: 1.5, b: 2 }, { a: 3, b: 4 }],
    () => [0, { a: 1, b: 2 }, { a: 3, b: 4 }],
    () => [1, { a: 1, b: 2 }, { a: 3, b: 4 }],
    () => [60, { b: 1, a: 2 }, { c: 1 }]);
});
test('a shape that an alias changes in a later turn', function () {
  check(`return function (n, o, p, when) {
      let s = 0;
      for (let i = 0; i < n; i++) { s += o.x; if (i === when) p.late = i; }
      return [s, o, p];
    };`,
    () => [60, { x: 1 }, { x: 2 }, 1000],
    () => { const o = { x: 1 }; return [60, o, o, 30]; },
    () => { const o = { x: 1 }; return [60, o, o, 0]; },
    () => [60, { x: 1 }, { x: 2 }, 59]);
});
test('an addition to objects of the shape that is known', function () {
  check(`
    function P(x) { this.x = x; }
    return function (n, at) {
      const o = new P(1), all = [];
      for (let k = 0; k < n; k++) all[k] = k === at ? o : new P(k);
      let s = 0;
      for (let i = 0; i < n; i++) { s += o.x; all[i].y = i; s += o.x + (o.y === undefined ? 0 : 1000); }
      return [s, o];
    };`, () => [40, 100], () => [40, 20], () => [40, 0], () => [40, 39]);
});
test('a global and a variable of a closure that are written in the loop', function () {
  check(`
    var shared = 1;
    globalThis.ofLoops = 1;
    const set = v => { shared = v; };
    return function (n, at) {
      let s = 0;
      shared = 1; ofLoops = 2;
      for (let i = 0; i < n; i++) { s += shared * 100 + ofLoops; if (i === at) set(i); if (i === at + 5) ofLoops = i; }
      return s;
    };`, () => [60, 1000], () => [60, 30], () => [60, 0], () => [60, -5]);
});
test('arrays that grow, shrink and change their kind in the loop', function () {
  check(`return function (n, a, b, at, what) {
      let s = 0;
      for (let i = 0; i < n; i++) {
        s += a[i & 3] + a.length;
        if (i === at) {
          if (what === 0)
            b.push(7, 8, 9, 10, 11, 12);
          else if (what === 1)
            b.length = 2;
          else if (what === 2) b[1] = 1.5; else if (what === 3) b[2] = 'text'; else Object.freeze(b);
        }
        b[3] = i;
      }
      return [s, a, b];
    };`,
    () => [50, [1, 2, 3, 4], [1, 2, 3, 4], 1000, 0],
    ...[0, 1, 2, 3, 4].flatMap(what => [0, 25].map(at =>
      () => { const a = [1, 2, 3, 4]; return [50, a, a, at, what]; })));
});
test('typed arrays whose memory goes in the loop', function () {
  check(`return function (n, a, at) {
      let s = 0;
      for (let i = 0; i < n; i++) {
        const x = a[i & 7];
        s += x === undefined ? 1000 : x;
        a[i & 3] = i;
        if (i === at) a.buffer.transfer();
      }
      return [s, a.length];
    };`,
    () => [60, new Int32Array([1, 2, 3, 4, 5, 6, 7, 8]), 100],
    () => [60, new Int32Array([1, 2, 3, 4, 5, 6, 7, 8]), 30],
    () => [60, new Int32Array([1, 2, 3, 4, 5, 6, 7, 8]), 0],
    () => [60, new Float64Array([1, 2, 3, 4, 5, 6, 7, 8]), 30],
    () => [60, new Int32Array(new ArrayBuffer(32, { maxByteLength: 64 })), 100]);
});
test('a typed array that gets shorter and longer', function () {
  check(`return function (n, to, at) {
      const buffer = new ArrayBuffer(32, { maxByteLength: 64 });
      const a = new Int32Array(buffer), fixed = new Int32Array(new ArrayBuffer(32));
      let s = 0;
      for (let i = 0; i < n; i++) {
        s += fixed[i & 7] + (a[i & 15] ?? 5);
        a[i & 15] = i; fixed[i & 7] = i;
        if (i === at) buffer.resize(to);
      }
      return [s, a.length];
    };`, () => [60, 32, 100], () => [60, 16, 20], () => [60, 64, 20], () => [60, 0, 20]);
});
test('the first turn is not like the others', function () {
  check(`return function (n, first, rest) {
      let x = first, s = 0, seen = '';
      for (let i = 0; i < n; i++) { s += x; if (i === 0) x = rest; if (i < 3) seen += typeof s; }
      return [s, seen];
    };`,
    () => [50, 1, 2],
    () => [50, 1, 2.5],
    () => [50, 1.5, 2],
    () => [50, 1, 'a'],
    () => [50, 'a', 1],
    () => [1, 1, 2],
    () => [50, 2147483647, 1],
    () => [50, -0, -0],
    () => [50, undefined, 1],
    () => [50, 1, undefined],
    () => [50, 1n, 2n]);
});
test('a variable that leaves its representation late', function () {
  check(`return function (n, step, at, jump) {
      let x = 0, y = 0;
      for (let i = 0; i < n; i++) { x += step; if (i === at) x = jump; y = x; }
      return [x, y];
    };`,
    () => [50, 1, 100, 0], () => [50, 1, 25, 0.5], () => [50, 1, 25, 2 ** 31 - 2], () => [50, 1, 25, -(2 ** 31)],
    () => [50, 1, 25, '7'], () => [50, 1, 25, null], () => [50, 1, 25, true], () => [50, 0, 25, -0]);
});
test('loops in loops, left in the middle and gone on with', function () {
  check(`return function (n, m, leave, skip) {
      let s = 0;
      outer: for (let i = 0; i < n; i++) {
        middle: for (let j = 0; j < m; j++) {
          if (j === skip) continue outer;
          for (let k = 0; k < 5; k++) {
            s += i * 100 + j * 10 + k;
            if (s % 17 === 3) continue middle;
            if (s % 1009 === leave) break outer;
            if (k === 3 && j === 2) break middle;
          }
          s++;
        }
        s += 2;
      }
      return s;
    };`,
    () => [9, 7, -1, -1],
    () => [9, 7, 11, -1],
    () => [9, 7, -1, 2],
    () => [0, 7, -1, -1],
    () => [9, 0, -1, -1],
    () => [9, 1, 500, 0]);
});
test('loops that are entered while they run, in each depth', function () {
  // Each is run once: what is compiled is entered at the loops' headers.
  const source = `return function (n, m, l) {
      let s = 0, t = 0.5, last = null;
      for (let i = 0; i < n; i++) {
        for (let j = 0; j < m; j++) {
          let inner = j & 63;
          for (let k = 0; k < l; k++) { s = (s + i * j + k) | 0; inner += k & 1; }
          t += inner;
          while (inner > 10) { inner -= 7; s ^= inner; }
        }
        do { t -= 1; last = { i, t }; } while (t > 100000);
      }
      return [s, t, last];
    };`;
  const model = (n, m, l) => {
    let s = 0, t = 0.5, last = null, i = 0;
    while (i < n) {
      for (const j of Array(m).keys()) {
        let inner = j & 63;
        Array(l).fill(0).forEach((_, k) => { s = (s + i * j + k) | 0; inner += k & 1; });
        t += inner;
        for (; inner > 10;) { inner -= 7; s ^= inner; }
      }
      for (;;) { t -= 1; last = { i, t }; if (!(t > 100000)) break; }
      i++;
    }
    return [s, t, last];
  };
  for (const [n, m, l] of [[3, 4, 20000], [3, 20000, 4], [20000, 3, 4], [60, 60, 60]])
    assertSame(JSON.stringify(new Function(source)()(n, m, l)), JSON.stringify(model(n, m, l)));
});
test('an exception in a late turn, with what the handler reads', function () {
  check(`return function (n, o, at) {
      let i = 0, s = 0, seen = [];
      for (let round = 0; round < 3; round++) {
        try {
          for (i = 0; i < n; i++) { s += o.v; if (i === at) null.x; }
        } catch (e) { seen.push(i, s, e.constructor.name); s = 0.5; }
        finally { seen.push(round); }
      }
      return [s, i, seen];
    };`, () => [50, { v: 1 }, 100], () => [50, { v: 1 }, 20], () => [50, { v: 1.5 }, 0], () => [50, null, 0]);
});
test('booleans and uint32 are numbers, too', function () {
  check(`return function (n, a, b) {
      let s = 0, t = 0, u = 0;
      for (let i = 0; i < n; i++) {
        if ((i < a) & (i > b)) s++;
        s += (i === a) + (i !== b) * 2;
        t ^= (i >>> 0 > a >>> 0) | ((a ^ i) >>> 0 <= (b - i) >>> 0);
        if (i >>> 0 === b >>> 0) u += 10;
        if ((a - i) >>> 0 < 5) u++;
        if ((a - i) >>> 0 >= 4294967290) u += 100;
        u += -(i < a) - true;
      }
      return [s, t, u];
    };`,
    () => [50, 20, 10],
    () => [50, -1, -3],
    () => [50, 1.5, 2.5],
    () => [50, '20', '10'],
    () => [50, true, false],
    () => [50, undefined, null],
    () => [50, -2147483648, 2147483647]);
});
test('a loop without end is ended by its limit where it was entered', function () {
  check(`return function (n) {
      let i = 0, out = 0;
      for (;;) { i++; if (i % 3 === 0) continue; out += i; if (i > n) return [i, out]; }
    };`, () => [100], () => [0], () => [1.5], () => ['50']);
});
test('more typed arrays than there are places for their views, with calls in between', function () {
  check(`
    const nothing = new Function('return 1');
    return function (n, kinds, calls) {
      const all = [];
      for (let k = 0; k < 20; k++) all[k] = new kinds[k % kinds.length](16);
      const [a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q, r, s, t, u] = all;
      let sum = 0;
      for (let x = 0; x < n; x++) {
        const y = x & 15, z = x + 3 & 15;
        a[y] = x;
        b[y] += a[z] + 1;
        c[y] = b[y] * 3;
        d[z] = c[y] - a[y];
        e[y] = d[z] ^ x;
        f[z] = e[y] + 1;
        if (calls > 0) sum += nothing();
        g[y] = f[z];
        h[y] = g[y] + b[z];
        i[z] = h[y];
        j[y] = i[z] - 7;
        k[y] = j[y];
        l[z] = k[y] & 15;
        if (calls > 1 && y === 3) sum += nothing(l);
        m[y] = l[z];
        o[y] = m[y] + 1;
        p[z] = o[y];
        q[y] = p[z];
        r[y] = q[y] + r[z];
        s[z] = r[y] + a[y];
        t[y] = s[z];
        u[z] = t[y] + e[z];
        sum += u[z] + a[z] + t[y] + k[z];
      }
      return [sum, all.map(v => v.join())];
    };`,
    () => [60, [Int32Array], 0],
    () => [60, [Int32Array], 1],
    () => [60, [Int32Array], 2],
    () => [60, [Int8Array, Uint8Array, Int16Array, Uint16Array, Uint32Array], 0],
    () => [60, [Float64Array, Float32Array], 1],
    () => [60, [Uint8ClampedArray, Int32Array], 2]);
});
test('a view of one branch is not that of another', function () {
  check(`return function (n, a, b, c) {
      let s = 0;
      for (let i = 0; i < n; i++) {
        let v;
        if (i & c) { v = a; s += a[i & 7]; } else { v = b; s += b[i & 7] * 2; }
        v[i & 3] = i;
        s += v[i & 7] + a[1] + b[2];
      }
      return [s, a, b];
    };`,
    ...[1, 2, 64].flatMap(c => [
      () => [60, new Int32Array(8), new Int32Array(8), c],
      () => [60, new Int32Array(8), new Uint8Array(8), c],
      () => [60, new Int32Array(8), new Int32Array(2), c],
      () => [60, new Float64Array(8).fill(0.5), new Float64Array(9), c]
    ]));
});
test('indices at the ends of typed arrays', function () {
  check(`return function (n, a, from) {
      let s = '';
      for (let i = from; i < from + n; i++) { const v = a[i]; a[i] = i; s += v + ',' + a[0] + ',' + a[7] + ';'; }
      return [s, a.join()];
    };`,
    ...[0, -2, 5, 2147483640, -2147483648].flatMap(from => [
      () => [6, new Int32Array(8), from],
      () => [6, new Uint8Array(8), from],
      () => [6, new Float64Array(8), from]
    ]),
    () => [6, new Int32Array(0), 0], () => [6, new Int32Array(new ArrayBuffer(64), 32), 5]);
});
