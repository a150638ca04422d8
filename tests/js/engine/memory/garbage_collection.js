// Programs whose objects must survive collections, and whose garbage must not fill the heap.
const collect = typeof gc === 'function' ? gc : () => {};
test('trees survive churn around them', function () {
  const make = (d) => (d === 0 ? { v: 1 } : { l: make(d - 1), r: make(d - 1), v: d });
  const sum = (t) => (t.l ? sum(t.l) + sum(t.r) + t.v : t.v);
  const keep = make(10), expected = sum(keep);
  for (let i = 0; i < 20; i++) { make(10); assertSame(sum(keep), expected); }
  collect();
  assertSame(sum(keep), expected);
});
test('old objects keep new ones alive', function () {
  const old = [];
  for (let i = 0; i < 1000; i++) old.push({ child: null, list: [], map: new Map() });
  collect();
  for (let round = 0; round < 20; round++) {
    for (let i = 0; i < old.length; i += 7) {
      old[i].child = { round, i };
      old[i].list.push({ round });
      old[i].map.set(round, { i });
    }
    for (let i = 0; i < 5000; i++) ({ garbage: [i, { i }] });
    if (round % 5 === 0) collect();
  }
  for (let i = 0; i < old.length; i += 7)
    assertEquals(
      [old[i].child, old[i].list.length, old[i].list[3], old[i].map.get(19)],
      [{ round: 19, i }, 20, { round: 3 }, { i }]
    );
});
test('values of every kind survive where they are kept', function () {
  const keep = [];
  for (let i = 0; i < 2000; i++)
    keep.push({
      s: 's' + i,
      d: i + 0.5,
      b: BigInt(i) << 70n,
      y: Symbol('y' + i),
      r: 'a'.repeat(20) + i,
      n: [i + 0.25],
      k: { ['key' + i]: i }
    });
  for (let i = 0; i < 200000; i++) 'garbage' + i;
  collect();
  for (let i = 0; i < 2000; i += 13) {
    const o = keep[i];
    assertEquals(
      [o.s, o.d, o.b, o.y.description, o.r.slice(20), o.n[0], o.k['key' + i]],
      ['s' + i, i + 0.5, BigInt(i) << 70n, 'y' + i, String(i), i + 0.25, i]
    );
  }
});
test('closures keep their environments, which may change', function () {
  const fs = [];
  for (let i = 0; i < 2000; i++) {
    let a = { i }, b = [i];
    fs.push(() => [a.i, b[0]]);
    fs.push((v) => { a = { i: v }; });
  }
  collect();
  for (let i = 0; i < fs.length; i += 20) { fs[i + 1](-i); assertEquals(fs[i](), [-i, i / 2]); }
});
test('generators suspended over collections go on', function () {
  const gens = [];
  for (let i = 0; i < 500; i++)
    gens.push((function* (x) {
      const o = { x };
      let n = 0;
      try { while (true) n += yield [o.x, n]; } finally { o.x = -1; }
    })(
      i
    ));
  for (const g of gens) g.next();
  for (let round = 0; round < 3; round++) { collect(); for (const g of gens) g.next(1); }
  assertEquals(gens.map((g) => g.next(0).value[1]).every((n) => n === 3), true);
  assertSame(gens[7].return(5).value, 5);
});
asyncTest('promises and their values survive until they are settled', async function () {
  const resolvers = [];
  const ps = Array.from({ length: 500 }, (_, i) => new Promise((r) => resolvers.push(r)).then((v) => ({ v, i })));
  collect();
  resolvers.forEach((r, i) => r({ n: i }));
  collect();
  const results = await Promise.all(ps);
  assert(results.every((r, i) => r.v.n === i && r.i === i));
});
test('operands of literals, calls and templates survive a collection among them', function () {
  const churn = () => { for (let i = 0; i < 200; i++) ({ i, a: [i] }); collect(); return 1; };
  const a = [
    { x: 'first' },
    churn(),
    { y: 'second' },
    ...[{ z: 'third' }, churn()],
    { [`k${churn()}`]: { deep: churn() } }
  ];
  assertEquals(a, [{ x: 'first' }, 1, { y: 'second' }, { z: 'third' }, 1, { k1: { deep: 1 } }]);
  const f = (...args) => { churn(); return args; };
  assertEquals(f({ a: 1 }, 'b' + churn(), [churn()]), [{ a: 1 }, 'b1', [1]]);
  assertSame(`${{ toString() { churn(); return 't' + churn(); } }}${churn()}`, 't11');
});
test('values of natives survive collections in their callbacks', function () {
  const churn = () => { for (let i = 0; i < 200; i++) ({ i, a: [i] }); collect(); return 1; };
  assertEquals(
    [3, 1, 2].map((x) => { churn(); return { x }; }).sort((p, q) => { if (p.x === 1) churn(); return p.x - q.x; }),
    [{ x: 1 }, { x: 2 }, { x: 3 }]
  );
  assertEquals('a-b-c'.split('-').map((s) => s.replace(/./, (m) => { churn(); return m + m; })), ['aa', 'bb', 'cc']);
});
test('fields survive a collection in a constructor', function () {
  const churn = () => { for (let i = 0; i < 200; i++) ({ i, a: [i] }); collect(); return 1; };
  class A { f = { c: churn() }; constructor() { this.g = [churn(), this.f]; } }
  assertSame(new A().g[1].c, 1);
});
test('values of JSON survive collections in its callbacks', function () {
  const churn = () => { for (let i = 0; i < 200; i++) ({ i, a: [i] }); collect(); return 1; };
  assertEquals(JSON.parse('[{"a":1},[2]]', (k, v) => { churn(); return v; }), [{ a: 1 }, [2]]);
  assertSame(JSON.stringify({ toJSON() { churn(); return { q: [1] }; } }), '{"q":[1]}');
});
test('values of a WeakMap stay as long as their keys', function () {
  const w = new WeakMap(), kept = [];
  for (let i = 0; i < 20000; i++) { const k = { i }; w.set(k, { v: i, back: k }); if (i % 100 === 0) kept.push(k); }
  collect();
  assert(kept.every((k) => w.get(k).v === k.i));
});
test('large objects come and go', function () {
  let last;
  for (let i = 0; i < 300; i++) { last = new Array(50000).fill(i); new Float64Array(20000); 'x'.repeat(200000 + i); }
  assertEquals([last.length, last[49999]], [50000, 299]);
});
test('a cycle of every kind is collected, and one that is kept survives', function () {
  for (let i = 0; i < 20000; i++) {
    const a = { f: () => a }, b = [a];
    a.b = b;
    a.m = new Map([[a, b]]);
    a.w = new WeakMap([[a, a]]);
  }
  collect();
  const o = {};
  o.self = o; o.f = () => o; o.m = new Map([[o, o]]);
  collect();
  assertSame(o.self.f().m.get(o), o);
});
test('shapes and code that are no longer used go, and those in use stay', function () {
  for (let i = 0; i < 300; i++) {
    const o = new Function(`return { a${i}: 1, b${i}: { c${i}: 2 } }`)();
    assertSame(o['b' + i]['c' + i], 2);
  }
  collect();
  const f = new Function('return function inner(x) { return x + 1; }')();
  collect();
  assertSame(f(1), 2);
});
test('template objects and regexps survive as long as they are needed', function () {
  const tag = (s) => s;
  const site = () => tag`kept ${1}`;
  const first = site();
  const r = /(a)(b+)/g;
  r.exec('abbb');
  collect();
  assertSame(site(), first);
  assertEquals([r.lastIndex, 'xabb'.replace(r, '$2$1')], [4, 'xbba']);
});
