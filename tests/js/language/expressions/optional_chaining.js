// Optional chains.
test('?. stops at null and undefined only', function () {
  const o = { a: { b: 1 }, z: 0, e: '', f: false };
  assertSame(o?.a?.b, 1);
  assertSame(o.x?.y, undefined);
  assertSame(o.x?.y.z.w, undefined);
  assertSame(o.z?.toFixed(1), '0.0');
  assertSame(o.e?.length, 0);
  assertSame(o.f?.toString(), 'false');
  assertSame(null?.x, undefined);
});
test('a chain ends where ?. is missing', function () {
  const o = { a: 1 };
  assertThrows(TypeError, () => o.x.y);
  assertThrows(TypeError, () => o?.x.y);
});
test('a call in a chain keeps its receiver', function () {
  const o = { v: 1, m() { return this?.v; }, get g() { return this.m; } };
  assertSame(o?.m(), 1);
  assertSame(o.m?.(), 1);
  assertSame(o?.['m'](), 1);
  assertSame(o.none?.(), undefined);
  assertSame(o?.none?.(1), undefined);
  assertSame((o?.m)(), 1);
  assertSame((o.m)?.(), 1);
});
test('a call in a chain of what is no function is a TypeError', function () {
  const o = { v: 1 };
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
test('delete takes a chain', function () {
  const o = { a: { b: 1 } };
  assertSame(delete o?.a?.b, true);
  assertSame(delete o.x?.y.z, true);
  assertEquals(o, { a: {} });
});
test('calls and members are mixed in a chain', function () {
  const f = (x) => (x ? ((y) => ({ z: [x, y] })) : null);
  assertEquals([f?.(1)?.(2)?.z?.[1], f?.(0)?.(2)?.z?.[1]], [2, undefined]);
});
test('a chain is no target, no constructor and no tag', function () {
  for (const s of [
    'a?.b = 1',
    'a?.b++',
    '[a?.b] = []',
    'new a?.b()',
    'a?.b`x`',
    'for (a?.b of []);',
    'a?.b => 1',
    'super?.x'
  ]) {
    assertThrows(SyntaxError, () => new Function(s));
  }
});
test('a question mark before a digit is that of a conditional', function () {
  assertSame(eval('var t = true; t?.5:1'), 0.5);
});
test('eval?. is an indirect eval', function () {
  const x = 'local';
  assertSame(eval?.('typeof x'), 'undefined');
});
test('a warm chain meets objects with and without the members', function () {
  let hits = 0;
  for (const o of [{ n: { v: 1 } }, {}, null, { n: null }]) hits += o?.n?.v ?? 10;
  assertSame(hits, 31);
});
asyncTest('a chain takes awaited values', async function () {
  assertSame((await Promise.resolve({ a: 1 }))?.a, 1);
  assertSame(await (await null)?.a, undefined);
});
