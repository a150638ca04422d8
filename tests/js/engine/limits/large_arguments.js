// flags: --memory-limit=24M
// exit: 3
// expect-stderr: out of memory
// Arguments that do not fit any more end the program: it never sees an object without them.
const values = new Array(20000).fill(1);
function strict() {
  'use strict';
  return arguments;
}
function sloppy(a) { return arguments; }
const kept = [];
for (let i = 0; ; i++) {
  const made = (i % 2 ? strict : sloppy).apply(null, values);
  if (made[19999] !== 1) print('not ok has no elements');
  kept.push(made);
}
