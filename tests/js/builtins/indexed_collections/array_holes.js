// Holes: who skips them, who fills them, and the prototype behind them.
test('forEach, map, filter, some, every and reduce skip holes', function () {
  const a = [1, , 3];
  let calls = 0;
  a.forEach(() => calls++);
  a.map(() => calls++);
  a.filter(() => calls++);
  a.some(() => (calls++, false));
  a.every(() => (calls++, true));
  a.reduce(() => calls++, 0);
  assertSame(calls, 12);
});
test('find, findIndex and findLast see holes as undefined', function () {
  const a = [1, , 3];
  let calls = 0;
  a.find(() => { calls++; }); a.findIndex(() => { calls++; }); a.findLast(() => { calls++; });
  assertSame(calls, 9);
});
test('map, slice and concat keep holes', function () {
  const a = [1, , 3];
  const m = a.map((x) => x);
  assertSame(1 in m, false);
  assertSame(m.length, 3);
  assertSame(1 in a.slice(), false);
  assertSame(1 in a.concat(), false);
});
test('filter and flat drop holes', function () {
  const a = [1, , 3];
  assertSame(a.filter(() => true).length, 2);
  assertSame(a.flat().length, 2);
});
test('spread and Array.from fill holes with undefined', function () {
  const a = [1, , 3];
  assertSame(1 in [...a], true);
  assertSame(1 in Array.from(a), true);
});
function withElementOnPrototype(f) {
  Array.prototype[1] = 'proto';
  try { f(); } finally { delete Array.prototype[1]; }
}
test('a hole reads through to the prototype', function () {
  withElementOnPrototype(function () {
    const a = [0, , 2];
    assertSame(a[1], 'proto');
    assertSame(Object.hasOwn(a, 1), false);
  });
  assertSame([0, , 2][1], undefined);
});
test('methods read holes through to the prototype', function () {
  withElementOnPrototype(function () {
    const a = [0, , 2];
    assertEquals(a.map((x) => x)[1], 'proto');
    assertSame(a.indexOf('proto'), 1);
    assertSame(a.join(), '0,proto,2');
    assertSame(a.slice(1, 2)[0], 'proto');
    assertSame([...a][1], 'proto');
  });
});
test('pop of a hole gives the element of the prototype', function () {
  withElementOnPrototype(function () {
    const popped = [1, ,];
    assertSame(popped.pop(), 'proto');
  });
});
function withSetterOnPrototype(f) {
  const log = [];
  Object.defineProperty(Array.prototype, '2', { set(v) { log.push(v); }, get() { return 'g'; }, configurable: true });
  try { f(log); } finally { delete Array.prototype[2]; }
}
test('a setter of the prototype catches an assignment to an absent element', function () {
  withSetterOnPrototype(function (log) {
    const a = [0, 1];
    a[2] = 'x';
    assertEquals([a.length, log], [2, ['x']]);
  });
});
test('a setter of the prototype catches a push', function () {
  withSetterOnPrototype(function (log) {
    const a = [0, 1];
    a.push('y');
    assertEquals([a.length, log, a[2]], [3, ['y'], 'g']);
  });
});
test('a setter of the prototype does not see the elements of a literal or of map', function () {
  withSetterOnPrototype(function () {
    const lit = [0, 1, 2];
    assertSame(lit[2], 2);
    assertSame([1, 2, 3].map((x) => x * 2)[2], 6);
  });
});
test('a warm loop over packed arrays meets holes', function () {
  const sum = (a) => { let s = 0; for (let i = 0; i < a.length; i++) s += a[i] === undefined ? 1000 : a[i]; return s; };
  for (let i = 0; i < 200; i++) assertSame(sum([1, 2, 3]), 6);
  assertSame(sum([1, , 3]), 1004);
  assertSame(sum([1.5, , 3]), 1004.5);
  assertSame(sum(new Array(3)), 3000);
});
test('a warm loop reads holes through to a prototype that got an element', function () {
  const sum = (a) => { let s = 0; for (let i = 0; i < a.length; i++) s += a[i] === undefined ? 1000 : a[i]; return s; };
  for (let i = 0; i < 200; i++) assertSame(sum([1, 2, 3]), 6);
  assertSame(sum([1, , 3]), 1004);
  Object.prototype[1] = 5;
  assertSame(sum([1, , 3]), 9);
  delete Object.prototype[1];
  assertSame(sum([1, , 3]), 1004);
});
test('delete leaves a hole and the length', function () {
  const a = [1, 2, 3];
  assert(delete a[2]);
  assertEquals([a.length, Object.keys(a)], [3, ['0', '1']]);
});
test('push after cutting appends at the new length', function () {
  const a = [1, 2, 3];
  delete a[2];
  a.length = 2;
  a.push('n');
  assertEquals(a, [1, 2, 'n']);
});
test('sort moves holes to the end', function () {
  const a = [, 3, , 1];
  a.sort();
  assertSame(a[0], 1);
  assertSame(a[1], 3);
  assertSame(2 in a, false);
  assertSame(3 in a, false);
});
test('reverse mirrors holes', function () {
  const b = [1, , ,];
  b.reverse();
  assertEquals([0 in b, 1 in b, b[2]], [false, false, 1]);
});
test('a comma makes a hole, a trailing one does not', function () {
  assertSame([,].length, 1);
  assertSame([, ,].length, 2);
  assertSame([1, , 2].length, 3);
  assertSame([1, 2,].length, 2);
  assertSame([, 1].length, 2);
});
