// Function.prototype.toString shows JavaScript: types are blanks, and it can be evaluated again.

const blanked = (f: any) => f.toString().replace(/ +/g, ' ');
// The function that the text of another one makes.
const again = (f: any) => (0, eval)(`(${f})`);

test('types are overwritten, and lines stay', () => {
  function f<T>(x: T, y?: number): T { return x as T; }
  assertEquals(f.toString(), 'function f   (x   , y         )    { return x     ; }');
  assertEquals(((x: number): string => x as any).toString(), '(x        )         => x       ');
  assertEquals((async <T>(x: T) => x!).toString(), 'async    (x   ) => x ');
  assertEquals((<T>(x: T) => x satisfies T).toString(), '   (x   ) => x            ');
  assertEquals((function (this: any, a: string) { }).toString(), 'function (           a        ) { }');
  const g = (x: {
    a: number,
  }) => x;
  assertEquals(g.toString(), '(x   \n              \n   ) => x');
});

test('classes and methods', () => {
  class C<T> extends Array<T> implements Iterable<T> {
    private readonly a?: number = 1; b!: string; declare c: number; static override d?: T; [key: string]: any;
    m<U>(x: U): void; m(x: any) { } private get p(): number { return 1; } protected async *q?(): any { }
  }
  const text = blanked(C);
  assertEquals(
    text,
    'class C extends Array {\n a = 1; b ; static d ; \n m(x ) { } get p() { return 1; } async *q () { }\n }'
  );
  abstract class D { abstract x: number; abstract m(): void; n() { } }
  assertEquals(blanked(D), 'class D { n() { } }');
  assertEquals(Object.keys(new (again(C))()), ['a', 'b']);
});

test('a semicolon stands where types end a statement', () => {
  function f(x: any) {
    let y: number
    (0, 1);
    let z = x as any
    [y] = [5]
    interface A { }
    [z] = [6]
    type B = number
    return [x, y, z, x!]
    type C = 1
  }
  assertEquals(f(7), [7, 5, 6, 7]);
  assertEquals(again(f)(7), [7, 5, 6, 7]);
  class G {
    a: any = 1
    private ['b'] = 2
    public *c() { yield 3; }
    d = 4 as any
    ['e'] = 5
    declare f: number
    ['g'](): void
    ['g'](x?: any) { }
    readonly in = 6
    h: any = {}
    private ['i'] = {}
    readonly in2 = 7
    set: any
    get: any
    private static j: any
    m() { }
  }
  const json = '{"a":1,"b":2,"d":4,"e":5,"in":6,"h":{},"i":{},"in2":7}';
  assertEquals(JSON.stringify(new G()), json);
  assertEquals(JSON.stringify(new (again(G))()), json);
  assertEquals(Object.keys(new (again(G))()).slice(-2), ['set', 'get']);
});

test('line ends where JavaScript has none', async () => {
  const f = (x: number):
    number => x + 1;
  assertEquals(again(f)(1), 2);
  function g() {
    return <
      T,
    >(x: T) => x;
  }
  assertEquals(again(g)()(3), 3);
  const h = async <
    T,
  >(x: T): Promise<
    T
  > => x;
  assertEquals(await again(h)(4), 4);
  function i() { if (true) return 1 as any
    else return 2 as any }
  assertEquals(again(i)(), 1);
});

test('overloads, generics, conditionals and nested functions', () => {
  function f(x: number) {
    function inner(a: string): string
    function inner<T>(a: T): T
    function inner(a: any) { return a; }
    const m = new Map<string, Array<Array<number>>>(), t = ((s: any) => s[0])<any>`x`;
    const c = x ? (a: number): number => a : (b: any) => b, g = x < 2 ? (x) : (y: any): any => y;
    try { throw x; } catch (e: unknown) { return [inner<number>(e as number), m.size, t, typeof c, typeof g]; }
  }
  assertEquals(again(f)(1), f(1));
  const lazy = again((x: number) => {
    const deep = (y: number): any => ((z: number): any => x + y + z);
    return deep(2)(3);
  });
  assertEquals(lazy(1), 6);
});
