// Arrays that grow, shrink and have holes in optimized loops.
const rounds = 6000;
function repeat(f, ...rest) {
  let result;
  for (let i = 0; i < 20; i++) result = f(rounds, ...rest);
  return result;
}
// Sites that have seen holes alone are stored to in line. This comes first: what other tests do to
// Array.prototype lets the runtime do all such stores.
test('holes that are filled, and what is stored over afterwards', function () {
  const covers = [];
  for (const value of [1, 'x', 2.5]) {
    // Equal texts would share what their sites learn.
    const cover = new Function('n', 'a', 'value', `for (let i = 0; i < n; i++) a[i] = value; return a; /* ${value} */`);
    for (let k = 0; k < 30; k++) {
      const first = new Array(2000);
      if (value === 2.5) first[0] = 0.5;
      assertSame(cover(2000, first, value).indexOf(value === 1 ? 'none' : undefined), -1);
      assertSame(cover(2000, first, value).every((x) => x === value), true);
    }
    assertSame(cover(50, [], value).length, 50);
    assertSame(cover(50, new Array(20), value).length, 50);
    assertSame(cover(3, Object.freeze([0, , 0]), value)[1], undefined);
    assertSame(cover(3, Object.preventExtensions([0, , 0]), value)[1], undefined);
    class Own extends Array { }
    assertSame(cover(9, new Own(5), value).length, 9);
    covers.push([cover, value]);
  }
  for (const [cover, value] of covers) {
    let set = 0;
    Object.defineProperty(Array.prototype, 1, { set(v) { set++; }, configurable: true });
    assertSame(cover(3, [0, , 0], value)[2], value);
    assertSame(set, 1);
    delete Array.prototype[1];
    assertSame(cover(3, [0, , 0], value)[1], value);
  }
});
test('pop of arrays of every kind, down to nothing and below', function () {
  function drain(n, make) {
    let s = 0;
    const a = make();
    for (let i = 0; i < n; i++) {
      if (i % 7 === 0) a.push(i, i + 1);
      const x = a.pop();
      s += x === undefined ? 1 : typeof x === 'number' ? x : 2;
    }
    return s + ':' + a.length;
  }
  const expected = (make) => {
    let s = 0;
    const a = make(), take = Array.prototype['p' + 'op'];
    for (let i = 0; i < rounds; i++) {
      if (i % 7 === 0) { a[a.length] = i; a[a.length] = i + 1; }
      const x = Reflect.apply(take, a, []);
      s += x === undefined ? 1 : typeof x === 'number' ? x : 2;
    }
    return s + ':' + a.length;
  };
  const makers = [
    () => [],
    () => [1, 2, 3],
    () => ['a', {}, 3],
    () => [1.5, 2.5],
    () => new Array(40),
    () => [, 1, , 2],
    () => Array.from({ length: 3000 }, (_, i) => i),
    () => Array.from({ length: 3000 }, (_, i) => 'x' + i)
  ];
  for (const make of makers) assertSame(repeat(drain, make), expected(make));
  for (const make of makers) assertSame(repeat(drain, make), expected(make));
});
test('pop where it is not as usual', function () {
  function take(n, a) {
    let s = 0;
    for (let i = 0; i < n; i++) { const x = a.pop(); s += x === undefined ? 1 : x; }
    return s;
  }
  assertSame(repeat(take, []), rounds);
  assertThrows(TypeError, () => take(3, Object.freeze([1])));
  class Stack extends Array { }
  const stack = new Stack(); stack.push(1, 2, 3);
  assertSame(take(rounds, stack), rounds - 3 + 6);
  assertSame(take(5, { length: 2, 0: 10, 1: 20, pop: Array.prototype.pop }), 33);
  const replaced = Array.prototype.pop;
  Array.prototype.pop = function () { return 5; };
  assertSame(take(rounds, [1, 2]), 5 * rounds);
  Array.prototype.pop = replaced;
  assertSame(take(rounds, [1, 2]), rounds - 2 + 3);
  const holes = [1, , ];
  Array.prototype[1] = 9;
  assertSame(take(2, holes), 10);
  delete Array.prototype[1];
});
test('stores that append, and that fill holes', function () {
  function fill(n, a, value) { for (let i = 0; i < n; i++) a[i] = value; return a; }
  for (const value of [1, 'x', undefined, 1.5]) {
    for (let k = 0; k < 20; k++) {
      const a = fill(rounds, [], value);
      assertSame(a.length, rounds);
      assertSame(a[0], value);
      assertSame(a[rounds - 1], value);
      assertSame(fill(rounds, new Array(rounds), value)[rounds - 1], value);
      assertSame(fill(10, ['a', , 'c'], value).length, 10);
    }
  }
  assertSame(fill(5, Object.freeze([1]), 7).length, 1);
  const fixed = Object.defineProperty([1, 2], 'length', { writable: false });
  assertSame(fill(5, fixed, 7).join(), '7,7');
  let set = 0;
  Object.defineProperty(Array.prototype, 3, { set(v) { set += v; }, configurable: true });
  assertSame(fill(6, [0, 0, 0], 7).join(), '7,7,7,,7,7');
  assertSame(set, 7);
  delete Array.prototype[3];
  function scatter(n, a) { for (let i = 0; i < n; i++) a[i * 7 % n] = i; return a; }
  for (let k = 0; k < 20; k++) assertSame(scatter(1000, []).length, 1000);
  for (let k = 0; k < 20; k++) assertSame(scatter(1000, new Array(1000))[7], 1);
  function mixed(n, a, values) {
    for (let i = 0; i < n; i++) a[i] = values[i % values.length];
    return a.slice(-4).join();
  }
  for (let k = 0; k < 20; k++) assertSame(mixed(1000, [], [1, 2, 3]), '1,2,3,1');
  for (let k = 0; k < 20; k++) assertSame(mixed(1000, [], [1, 'a', 2.5]), '1,a,2.5,1');
});

