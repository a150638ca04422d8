import { isOdd, readConstant } from './modules_cycles.mjs';
export function isEven(n) { return n === 0 ? true : isOdd(n - 1); }
export const evenValue = isEven(10);
export let early;
try { readConstant(); early = 'no error'; } catch (e) { early = e.name; }
