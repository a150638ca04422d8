// WeakMap, WeakSet, WeakRef, FinalizationRegistry.
test('WeakMap', function () {
  const k1 = {}, k2 = () => {}, k3 = Object.freeze([]), w = new WeakMap([[k1, 1]]);
  assertEquals([w.set(k2, 2) === w, w.get(k1), w.get(k2), w.has(k3), w.get(k3), w.set(k3, k1).get(k3) === k1, w.delete(k1), w.delete(k1), w.get(k1)], [true, 1, 2, false, undefined, true, true, false, undefined]);
  for (const v of [1, 'x', null, undefined, Symbol.for('registered'), 1n]) { assertThrows(TypeError, () => w.set(v, 1)); assertSame(w.has(v), false); assertSame(w.get(v), undefined); assertSame(w.delete(v), false); }
  assertThrows(TypeError, () => WeakMap());
  assertThrows(TypeError, () => new WeakMap([[1, 2]]));
  assertThrows(TypeError, () => WeakMap.prototype.get.call(new Map(), {}));
  assertEquals([w.size, w.clear, w[Symbol.iterator], String(w)], [undefined, undefined, undefined, '[object WeakMap]']);
});
test('WeakSet', function () {
  const a = {}, s = new WeakSet([a]);
  assertEquals([s.has(a), s.has({}), s.add(a) === s, s.delete(a), s.has(a)], [true, false, true, true, false]);
  assertThrows(TypeError, () => s.add(1));
});
test('private data by weak map, over collections', function () {
  const data = new WeakMap();
  class P { constructor(v) { data.set(this, v); } get v() { return data.get(this); } }
  const kept = [];
  for (let i = 0; i < 5000; i++) { const p = new P(i); if (i % 10 === 0) kept.push(p); }
  if (typeof gc === 'function') gc();
  assert(kept.every((p, i) => p.v === i * 10));
});
test('ephemerons: a value may hold its key, chains stay as long as their head', function () {
  const w = new WeakMap();
  const head = {};
  let k = head;
  for (let i = 0; i < 1000; i++) { const next = { i }; w.set(k, { next, back: k }); k = next; }
  k = null;
  if (typeof gc === 'function') gc();
  let n = 0;
  for (let x = head; w.has(x); x = w.get(x).next) n++;
  assertSame(n, 1000);
});
test('WeakRef and FinalizationRegistry as far as can be seen', function () {
  if (typeof WeakRef !== 'function') return;
  const o = { v: 1 };
  const r = new WeakRef(o);
  assertSame(r.deref(), o);
  assertThrows(TypeError, () => new WeakRef(1));
  assertThrows(TypeError, () => WeakRef(o));
  const f = new FinalizationRegistry(() => {});
  const token = {};
  assertEquals([f.register(o, 1, token), f.unregister(token), f.unregister(token)], [undefined, true, false]);
  assertThrows(TypeError, () => f.register(1, 2));
  assertThrows(TypeError, () => f.register(o, o));
  assertThrows(TypeError, () => f.unregister(1));
  assertThrows(TypeError, () => new FinalizationRegistry(1));
});
