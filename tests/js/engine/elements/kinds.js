// Array elements as they pass from one representation to the next.
test('an array of small integers takes doubles, and then anything', function () {
  const a = [1, 2, 3];
  a[1] = 2.5;
  assertEquals(a, [1, 2.5, 3]);
  a[0] = 'x';
  assertEquals(a, ['x', 2.5, 3]);
  a[2] = { o: 1 };
  assertEquals(a, ['x', 2.5, { o: 1 }]);
});
test('an array of doubles takes strings and undefined', function () {
  const b = [1.5, 2.5];
  b.push('s');
  b[0] = undefined;
  assertEquals(b, [undefined, 2.5, 's']);
});
test('an array of small integers takes large and special numbers', function () {
  const c = [1];
  c.push(2 ** 31, -(2 ** 40), -0, NaN);
  assertEquals(c, [1, 2147483648, -1099511627776, -0, NaN]);
});
test('one warm function writes elements of all kinds', function () {
  const put = (a, i, v) => { a[i] = v; return a; };
  for (let i = 0; i < 100; i++) {
    assertEquals(put([1, 2], 0, 5), [5, 2]);
    assertEquals(put([1, 2], 1, 0.5), [1, 0.5]);
    assertEquals(put([0.5], 0, 7), [7]);
    assertEquals(put(['a'], 0, 1), [1]);
    assertEquals(put([], 0, 1), [1]);
    assertEquals(put([], 0, 0.5), [0.5]);
    assertSame(put([1], 3, 4).length, 4);
    assertEquals(put([1, , 3], 1, 2), [1, 2, 3]);
    assertEquals(put([0.5, , 1], 1, {}), [0.5, {}, 1]);
    assertSame(put([1], 'x', 2).x, 2);
  }
});
test('doubles that are read twice are the same', function () {
  const a = [0.1, 0.2, NaN, -0, Infinity, 5e-324];
  const copy = a.map((x) => x);
  for (let i = 0; i < 300; i++) { for (let j = 0; j < a.length; j++) assertSame(a[j], copy[j]); }
  const x = a[0], y = a[0];
  assertSame(x === y, true);
});
test('NaN is an element, and a hole is none', function () {
  const a = [1.5, NaN, , NaN];
  assertSame(a[1], NaN);
  assertSame(a[2], undefined);
  assertSame(1 in a, true);
  assertSame(2 in a, false);
  assertSame(a.indexOf(NaN), -1);
  assertSame(a.includes(NaN), true);
  assertEquals(Object.keys(a), ['0', '1', '3']);
});
test('a NaN of any bits is an element', function () {
  const f = new Float64Array(1), u = new Uint32Array(f.buffer);
  for (const bits of [0xfff7ffff, 0x7ff7ffff, 0xffffffff, 0xfff80000, 0x7fffffff, 0xfff00001]) {
    u[1] = bits;
    u[0] = bits;
    const b = [1.5, f[0], 2.5];
    assertEquals([b[1], 1 in b, b.length], [NaN, true, 3]);
    b[1] = f[0];
    assertSame(1 in b, true);
  }
});
test('an array grows by one at a time', function () {
  const a = [];
  for (let i = 0; i < 5000; i++) a[i] = i;
  assertSame(a.length, 5000);
});
test('a write past the end leaves holes', function () {
  const a = [0];
  a[6000] = 'gap';
  assertSame(a.length, 6001);
  assertSame(a[5500], undefined);
  assertSame(5500 in a, false);
  assertSame(a[6000], 'gap');
});
test('a write far past the end keeps what was there', function () {
  const a = [];
  for (let i = 0; i < 5000; i++) a[i] = i;
  a[6000] = 'gap';
  a[50000000] = 'far';
  assertSame(a.length, 50000001);
  assertSame(a[4999], 4999);
  assertSame(a[6000], 'gap');
  assertSame(a[49999999], undefined);
});
test('cutting a sparse array keeps the beginning', function () {
  const a = [];
  for (let i = 0; i < 5000; i++) a[i] = i;
  a[6000] = 'gap';
  a[50000000] = 'far';
  a.length = 5001;
  assertEquals([a.length, a[4999], a[6000]], [5001, 4999, undefined]);
  a.push('p');
  assertSame(a[5001], 'p');
});
test('an array that was emptied takes elements of other kinds', function () {
  const a = [1, 2, 3];
  while (a.length) a.pop();
  a.push(0.5); a.push('x');
  assertEquals(a, [0.5, 'x']);
});
test('a queue is pushed and shifted thousands of times', function () {
  const q = [];
  let sum = 0;
  for (let i = 0; i < 3000; i++) { q.push(i); if (i % 3) sum += q.shift(); }
  assertEquals([q.length, q[0], sum], [1000, 2000, 1999000]);
});
test('literals do not share their elements', function () {
  const make = () => [1, 2, 3];
  const a = make(), b = make();
  a[0] = 0.5; a.push('x');
  assertEquals([a, b, make()], [[0.5, 2, 3, 'x'], [1, 2, 3], [1, 2, 3]]);
});
test('nested literals do not share their elements', function () {
  const nested = () => [[1], { a: [2] }];
  nested()[0].push(9);
  nested()[1].a.push(9);
  assertEquals(nested(), [[1], { a: [2] }]);
});
test('a warm loop sums arrays of each kind', function () {
  const sum = (a) => { let s = 0; for (let i = 0; i < a.length; i++) s += a[i]; return s; };
  for (let i = 0; i < 100; i++) {
    assertSame(sum([1, 2, 3]), 6);
    assertSame(sum([0.5, 0.25]), 0.75);
    assertSame(sum(['a', 1]), '0a1');
    assertSame(sum([]), 0);
    assertSame(sum(new Float32Array([1, 2])), 3);
  }
});
test('a warm loop meets sums beyond the small integers, and holes', function () {
  const sum = (a) => { let s = 0; for (let i = 0; i < a.length; i++) s += a[i]; return s; };
  for (let i = 0; i < 100; i++) {
    assertSame(sum([1, 2, 3]), 6);
    assertSame(sum([0.5, 0.25]), 0.75);
    assertSame(sum(['a', 1]), '0a1');
    assertSame(sum([]), 0);
    assertSame(sum(new Float32Array([1, 2])), 3);
  }
  assertSame(sum([1073741823, 1073741823]), 2147483646);
  assertSame(sum([1, , 2]), NaN);
});
test('an object has elements and named properties', function () {
  const o = { 0: 'a', 1: 'b' };
  o[2] = 'c';
  delete o[0];
  assertEquals([Object.keys(o), o[1], o['2']], [['1', '2'], 'b', 'c']);
});
test('a function has elements', function () {
  const f = () => 1;
  f[0] = 'on function';
  assertSame(f[0], 'on function');
});
test('a String object has elements behind its characters', function () {
  const s = Object('ab');
  s[5] = 'x';
  assertEquals([s[0], s[5], Object.keys(s)], ['a', 'x', ['0', '1', '5']]);
});
test('an accessor is an element to the methods', function () {
  const a = [1, 2, 3];
  Object.defineProperty(a, 1, { get: () => 'got', configurable: true, enumerable: true });
  assertEquals(a.map((x) => x), [1, 'got', 3]);
  assertSame(a.indexOf('got'), 1);
  assertEquals(a.slice(), [1, 'got', 3]);
  assertSame(a.concat([4]).length, 4);
});
test('an element that was made read-only by defining or freezing keeps its value', function () {
  const a = [1, 2, 3];
  Object.defineProperty(a, 1, { get: () => 'got', configurable: true, enumerable: true });
  Object.defineProperty(a, 1, { value: 'v', writable: true });
  a[1] = 'w';
  assertSame(a[1], 'w');
  Object.freeze(a);
  a[1] = 'no';
  assertSame(a[1], 'w');
});
test('a sealed array takes values of another kind, and no more elements', function () {
  const sealed = Object.seal([1, 2]);
  sealed[0] = 0.5;
  sealed[2] = 'no';
  assertEquals([sealed[0], sealed.length], [0.5, 2]);
});
