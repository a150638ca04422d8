// WeakMap, WeakSet, WeakRef, FinalizationRegistry.
test('a WeakMap keeps a value for an object', function () {
  const k1 = {}, k2 = () => {}, k3 = Object.freeze([]), w = new WeakMap([[k1, 1]]);
  assertSame(w.set(k2, 2) === w, true);
  assertSame(w.get(k1), 1);
  assertSame(w.get(k2), 2);
  assertSame(w.has(k3), false);
  assertSame(w.get(k3), undefined);
  assertSame(w.set(k3, k1).get(k3) === k1, true);
  assertSame(w.delete(k1), true);
  assertSame(w.delete(k1), false);
  assertSame(w.get(k1), undefined);
});
test('a WeakMap takes no other keys than objects, and has none', function () {
  const w = new WeakMap();
  for (const v of [1, 'x', null, undefined, Symbol.for('registered'), 1n]) {
    assertThrows(TypeError, () => w.set(v, 1));
    assertSame(w.has(v), false);
    assertSame(w.get(v), undefined);
    assertSame(w.delete(v), false);
  }
});
test('WeakMap must be called with new, on entries whose keys are objects', function () {
  assertThrows(TypeError, () => WeakMap());
  assertThrows(TypeError, () => new WeakMap([[1, 2]]));
});
test('the methods of WeakMap need one', function () {
  assertThrows(TypeError, () => WeakMap.prototype.get.call(new Map(), {}));
});
test('a WeakMap tells nothing of its size, and has a tag', function () {
  const w = new WeakMap();
  assertSame(w.size, undefined);
  assertSame(w.clear, undefined);
  assertSame(w[Symbol.iterator], undefined);
  assertSame(String(w), '[object WeakMap]');
});
test('a WeakSet keeps objects', function () {
  const a = {}, s = new WeakSet([a]);
  assertSame(s.has(a), true);
  assertSame(s.has({}), false);
  assertSame(s.add(a) === s, true);
  assertSame(s.delete(a), true);
  assertSame(s.has(a), false);
});
test('a WeakSet takes no other values than objects', function () {
  assertThrows(TypeError, () => new WeakSet().add(1));
});
test('private data in a WeakMap lives as long as its objects', function () {
  const data = new WeakMap();
  class P { constructor(v) { data.set(this, v); } get v() { return data.get(this); } }
  const kept = [];
  for (let i = 0; i < 5000; i++) { const p = new P(i); if (i % 10 === 0) kept.push(p); }
  if (typeof gc === 'function') gc();
  assert(kept.every((p, i) => p.v === i * 10));
});
test('a value may hold its key, and a chain stays as long as its head', function () {
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
test('a WeakRef gives its object back', function () {
  const o = { v: 1 };
  const r = new WeakRef(o);
  assertSame(r.deref(), o);
});
test('WeakRef must be called with new, on an object', function () {
  const o = { v: 1 };
  assertThrows(TypeError, () => new WeakRef(1));
  assertThrows(TypeError, () => WeakRef(o));
});
test('a FinalizationRegistry says whether a token was registered', function () {
  const o = { v: 1 };
  const f = new FinalizationRegistry(() => {});
  const token = {};
  assertSame(f.register(o, 1, token), undefined);
  assertSame(f.unregister(token), true);
  assertSame(f.unregister(token), false);
});
test('a FinalizationRegistry takes objects, other than what it holds', function () {
  const o = { v: 1 }, f = new FinalizationRegistry(() => {});
  assertThrows(TypeError, () => f.register(1, 2));
  assertThrows(TypeError, () => f.register(o, o));
  assertThrows(TypeError, () => f.unregister(1));
});
test('FinalizationRegistry needs a function', function () {
  assertThrows(TypeError, () => new FinalizationRegistry(1));
});
