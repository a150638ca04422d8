// Found by release, seed 5000608: … and not …
// expect: 0 | undefined
function () {
  const o1 = t(() => Object.setPrototypeOf([], function (p) { 'use strict'; p = 1; return arguments; }(0)));
  const o2 = t(() => Object.create(o1));
  for (let i = 0; i < 1; i++) for (const p of [o2]) t(() => L(p['length']));
}
