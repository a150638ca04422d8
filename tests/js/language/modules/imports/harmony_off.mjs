// not-on-node: the messages
// Proposals below stage 4 are off where --harmony does not turn them on.
test('builtins of proposals are not there', () => {
  assertSame(ArrayBuffer.prototype.transferToImmutable, undefined);
  assertSame('immutable' in ArrayBuffer.prototype, false);
  assertSame('stack' in Error.prototype, false);
  assertSame(Object.hasOwn(new Error('x'), 'stack'), true);
  assertSame('join' in Iterator.prototype, false);
  assertSame('allKeyed' in Promise, false);
  assertSame('allSettledKeyed' in Promise, false);
  assertSame('ShadowRealm' in globalThis, false);
  assertSame('metadata' in Symbol, false);
});
test('private elements are added to objects that are not extensible', () => {
  class Base { constructor(object) { return object; } }
  class C extends Base { #x = 1; static has(o) { return #x in o; } }
  const object = Object.preventExtensions({});
  new C(object);
  assertSame(C.has(object), true);
});
test('syntax of proposals is refused', () => {
  for (const source of [
    'import.defer("x")',
    'import.source("x")',
    '(class { accessor x })',
    '(class { static accessor #x = 1 })',
    '@x class C {}',
    'class C { @x m() {} }',
    '(@x class {})'
  ]) {
    let error;
    try { (0, eval)(source); } catch (e) { error = e; }
    assert(error instanceof SyntaxError, source);
  }
});
asyncTest('so are declarations and types of modules', async () => {
  await assertRejects(SyntaxError, import('./import_defer_reexport_FIXTURE.mjs'));
  await assertRejects(SyntaxError, import('./import_source_FIXTURE.mjs'));
  await assertRejects(TypeError, import('./import_text_FIXTURE.txt', { with: { type: 'text' } }), /not supported/);
});
