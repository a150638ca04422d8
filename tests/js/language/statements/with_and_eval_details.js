// not-on-node: V8 deviates from the standard here; checked on JavaScriptCore and quickjs-ng
// Details of object environments and of direct eval.
test('direct eval may be called with spread arguments', function () {
  let n = 1;
  assertSame(eval(...['n + 1']), 2);
  assertSame(eval(...[]), undefined);
});
test('a read asks a proxy for the name, the unscopables, the name again and the value', function () {
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
test('the key of an increment is converted once', function () {
  const log = [];
  const key = { toString() { log.push('key'); return 'k'; } };
  const o = { k: 1 };
  o[key]++;
  assertEquals(log, ['key']);
});
test('the key of a compound assignment is converted once', function () {
  let converted = 0;
  const key = { toString() { converted++; return 'k'; } };
  const o = { k: 2 };
  o[key] += 1;
  assertEquals([converted, o.k], [1, 3]);
});
