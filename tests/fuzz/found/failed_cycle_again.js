// Found by release, seed 77203467: TypeError and not ReferenceError (https://tc39.es/ecma262/#sec-moduleevaluation: the cycle's root says how it ended)
// expect: "m0 ReferenceError" | "m1 ReferenceError" | "m2 ReferenceError" | "m3 ReferenceError" | "m2 ReferenceError" | undefined
//// m0.mjs
import './m3.mjs';
//// m1.mjs
await null;
missing;
//// m2.mjs
import './m3.mjs';
await null;
await null;
null.y;
//// m3.mjs
import './m1.mjs';
import './m0.mjs';
import './m2.mjs';
////
async function () {
  for (const name of ['m0', 'm1', 'm2', 'm3', 'm2']) {
    try { await import(`${HERE}/${name}.mjs`); } catch (e) { L(`${name} ${e.name}`); }
  }
}
