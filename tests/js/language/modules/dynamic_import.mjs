// not-twice: its tests change what they test
// import() as an expression.
asyncTest('import gives the same namespace each time', async () => {
  const ns = await import('./modules_a_FIXTURE.mjs');
  assertSame(ns.fn(), 'fn');
  assertSame(await import('./modules_a_FIXTURE.mjs'), ns);
});
asyncTest('import converts its argument to a string', async () => {
  const name = './modules_b_FIXTURE.mjs';
  assertSame((await import(name)).default, 'b default');
  assertSame((await import({ toString: () => name })).default, 'b default');
});
asyncTest('failures of loading, parsing, evaluating and converting are rejections', async () => {
  const kinds = [];
  for (const load of [
    () => import('./does_not_exist_FIXTURE.mjs'),
    () => import('./modules_syntax_error_FIXTURE.mjs'),
    () => import('./modules_throws_FIXTURE.mjs'),
    () => import({ toString() { throw new RangeError('key'); } })
  ]) {
    try { await load(); kinds.push('none'); } catch (e) { kinds.push(e.constructor.name); }
  }
  assertSame(kinds[0] === 'none', false);
  assertEquals(kinds.slice(1), ['SyntaxError', 'EvalError', 'RangeError']);
});
asyncTest('an error of evaluation is remembered', async () => {
  let first, second;
  try { await import('./modules_throws_FIXTURE.mjs'); } catch (e) { first = e; }
  try { await import('./modules_throws_FIXTURE.mjs'); } catch (e) { second = e; }
  assertSame(first, second);
});
asyncTest('a missing export is a SyntaxError at link time', async () => {
  await assertRejects(SyntaxError, import('./modules_missing_FIXTURE.mjs'));
});
asyncTest('import evaluates nothing before it returns', async () => {
  const log = [];
  globalThis.innerEvaluated = () => log.push('evaluated');
  const promise = import('./modules_folder/inner_FIXTURE.mjs');
  log.push('returned');
  await promise;
  assertEquals(log, ['returned', 'evaluated']);
});
asyncTest('import in eval and Function starts from the module that calls them', async () => {
  const outer = await import('./modules_folder/outer_FIXTURE.mjs');
  for (const load of Object.values(outer)) assertSame((await load()).inner, 'inner');
});
