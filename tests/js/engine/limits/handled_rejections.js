// flags: --memory-limit=32M
// A rejection that is handled later in the same run of jobs is forgotten then, not when the queue is empty.
asyncTest('half a million rejections, each handled a job later', async function () {
  async function failing(x) { throw x; }
  let caught = 0;
  for (let i = 0; i < 500000; i++) {
    try { await failing(i); } catch (e) { caught++; }
  }
  assertSame(caught, 500000);
});
asyncTest('among many that are not handled yet, no one is lost', async function () {
  const early = [];
  for (let i = 0; i < 1000; i++) {
    early.push(Promise.reject(i));
    await Promise.reject(i).catch(() => {});
  }
  let sum = 0;
  for (const p of early) await p.catch((i) => { sum += i; });
  assertSame(sum, 499500);
});
