// Found by asan, seed 3001777: check failed: a property cache has a feedback word that no cache writes
// expect: !TypeError | Error | undefined
function () {
    function a3() {}
    t({});
    L(new class extends Error {});
  V();
}