test('arrays of several kinds', function () {
  const sum = (a) => { let s = 0; for (let i = 0; i < a.length; i++) s += a[i]; return s; };
  const arrays = [[1, 2, 3], [1.5, 2, 3], [1, 2, 3, 2 ** 31], [0.5]];
  for (let i = 0; i < 4000; i++) assertSame(sum(arrays[i % 4]), [6, 6.5, 6 + 2 ** 31, 0.5][i % 4]);
  assertSame(sum([1, 'a']), '1a');
  assertSame(sum([1, , 2]), NaN);
  assertSame(sum([1.5, , 2]), NaN);
  assertSame(sum([1.5, NaN]), NaN);
  assertSame(sum([{}, 1.5]), '0[object Object]1.5');
  for (let i = 0; i < 3000; i++) assertSame(sum(i & 1 ? ['x', 'y'] : [1.5, 2]), i & 1 ? '0xy' : 3.5);
  assertSame(Object.is(((a) => a[0])([-0]), -0), true);
  const bits = (a, i) => a[i] | 0;
  for (let i = 0; i < 4000; i++) assertSame(bits(i & 1 ? [1, 2 ** 32 + 5] : [1, 7], 1), i & 1 ? 5 : 7);
});

test('stores to arrays of several kinds', function () {
  const fill = (a, v) => { for (let i = 0; i < a.length; i++) a[i] = v; return a; };
  for (let i = 0; i < 4000; i++) {
    assertSame(fill([1, 2, 3], 4).join(), '4,4,4');
    assertSame(fill([1.5, 2, 3], 4.5).join(), '4.5,4.5,4.5');
    assertSame(fill(['a', 'b'], 2 ** 31).join(), '2147483648,2147483648');
    assertSame(fill([1, 2], 2 ** 31).join(), '2147483648,2147483648');
  }
  assertSame(fill([1.5, 2], 'text').join(), 'text,text');
  assertSame(Object.is(fill([1.5], -0)[0], -0), true);
  assertSame(fill([1.5, , 2], 1).join(), '1,1,1');
  assertSame(fill(Object.freeze([1, 2]), 3).join(), '1,2');
  const grow = (a, v) => { for (let i = 0; i < 5; i++) a[i] = v; return a; };
  for (let i = 0; i < 4000; i++) assertSame(grow(i & 1 ? [] : [0.5], i & 2 ? 1 : 1.5).length, 5);
  assertSame(grow([], 'x').join(''), 'xxxxx');
  Object.defineProperty(Array.prototype, 3, { set() { throw new RangeError(); }, configurable: true });
  try {
    assertThrows(RangeError, () => grow([], 1));
    assertThrows(RangeError, () => grow([0.5], 1));
  } finally {
    delete Array.prototype[3];
  }
});

