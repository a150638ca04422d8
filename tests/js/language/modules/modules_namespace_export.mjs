// Exports of imported namespaces.
// not-on-node: V8 takes them for local bindings
import * as spaces from './modules_folder/spaces_FIXTURE.mjs';
import { space } from './modules_folder/spaces_FIXTURE.mjs';
import { space as imported, other, local as localOfSpace } from './modules_folder/space1_FIXTURE.mjs';
test('an imported namespace that is exported again is no binding of its own', () => {
  assertEquals(Object.keys(spaces), ['local', 'other', 'space']);
  assertSame(space.inner, 'inner');
  assertSame(space, imported);
  assertSame(spaces.other, other);
  assertSame(localOfSpace, 'inner');
});
