// not-on-node: Iterator.prototype.chunks
// Iterator.prototype.chunks, windows and includes.
const counting = (n, log = []) => ({
  __proto__: Iterator.prototype,
  i: 0,
  next() { return { done: this.i >= n, value: this.i++ }; },
  return() { log.push('closed'); return {}; }
});
test('chunks', () => {
  assertEquals([...counting(5).chunks(2)], [[0, 1], [2, 3], [4]]);
  assertEquals([...counting(4).chunks(2)], [[0, 1], [2, 3]]);
  assertEquals([...counting(0).chunks(2)], []);
  assertEquals([...counting(2).chunks(4294967295)], [[0, 1]]);
});
test('windows', () => {
  assertEquals([...counting(4).windows(2)], [[0, 1], [1, 2], [2, 3]]);
  assertEquals([...counting(3).windows(1)], [[0], [1], [2]]);
  assertEquals([...counting(2).windows(3)], []);
  assertEquals([...counting(2).windows(3, 'only-full')], []);
  assertEquals([...counting(2).windows(3, 'allow-partial')], [[0, 1]]);
  assertEquals([...counting(3).windows(3, 'allow-partial')], [[0, 1, 2]]);
  assertEquals([...counting(0).windows(3, 'allow-partial')], []);
});
test('a window that was given out may be changed', () => {
  const it = counting(3).windows(2);
  it.next().value[1] = 'changed';
  assertEquals(it.next().value, [1, 2]);
});
test('what is wrong closes the iterator', () => {
  for (const [size, error] of [
    [0, RangeError],
    [4294967296, RangeError],
    ['1', TypeError],
    [1.5, TypeError],
    [NaN, TypeError],
    [Infinity, TypeError]
  ]) {
    for (const method of ['chunks', 'windows']) {
      const log = [];
      assertThrows(error, () => counting(1, log)[method](size));
      assertEquals(log, ['closed']);
    }
  }
  const log = [];
  assertThrows(TypeError, () => counting(1, log).windows(1, 'other'), /neither "only-full" nor "allow-partial"/);
  assertEquals(log, ['closed']);
});
test('return closes what is not at its end', () => {
  const log = [];
  const it = counting(3, log).chunks(2);
  it.next();
  it.return();
  assertEquals(log, ['closed']);
  const ended = counting(3, log).chunks(2);
  ended.next();
  assertEquals(ended.next().value, [2]);
  ended.return();
  assertEquals(log, ['closed']);
});
test('includes', () => {
  const log = [];
  assertSame(counting(9, log).includes(4), true);
  assertEquals(log, ['closed']);
  assertSame(counting(3).includes(3), false);
  assertSame([NaN].values().includes(NaN), true);
  assertSame([0].values().includes(-0), true);
  assertSame(counting(3).includes(1, 2), false);
  assertSame(counting(3).includes(2, 2), true);
  assertSame(counting(3).includes(0, Infinity), false);
  assertThrows(RangeError, () => counting(3).includes(0, -1));
  assertThrows(RangeError, () => counting(3).includes(0, 2 ** 53));
  assertThrows(TypeError, () => counting(3).includes(0, '1'));
});
