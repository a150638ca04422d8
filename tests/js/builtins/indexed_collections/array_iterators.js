// Array.prototype: keys, values, entries and their iterator.
test('keys, values and entries go through holes', function () {
  const a = ['x', , 'z'];
  assertEquals([...a.keys()], [0, 1, 2]);
  assertEquals([...a.values()], ['x', undefined, 'z']);
  assertEquals([...a.entries()], [[0, 'x'], [1, undefined], [2, 'z']]);
});
test('values is what iterates an array', function () {
  assertSame(Array.prototype[Symbol.iterator], Array.prototype.values);
});
test('an array iterator stays at its end', function () {
  const it = [1].values();
  assertEquals(it.next(), { value: 1, done: false });
  assertEquals(it.next(), { value: undefined, done: true });
  assertEquals(it.next(), { value: undefined, done: true });
});
test('an array iterator has a tag of its own', function () {
  const it = [1].values();
  assertSame(Object.prototype.toString.call(it), '[object Array Iterator]');
});
test('an array that grows is iterated to its new end', function () {
  const grow = [1];
  const out = [];
  for (const x of grow) { out.push(x); if (x < 3) grow.push(x + 1); }
  assertEquals(out, [1, 2, 3]);
});
