// Found by release, seed 78: ReferenceError
// expect: SyntaxError | 1 | undefined
//// m0.mjs
import './m1.mjs';
export * as q from './m2.mjs';
import {missing} from './m2.mjs';
//// m1.mjs
import * as w from './m0.mjs';
//// m2.mjs
export let K = 1;
////
async function () {
  try { await import(HERE + '/m0.mjs'); } catch (e) { L(S(e)); }
  L((await import(HERE + '/m2.mjs')).K);
}
