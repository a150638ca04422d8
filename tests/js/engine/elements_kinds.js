// Array elements as they pass from one representation to the next.
test('small integers to doubles to anything', function () {
  const a = [1, 2, 3];
  a[1] = 2.5;
  assertEquals(a, [1, 2.5, 3]);
  a[0] = 'x';
  assertEquals(a, ['x', 2.5, 3]);
  a[2] = { o: 1 };
  assertEquals(a, ['x', 2.5, { o: 1 }]);
  const b = [1.5, 2.5];
  b.push('s');
  b[0] = undefined;
  assertEquals(b, [undefined, 2.5, 's']);
  const c = [1];
  c.push(2 ** 31, -(2 ** 40), -0, NaN);
  assertEquals(c, [1, 2147483648, -1099511627776, -0, NaN]);
});
test('one function writes all kinds', function () {
  const put = (a, i, v) => { a[i] = v; return a; };
  for (let i = 0; i < 100; i++) {
    assertEquals([put([1, 2], 0, 5), put([1, 2], 1, 0.5), put([0.5], 0, 7), put(['a'], 0, 1), put([], 0, 1), put([], 0, 0.5), put([1], 3, 4).length, put([1, , 3], 1, 2), put([0.5, , 1], 1, {}), put([1], 'x', 2).x], [[5, 2], [1, 0.5], [7], [1], [1], [0.5], 4, [1, 2, 3], [0.5, {}, 1], 2]);
  }
});
test('reading doubles gives equal values each time', function () {
  const a = [0.1, 0.2, NaN, -0, Infinity, 5e-324];
  const copy = a.map((x) => x);
  for (let i = 0; i < 300; i++) { for (let j = 0; j < a.length; j++) assertSame(a[j], copy[j]); }
  const x = a[0], y = a[0];
  assertSame(x === y, true);
});
test('NaN and holes are not confused', function () {
  const a = [1.5, NaN, , NaN];
  assertEquals([a[1], a[2], 1 in a, 2 in a, a.indexOf(NaN), a.includes(NaN), Object.keys(a)], [NaN, undefined, true, false, -1, true, ['0', '1', '3']]);
  const f = new Float64Array(1), u = new Uint32Array(f.buffer);
  for (const bits of [0xfff7ffff, 0x7ff7ffff, 0xffffffff, 0xfff80000, 0x7fffffff, 0xfff00001]) { u[1] = bits; u[0] = bits; const b = [1.5, f[0], 2.5]; assertEquals([b[1], 1 in b, b.length], [NaN, true, 3]); b[1] = f[0]; assertSame(1 in b, true); }
});
test('growing at the end, past the end, far past the end', function () {
  const a = [];
  for (let i = 0; i < 5000; i++) a[i] = i;
  assertSame(a.length, 5000);
  a[6000] = 'gap';
  assertEquals([a.length, a[5500], 5500 in a, a[6000]], [6001, undefined, false, 'gap']);
  a[50000000] = 'far';
  assertEquals([a.length, a[4999], a[6000], a[49999999]], [50000001, 4999, 'gap', undefined]);
  a.length = 5001;
  assertEquals([a.length, a[4999], a[6000]], [5001, 4999, undefined]);
  a.push('p');
  assertSame(a[5001], 'p');
});
test('popping and shifting to nothing, and on', function () {
  const a = [1, 2, 3];
  while (a.length) a.pop();
  a.push(0.5); a.push('x');
  assertEquals(a, [0.5, 'x']);
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
  const nested = () => [[1], { a: [2] }];
  nested()[0].push(9);
  nested()[1].a.push(9);
  assertEquals(nested(), [[1], { a: [2] }]);
});
test('double loops with each kind, warm, then with another', function () {
  const sum = (a) => { let s = 0; for (let i = 0; i < a.length; i++) s += a[i]; return s; };
  for (let i = 0; i < 100; i++) { assertSame(sum([1, 2, 3]), 6); assertSame(sum([0.5, 0.25]), 0.75); assertSame(sum(['a', 1]), '0a1'); assertSame(sum([]), 0); assertSame(sum(new Float32Array([1, 2])), 3); }
  assertSame(sum([1073741823, 1073741823]), 2147483646);
  assertSame(sum([1, , 2]), NaN);
});
test('elements on plain objects, functions, strings, arguments', function () {
  const o = { 0: 'a', 1: 'b' };
  o[2] = 'c';
  delete o[0];
  assertEquals([Object.keys(o), o[1], o['2']], [['1', '2'], 'b', 'c']);
  const f = () => 1;
  f[0] = 'on function';
  assertSame(f[0], 'on function');
  const s = Object('ab');
  s[5] = 'x';
  assertEquals([s[0], s[5], Object.keys(s)], ['a', 'x', ['0', '1', '5']]);
});
test('accessors and attributes on elements', function () {
  const a = [1, 2, 3];
  Object.defineProperty(a, 1, { get: () => 'got', configurable: true, enumerable: true });
  assertEquals([a.map((x) => x), a.indexOf('got'), a.slice(), a.concat([4]).length], [[1, 'got', 3], 1, [1, 'got', 3], 4]);
  Object.defineProperty(a, 1, { value: 'v', writable: true });
  a[1] = 'w';
  assertSame(a[1], 'w');
  Object.freeze(a);
  a[1] = 'no';
  assertSame(a[1], 'w');
  const sealed = Object.seal([1, 2]);
  sealed[0] = 0.5;
  sealed[2] = 'no';
  assertEquals([sealed[0], sealed.length], [0.5, 2]);
});
test('copies between kinds by the methods', function () {
  assertEquals([[1, 2].concat([0.5]), [0.5].concat(['a']), [1].concat([{}])[0], [0.5, 1.5].slice(1), [1, 2, 3].splice(1, 1, 0.5), [0.5, 2, 1].sort(), [3.5, , 1].reverse()[2], [1.5].map((x) => x * 2), [1, 2].map((x) => x / 2), [1.5, 2].filter((x) => x === 2), Array.from([0.5, 1]), [...[0.5], ...[1], ...['a']], [1, 2, 3].fill(0.5, 1), [0.5, 1.5].fill('x'), [1, 0.5, 'x'].copyWithin(0, 1)],
    [[1, 2, 0.5], [0.5, 'a'], 1, [1.5], [2], [0.5, 1, 2], 3.5, [3], [0.5, 1], [2], [0.5, 1], [0.5, 1, 'a'], [1, 0.5, 0.5], ['x', 'x'], [0.5, 'x', 'x']]);
});
test('large preallocated arrays', function () {
  const a = new Array(100000);
  for (let i = 0; i < a.length; i++) a[i] = i;
  assertEquals([a[99999], a.length], [99999, 100000]);
  const d = new Array(50000).fill(0.5);
  assertSame(d.reduce((x, y) => x + y), 25000);
  const z = new Array(1000).fill();
  assertSame(z[999], undefined);
  assertSame(999 in z, true);
});
