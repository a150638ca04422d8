// Classes with types: modifiers, what is not there at run time, and what is.

test('modifiers and annotations of fields and methods', () => {
  class A<T, const U = T> {
    public a: number = 1;
    private b = 2;
    protected readonly c?: string;
    d!: T;
    static readonly e: number = 5
    private static f = 6;
    static override g: any;
    readonly #h: number = 8
    public static async *i<T>(): AsyncGenerator<T> { }
    private get j(): number { return this.#h; }
    protected set j(v: number) { }
    readonly 'k-l' = 11;
    private readonly [`m`]?: number = 12;
    override n?(): void { }
    public constructor(x?: T) { this.a += 1; }
    declare o: number;
    p;
    q?;
    r!: any
    async s<T>(this: A<T>, x: T): Promise<T> { return x; }
    private async t?(): Promise<void> { }
    *[Symbol.iterator](): Iterator<number> { yield 1; }
  }
  const a: any = new A();
  assertEquals(Object.keys(a), ['a', 'b', 'c', 'd', 'k-l', 'm', 'p', 'q', 'r']);
  assertEquals([a.a, a.b, A.e, (A as any).f, a.j, a['k-l'], a.m, [...a]], [2, 2, 5, 6, 8, 11, 12, [1]]);
  assertEquals(Object.keys(A), ['e', 'f', 'g']);
  assertEquals(Object.getOwnPropertyNames(A.prototype), ['constructor', 'j', 'n', 's', 't']);
  assertEquals(A.prototype.s.length, 1);
  assertEquals(String(a.n), 'n ()       { }');
});

test('fields with declare are not created, others are', () => {
  class A { x = 1; y = 2; z = 3; }
  let evaluated = 0;
  class B extends A {
    declare x: number;
    y: any;
    declare readonly z: number;
    declare static s: number;
    static declare t;
    declare [Symbol.iterator]: any;
  }
  const b = new B();
  assertEquals([b.x, b.y, b.z, 's' in B, 't' in B, evaluated], [1, undefined, 3, false, false, 0]);
});

test('overloads create nothing', () => {
  class A {
    constructor(x: string);
    constructor(x: number)
    constructor(public_: any) { this.x = public_; }
    x: any
    m(x: string): void;
    m(x: number): void
    private m<T>(x: T): T
    m(x?: any) { return x + 1; }
    static m(): void; static m(x?) { return 2; }
    #p(x: number): void; #p(x: any) { return 3; }
    p() { return this.#p(0); }
    [Symbol.toPrimitive](): string; [Symbol.toPrimitive](): any { return 4; }
    async n(): Promise<void>; async n() { }
    optional?(): void;
  }
  const a: any = new A(1);
  assertEquals([a.x, a.m(1), (A as any).m(), a.p(), +a, a.optional], [1, 2, 2, 3, 4, undefined]);
  assertEquals(Object.getOwnPropertyNames(A.prototype), ['constructor', 'm', 'p', 'n']);
  function f(x: string): string;
  function f(x: number): number
  async function* f<T>(x: T): AsyncGenerator;
  function f(x: any): any { return x; }
  assertEquals(f(3), 3);
});

test('abstract classes and members', () => {
  abstract class A<T> {
    abstract x: number;
    abstract readonly y: string
    protected abstract m(x: T): void;
    abstract get z(): number;
    abstract set z(v: number);
    static abstract s: any;
    abstract override o(): void
    abstract [Symbol.iterator](): any;
    abstract async?(): void;
    public abstract get?: number
    n() { return 1; }
  }
  assertEquals(Object.getOwnPropertyNames(A.prototype), ['constructor', 'n']);
  assertEquals(Object.keys(new (A as any)()), []);
  class abstract { }
  class B extends abstract {
    abstract = 1;
    declare = 2;
    readonly = 3;
    public = 4;
    static = 5;
    override;
    get;
    set;
    type = 6;
    'abstract ';
  }
  assertEquals(Object.keys(new B()), [
    'abstract',
    'declare',
    'readonly',
    'public',
    'static',
    'override',
    'get',
    'set',
    'type',
    'abstract '
  ]);
});

test('index signatures, implements, heritage with type arguments', () => {
  interface I { } interface J<T> { }
  class Base<T> { v = 1; }
  class A extends Base<string> implements I, J<Map<string, J<1>>> {
    [key: string]: any; static [key: number]: any; readonly [key: symbol]: unknown
    x = 2;
  }
  const mixin = <T>(x: T) => Base;
  class B extends mixin<number>(1)<string> { }
  class C implements I { }
  const D = class implements J<1> { }, E = class<T> { }, F = class G<T> extends Base<T>
  { };
  assertEquals([Object.keys(new A()), new B().v, new F().v, D.name, E.name, F.name], [['v', 'x'], 1, 1, 'D', 'E', 'G']);
  assertEquals(new C() instanceof C, true);
});

test('members whose names are modifiers', () => {
  class A {
    public() { return 1; }
    private<T>() { return 2; }
    readonly?: number;
    declare!: number;
    abstract: number = 3;
    override
    static static: number = 4;
    static readonly = 5;
    get get(): number { return 6; }
    set set(v: number) { }
    async async() { }
    static async?= 7;
    accessor: number
    static get() { return 8; }
    static set: number = 9
    get<T>(x: T) { return 10; }
    in: any;
    typeof?: any;
    async;
  }
  const a: any = new A();
  assertEquals(
    [a.public(), a.private(), a.abstract, A.static, (A as any).readonly, (A as any).async, A.get(), A.set, a.get()],
    [1, 2, 3, 4, 5, 7, 8, 9, 10]
  );
  assertEquals(Object.keys(a), ['readonly', 'declare', 'abstract', 'override', 'accessor', 'in', 'typeof', 'async']);
});

test('object literals', () => {
  const o = {
    a<T>(x: T): T { return x; },
    get b(): number { return 2; },
    set b(v: number) { },
    async c<T>(): Promise<T> { return null!; },
    *d(): Iterator<any> { },
    ['e']<T>(x: T, y?: number): void { },
    async *f<T>() { },
    get<T>() { return 7; },
    async<T>() { return 8; },
    'g'(this: any): void { },
  };
  assertEquals([o.a(1), o.b, o.get(), o.async(), o.e.length, o.g.length], [1, 2, 7, 8, 2, 0]);
});

test('functions: this parameters, optional ones, return types', () => {
  function f(this: Date, a?: number, { b = 2, c }: { b?: number, c?: any } = {}, ...rest: any[]): [number] {
    return [arguments.length];
  }
  function g(this) { return 1; }
  function* h<T>(this: void, x: T,): Generator<T> { yield x; }
  assertEquals([f.length, g.length, h.length, f.call(null!, 1, {}), g(), [...h(3)]], [1, 0, 1, [2], 1, [3]]);
  const e = function <T>(x: T): asserts x { }, k = async function named<T>(x?: T) { };
  assertEquals([e.length, k.length, k.name], [1, 1, 'named']);
  try { throw 1; } catch (e: unknown) { assertEquals(e, 1); }
  try { throw { a: 1 }; } catch ({ a }: any) { assertEquals(a, 1); }
  for (let i: number = 0, j!: string; i < 1; i++) assertEquals([i, j], [0, undefined]);
  let u!: string, { v, w: [x] }: { v: number, w: number[] } = { v: 1, w: [2] };
  assertEquals([u, v, x], [undefined, 1, 2]);
});

test('functions are parsed again when they are called first, with types too', () => {
  function outer(x: number): () => string {
    class Inner<T> { constructor(private_: T) { } m(y: T): string { return `${x as any}${y!}`; } }
    return function (): string { return (<T>(z: T): string => { return new Inner<T>(z).m(z) as string; })<number>(2); };
  }
  assertEquals(outer(1)(), '12');
  const a = 1 as any ? (b: number): string => { return 'x' + b as string; } : null!;
  assertEquals(a(3), 'x3');
});
