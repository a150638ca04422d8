// flags: --fuel=200000
// What is at the beginning of an array of doubles moves up at once, as that of others does.
test('unshift', function () {
  for (const value of [1, 1.5, 'x']) {
    const a = [];
    for (let i = 0; i < 10000; i++) a.push(value);
    for (let i = 0; i < 200; i++) assertSame(a.unshift(i, value), 10000 + 2 * i + 2);
    assertSame(a.slice(0, 4).join(), [199, value, 198, value].join());
    assertSame(a.at(-1), value);
  }
});
test('of what makes others of the elements', function () {
  const a = [1, 2, , 3];
  a.unshift(0.5);
  assertEquals([...a.keys()].filter((i) => i in a), [0, 1, 2, 4]);
  a.unshift(-0, 7);
  assertSame(a[0], -0);
  a.unshift('x', 1.5);
  assertEquals(a.slice(0, 7), ['x', 1.5, -0, 7, 0.5, 1, 2]);
  assertSame(a.length, 9);
  assertSame(a[8], 3);
});
