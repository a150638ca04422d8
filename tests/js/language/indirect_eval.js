// Indirect eval and global code.
test('works in the global scope', function () {
  const name = 'ieGlobal1';
  (0, eval)('var ieGlobal1 = 1; function ieGlobal2() { return 2; }');
  assertSame(globalThis.ieGlobal1, 1);
  assertSame(ieGlobal2(), 2);
  const d = Object.getOwnPropertyDescriptor(globalThis, 'ieGlobal1');
  assertEquals([d.writable, d.enumerable, d.configurable], [true, true, true]);
  assert(delete globalThis.ieGlobal1);
});
test('this is the global object, also in strict code', function () {
  assertSame((0, eval)('this'), globalThis);
  assertSame((0, eval)('"use strict"; this'), globalThis);
});
test('lexical declarations stay inside', function () {
  (0, eval)('let ieLet = 1; const ieConst = 2; class IeClass {}');
  assertEquals([typeof ieLet, typeof ieConst, typeof IeClass], ['undefined', 'undefined', 'undefined']);
});
test('strict code keeps its vars', function () {
  (0, eval)('"use strict"; var ieStrict = 1;');
  assertSame(typeof ieStrict, 'undefined');
});
test('non-configurable globals cannot be redeclared as functions', function () {
  assertThrows(TypeError, () => (0, eval)('function NaN() {}'));
  assertThrows(TypeError, () => (0, eval)('function undefined() {}'));
  (0, eval)('var NaN; var undefined;');
});
test('assignments to undeclared names', function () {
  (0, eval)('ieImplicit = 5');
  assertSame(globalThis.ieImplicit, 5);
  assert(delete globalThis.ieImplicit);
  assertThrows(ReferenceError, () => (0, eval)('"use strict"; ieNever = 5'));
});
test('new Function sees only globals', function () {
  const local = 1;
  assertThrows(ReferenceError, new Function('return local'));
  globalThis.ieShared = 'g';
  assertSame(new Function('return ieShared')(), 'g');
  delete globalThis.ieShared;
});
