// flags: --test262-host
import source here from '<module source>';
import * as again from './import_source_reexport_FIXTURE.mjs';
import { there } from './import_source_reexport_FIXTURE.mjs';
const Abstract = $262.AbstractModuleSource;

test('a source is an object below %AbstractModuleSource%.prototype', () => {
  assertSame(typeof here, 'object');
  assert(here instanceof Abstract);
  assertSame(Object.getPrototypeOf(Object.getPrototypeOf(here)), Abstract.prototype);
  assertSame(Object.prototype.toString.call(here), '[object Test262Source]');
  assertSame(Object.prototype.toString.call(Abstract.prototype), '[object Object]');
  assertThrows(TypeError, () => new Abstract());
  assertThrows(TypeError, () => Abstract());
  assertSame('AbstractModuleSource' in globalThis, false);
});
test('it is exported on', () => {
  assertSame(there, here);
  assertSame(again.there, here);
});
asyncTest('import.source gives the same', async () => {
  assertSame(await import.source('<module source>'), here);
  await assertRejects(SyntaxError, import.source('./import_source_reexport_FIXTURE.mjs'), /not available/);
});
asyncTest('modules without a source are not evaluated for it', async () => {
  globalThis.evaluated = 0;
  await assertRejects(SyntaxError, import('./import_source_none_FIXTURE.mjs'), /not available/);
  assertSame(globalThis.evaluated, 0);
});
