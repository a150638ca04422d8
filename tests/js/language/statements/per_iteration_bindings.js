// Loop variables declared with let and const: a new binding for every turn.
test('for (let) copies the variable for each turn', function () {
  const fns = [];
  for (let i = 0; i < 3; i++) fns.push(() => i);
  assertEquals(fns.map((f) => f()), [0, 1, 2]);
});
test('for (var) shares one variable', function () {
  const fns = [];
  for (var i = 0; i < 3; i++) fns.push(() => i);
  assertEquals(fns.map((f) => f()), [3, 3, 3]);
});
test('a closure in the initializer sees the first copy only', function () {
  let first;
  const fns = [];
  for (let i = 0, f = () => i; i < 3; i++) { first = f; fns.push(() => i); }
  assertSame(first(), 0);
  assertEquals(fns.map((f) => f()), [0, 1, 2]);
});
test('closures in test and update see the copy of their turn', function () {
  const inTest = [], inUpdate = [];
  for (let i = 0; inTest.push(() => i), i < 2; inUpdate.push(() => i), i++);
  assertEquals(inTest.map((f) => f()), [0, 1, 2]);
  assertEquals(inUpdate.map((f) => f()), [1, 2]);
});
test('the body changes the copy that the next turn starts from', function () {
  const fns = [];
  for (let i = 0; i < 6; i++) { fns.push(() => i); i++; }
  assertEquals(fns.map((f) => f()), [1, 3, 5]);
});
test('continue and break keep the bindings apart', function () {
  const fns = [];
  outer: for (let i = 0; i < 5; i++) {
    fns.push(() => i);
    if (i === 1) continue;
    for (let j = 0; ; j++) { fns.push(() => i * 10 + j); if (j === 1) continue outer; if (i === 3) break outer; }
  }
  assertEquals(fns.map((f) => f()), [0, 0, 1, 1, 2, 20, 21, 3, 30]);
});
test('for-of and for-in bind anew', function () {
  const fns = [];
  for (const x of [1, 2]) fns.push(() => x);
  for (let [a, b] of [[1, 2], [3, 4]]) fns.push(() => a + b);
  for (const k in { p: 0, q: 0 }) fns.push(() => k);
  assertEquals(fns.map((f) => f()), [1, 2, 3, 7, 'p', 'q']);
});
test('a constant of a for head may not be updated', function () {
  assertThrows(TypeError, function () { for (const i = 0; i < 2; i++); });
  let turns = 0;
  for (const i = 0; turns < 2; turns++);
  assertSame(turns, 2);
});
test('several variables and patterns in one head are copied', function () {
  const fns = [];
  for (let [i, { n }] = [0, { n: 3 }], k = 10; i < n; i++, k--) fns.push(() => [i, n, k]);
  assertEquals(fns.map((f) => f()), [[0, 3, 10], [1, 3, 9], [2, 3, 8]]);
});
test('the body may hide the loop variable', function () {
  const out = [];
  for (let i = 0; i < 2; i++) { let i = 'x'; out.push(i); }
  assertEquals(out, ['x', 'x']);
});
test('a generator keeps its copy over a yield', function () {
  function* g() { for (let i = 0; i < 3; i++) { yield () => i; } }
  const fns = [...g()];
  assertEquals(fns.map((f) => f()), [0, 1, 2]);
});
test('eval in the body captures the turn', function () {
  const fns = [];
  for (let i = 0; i < 3; i++) fns.push(eval('() => i'));
  assertEquals(fns.map((f) => f()), [0, 1, 2]);
});
