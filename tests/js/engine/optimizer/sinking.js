// Objects that nobody sees are not made in optimized code. Where it is left in the middle, they are there, as
// they would have been.
function check(source, ...lists) {
  const make = () => new Function(source)();
  const result = (f, list) => {
    try {
      const show = (x) => (Object.is(x, -0) ? '-0' : typeof x === 'object' ? JSON.stringify(x) : String(x));
      return f(...list()).map(show).join();
    } catch (e) {
      return `${e.constructor.name}: ${e.message}`;
    }
  };
  const warm = make();
  for (let k = 0; k < 400; k++) result(warm, lists[0]);
  for (let round = 0; round < 3; round++) {
    for (const list of lists) {
      const expected = result(make(), list);
      for (let k = 0; k < 40; k++) assertSame(result(warm, list), expected);
    }
  }
}
const numbers = [
  () => [50, 1, 2],
  () => [50, 1.5, 2.25],
  () => [50, -0, 0],
  () => [50, NaN, Infinity],
  () => [50, 2 ** 30, 2 ** 31],
  () => [50, 'a', 1],
  () => [50, 1, undefined],
  () => [50, { valueOf() { return 7; } }, 1],
  () => [50, Symbol.iterator, 1],
  () => [50, 10n, 20n]
];
const vectors = `
  class V {
    constructor(x, y) { this.x = x; this.y = y; }
    add(o) { return new V(this.x + o.x, this.y + o.y); }
    scale(k) { return new V(this.x * k, this.y * k); }
    dot(o) { return this.x * o.x + this.y * o.y; }
  }`;
test('vectors in sums', function () {
  check(`${vectors}
    return function (n, x, y) {
      let s = 0, t;
      for (let i = 0; i < n; i++) { const a = new V(x, y), b = new V(i, y); s += a.add(b).scale(2).dot(b); t = a.x; }
      return [s, t];
    };`, ...numbers);
});
test('one is kept in the end', function () {
  check(`${vectors}
    return function (n, x, y) {
      let kept = null, s = 0;
      for (let i = 0; i < n; i++) {
        const a = new V(x, i), b = a.add(new V(i, y));
        s += b.x;
        if (i === n - 1) kept = b;
      }
      return [s, kept];
    };`, ...numbers);
});
test('two names of one object', function () {
  check(`
    return function (n, x, y) {
      let s = 0, same = 0, last;
      for (let i = 0; i < n; i++) {
        const a = { x, y, i }, b = a;
        a.x = i;
        s += b.x + b.y;
        if (b === a) same++;
        if (s === 'never') return [a, b];
        last = i > n - 3 ? [a === b, b.x] : null;
      }
      return [s, same, last];
    };`, ...numbers);
});
test('objects in objects', function () {
  check(`${vectors}
    class Ray { constructor(from, to) { this.from = from; this.to = to; this.mid = null; } }
    return function (n, x, y) {
      let s = 0, out;
      for (let i = 0; i < n; i++) {
        const r = new Ray(new V(x, i), new V(i, y));
        r.mid = r.from.add(r.to);
        s += r.mid.x + r.to.y;
        if (i === 41) out = [r.mid.y, r.from.x];
        if (i === n) out = r;
      }
      return [s, out];
    };`, ...numbers);
});
test('words that are stored to on one way', function () {
  check(`
    return function (n, x, y) {
      let s = 0, t = '';
      for (let i = 0; i < n; i++) {
        const o = { a: x, b: 0 };
        if (i & 1) o.b = y; else o.a = i;
        s += o.a + o.b;
        if (i % 10 === 9) { o.c = i; t += o.c + o.b; }
      }
      return [s, t];
    };`, ...numbers);
});
test('an exception in the middle', function () {
  check(`${vectors}
    function fail(i, v) { if (i === 30) throw new RangeError('at ' + v); return v; }
    return function (n, x, y) {
      let s = 0, seen = [];
      for (let i = 0; i < n; i++) {
        const a = new V(x, i);
        try { s += new V(fail(i, x), y).add(a).x; } catch (e) { seen.push(e.message, a.y); }
      }
      return [s, seen];
    };`, ...numbers);
});
test('closures that are called where they are made', function () {
  check(`
    function apply(f, v) { return f(v); }
    return function (n, x, y) {
      let s = 0;
      for (let i = 0; i < n; i++) { const add = (v) => v + x + i; s += apply(add, y); if (s === 'never') return [add]; }
      return [s];
    };`, ...numbers);
});
test('a shape that changes, and a prototype', function () {
  check(`
    function P(x) { this.x = x; }
    P.prototype.get = function () { return this.x + this.k; };
    P.prototype.k = 3;
    return function (n, x, y) {
      let s = 0;
      P.prototype.k = 3;
      for (let i = 0; i < n; i++) {
        const p = new P(x);
        if (i === 25 && y === 2.25) P.prototype.k = y;
        s += p.get();
        p.z = i;
        s += p.z;
      }
      return [s];
    };`, ...numbers);
});
test('objects that have others twice, and so on', function () {
  let nest = 'const o0 = { a: x, b: y };';
  for (let n = 1; n < 45; n++) nest += `const o${n} = { a: o${n - 1}, b: o${n - 1} };`;
  check(`return function (n, x, y) {
      let s = 0;
      for (let i = 0; i < n; i++) { ${nest} const r = x * i; o44.a = 1; s += r + o44.a; }
      return [s];
    };`, ...numbers);
});
test('deep inlining, left at each depth', function () {
  check(`
    class A { constructor(v) { this.v = v; } }
    class B { constructor(a) { this.a = a; this.w = a.v + 1; } }
    class C { constructor(b) { this.b = b; this.u = b.w * 2; this.t = b.a.v - 1; } }
    return function (n, x, y) {
      let s = 0;
      for (let i = 0; i < n; i++) { const c = new C(new B(new A(i & 1 ? x : y))); s += c.u + c.t + c.b.a.v; }
      return [s];
    };`, ...numbers);
});
