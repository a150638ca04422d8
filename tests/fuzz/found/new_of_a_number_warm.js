// Found by release, seed 3229: SIGSEGV
// expect: !TypeError | !TypeError | !TypeError | !TypeError | !TypeError | !TypeError | !TypeError | !TypeError | !TypeError | undefined
function () {
  for (let i1 = 0; T && i1 < 9; i1++) t(() => new 0);
}
