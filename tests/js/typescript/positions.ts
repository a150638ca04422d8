// Places are those of the file; functions show the text of the file. Code that a program makes has no types.

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

test('functions show the text of the file', () => {
  function f<T>(x: T): T { return x as T; }
  class C<T> { private m<U>(x: U): void { } static s?(): void { } }
  abstract class D { }
  assertEquals(f.toString(), 'function f<T>(x: T): T { return x as T; }');
  assertEquals(((x: number): string => x as any).toString(), '(x: number): string => x as any');
  assertEquals((async <T>(x: T) => x).toString(), 'async <T>(x: T) => x');
  assertEquals((<T>(x: T) => x).toString(), '<T>(x: T) => x');
  assertEquals((C.prototype as any).m.toString(), 'm<U>(x: U): void { }');
  assertEquals((C as any).s.toString(), 's?(): void { }');
  assertEquals(D.toString(), 'class D { }');
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
  assertEquals([a.name, b.name, c.name, new C().d.name, C.e!.name, f(), ((i: any = () => { }) => i.name)()], ['a', 'b', 'c', 'd', 'e', 'g', 'i']);
});
