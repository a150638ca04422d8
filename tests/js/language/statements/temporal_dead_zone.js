// not-twice: its tests change what they test
// let, const and class before their declaration is evaluated.
test('reading, writing and typeof throw before the declaration', function () {
  assertThrows(ReferenceError, function () { x; let x; });
  assertThrows(ReferenceError, function () { x = 1; let x; });
  assertThrows(ReferenceError, function () { typeof x; let x; });
  assertThrows(ReferenceError, function () { x++; let x; });
  assertThrows(ReferenceError, function () { delete_(x); const x = 1; function delete_() {} });
  assertThrows(ReferenceError, function () { new C(); class C {} });
});
test('typeof of a name that nobody declares is undefined', function () {
  assertSame(typeof neverDeclaredAnywhere, 'undefined');
});
test('the initializer is still inside the zone', function () {
  assertThrows(ReferenceError, function () { let x = x; });
  assertThrows(ReferenceError, function () { let x = x + 1; });
  assertThrows(ReferenceError, function () { const f = (() => f)(); });
});
test('a closure made by the initializer sees the value', function () {
  const f = () => f;
  assertSame(f(), f);
});
test('let without an initializer is undefined', function () {
  let u;
  assertSame(u, undefined);
});
test('a closure reads the variable from its declaration on', function () {
  const read = () => late;
  assertThrows(ReferenceError, read);
  let late = 1;
  assertSame(read(), 1);
});
test('a closure writes the variable from its declaration on', function () {
  const write = (v) => { later = v; };
  assertThrows(ReferenceError, () => write(1));
  let later = 0;
  write(5);
  assertSame(later, 5);
});
test('an inner variable hides the outer one from the beginning of its block', function () {
  let x = 'outer';
  assertThrows(ReferenceError, () => { { x; let x = 1; } });
  assertThrows(ReferenceError, () => { for (let x of [x]); });
  assertThrows(ReferenceError, () => { for (let x in { a: x }); });
  assertThrows(ReferenceError, () => { switch (1) { case 0: let x; case 1: x; } });
});
test('each turn of a loop begins with a dead variable', function () {
  let seen = 0;
  for (let i = 0; i < 3; i++) {
    try { late; } catch (e) { seen += e instanceof ReferenceError ? 1 : 0; }
    let late = i;
  }
  assertSame(seen, 3);
});
test('each turn of a loop begins with an undefined let', function () {
  let turns = 0;
  for (let i = 0; i < 2; i++) { let fresh; assertSame(fresh, undefined); fresh = i; turns++; }
  assertSame(turns, 2);
});
test('a parameter is dead to earlier defaults', function () {
  assertThrows(ReferenceError, () => ((a = b, b) => a)());
  assertThrows(ReferenceError, () => (({ a = b, b }) => a)({}));
});
test('a class is dead to its heritage, keys and static fields', function () {
  assertThrows(ReferenceError, () => { class C extends C {} });
  assertThrows(ReferenceError, () => { class C { [C.name]() {} } });
  assertThrows(ReferenceError, () => { class C { static [C] = 1; } });
});
test('every assignment to a constant is a TypeError', function () {
  const c = 1;
  for (const write of [
    () => { c = 2; },
    () => { c += 1; },
    () => { c++; },
    () => { [c] = [1]; },
    () => { ({ c } = { c: 1 }); },
    () => { for (c of [1]); }
  ])
    assertThrows(TypeError, write);
  assertSame(c, 1);
});
test('the value of an assignment to a constant is evaluated', function () {
  const c = 1;
  let order = '';
  assertThrows(TypeError, () => { c = (order += 'rhs', 2); });
  assertSame(order, 'rhs');
});
let tdzGlobalLet = 1;
var tdzGlobalVar = 2;
test('a global let is in no object', function () {
  assertSame(Object.hasOwn(globalThis, 'tdzGlobalLet'), false);
  assertSame(tdzGlobalLet, 1);
  tdzGlobalLet = 2;
  assertSame(tdzGlobalLet, 2);
});
test('a global var is a property of the global object', function () {
  assertSame(Object.hasOwn(globalThis, 'tdzGlobalVar'), true);
});
