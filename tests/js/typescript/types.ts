// Types of every form, where each of them may stand. They are read and dropped.

test('keyword, literal and array types', () => {
  let a: any = 1, b: unknown = 2, c: never[] = [], d: -1 | 1n | 'x' | true | null | undefined | void = 'x';
  const e: readonly string[][] = [['s']], f: (string | number)[] = [1], g: unique symbol = Symbol.iterator as any;
  var h: object = {}, i: `a${string}b${number | `${c}${string}`}` = 'ab' as any;
  type c = string;
  assertEquals([a, b, c, d, e, f, h, i], [1, 2, [], 'x', [['s']], [1], {}, 'ab']);
  assertSame(g, Symbol.iterator);
});

test('unions and intersections, with operators in front', () => {
  type A =
    | { kind: 'a' }
    | { kind: 'b' } & { x: number };
  let a: | A | & { y: 1 } = { kind: 'a', y: 1 } as A;
  assertEquals(a, { kind: 'a', y: 1 });
});

test('object types and their members', () => {
  type T = {
    a: string; b?: number, readonly c: boolean
    'd-e': string; 5: number; [Symbol.iterator](): Iterator<number>;
    (x: number): string; new (x: number): T; <U>(x: U): U; new <U>(x: U): T
    method(): void; method?<U extends string = 'x'>(this: T, ...rest: U[]): asserts rest is U[];
    get value(): string; set value(v: string); get: number; set?: number; readonly: string; static: number;
    get?(): void; set<U>(x: U): void; new?: 1; in: 2; async(): 3;
    readonly [key: string]: any; [key: number]: unknown;
  };
  interface I<in out X, const Y extends readonly unknown[] = [], out = 1> extends A, B.C<X> { x: X }
  let x: T = 1 as any, y: {} = 2, z: I<1, [], 2> = 3 as any;
  assertEquals([x, y, z], [1, 2, 3]);
});

test('tuples', () => {
  let a: [] = [],
      b: [string, number?, ...boolean[]] = ['x'],
      c: [first: string, second?: number, ...rest: any[]] = ['y'];
  let d: readonly [a?: 1, b?: [c: 2][]] = [], e: [x extends y ? 1 : 2, z?] = [1] as any;
  type x = 1; type y = 2; type z = 3;
  assertEquals([a, b, c, d, e], [[], ['x'], ['y'], [], [1]]);
});

test('function and constructor types', () => {
  let a: () => void = () => {}, b: (x: number, y?: string, ...z: any[]) => (x: number) => string = null!;
  let c: new (...args: any[]) => object = Object, d: abstract new () => object = Object;
  let e: <const T, U extends T = T>(x: T, { a, b: [c] }: any, [d, , ...e]: any) => x is T & U = null!;
  let f: (this: Date, x) => asserts x = null!, g: (((x)) | (() => void))[] = [];
  let h: typeof a | (typeof import('x'))['y'] | keyof typeof globalThis = a, i: ({ a }) => void = a as any;
  assertEquals(
    [typeof a, b, c, d, e, f, g, h === a, i === a],
    ['function', null, Object, Object, null, null, [], true, true]
  );
});

test('conditional types and infer', () => {
  type A<T> = T extends string ? 1 : T extends number ? 2 : T extends (infer U)[] ? U : never;
  type B<T> = T extends [infer H extends string, ...infer R] ? H : 0;
  type C<T> = T extends (infer U extends number ? 1 : 0) ? 1 : 0;
  type D<T> = T extends infer U extends number ? 1 : 0;
  type E<T> = T extends { [P in infer U extends keyof T ? 1 : 0]: 1; } ? 1 : 0;
  type F<T> = T extends (() => infer R extends string) ? R : T extends <U>() => U extends T ? 1 : 2 ? 3 : 4;
  type G<T> = T extends (x: infer U extends string) => void ? U : T extends keyof infer V extends 1 ? 2 : 3;
  let x: A<string> = 1;
  assertEquals(x, 1);
});

test('mapped types', () => {
  type A<T> = { [K in keyof T]: T[K] };
  type B<T> = { readonly [K in keyof T as `get${K & string}`]?: () => T[K]; };
  type C<T> = { -readonly [K in keyof T]-?: T[K] } & { +readonly [K in keyof T]+?: T[K] };
  type D = { [key in 'a']; };
  let x: A<{ y: 1 }>['y'] = 1;
  assertEquals(x, 1);
});

test('type queries, imported types, references', () => {
  let a: typeof x.y.z[] = 1 as any, b: import('./none.ts').T<string>['k'] = 2 as any;
  let c: import('./none.json', { with: { type: 'json' } }).default = 3 as any, d: typeof this.x = 4 as any;
  let e: A.B.C<A.D, Array<Array<Array<string>>>> = 5 as any, f: Map<string, Array<number>>= 6 as any;
  let g: typeof f<string> = 7 as any, h: Set<<T>(x: T) => T> = 8 as any, i: A.class.default = 9 as any;
  assertEquals([a, b, c, d, e, f, g, h, i], [1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('predicates', () => {
  function isString(x: unknown): x is string { return typeof x === 'string'; }
  function check(x: unknown): asserts x { }
  function checkString(this: unknown, asserts: unknown): asserts asserts is string { }
  class A {
    isB(): this is B { return this instanceof B; }
    check(): asserts this is B { }
    is(is: any): is is string { return true; }
  }
  class B extends A { }
  assertEquals([isString('x'), new A().isB(), new B().isB(), new B().is(1), check(1), checkString.call(0, 1)],
    [true, false, true, true, undefined, undefined]);
});

test('words of the grammar are names elsewhere', () => {
  let type = 1, of = 2, as = 3, declare = 4, namespace = 5, module = 6, abstract = 7, readonly = 8, is = 9, keyof = 10;
  let infer = 11, asserts = 12, satisfies = 13, unique = 14, global = 15, get = 16, set = 17, override = 18, out = 19;
  type = of; type
  of
  type *= 3; as = as as number; satisfies = satisfies satisfies any;
  assertEquals([type, as, satisfies], [6, 3, 13]);
  declare = declare + namespace + module + abstract;
  assertEquals(declare, 22);
  const o = {
    type,
    declare,
    readonly: is,
    abstract() { return keyof; },
    get() { return infer; },
    set<T>() { return asserts; }
  };
  assertEquals([o.type, o.declare, o.readonly, o.abstract(), o.get(), o.set()], [6, 22, 9, 10, 11, 12]);
  type: for (;;) break type;
  declare: for (;;) break declare;
  let interface_ = (type, as);
  assertEquals([unique, global, get, set, override, out, interface_], [14, 15, 16, 17, 18, 19, 3]);
  var async = (x: number) => x + 1;
  assertEquals(async(1), 2);
  type
  Foo = 3;
  assertEquals(Foo, 3);
});
var Foo;
