export enum Color { Red, Green = 'g' }
export namespace Util { export const twice = (x: number) => x * 2; export enum Inner { A = 4 } }
export const enum Constant { Nine = 9 }
export { Util as default };
