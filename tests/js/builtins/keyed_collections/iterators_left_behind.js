// Iterators that stand still while their map or set changes go on where they were: with what came after it and is
// still there. Collections shorten their way through the tables that were replaced meanwhile.
let state = 12345;
function random(n) {
  state = (Math.imul(state, 1103515245) + 12345) >>> 0;
  return (state >>> 8) % n;
}
function check(rounds, keysAtMost, clears) {
  const set = new Set();
  let model = [];  // [key, number of its insertion], in order
  let inserted = 0;
  const cursors = [];  // { iterator, after }: of the insertion that it has come to
  function step({ iterator, after }) {
    const { value, done } = iterator.next();
    const next = model.find((entry) => entry[1] > after);
    assertSame(done, next === undefined);
    assertSame(value, next && next[0]);
    return next ? next[1] : Infinity;
  }
  for (let round = 0; round < rounds; round++) {
    const key = random(keysAtMost);
    const what = random(100);
    if (what < 45) {
      if (!set.has(key)) model.push([key, ++inserted]);
      set.add(key);
    } else if (what < 85) {
      if (set.delete(key)) model = model.filter((entry) => entry[0] !== key);
    } else if (what < 86 && clears) {
      set.clear();
      model = [];
    } else if (what < 92) {
      if (cursors.length < 20) cursors.push({ iterator: set.values(), after: 0 });
    } else if (cursors.length > 0) {
      const i = random(cursors.length);
      const cursor = cursors[i];
      cursor.after = step(cursor);
      if (cursor.after === Infinity || random(10) === 0) cursors.splice(i, 1);
    }
    if (round % 50 === 0) globalThis.garbage = Array.from({ length: 2000 }, (_, j) => ({ j }));
  }
  for (const cursor of cursors) {
    while (cursor.after !== Infinity) cursor.after = step(cursor);
  }
  assertSame([...set].join(), model.map((entry) => entry[0]).join());
}
test('few keys', () => { for (let i = 0; i < 20; i++) check(1000, 8, true); });
test('many keys', () => { for (let i = 0; i < 4; i++) check(3000, 300, false); });
test('many keys, and sets that are emptied', () => { for (let i = 0; i < 4; i++) check(3000, 300, true); });
test('one that stands still for long', () => {
  const map = new Map([['a', 1], ['b', 2], ['c', 3], ['d', 4]]);
  const early = map.keys();
  assertSame(early.next().value, 'a');
  assertSame(early.next().value, 'b');
  for (let i = 0; i < 200000; i++) {
    map.set(i, {});
    map.delete(i - 3);
    if (i === 1000) map.delete('a');
    if (i === 5000) map.delete('c');
  }
  assertSame([...early].join(), 'd,199997,199998,199999');
  assertSame([...map.keys()].join(), 'b,d,199997,199998,199999');
});
