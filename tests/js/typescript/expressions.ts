// Expressions with types: assertions, type arguments, arrow functions.

test('as and satisfies', () => {
  let x: unknown = { a: [1, 2] };
  assertEquals((x as any).a[0] as number + 1, 2);
  assertEquals(1 + 2 as number * 3, 9, 'an assertion binds as < does');
  assertEquals(1 < 2 as boolean, true);
  assertEquals(1 as number < 2 as any == true, true);
  assertEquals([1, 2] as const, [1, 2]);
  assertEquals({ a: 1 } satisfies object as { a: number } as const, { a: 1 });
  let y = 5 as number | string, z = null as any ?? 4 as any;
  assertEquals([y, z], [5, 4]);
  (x as any) = 3; (y!) = 4; (z satisfies any)++;
  assertEquals([x, y, z], [3, 4, 5]);
  for (const v of [1] as number[]) assertEquals(v as any ? 2 as 2 : 3 as 3, 2);
  const f = (() => { }) as any, g = function () { } as () => void, h = class { } satisfies any;
  assertEquals([f.name, g.name, h.name], ['f', 'g', 'h']);
  assertEquals(`${1 as any}${<T>(x: T) => x}`.slice(0, 2), '1 ');
  [x as any, y!] = [6, 7];
  ({ a: x as any, b: (z as any) } = { a: 8, b: 9 });
  assertEquals([x, y, z], [8, 7, 9]);
  assertEquals(x as number << 1, 16);
});

test('as does not reach over a line', () => {
  let as = 1, x = 2, y: any = 0;
  const Bar = (v: any) => y = v;
  x
  as
  Bar(3);
  assertEquals([as, x, y], [1, 2, 3]);
});

test('non-null assertions', () => {
  let o: any = { a: { b: [() => 3], n: 1 } }, none: any;
  assertEquals(o!.a!.b![0]!()!, 3);
  assertEquals(none?.a!.b.c, undefined);
  assertEquals(none?.a![0]!(), undefined);
  o!.a!.n! += 4; o.a.n!++; ++o.a.n!;
  assertEquals(o.a.n! != 7, false);
  assertEquals(o.a.n! !== 7, false);
  assertEquals(o.a.n!, 7);
  const x = o.a.n
  !o;
  assertEquals(x, 7);
  assertEquals(o! instanceof Object, true);
  assertEquals('a' in o!, true);
  assertEquals(new o.constructor!() instanceof Object, true);
  delete o!.a;
  assertEquals(o, {});
});

test('type arguments of calls, new, tags and instantiations', () => {
  function f<T>(...x: T[]) { return x.length; }
  class C<T> { x; constructor(x?: T) { this.x = x; } static m<T>(x: T) { return x; } }
  const tag = <T>(s: TemplateStringsArray, ...v: T[]) => s.raw.join('-') + v;
  assertEquals(
    [f<number>(1, 2), f<Array<Array<number>>>([[]]), f<<T>(x: T) => T>(x => x), f<{ a: 1 }, [b: 2]>()],
    [2, 1, 1, 0]
  );
  assertEquals(
    [new C<string>('x').x, new C<Map<string, C<1>>>().x, (new C<number>).x, C.m<string>('y')],
    ['x', undefined, undefined, 'y']
  );
  assertEquals(tag<number>`a${1}b`, 'a-b1');
  assertEquals(tag<Array<1>>`a`, 'a');
  const g = f<number>, h = C<string>;
  const i = f<number>
  assertEquals([g(1), h === C, i === f, (f<number>)(1), [f<1>][0](1)], [1, true, true, 1, 1]);
  assertEquals([f?.<number>(1), ({ f }).f?.<1>(1, 2), ({} as any).f?.<1>(1)], [1, 2, undefined]);
  assertEquals(f<typeof import('x'), `a${1}`>.name, 'f');
  assertEquals(f < any > (1), 1);
  assertEquals(f<any>
    (1), 1);
  assertEquals(f<any>as any as Function, f);
  assertEquals(f<any> ?? 1, f);
});

