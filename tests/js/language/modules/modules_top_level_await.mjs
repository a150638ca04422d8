// Top-level await and the order of asynchronous modules.
import { value, order } from './modules_tla_FIXTURE.mjs';
const here = await Promise.resolve('awaited');
let fromLoop = 0;
for await (const x of [1, Promise.resolve(2), 3]) fromLoop += x;

test('a dependency that waits is waited for', () => {
  assertSame(value, 'ready');
  assertEquals(order, ['before', 'after']);
});
test('await and for await stand at the top level', () => {
  assertSame(here, 'awaited');
  assertSame(fromLoop, 6);
});
asyncTest('a module that waited as part of a graph is imported by itself', async () => {
  assertSame((await import('./modules_tla_parent_FIXTURE.mjs')).parent, 1);
  assertSame((await import('./modules_tla_child_FIXTURE.mjs')).child, 2);
  assertSame((await import('./modules_tla_child_FIXTURE.mjs')).child, 2);
});
