// flags: --harmony
test('evaluates in a realm of its own', () => {
  const realm = new ShadowRealm();
  assertSame(realm.evaluate('1 + 1'), 2);
  realm.evaluate('var x = 5; globalThis.y = 6;');
  assertSame(realm.evaluate('x + y'), 11);
  assertSame(typeof x, 'undefined');
  assertSame(new ShadowRealm().evaluate('typeof y'), 'undefined');
  assertSame(Object.prototype.toString.call(realm), '[object ShadowRealm]');
  assertSame(realm.evaluate('Symbol.iterator'), Symbol.iterator);
  assertSame(realm.evaluate('new ShadowRealm().evaluate("typeof ShadowRealm")'), 'function');
});
test('only primitive values and functions cross', () => {
  const realm = new ShadowRealm();
  assertThrows(TypeError, () => realm.evaluate('({})'), /can't cross/);
  assertThrows(TypeError, () => realm.evaluate('[]'));
  assertThrows(TypeError, () => realm.evaluate('(x) => x')({}), /can't cross/);
  assertThrows(TypeError, () => realm.evaluate('() => ({})')());
  assertThrows(TypeError, () => realm.evaluate(new String('1')), /must be a string/);
});
test('functions are wrapped anew each time, with their name and length', () => {
  const realm = new ShadowRealm();
  realm.evaluate('function add(a, b) { return a + b; } add.secret = 1;');
  const add = realm.evaluate('add');
  assertSame(add(1, 2), 3);
  assertSame(add.name, 'add');
  assertSame(add.length, 2);
  assertSame(add.secret, undefined);
  assertSame(Object.getPrototypeOf(add), Function.prototype);
  assert(add !== realm.evaluate('add'));
  assertSame('prototype' in add, false);
  assertThrows(TypeError, () => new add());
  assertSame(realm.evaluate('Object.defineProperty(() => 1, "length", { value: Infinity })').length, Infinity);
  assertSame(realm.evaluate('Object.defineProperty(() => 1, "name", { value: 1 })').name, '');
  assertThrows(TypeError, () => realm.evaluate('Object.defineProperty(() => 1, "name", { get() { throw 1; } })'));
});
test('callbacks cross in both directions', () => {
  const realm = new ShadowRealm();
  const twice = realm.evaluate('(f) => (x) => f(f(x))');
  assertSame(twice((x) => x * 3)(2), 18);
  assertSame(realm.evaluate('(f) => f instanceof Function')(() => 1), true);
  assertSame(realm.evaluate('(f) => typeof f.call')(() => 1), 'function');
});
test('errors are replaced by TypeErrors of the caller', () => {
  const realm = new ShadowRealm();
  assertThrows(TypeError, () => realm.evaluate('throw new RangeError("inner")'), /RangeError: inner/);
  assertThrows(TypeError, () => realm.evaluate('throw 1'), /1/);
  assertThrows(TypeError, () => realm.evaluate('throw {}'));
  assertThrows(TypeError, () => realm.evaluate('throw new Proxy({}, { get() { throw 1; } })'));
  assertThrows(SyntaxError, () => realm.evaluate('...'));
  assertThrows(TypeError, () => realm.evaluate('() => { null.x; }')(), /Cannot read/);
  assertSame(
    realm.evaluate('(f) => { try { f(); } catch (e) { return e instanceof TypeError; } }')(() => {
      throw new Error();
    }),
    true
  );
});
test('revoked proxies do not come through', () => {
  const realm = new ShadowRealm();
  const f = realm.evaluate(
    'const r = Proxy.revocable(() => 1, {}); globalThis.revoke = () => { r.revoke(); }; r.proxy'
  );
  assertSame(f(), 1);
  realm.evaluate('revoke')();
  assertThrows(TypeError, f);
});
asyncTest('importValue gives an export of a module that is the realm’s own', async () => {
  const realm = new ShadowRealm();
  assertSame(await realm.importValue('./shadow_realm_FIXTURE.mjs', 'count'), 1);
  const next = await realm.importValue('./shadow_realm_FIXTURE.mjs', 'next');
  assertSame(next(), 2);
  assertSame(await realm.importValue('./shadow_realm_FIXTURE.mjs', 'count'), 2);
  assertSame((await import('./shadow_realm_FIXTURE.mjs')).count, 1);
  assertSame(await new ShadowRealm().importValue('./shadow_realm_FIXTURE.mjs', 'count'), 1);
  await assertRejects(TypeError, realm.importValue('./shadow_realm_FIXTURE.mjs', 'nothing'), /no export 'nothing'/);
  await assertRejects(TypeError, realm.importValue('./shadow_realm_FIXTURE.mjs', 'object'), /can't cross/);
  await assertRejects(TypeError, realm.importValue('./no_such_FIXTURE.mjs', 'x'), /a module threw/);
  assertThrows(TypeError, () => realm.importValue('./shadow_realm_FIXTURE.mjs', 1));
});
asyncTest('import() in evaluated code finds the same module', async () => {
  const realm = new ShadowRealm();
  let resolve;
  const promise = new Promise((r) => { resolve = r; });
  realm.evaluate(`(done) => {
    import("./shadow_realm_FIXTURE.mjs").then((m) => { m.next(); done(m.next()); }, (e) => done(String(e)));
  }`)(resolve);
  assertSame(await promise, 3);
  assertSame(await realm.importValue('./shadow_realm_FIXTURE.mjs', 'count'), 3);
});
test('mutual calls without end are a RangeError inside and a TypeError outside', () => {
  const realm = new ShadowRealm();
  const f = realm.evaluate('(g) => g(g)');
  let error;
  const g = (h) => f(g);
  try { f(g); } catch (e) { error = e; }
  assert(error instanceof TypeError || error instanceof RangeError, String(error));
});
test('realms are collected', () => {
  for (let i = 0; i < 30; i++) new ShadowRealm().evaluate('globalThis.big = new Array(1e5).fill(1); 1');
  gc();
});
