// flags: --typescript
// not-on-node: types in a .js file
// With --typescript, types may stand in every program.

type A = number;
const x: A = 1 as A;

test('types in a file that is named .js', () => {
  assertEquals((<T>(x: T): T => x)<A>(x!), 1);
});
