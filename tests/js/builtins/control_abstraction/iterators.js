// Iterators of the library and their prototypes.
test('library iterators inherit from one prototype and iterate themselves', function () {
  const IteratorPrototype = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()));
  for (const it of [
    [].keys(),
    new Map().keys(),
    new Set().values(),
    ''[Symbol.iterator](),
    'a'.matchAll(/a/g),
    (function* () {})()
  ]) {
    let p = it, found = false;
    while ((p = Object.getPrototypeOf(p))) found = found || p === IteratorPrototype;
    assertSame(found, true);
    assertSame(it[Symbol.iterator](), it);
  }
});
test('next of one kind of iterator refuses another kind', function () {
  const an = Object.getPrototypeOf([].keys()).next, mn = Object.getPrototypeOf(new Map().keys()).next;
  assertThrows(TypeError, () => an.call(new Map().keys()));
  assertThrows(TypeError, () => mn.call([].keys()));
  assertThrows(TypeError, () => an.call({}));
});
test('array iterators go through array-likes and strings', function () {
  assertEquals([...Array.prototype.entries.call({ length: 2, 0: 'a' })], [[0, 'a'], [1, undefined]]);
  assertEquals([...Array.prototype.values.call('ab')], ['a', 'b']);
  assertEquals([...Array.prototype.keys.call({ length: 2 })], [0, 1]);
});
test('an array iterator reads the length at its first next', function () {
  const it = Array.prototype.values.call({ get length() { throw new RangeError(); } });
  assertThrows(RangeError, () => it.next());
});
test('an array that shrinks ends its iterator for good', function () {
  const a = [1, 2, 3], it = a.values();
  it.next();
  a.length = 0;
  assertEquals(it.next(), { value: undefined, done: true });
  a.push(1, 2, 3, 4);
  assertEquals(it.next(), { value: undefined, done: true });
});
test('a hand-made iterable is taken by every consumer', function () {
  const make = () => ({ *[Symbol.iterator]() { yield ['a', 1]; yield ['b', 2]; } });
  assertEquals([...make()], [['a', 1], ['b', 2]]);
  assertEquals(Array.from(make()), [['a', 1], ['b', 2]]);
  assertSame(new Map(make()).get('b'), 2);
  assertSame(new Set(make()).size, 2);
  assertEquals(Object.fromEntries(make()), { a: 1, b: 2 });
  assertSame(((...x) => x.length)(...make()), 2);
  assertSame((([x]) => x[0])(make()), 'a');
});
test('replacing Array.prototype[Symbol.iterator] is seen by spread, for-of and destructuring', function () {
  const original = Array.prototype[Symbol.iterator];
  Array.prototype[Symbol.iterator] = function* () { yield 'patched'; };
  let results;
  try {
    const [d] = [1];
    const s = [...[1, 2]];
    let f;
    for (f of [3]);
    results = [d, s.length, s[0], f, Math.max.apply(null, [1, 2])];
  } finally {
    Array.prototype[Symbol.iterator] = original;
  }
  assertEquals(results, ['patched', 1, 'patched', 'patched', 2]);
  assertEquals([...[1, 2]], [1, 2]);
});
test('result objects are ordinary objects', function () {
  const r = [1].values().next();
  assertEquals([Object.keys(r), Object.getPrototypeOf(r) === Object.prototype], [['value', 'done'], true]);
  r.value = 5;
  delete r.done;
  assertEquals(r, { value: 5 });
});
test('a next method that is a number is a TypeError in every consumer', function () {
  for (const next of [0, 42, -1, 2 ** 29, 1.5]) {
    const o = { [Symbol.iterator]() { return { next }; }, length: 5, 0: 'wrong' };
    assertThrows(TypeError, () => { for (const x of o) throw x; });
    assertThrows(TypeError, () => { const [a] = o; return a; });
    assertThrows(TypeError, () => [...o]);
    assertThrows(TypeError, () => { const [...a] = o; return a; });
    assertThrows(TypeError, () => { function* g() { yield* o; } return [...g()]; });
    assertThrows(TypeError, () => Math.max(...o));
    assertThrows(TypeError, () => new Map(o));
  }
});
asyncTest('a next method that is a number is a TypeError in asynchronous consumers', async function () {
  const o = { [Symbol.asyncIterator]() { return { next: 42 }; } };
  await assertRejects(TypeError, (async () => { for await (const x of o) throw x; })());
  await assertRejects(TypeError, (async function* () { yield* o; })().next());
});
