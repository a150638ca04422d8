// not-twice: its tests change what they test
// Global variables that are warm when they change.
var gVar = 1;
let gLet = 1;
const gConst = 'const';
function gFunction() { return 'old'; }
test('a warm function reads what was assigned to a var, a let and a function', function () {
  const read = () => [gVar, gLet, gConst, gFunction()];
  for (let i = 0; i < 300; i++) read();
  gVar = 2; gLet = 3;
  gFunction = () => 'new';
  assertEquals(read(), [2, 3, 'const', 'new']);
});
test('an assignment to a property of globalThis changes the var', function () {
  globalThis.gVar = 'by object';
  assertSame(gVar, 'by object');
});
test('a warm read finds a global deleted, and defined again', function () {
  globalThis.gTemp = 1;
  const read = () => gTemp;
  for (let i = 0; i < 300; i++) assertSame(read(), 1);
  delete globalThis.gTemp;
  assertThrows(ReferenceError, read);
  globalThis.gTemp = 2;
  assertSame(read(), 2);
  delete globalThis.gTemp;
});
test('a warm read finds a global that became a getter, and read-only', function () {
  globalThis.gTemp = 1;
  const read = () => gTemp;
  for (let i = 0; i < 300; i++) assertSame(read(), 1);
  Object.defineProperty(globalThis, 'gTemp', { get: () => 'getter', configurable: true });
  assertSame(read(), 'getter');
  Object.defineProperty(globalThis, 'gTemp', { value: 'fixed', writable: false });
  (() => { gTemp = 'ignored'; })();
  assertSame(read(), 'fixed');
  assertThrows(TypeError, () => { 'use strict'; gTemp = 1; });
  delete globalThis.gTemp;
});
test('a warm typeof follows a global that comes and goes', function () {
  const kind = () => typeof gMaybe;
  for (let i = 0; i < 300; i++) assertSame(kind(), 'undefined');
  globalThis.gMaybe = 5;
  assertSame(kind(), 'number');
  delete globalThis.gMaybe;
  assertSame(kind(), 'undefined');
});
test('a later script shadows a property of the global object by a lexical variable', function () {
  globalThis.gShadow = 'object';
  const read = () => gShadow;
  for (let i = 0; i < 300; i++) assertSame(read(), 'object');
  if (typeof load === 'function') {
    // Only a script of its own can declare a global let; eval cannot.
    load('shadow_FIXTURE.js');  // run.py starts every file in its own folder
    assertSame(read(), 'lexical');
    assertSame(globalThis.gShadow, 'object');
  }
});
test('a warm call follows a builtin that is replaced and put back', function () {
  const original = parseInt;
  const parse = (s) => parseInt(s);
  for (let i = 0; i < 300; i++) assertSame(parse('7'), 7);
  parseInt = () => 'patched';
  assertSame(parse('7'), 'patched');
  parseInt = original;
  assertSame(parse('7'), 7);
});
test('a warm load follows a builtin object that is replaced and put back', function () {
  const m = Math;
  const root = (x) => Math.sqrt(x);
  for (let i = 0; i < 300; i++) root(4);
  globalThis.Math = { sqrt: () => 'fake' };
  assertSame(root(4), 'fake');
  globalThis.Math = m;
  assertSame(root(4), 2);
});
test('thousands of globals come and go', function () {
  for (let i = 0; i < 3000; i++) globalThis['gMany' + i] = i;
  assertSame(new Function('return gMany0 + gMany2999')(), 2999);
  for (let i = 0; i < 3000; i++) delete globalThis['gMany' + i];
  assertSame(gVar, 'by object');
});
test('undefined, NaN and Infinity stay what they are', function () {
  undefined_: { for (let i = 0; i < 300; i++) assertSame(undefined, void 0); }
  assertSame(NaN !== NaN && Infinity > 1, true);
});
test('a parameter may be called undefined', function () {
  (function (undefined) { assertSame(undefined, 5); })(5);
});
