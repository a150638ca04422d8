// Found by release, seed 3: a promise that is never settled
// expect: 1 | 2 | undefined
//// m0.mjs
import './m1.mjs';
//// m1.mjs
export let x = 2;
await 0;
////
async function () {
  await import(HERE + '/m0.mjs');
  L(1);
  L((await import(HERE + '/m1.mjs')).x);
}
