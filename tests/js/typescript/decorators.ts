// flags: --harmony
// not-twice: its tests change what they test
// Decorators and auto-accessors beside types.

const seen: string[] = [];
function note<T>(value: any, context: { kind: string, name?: any }): any {
  seen.push(context.kind + ' ' + String(context.name));
}
const make = <T>(x?: T) => note;

test('decorators of classes and members with types', () => {
  @note @make<string>('x') abstract class A<T> {
    @note private x: number = 1;
    @make<number>() public static override readonly y?: string = 'y';
    @note accessor z!: number; @note static accessor w: T[] = []; accessor v?: any = 5;
    @note protected m<U>(this: A<T>, x: U): void { }
    abstract n(): void; declare o: any;
    @note get p(): number { return 1; }
  }
  assertEquals(
    seen,
    ['method m', 'getter p', 'accessor w', 'field y', 'accessor z', 'field x', 'class A', 'class A'].sort((a, b) =>
      seen.indexOf(a) - seen.indexOf(b))
  );
  const a: any = new (A as any)();
  assertEquals([a.x, (A as any).y, a.z, (A as any).w, a.v], [1, 'y', undefined, [], 5]);
});
