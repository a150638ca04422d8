// flags: --transform-types
// not-on-node: types become code
// not-twice: its tests change what they test
// Namespaces with values, aliases, and what merges with them, as tsc makes them.

export namespace N {
  var hidden = 10;
  export const one = 1, two: number = one + 1;
  export let counter = 0, unset: number;
  export function next(): number { return counter += one; }
  export function next2(): number { return later(); }
  export class C { x = one; static s = () => two; }
  export abstract class D { }
  export enum E { A = 3, B }
  export namespace Inner.Deep { export const sum = one + two + E.B + hidden; }
  export import Alias = Inner.Deep;
  export interface Nothing { }
  export type T = typeof hidden;
  export declare const ambient: number;
  export function readAmbient() { return ambient; }
  export var { a, b: [c, ...d], ...e } = { a: 1, b: [2, 3, 4], f: 5 };
}
namespace N {
  export function later() { return two * 100; }
  export const both = one + next2();
  counter++; counter += 10; --counter;
  ({ counter } = { counter: counter + 1 });
  [counter] = [counter * 2];
  export const short = { counter, one };
}

test('exports are properties, other names are not', () => {
  assertEquals(Object.keys(N), [
    'one', 'two', 'counter', 'next', 'next2', 'C', 'D', 'E', 'Inner', 'Alias', 'readAmbient', 'a', 'c', 'd',
    'e', 'later', 'both', 'short'
  ]);
  assertEquals(
    [N.one, N.two, N.E.B, N.Alias === N.Inner.Deep, N.a, N.c, N.d, N.e],
    [1, 2, 4, true, 1, 2, [3, 4], { f: 5 }] as any
  );
});

test('names of exports are the properties, wherever they are used', () => {
  assertEquals([N.both, N.counter, N.short], [201, 22, { counter: 22, one: 1 }] as any);
  N.counter = 5;
  assertEquals([N.next(), N.counter], [6, 6]);
  (N as any).ambient = 7;
  assertEquals(N.readAmbient(), 7);
  assertEquals(N.Inner.Deep.sum, 17);
});

class Klass { static one = 1; }
namespace Klass { export const made = Klass.one + 1; }
function fun() { return fun.p; }
namespace fun { export let p = 1; }
enum Enum { A }
namespace Enum { export function parse(s: string) { return s === 'A' ? A : undefined; } }
test('a class, a function and an enum take what a namespace of their name exports', () => {
  assertEquals([Klass.made, fun.p, fun(), Enum.parse('A'), Enum.A], [2, 1, 1, 0, 0] as any);
});

namespace A.B.C { export const x = 1; }
namespace A.B.C { export const y = x + 1; }
namespace A { export const z = B.C.y + 1; }
test('dotted names are namespaces inside of each other', () => assertEquals(
  JSON.stringify(A),
  '{"B":{"C":{"x":1,"y":2}},"z":3}'
));

namespace Types { import X = Missing.X; export interface I { x: X } export namespace Inner { type Y = X } }
declare namespace Missing { class X { } }
import Unused = Missing.X;
import AlsoUnused = Unused.Y;
import used = A.B;
import throughIt = used.C;
test('what holds only types is not there, nor an alias that nothing uses', () => {
  assertEquals(typeof Types, 'undefined');
  assertEquals([throughIt.x, (() => used.C.y)()], [1, 2]);
});

module Old { export const isTypeOf = typeof Old; }
test('the word may be module', () => assertEquals(Old.isTypeOf, 'object'));

namespace Shadow {
  export const x = 1;
  export const inner = ((x: number) => x)(2);
  export const block = (() => { { let x = 3; return x; } })();
  export const late = (() => { return x; var x = 4; })();
  export const field = new class { y = x; static z = x; static { x; } }().y;
  export const conditional = x ? (x) : (y: number): number => y;
  export const names = [`${x}`, typeof x, x?.toFixed(1), delete ({ x } as any).x];
}
test('nearer names hide exports', () => {
  assertEquals(
    [Shadow.inner, Shadow.block, Shadow.late, Shadow.field, Shadow.conditional, Shadow.names],
    [2, 3, undefined, 1, 1, ['1', 'number', '1.0', true]] as any
  );
});

namespace Loops {
  export let key: string, seen: string[] = [];
  for (key in { a: 1, b: 2 }) seen.push(key);
  for (key of ['c']) seen.push(key);
  export const generator = [...(function* () { yield key; yield* seen; })()];
  export async function wait() { return await key; }
  export const call = { f() { return this === Loops; } }.f();
  export function self(this: any) { return this; }
}
namespace Loops { export const receiver = self() === Loops; }
test('a loop may assign to an export, and a call from another declaration passes the object', () => {
  assertEquals([Loops.seen, Loops.generator, Loops.receiver], [['a', 'b', 'c'], ['c', 'a', 'b', 'c'], true] as any);
});

function outer() {
  const stack = (() => { try { Thrower.go(); } catch (e: any) { return e.stack; } })();
  return stack;
}
namespace Thrower {
  export const go = () => {
    throw new Error('here');
  };
}
test('stacks have the places of the file', () => assert(/transform_namespaces\.ts:\d+:11/.test(outer()), outer()));
