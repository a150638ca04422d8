// Elements that arrays lack, read in optimized loops: holes, and indices that are not below the length. And the
// first elements that empty arrays get.
const rounds = 4000;
// Equal texts would share what their sites learn.
let made = 0;
const fresh = (parameters, text) => new Function(...parameters, `${text} /* ${made++} */`);
function warm(f, ...rest) {
  let result;
  for (let i = 0; i < 20; i++) result = f(rounds, ...rest);
  return result;
}
const countHoles = () => fresh(['n', 'a'], `
  let absent = 0, sum = 0;
  for (let i = 0; i < n; i++) {
    const x = a[i];
    if (x === undefined) absent++; else sum += typeof x === 'number' ? x : 1;
  }
  return absent + ':' + sum;`);

test('holes and ends, of arrays of Smis, of Values and of doubles', function () {
  for (const values of [[1, 2, 3], ['a', 'b', 'c'], [0.5, 1.5, 2.5]]) {
    const holey = new Array(rounds);
    for (let i = 0; i < rounds; i += 3) holey[i] = values[i % values.length];
    const expected = countHoles()(rounds, holey);
    const count = countHoles();
    assertSame(warm(count, holey), expected);
    assertSame(count(10, []), '10:0');
    assertSame(count(3, [1, , 2]), '1:3');
    assertSame(count(5, values), `2:${values.reduce((s, x) => s + (typeof x === 'number' ? x : 1), 0)}`);
  }
});
test('a list that ends where there is undefined', function () {
  const length = fresh(
    ['n', 'a'],
    'let s = 0; for (let k = 0; k < n; k++) { s = 0; while (a[s] !== undefined) s++; } return s;'
  );
  assertSame(warm(length, [1, 2, 3, 4]), 4);
  assertSame(length(3, []), 0);
  assertSame(length(3, [{}, 'x', 0.5]), 3);
  assertSame(length(3, 'text'), 4);
  assertSame(length(3, new Uint8Array(5)), 5);
  assertSame(length(3, { 0: 1, 1: 1 }), 2);
});
test('negative indices are names', function () {
  const at = fresh(
    ['n', 'a', 'from'],
    'let s = 0; for (let i = from; i < n; i++) { const x = a[i]; if (x !== undefined) s += x; } return s;'
  );
  const a = [1, , 3];
  assertSame(warm(at, a, 0), 4);
  assertSame(at(3, a, -2), 4);
  a[-1] = 10;
  assertSame(at(3, a, -2), 14);
});
test('prototypes that get elements', function () {
  const count = countHoles();
  const a = [1, , 3];
  assertSame(warm(count, a), `${rounds - 2}:4`);
  class Own extends Array { }
  Own.prototype[1] = 7;
  assertSame(count(4, Own.from([1, 2, 3])), '1:6');
  const own = new Own(3);
  assertSame(count(4, own), '3:7');
  Array.prototype[1] = 20;
  assertSame(count(4, a), '1:24');
  delete Array.prototype[1];
  assertSame(count(4, a), '2:4');
  let gets = 0;
  Object.defineProperty(Object.prototype, 5, { get() { gets++; return 100; }, configurable: true });
  assertSame(count(6, a), '3:104');
  assertSame(gets, 1);
  delete Object.prototype[5];
  assertSame(count(6, a), '4:4');
  const other = [1, , 3];
  Object.setPrototypeOf(other, { 1: 5, 4: 6 });
  assertSame(count(6, other), '2:15');
  const none = [1, , 3];
  Object.setPrototypeOf(none, null);
  assertSame(count(4, none), '2:4');
  const asked = [];
  const seen = [1, , 3];
  Object.setPrototypeOf(seen, new Proxy({}, { get(target, key) { asked.push(key); return 1; } }));
  assertSame(count(4, seen), '0:6');
  assertSame(asked.join(), '1,3');
});
test('lists that begin empty', function () {
  // What is first, and what comes behind.
  for (const [first, second] of [[1, 2], ['a', 'b'], [{}, 1], [1, {}], [0.5, 1], [1, 0.5], [undefined, null]]) {
    const push = fresh(['n', 'first', 'second'], `
      let last;
      for (let i = 0; i < n; i++) { last = []; last.push(first); last.push(second); last.push(first); }
      return last;`);
    const append = fresh(['n', 'first', 'second'], `
      let last;
      for (let i = 0; i < n; i++) { last = []; last[0] = first; last[last.length] = second; last[last.length] = first; }
      return last;`);
    for (const f of [push, append]) {
      const made = warm(f, first, second);
      assertSame(made.length, 3);
      assertSame(made[0], first);
      assertSame(made[1], second);
      assertSame(made[2], first);
      assertSame(made[3], undefined);
      // Others come than those that were seen.
      for (const other of [5, 'o', 2.5, {}, -0]) {
        const there = f(1, other, first);
        assertSame(there.length, 3);
        assertSame(there[0], other);
        assertSame(there[1], first);
      }
    }
  }
});
test('an empty array that is not extensible, and one whose length is not writable', function () {
  const append = fresh(['n', 'a'], '"use strict"; for (let i = 0; i < n; i++) a[i] = i; return a.length;');
  for (let i = 0; i < 20; i++) append(rounds, []);
  assertThrows(TypeError, () => append(3, Object.preventExtensions([])));
  assertThrows(TypeError, () => append(3, Object.freeze([])));
  assertThrows(TypeError, () => append(3, Object.defineProperty([], 'length', { writable: false })));
  const push = fresh(['n', 'a'], 'for (let i = 0; i < n; i++) a.push(i); return a.length;');
  for (let i = 0; i < 20; i++) push(rounds, []);
  assertThrows(TypeError, () => push(3, Object.preventExtensions([])));
  assertThrows(TypeError, () => push(3, Object.defineProperty([], 'length', { writable: false })));
});
