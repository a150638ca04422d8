// Cyclic imports: hoisted functions work, other bindings are dead until evaluated.
import { evenValue, isEven, early } from './modules_cycle_FIXTURE.mjs';
export function isOdd(n) { return n === 0 ? false : isEven(n - 1); }
export const constant = 'initialized';
export function readConstant() { return constant; }

test('functions call each other across the cycle', () => {
  assertSame(isOdd(7), true);
  assertSame(isEven(7), false);
  assertSame(evenValue, true);
});
test('the other module ran first and found the constant dead', () => {
  assertSame(early, 'ReferenceError');
});

asyncTest('a module is imported after a graph with it could not be linked', async () => {
  await assertRejects(SyntaxError, import('./modules_unlinked_parent_FIXTURE.mjs'));
  assertSame((await import('./modules_unlinked_child_FIXTURE.mjs')).child, 1);
});
