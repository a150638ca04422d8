// Stack overflow is a RangeError that can be caught, again and again.
test('a recursion without end is a RangeError each time', function () {
  let depth = 0;
  function f() { depth++; f(); }
  for (let i = 0; i < 5; i++) { depth = 0; assertThrows(RangeError, f); assert(depth > 1000); }
});
test('the program goes on as before', function () {
  function deep() { return 1 + deep(); }
  try { deep(); } catch (e) { assert(e instanceof RangeError); }
  assertSame([1, 2, 3].map((x) => x * 2).join(), '2,4,6');
  assertSame(JSON.stringify({ a: [1, { b: 2 }] }), '{"a":[1,{"b":2}]}');
});
test('a handler near the bottom of the stack can work', function () {
  let handled = 0;
  function f(n) { try { f(n + 1); } catch (e) { handled++; if (handled < 5) [1].forEach(() => String({})); throw e; } }
  try { f(0); } catch (e) { assert(e instanceof RangeError); }
  assert(handled > 100);
});
test('finally runs in each frame on the way out', function () {
  let n = 0, max = 0;
  function f(d) { max = d; try { f(d + 1); } finally { n++; } }
  assertThrows(RangeError, () => f(0));
  assert(n > 100 && n <= max + 1);
});
test('recursions through natives, getters, proxies and conversions are RangeErrors', function () {
  const o = { get x() { return this.x; }, toString() { return '' + this; } };
  for (const f of [
    () => o.x,
    () => String(o),
    () => { const p = new Proxy({}, { get: (t, k, r) => r[k] }); p.q; },
    () => { const g = () => [1].map(g); g(); },
    () => { const g = () => 'a'.replace('a', g); g(); },
    () => { const g = () => JSON.stringify({ toJSON: g }); g(); },
    () => { class A { constructor() { new A(); } } new A(); },
    () => { function* g() { yield* g(); } g().next(); },
    () => { const g = (...a) => g(...a, 1); g(); }
  ])
    assertThrows(RangeError, f);
});
test('a list of two hundred thousand objects is walked', function () {
  let list = null;
  for (let i = 0; i < 200000; i++) list = { next: list, i };
  let n = 0;
  for (let l = list; l; l = l.next) n++;
  assertSame(n, 200000);
});
test('a string of fifty thousand parts is one', function () {
  let s = '';
  for (let i = 0; i < 50000; i++) s = (i % 2 ? '(' : '[') + s;
  assertSame(s.length, 50000);
});
asyncTest('recursions in async functions reject', async function () {
  async function f() { await f(); }
  await assertRejects(RangeError, f());
  await assertRejects(RangeError, (async () => { const g = () => g() + 1; g(); })());
});
