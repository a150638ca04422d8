// Optional chains.
test('short-circuits on null and undefined only', function () {
  const o = { a: { b: 1 }, z: 0, e: '', f: false };
  assertEquals([o?.a?.b, o.x?.y, o.x?.y.z.w, o.z?.toFixed(1), o.e?.length, o.f?.toString()], [1, undefined, undefined, '0.0', 0, 'false']);
  assertSame(null?.x, undefined);
  assertThrows(TypeError, () => o.x.y);
  assertThrows(TypeError, () => o?.x.y);
});
test('calls keep their receiver', function () {
  const o = { v: 1, m() { return this?.v; }, get g() { return this.m; } };
  assertEquals([o?.m(), o.m?.(), o?.['m'](), o.none?.(), o?.none?.(1), (o?.m)(), (o.m)?.()], [1, 1, 1, undefined, undefined, 1, 1]);
  assertThrows(TypeError, () => o.v?.());
  assertThrows(TypeError, () => o?.none());
});
test('the rest of the chain, arguments included, is skipped', function () {
  let n = 0;
  const u = undefined;
  u?.[n++];
  u?.a(n++)[n++].b(n++);
  u?.(n++);
  assertSame(n, 0);
  assertSame(u?.a.b.c(n++), undefined);
  assertSame(n, 0);
});
test('parentheses end a chain', function () {
  assertThrows(TypeError, () => (undefined?.a).b);
  assertSame((undefined?.a)?.b, undefined);
});
test('delete', function () {
  const o = { a: { b: 1 } };
  assertSame(delete o?.a?.b, true);
  assertSame(delete o.x?.y.z, true);
  assertEquals(o, { a: {} });
});
test('functions and deep mixtures', function () {
  const f = (x) => (x ? ((y) => ({ z: [x, y] })) : null);
  assertEquals([f?.(1)?.(2)?.z?.[1], f?.(0)?.(2)?.z?.[1]], [2, undefined]);
});
test('not an assignment target, not with new or templates', function () {
  for (const s of ['a?.b = 1', 'a?.b++', '[a?.b] = []', 'new a?.b()', 'a?.b`x`', 'for (a?.b of []);', 'a?.b => 1', 'super?.x']) {
    assertThrows(SyntaxError, () => new Function(s));
  }
  assertSame(eval('var t = true; t?.5:1'), 0.5);
});
test('with eval, in loops', function () {
  const eval_ = eval;
  const x = 'local';
  assertSame(eval?.('typeof x'), 'undefined');
  let hits = 0;
  for (const o of [{ n: { v: 1 } }, {}, null, { n: null }]) hits += o?.n?.v ?? 10;
  assertSame(hits, 31);
});
asyncTest('with await', async function () {
  assertSame((await Promise.resolve({ a: 1 }))?.a, 1);
  assertSame(await (await null)?.a, undefined);
});
