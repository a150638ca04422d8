// Places are those of the file. Code that a program makes has no types.

interface A {
  x: number;
}

test('stack traces have the lines and columns of the file', () => {
  const f = (x: number): never => { throw new Error(x as any); };
  let stack = '';
  try {
    const y: A = f<number>(1) as A;
  } catch (e: any) { stack = e.stack; }
  assert(/positions\.ts:8:43/.test(stack), stack);
  assert(/positions\.ts:11:18/.test(stack), stack);
});

test('eval and Function take no types', () => {
  assertThrows(SyntaxError, () => eval('let x: number = 1'));
  assertThrows(SyntaxError, () => (0, eval)('x as any'));
  assertThrows(SyntaxError, () => new Function('x: number', 'return x'));
  assertThrows(SyntaxError, () => new Function('return x!'));
  assertEquals(eval('(1, eval)("1 < 2 > (0)")'), true);
});

test('names of functions are inferred as without types', () => {
  const a: () => void = () => { }, b = ((x: number = (() => 1)()) => x) as any, { c = () => { } }: any = {};
  class C { d: () => void = () => { }; static e? = class<T> { }; }
  function f(g: any = () => { }, h?: any): any { return g.name; }
  assertEquals(
    [a.name, b.name, c.name, new C().d.name, C.e!.name, f(), ((i: any = () => { }) => i.name)()],
    ['a', 'b', 'c', 'd', 'e', 'g', 'i']
  );
});
