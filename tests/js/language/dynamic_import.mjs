// import() as an expression.
asyncTest('gives the namespace, once evaluated', async () => {
  const ns = await import('./modules_a_FIXTURE.mjs');
  assertSame(ns.fn(), 'fn');
  assertSame(await import('./modules_a_FIXTURE.mjs'), ns);
  const name = './modules_b_FIXTURE.mjs';
  assertSame((await import(name)).default, 'b default');
  assertSame((await import({ toString: () => name })).default, 'b default');
});
asyncTest('failures are rejections', async () => {
  const kinds = [];
  for (const load of [() => import('./does_not_exist_FIXTURE.mjs'), () => import('./modules_syntax_error_FIXTURE.mjs'), () => import('./modules_throws_FIXTURE.mjs'), () => import({ toString() { throw new RangeError('key'); } })]) {
    try { await load(); kinds.push('none'); } catch (e) { kinds.push(e.constructor.name); }
  }
  assertSame(kinds[0] === 'none', false);
  assertEquals(kinds.slice(1), ['SyntaxError', 'EvalError', 'RangeError']);
});
asyncTest('an error is remembered', async () => {
  let first, second;
  try { await import('./modules_throws_FIXTURE.mjs'); } catch (e) { first = e; }
  try { await import('./modules_throws_FIXTURE.mjs'); } catch (e) { second = e; }
  assertSame(first, second);
});
asyncTest('missing exports are syntax errors at link time', async () => {
  await assertRejects(SyntaxError, import('./modules_missing_FIXTURE.mjs'));
});
asyncTest('evaluates nothing before it returns', async () => {
  const log = [];
  globalThis.innerEvaluated = () => log.push('evaluated');
  const promise = import('./modules_folder/inner_FIXTURE.mjs');
  log.push('returned');
  await promise;
  assertEquals(log, ['returned', 'evaluated']);
});
asyncTest('in eval and Function, from the module that calls them', async () => {
  const outer = await import('./modules_folder/outer_FIXTURE.mjs');
  for (const load of Object.values(outer)) assertSame((await load()).inner, 'inner');
});
