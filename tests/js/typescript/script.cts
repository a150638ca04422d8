// A script in TypeScript: it is sloppy, and its declarations are global.
type A = string;
var inScript: number = 1;
function sloppy(this: any) { return this; }
enumerate: for (;;) break enumerate;

test('a .cts file is a script', function () {
  assertEquals(sloppy(), globalThis);
  assertEquals((globalThis as any).inScript, 1);
  with ({ x: 2 } as any) assertEquals((x as number), 2);
});
