// A CommonJS module in TypeScript: it is sloppy, and its declarations are its own.
// not-on-node: the harness is another script
type A = string;
var inScript: number = 1;
function sloppy(this: any) { return this; }
enumerate: for (;;) break enumerate;

test('a .cts file is a CommonJS module', function () {
  assertEquals(sloppy(), globalThis);
  assertEquals((globalThis as any).inScript, undefined);
  with ({ x: 2 } as any) assertEquals((x as number), 2);
  assertEquals(require.main === module, true);
  const { typed }: { typed: number } = require('./module_FIXTURE.cts');
  assertEquals(typed, 2);
});
