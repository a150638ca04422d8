// flags: --harmony
// Decorators before and behind export.
import * as self from './decorators.mjs';

const kinds = [];
function dec(value, { kind, name }) { kinds.push(`${kind} ${name}`); }

@dec export class Before {}
export @dec class Behind {}
@dec export default class { static text = 1; }
const count = kinds.length;

test('classes are exported', () => {
  assertEquals(kinds.slice(0, count), ['class Before', 'class Behind', 'class default']);
  assertEquals(Object.keys(self), ['Before', 'Behind', 'default']);
  assertEquals(
    [self.Before.name, self.Behind.name, self.default.name, self.default.text],
    ['Before', 'Behind', 'default', 1]
  );
});
test('the source text has those behind export', () => {
  assertEquals([String(self.Before), String(self.Behind), String(self.default)],
    ['class Before {}', '@dec class Behind {}', 'class { static text = 1; }']);
});
asyncTest('decorators stand before export or behind it, and export a class', async () => {
  await assertRejects(SyntaxError, import('./decorators_twice_FIXTURE.mjs'));
  await assertRejects(SyntaxError, import('./decorators_twice_default_FIXTURE.mjs'));
  await assertRejects(SyntaxError, import('./decorators_function_FIXTURE.mjs'));
  await assertRejects(SyntaxError, import('./decorators_const_FIXTURE.mjs'));
});
