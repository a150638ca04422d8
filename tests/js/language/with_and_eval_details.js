// not-on-node: V8 deviates from the standard here; checked on JavaScriptCore and quickjs-ng
// Details of object environments and of direct eval.
test('direct eval may be called with spread arguments', function () {
  let n = 1;
  assertSame(eval(...['n + 1']), 2);
  assertSame(eval(...[]), undefined);
});
test('the order of operations seen through a proxy', function () {
  const log = [];
  const p = new Proxy({ x: 1 }, {
    has(t, k) { log.push('has ' + String(k)); return Reflect.has(t, k); },
    get(t, k) { log.push('get ' + String(k)); return Reflect.get(t, k); },
    set(t, k, v) { log.push('set ' + String(k)); return Reflect.set(t, k, v); },
  });
  new Function('p', 'with (p) { x; }')(p);
  assertEquals(log, ['has x', 'get Symbol(Symbol.unscopables)', 'has x', 'get x']);
});
test('a property deleted while its assignment is evaluated is made again', function () {
  const o = { x: 1 };
  new Function('o', 'with (o) { x = (delete o.x, 2); }')(o);
  assertSame(o.x, 2);
});
test('property keys are converted once, at the right time', function () {
  const log = [];
  const key = { toString() { log.push('key'); return 'k'; } };
  const o = { k: 1 };
  o[key]++;
  assertEquals(log, ['key']);
  o[key] += 1;
  assertEquals([log.length, o.k], [2, 3]);
});
