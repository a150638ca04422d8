// flags: --harmony
// not-twice: its tests change what they test
// import defer: the module is linked at once and evaluated when its namespace is looked at.
import defer * as lazy from './import_defer_lazy_FIXTURE.mjs';
import defer * as failing from './import_defer_failing_FIXTURE.mjs';
import defer * as waits from './import_defer_waits_FIXTURE.mjs';
import { reexported } from './import_defer_reexport_FIXTURE.mjs';

test('nothing is evaluated until a string key is asked for', () => {
  assertSame(globalThis.lazyEvaluations, undefined);
  assertSame(Object.prototype.toString.call(lazy), '[object Deferred Module]');
  assertSame(lazy[Symbol.iterator], undefined);
  assertSame(lazy.then, undefined);
  assertSame(Reflect.getPrototypeOf(lazy), null);
  assertSame(globalThis.lazyEvaluations, undefined);
  assertSame(lazy.value, 1);
  assertSame(globalThis.lazyEvaluations, 1);
  assertEquals(Object.keys(lazy), ['value']);
  assertSame('then' in lazy, false);
  assertSame(lazy.value, 1);
  assertSame(globalThis.lazyEvaluations, 1);
});
test('an error is thrown at each look', () => {
  assertThrows(RangeError, () => failing.x, /failing/);
  assertThrows(RangeError, () => Object.keys(failing), /failing/);
});
test('what awaits at its top level is evaluated before', () => {
  assertSame(globalThis.waited, 1);
  assertSame(waits.value, 2);
});
test('a deferred namespace can be exported again', () => assertSame(reexported, lazy));
asyncTest('import.defer gives the same namespace', async () => {
  assertSame(await import.defer('./import_defer_lazy_FIXTURE.mjs'), lazy);
  const other = await import.defer('./import_defer_dynamic_FIXTURE.mjs');
  assertSame(globalThis.dynamicEvaluations, undefined);
  assertSame(other.value, 3);
  assertSame(globalThis.dynamicEvaluations, 1);
  await assertRejects(SyntaxError, import.defer('../modules_syntax_error_FIXTURE.mjs'));
});
asyncTest('modules that wait below import.defer are evaluated first, and the first error counts', async () => {
  const parent = await import.defer('./import_defer_two_FIXTURE.mjs');
  assertSame(globalThis.waited, 1);
  assertSame(parent.value, 2);
});
asyncTest('no module here has a source', async () => {
  await assertRejects(
    SyntaxError,
    import.source('./import_defer_lazy_FIXTURE.mjs'),
    /Source phase import is not available/
  );
  await assertRejects(SyntaxError, import('./import_source_FIXTURE.mjs'), /Source phase import is not available/);
});
test('defer and source are still names', () => {
  const defer = 1, source = 2;
  assertSame(defer + source, 3);
});
asyncTest('text and bytes', async () => {
  const text = await import('./import_text_FIXTURE.txt', { with: { type: 'text' } });
  assertSame(text.default, 'text, \u00fc\n');
  const bytes = (await import('./import_text_FIXTURE.txt', { with: { type: 'bytes' } })).default;
  assert(bytes instanceof Uint8Array);
  assertEquals([...bytes.subarray(-3)], [0xc3, 0xbc, 10]);
  assertSame(bytes.buffer.immutable, true);
  await assertRejects(TypeError, import('./import_text_FIXTURE.txt', { with: { type: 'css' } }), /not supported/);
});
