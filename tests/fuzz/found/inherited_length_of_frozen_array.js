// Found by release, seed 5000578: an object and not one with a length of its own
// expect: {}^{y:0,}^… | undefined
function () {
  const o18 = t(() => ({__proto__: Object.freeze([]), y: 0}));
  const o19 = t(() => Object.create(o18));
  for (let i = 0; i < 1; i++) for (const p of [o19]) t(() => L((p.length += 1, p)));
}
