// Top-level await and the order of asynchronous modules.
import { value, order } from './modules_tla_FIXTURE.mjs';
const here = await Promise.resolve('awaited');
let fromLoop = 0;
for await (const x of [1, Promise.resolve(2), 3]) fromLoop += x;

test('dependencies are awaited', () => {
  assertSame(value, 'ready');
  assertEquals(order, ['before', 'after']);
});
test('await at the top level', () => {
  assertSame(here, 'awaited');
  assertSame(fromLoop, 6);
});
