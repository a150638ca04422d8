// let, const and class before their declaration is evaluated.
test('reading, writing and typeof throw', function () {
  assertThrows(ReferenceError, function () { x; let x; });
  assertThrows(ReferenceError, function () { x = 1; let x; });
  assertThrows(ReferenceError, function () { typeof x; let x; });
  assertThrows(ReferenceError, function () { x++; let x; });
  assertThrows(ReferenceError, function () { delete_(x); const x = 1; function delete_() {} });
  assertThrows(ReferenceError, function () { new C(); class C {} });
  assertSame(typeof neverDeclaredAnywhere, 'undefined');
});
test('the initializer is still inside the zone', function () {
  assertThrows(ReferenceError, function () { let x = x; });
  assertThrows(ReferenceError, function () { let x = x + 1; });
  assertThrows(ReferenceError, function () { const f = (() => f)(); });
  const f = () => f;
  assertSame(f(), f);
  let u;
  assertSame(u, undefined);
});
test('through closures', function () {
  const read = () => late;
  assertThrows(ReferenceError, read);
  let late = 1;
  assertSame(read(), 1);
  const write = (v) => { later = v; };
  assertThrows(ReferenceError, () => write(1));
  let later = 0;
  write(5);
  assertSame(later, 5);
});
test('inner blocks shadow from their beginning', function () {
  let x = 'outer';
  assertThrows(ReferenceError, () => { { x; let x = 1; } });
  assertThrows(ReferenceError, () => { for (let x of [x]); });
  assertThrows(ReferenceError, () => { for (let x in { a: x }); });
  assertThrows(ReferenceError, () => { switch (1) { case 0: let x; case 1: x; } });
});
test('a loop makes the variable anew, and dead again', function () {
  let seen = 0;
  for (let i = 0; i < 3; i++) {
    try { late; } catch (e) { seen += e instanceof ReferenceError ? 1 : 0; }
    let late = i;
  }
  assertSame(seen, 3);
  for (let i = 0; i < 2; i++) { let fresh; assertSame(fresh, undefined); fresh = i; }
});
test('parameters and defaults', function () {
  assertThrows(ReferenceError, () => ((a = b, b) => a)());
  assertThrows(ReferenceError, () => (({ a = b, b }) => a)({}));
});
test('class heritage and computed keys', function () {
  assertThrows(ReferenceError, () => { class C extends C {} });
  assertThrows(ReferenceError, () => { class C { [C.name]() {} } });
  assertThrows(ReferenceError, () => { class C { static [C] = 1; } });
});
test('constants', function () {
  const c = 1;
  for (const write of [() => { c = 2; }, () => { c += 1; }, () => { c++; }, () => { [c] = [1]; }, () => { ({ c } = { c: 1 }); }, () => { for (c of [1]); }]) assertThrows(TypeError, write);
  assertSame(c, 1);
  let order = '';
  assertThrows(TypeError, () => { c = (order += 'rhs', 2); });
  assertSame(order, 'rhs');
});
let tdzGlobalLet = 1;
var tdzGlobalVar = 2;
test('global let and const are in no object', function () {
  (0, eval)('0');
  assertSame(Object.hasOwn(globalThis, 'tdzGlobalLet'), false);
  assertSame(tdzGlobalLet, 1);
  tdzGlobalLet = 2;
  assertSame(tdzGlobalLet, 2);
  assertSame(Object.hasOwn(globalThis, 'tdzGlobalVar'), true);
});
