// Declarations that hold nothing but types.

interface A { x: number }
interface A<T extends A = A, U = T> extends B.C<T>, A { }
type T = string
type U<X> = { a: X } | U<X[]>;
declare const a: number, b: string
declare let c: any;
declare var d
declare function e(x: number): void
declare function e(x?: string, ...rest: any[]): asserts x is string;
declare class F<T> extends G.H<T> implements A {
  constructor(private x: number, readonly y?);
  x: number;
  static readonly z = 1;
  static m(): void;
  get v(): number;
  set v(x)
  [key: string]: any;
  #p;
  private constructor();
  protected abstract foo?(): void;
  *gen(): any;
  declare w: -1;
  async n(): Promise<void>
}
declare abstract class I { abstract x: number }
declare enum J { A, B = 1 << 2, 'C' = "x".length, D = (1 + 2) * 3, }
declare const enum K { A = `x${1}` }
declare namespace L.M.N {
  const x: number, y = 1;
  export function f(): void;
  class C { }
  namespace O { }
  export { x };
  export default f;
  import P = L.M;
  enum E { }
  let z;
  type Q = 1;
  export import R = P.N;
}
declare module 'some-module' {
  import { x } from 'y';
  import z = require('z');
  import type W from 'w';
  export = z;
  export * from 'x';
  export * as q from 'x';
  export { x as default, type Y } from 'x';
  export default class { }
  export default interface Z { }
  export as namespace Glob
  export default x;
  export const v: string;
  export type { A } from 'b';
  export declare const n: number;
}
declare module "nothing";
declare global { interface Window { x: number } var g: string; const h: number }
declare type V = number;
declare interface W { }
namespace X {
  export interface A { }
  type B = 1;
  export namespace C.D { interface E { } }
  export type F = 2;
  declare const g: number;
  ;
}
module Y { }
export type { T, U as UU };
export type { A as AA } from './none.ts';
export type * from './none.ts';
export type * as NN from './none.ts'
export type Z = 1;
export interface AB { }
export declare const ac: number;
export declare function ad(): void;
export namespace AE { }
export abstract class AF { abstract x: any }
export default function ag(x: number): void;
export default function ag(x: any) { return x; }
export function ah(): void;
export function ah(x?) { return 5; }
export { type T as AI, ah as aj, type A };
export declare namespace AK { }
export declare enum AL { }
import type AM from './none.ts';
import type { AN } from './none.ts';
import type * as AO from './none.ts';
import type AP = require('./none.ts');
import type from './module_FIXTURE.ts';
import type type2 from './none.ts';
import type from2, { AQ } from './none.ts';
import { type AR, value, type as as2, type as, type as as as3, type value as AS, } from './module_FIXTURE.ts';
import * as self from './declarations.ts';

var declare = 0, async = 0;

test('nothing of it is there at run time', () => {
  for (const name of 'A T U a b c d e F I J K L V W X Y Z AB'.split(' ')) assert(!(name in globalThis), name);
  assertThrows(ReferenceError, () => a, /a is not defined/);
  assertEquals(Object.keys(self).sort(), ['AF', 'ah', 'aj', 'default']);
  assertEquals([self.default(4), self.ah(), self.aj()], [4, 5, 5]);
});

test('imports of types import nothing, and the names in braces are told apart', () => {
  assertEquals([type, value, as2], ['default', 'value', 'type']);
  assertThrows(ReferenceError, () => as, /as is not defined/);
  assertThrows(ReferenceError, () => AR);
});

test('in blocks, and as the body of a statement', () => {
  { type A = 1; interface B { } declare const x: number; }
  if (true) type C = 2
  else interface D { }
  switch (1) { case 1: type E = 1; declare let y; break; default: interface F { } }
  function f() { type A = 1; return 2; interface B { } }
  assertEquals(f(), 2);
});

asyncTest('modules of each name', async () => {
  assertEquals((await import('./module_FIXTURE.ts')).value, 'value');
  assertEquals((await import('./module_FIXTURE.mts')).typed, 1);
  assertEquals((await import('./module_FIXTURE.cts')).typed, 2);
});
