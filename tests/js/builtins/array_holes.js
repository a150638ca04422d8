// Holes: who skips them, who fills them, and the prototype behind them.
test('callbacks skip holes, find does not', function () {
  const a = [1, , 3];
  let calls = 0;
  a.forEach(() => calls++); a.map(() => calls++); a.filter(() => calls++); a.some(() => (calls++, false)); a.every(() => (calls++, true)); a.reduce(() => calls++, 0);
  assertSame(calls, 12);
  calls = 0;
  a.find(() => { calls++; }); a.findIndex(() => { calls++; }); a.findLast(() => { calls++; });
  assertSame(calls, 9);
});
test('map keeps them, filter and flat drop them, spread fills them', function () {
  const a = [1, , 3];
  const m = a.map((x) => x);
  assertEquals([1 in m, m.length, a.filter(() => true).length, a.flat().length, 1 in [...a], 1 in a.slice(), 1 in a.concat(), 1 in Array.from(a)], [false, 3, 2, 2, true, false, false, true]);
});
test('elements of the prototype show through', function () {
  Array.prototype[1] = 'proto';
  try {
    const a = [0, , 2];
    assertSame(a[1], 'proto');
    assertEquals(a.map((x) => x)[1], 'proto');
    assertSame(a.indexOf('proto'), 1);
    assertSame(a.join(), '0,proto,2');
    assertSame(a.slice(1, 2)[0], 'proto');
    assertSame([...a][1], 'proto');
    assertSame(Object.hasOwn(a, 1), false);
    const popped = [1, ,];
    assertSame(popped.pop(), 'proto');
  } finally {
    delete Array.prototype[1];
  }
  assertSame([0, , 2][1], undefined);
});
test('a setter on the prototype catches writes into holes', function () {
  const log = [];
  Object.defineProperty(Array.prototype, '2', { set(v) { log.push(v); }, get() { return 'g'; }, configurable: true });
  try {
    const a = [0, 1];
    a[2] = 'x';
    assertEquals([a.length, log], [2, ['x']]);
    a.push('y');
    assertEquals([a.length, log, a[2]], [3, ['x', 'y'], 'g']);
    const lit = [0, 1, 2];
    assertSame(lit[2], 2);
    assertSame([1, 2, 3].map((x) => x * 2)[2], 6);
  } finally {
    delete Array.prototype[2];
  }
});
test('loops over holes after warming up', function () {
  const sum = (a) => { let s = 0; for (let i = 0; i < a.length; i++) s += a[i] === undefined ? 1000 : a[i]; return s; };
  for (let i = 0; i < 200; i++) assertSame(sum([1, 2, 3]), 6);
  assertSame(sum([1, , 3]), 1004);
  assertSame(sum([1.5, , 3]), 1004.5);
  assertSame(sum(new Array(3)), 3000);
  Object.prototype[1] = 5;
  assertSame(sum([1, , 3]), 9);
  delete Object.prototype[1];
  assertSame(sum([1, , 3]), 1004);
});
test('delete makes holes, length cuts', function () {
  const a = [1, 2, 3];
  assert(delete a[2]);
  assertEquals([a.length, Object.keys(a)], [3, ['0', '1']]);
  a.length = 2;
  a.push('n');
  assertEquals(a, [1, 2, 'n']);
});
test('sort and reverse move holes', function () {
  const a = [, 3, , 1];
  a.sort();
  assertEquals([a[0], a[1], 2 in a, 3 in a], [1, 3, false, false]);
  const b = [1, , ,];
  b.reverse();
  assertEquals([0 in b, 1 in b, b[2]], [false, false, 1]);
});
test('holes in literals and trailing commas', function () {
  assertEquals([[,].length, [, ,].length, [1, , 2].length, [1, 2,].length, [, 1].length], [1, 2, 3, 2, 2]);
});
