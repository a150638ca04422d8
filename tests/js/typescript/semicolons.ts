// The rules of parser.h: where semicolons are inserted, one test each. With blanks in the place of types, the lines
// of each test would mean something else.

const f = (...x: any[]): any => { calls.push(x.length); return f; };
const g = (x: any) => x;
let calls: number[] = [];

test('a statement that is erased ends the one before it', () => {
  let x: any = f
  interface A { }
  (1)
  x = f
  type B = 1;
  [1].length
  x = f
  declare let c
  `text`
  let y: any = 1
  type D = {}
  +1
  y = 2
  interface E { }
  -1
  y = 3
  type F = { a: 1 }
  /y/g
  assertEquals([calls, x, y], [[], f, 3]);
});

test('an ambient module too', () => {
  let y = f
  declare module 'x' { }
  (1);
  assertEquals([calls, y], [[], f]);
});

test('a type ends before a bracket on the next line', () => {
  let a: number[] = [], x: any
  let y: typeof a
  [0].length;
  let z: number
  (1);
  let w: Array
  <T>(v: T) => v
  assertEquals([y, z, w, x], [undefined, undefined, undefined, undefined]);
});

test('the operand of an assertion is not called from the next line', () => {
  let x = f as any
  (1)
  let y = f satisfies any
  [0].length
  let z = f as typeof f
  `text`
  let w = g(f as any) as any
  ;(2)
  assertEquals([calls, x, y, z, w], [[], f, f, f, f]);
});

test('but the operand of a non-null assertion is', () => {
  calls = []
  let x = f!
  (1)
  assertEquals([calls, x], [[1], f]);
  calls = [];
});

test('a modifier on a line of its own ends the field before it', () => {
  class A {
    a = f
    private ['b'] = 1
    c = 2
    public *d() { }
    e
    readonly ['f'] = 3
    static
    private g = 4
    h = f
    declare ['i']: any
    ['j'] = 5
    k: any
    abstract
    l = f;
    [key: string]: any
    ['m'] = 6
  }
  const a: any = new A();
  assertEquals(Object.keys(a), ['a', 'b', 'c', 'e', 'f', 'h', 'j', 'k', 'abstract', 'l', 'm']);
  assertEquals([a.a, a.b, a.c, a.h, a.l, (A as any).g, typeof a.d, calls], [f, 1, 2, f, f, 4, 'function', []]);
});

test('an overload or an abstract member ends the field before it', () => {
  abstract class A {
    a = f
    abstract ['b']: any
    ['c'] = 1
    d = 2
    abstract e(): void
    *f() { }
  }
  const a: any = new (A as any)();
  assertEquals([Object.keys(a), a.a, a.d, calls], [['a', 'c', 'd'], f, 2, []]);
});

test('line breaks inside types do not count', () => {
  const a = async <
    T
  >(x: T) => x;
  const b = (x: any): Array<
    any
  > => x;
  const c = async (
    x: any
  ): Promise<
    any
  > => x;
  function d() { return <
    T
  >(x: T) => x; }
  function* e() { yield <
    T
  >(x: T) => x; }
  function h() { throw <
    T
  >(x: T) => x; }
  function i() { return f as
    any; }
  assertEquals(
    [typeof a, b(1), typeof c, typeof d(), typeof e().next().value, i()],
    ['function', 1, 'function', 'function', 'function', f]
  );
  try { h(); } catch (x: any) { assertEquals(x(2), 2); }
});

test('those outside of types do', () => {
  let async = 1, x = 2;
  function a(): any {
    return
    <T>(x: T) => x;
  }
  const b = async
  type C = 1
  x
  ++async
  assertEquals([a(), b, x, async], [undefined, 1, 2, 2]);
});

test('type, interface, declare, namespace and abstract on a line of their own are names', () => {
  var type: any = 1, declare: any = 2, namespace: any = 3, module: any = 4, abstract: any = 5, x: any, A: any, B: any;
  type
  A = 1
  declare
  var C
  namespace
  A
  { B = 2 }
  module
  B
  { }
  abstract
  class D { }
  assertEquals([type, A, B, C, typeof D], [1, 1, 2, undefined, 'function']);
});