test('arrays of Smis that become others', function () {
  function rows(n, value) {
    const all = [];
    for (let i = 0; i < 8; i++) {
      const row = [0, 0, 0, 0];
      for (let j = 0; j < 4; j++) row[j] = (i * 4 + j + n) * value;
      all.push(row.join());
    }
    return all.join(';');
  }
  const wanted = value => {
    const all = [];
    for (let i = 0; i < 8; i++) all.push([0, 1, 2, 3].map(j => (i * 4 + j + 1) * value).join());
    return all.join(';');
  };
  for (let k = 0; k < 400; k++) for (const value of [1, 0.5, 2 ** 26, -0]) assertSame(rows(1, value), wanted(value));
  function spread(a, b, v) { b[0] = v; a[1] = v; return a[0] + b[1]; }
  for (let k = 0; k < 3000; k++) {
    const a = [1, 2], b = k % 3 ? [3, 4] : a;
    assertSame(spread(a, b, k % 2 ? 0.5 : 2 ** 31), k % 3 ? 5 : k % 2 ? 1 : 2 ** 32);
  }
  function sums(a, v) { let s = 0; for (let i = 0; i < 3; i++) { s += a[i]; a[i] = v; s += a[0]; } return s; }
  for (let k = 0; k < 3000; k++) assertSame(sums([1, 2, 3], k % 2 ? 1.5 : 7), k % 2 ? 10.5 : 27);
  assertSame(sums([1, 2, 3], 'a'), '1a2a3a');
  assertSame(spread([1, 2], [3, 4], {}), 5);
});

test('typed arrays and others at one place', function () {
  const kinds = [
    Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array,
    Float64Array
  ];
  for (const Kind of kinds) {
    // A function of its own, whose sites have seen nothing.
    const sum = new Function('a', 'let s = 0; for (let i = 0; i < a.length; i++) s += a[i]; return s;');
    const arrays = [Kind.of(1, 2, 3), [1.5, 2, 3], [1, 2, 3], ['x', 1]];
    for (let i = 0; i < 3000; i++) assertSame(sum(arrays[i % 3]), [6, 6.5, 6][i % 3]);
    for (let i = 0; i < 300; i++) assertSame(sum(arrays[i % 4]), [6, 6.5, 6, '0x1'][i % 4]);
    assertSame(sum([1, , 2]), NaN);
    assertSame(sum({ length: 2, 0: 1, 1: 2 }), 3);
    assertSame(sum('ab'), '0ab');
    assertSame(sum(Kind.of(-1, 300)), Kind.of(-1)[0] + Kind.of(300)[0]);
    const at = new Function('a', 'i', 'return a[i] >>> 0;');
    for (let i = 0; i < 3000; i++)
      assertSame(at(i & 1 ? Uint32Array.of(2 ** 32 - 1) : [2 ** 32 - 1, 1], 0), 2 ** 32 - 1);
    const put = new Function('a', 'v', 'for (let i = 0; i < 3; i++) a[i] = v; return a[0] + a[1] + a[2];');
    for (let i = 0; i < 3000; i++) {
      const v = i % 5 ? 3 : 2.5, stored = Kind.of(v)[0];
      assertSame(put(new Kind(3), v), 3 * stored);
      assertSame(put([1.5, 2, 3], v), 3 * v);
      assertSame(put([1, 2, 3], v), 3 * v);
      assertSame(put([], v), 3 * v);
    }
    assertSame(put([1, 2, 3], 'x'), 'xxx');
    assertSame(put(new Kind(3), '7'), 21);
    assertSame(put(new Kind(2), 1), NaN);
    assertSame(put({}, 1), 3);
    assertSame(at(Kind.of(1), 7), 0);
    assertSame(at([1], 7), 0);
  }
});

test('an array of Smis gets a box of one', function () {
  function set(o, x) { o.d = x * 0.5; }
  function put(a, o, n) { for (let i = 0; i < n; i++) a[i & 3] = o.d; return a; }
  const o = { d: 1 };
  for (let i = 0; i < 3000; i++) { o.d = i; put([1, 2, 3, 4], o, 10); }
  for (let i = 0; i < 10000; i++) set(o, i);
  for (let i = 0; i < 10000; i++) {
    set(o, 20);
    const a = put([1, 2, 3, 4], o, 30);
    assertSame(a.includes(10), true);
    assertSame(a.indexOf(10), 0);
    assertSame(a.lastIndexOf(10), 3);
  }
  // The same where the array grows.
  function grow(o, n) { const a = []; for (let i = 0; i < n; i++) a[i] = o.d; return a; }
  for (let i = 0; i < 3000; i++) { set(o, i); grow(o, 5); }
  for (let i = 0; i < 3000; i++) {
    set(o, 20);
    assertSame(grow(o, 5).indexOf(10), 0);
  }
});
