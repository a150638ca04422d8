// Found by release, seed 2000428: SIGSEGV
// expect: ! TypeError
function () {
  return new 0;
}
