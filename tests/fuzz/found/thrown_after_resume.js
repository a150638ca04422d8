// Found by freeze, seed 1000247: SIGSEGV
// expect: TypeError | undefined
function () {
  function f() { K(); return 2; }
  try { let r = f(); null(r); } catch (e) { L(e); }
}
