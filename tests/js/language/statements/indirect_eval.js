// Indirect eval and global code.
test('var and function become configurable properties of the global object', function () {
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
test('let, const and class stay inside', function () {
  (0, eval)('let ieLet = 1; const ieConst = 2; class IeClass {}');
  assertEquals([typeof ieLet, typeof ieConst, typeof IeClass], ['undefined', 'undefined', 'undefined']);
});
test('strict code keeps its vars', function () {
  (0, eval)('"use strict"; var ieStrict = 1;');
  assertSame(typeof ieStrict, 'undefined');
});
test('a constant of the global object is not redeclared as a function, but as a var', function () {
  assertThrows(TypeError, () => (0, eval)('function NaN() {}'));
  assertThrows(TypeError, () => (0, eval)('function undefined() {}'));
  (0, eval)('var NaN; var undefined;');
});
test('an assignment to an undeclared name makes a global in sloppy code only', function () {
  (0, eval)('ieImplicit = 5');
  assertSame(globalThis.ieImplicit, 5);
  assert(delete globalThis.ieImplicit);
  assertThrows(ReferenceError, () => (0, eval)('"use strict"; ieNever = 5'));
});
test('a function of new Function sees globals only', function () {
  const local = 1;
  assertThrows(ReferenceError, new Function('return local'));
  globalThis.ieShared = 'g';
  assertSame(new Function('return ieShared')(), 'g');
  delete globalThis.ieShared;
});