test('what looks like type arguments and compares', () => {
  const a: any = 1, b = 2, c = 3;
  const f = (...x: any[]) => x;
  assertEquals(f(a < b, c > a), [true, true], 'no token of f(a < b, c > a) can follow type arguments');
  assertEquals(a < b > c, false);
  assertEquals(a < b > -c, true);
  assertEquals(a < b > +c, false);
  assertEquals(a < b >> c, false);
  assertEquals(a < b >= c, false);
  assertEquals(a < b && c > (a), true);
  assertEquals([a < b, c > a, a < c], [true, true, true]);
  assertEquals(a << b, 4);
  assertEquals(a < b || a > b, true);
  assertEquals(a < 1 || b > 2, false);
});

test('arrow functions', () => {
  const all: any = [
    (x: number) => x,
    (x?: number) => 2,
    (x?, y?) => 3,
    (x = 4) => x,
    (x: number = 5) => x,
    (x?: number, ...y: any[]) => 6,
    ({ a = 7 }: { a?: number } = {}) => a,
    ([a = 8]: number[] = []) => a,
    (...x: number[]): number => 9,
    (): number => 10,
    (): { a: number } => ({ a: 11 }).a as any,
    <T>(x: T) => 12,
    <T,
    >(x: T): T => 13 as any,
    <const T extends object = {}>() => 14,
    async (x: number) => x,
    async <T>(x?: T): Promise<T> => 16 as any,
    async (): Promise<void> => { },
    x => (18 as any),
    ({ a }, [b]: any = [19]) => b,
    (x: (y: number) => void, z: typeof x) => 20,
    (this_: any) => 21,
  ];
  assertEquals(all.slice(0, 10).map(f => f(1 === 0 ? 0 : undefined)), [undefined, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  assertEquals(all[11](), 12);
  assertEquals(all[18]({}), 19);
  assertEquals(all.map(f => f.length), [1, 1, 2, 0, 0, 1, 0, 0, 0, 0, 0, 1, 1, 0, 1, 1, 0, 1, 1, 2, 1]);
});

asyncTest('async arrow functions, and calls of async', async () => {
  assertEquals(await (async <T>(x: T): Promise<T> => x)(1), 1);
  assertEquals(await (async (x?: number, y: number = 2) => y)(), 2);
  const async = <T>(x?: any) => x;
  assertEquals([async<number>(1), async(2), (async as any) < 3, async as any === async], [1, 2, false, true]);
});

test('return types behind parentheses', () => {
  const x = 1, y = 2, z = 3, w: any = 4;
  const a = x ? (y) : z => w;
  assertEquals(a, 2, 'no colon follows the arrow function, so there is none');
  const b = x ? (y) : z => w : 5;
  assertEquals(typeof b, 'function');
  assertEquals(b(7), 4);
  const c = x ? (y): number => y : z;
  assertEquals((c as any)(8), 8);
  const d = x ? (a) : b => (c) : d => w;
  type b = any;
  assertEquals((d as any)(1), c);
  const e = (0 as any) ? y : (z): number => z;
  assertEquals((e as any)(9), 9);
  const f = x ? async (y): Promise<any> => y : z;
  assertEquals(typeof f, 'function');
  const g = x ? async (y) : z => w;
  function async(v) { return v + 1; }
  assertEquals(g, 3);
  const h = x ? y ? (z) : (w) : x => y;
  assertEquals(h, 3);
  const i = x ? [(y) : z => w] : 5;
  assertEquals(typeof i[0], 'function', 'inside brackets there is no conditional');
  const j = { k: (y): number => y }, k = x ? { k: (y) } : (z): any => w;
  assertEquals([j.k(1), k], [1, { k: 2 }]);
  const l = x ? y => (z) : v => w;
  assertEquals((l as any)(), 3);
  let m: any, n = x ? m = (y) : (z) => w;
  assertEquals([m, n], [2, 2]);
  switch (2) { case (y): assertEquals(1, 1); break; default: assertEquals(0, 1); }
});

test('an optional mark and a conditional', () => {
  const a: any = 1, b = 2, c = 3;
  assertEquals((a ? b : c), 2);
  assertEquals((a ?b:c), 2);
  assertEquals((a?.5:1), .5);
  assertEquals(((a?) => a)(4), 4);
  assertEquals(((a?: number) => a)(5), 5);
  assertEquals(((a? , b?) => b)(5, 6), 6);
  assertEquals((a ? (b) : c), 2);
  assertEquals((a, b) ? (b, c) : c, 3);
  const f = (a ? (b): number => b : c) as any;
  assertEquals(f(7), 7);
});
