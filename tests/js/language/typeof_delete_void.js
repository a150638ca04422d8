// typeof, delete, void, comma, conditional.
test('typeof', function () {
  assertEquals([typeof 1, typeof 1.5, typeof '', typeof true, typeof undefined, typeof null, typeof {}, typeof [], typeof (() => {}), typeof class {}, typeof Symbol(), typeof 1n, typeof /x/, typeof new Date(), typeof new Proxy(function () {}, {}), typeof new Proxy({}, {}), typeof nowhere],
    ['number', 'number', 'string', 'boolean', 'undefined', 'object', 'object', 'object', 'function', 'function', 'symbol', 'bigint', 'object', 'object', 'function', 'object', 'undefined']);
  assertThrows(RangeError, () => typeof (() => { throw new RangeError(); })());
  assertThrows(TypeError, () => typeof null.x);
});
test('delete', function () {
  const o = { a: 1, get b() { return 1; } };
  assertEquals([delete o.a, delete o.b, delete o.none, delete o['x'], Object.keys(o).length], [true, true, true, true, 0]);
  const sealed = Object.seal({ a: 1 });
  assertSame(new Function('o', 'return delete o.a')(sealed), false);
  assertThrows(TypeError, () => { 'use strict'; delete sealed.a; });
  assertSame(delete 5, true);
  assertSame(delete (() => {})(), true);
  const a = [1, 2, 3];
  delete a[1];
  assertEquals([a.length, 1 in a], [3, false]);
  assertSame(new Function('var v = 1; return delete v')(), false);
  assertSame(new Function('return delete arguments')(), false);
  assertThrows(SyntaxError, () => new Function('"use strict"; var v; delete v;'));
  assertThrows(TypeError, () => delete null.x);
  assertThrows(TypeError, () => { 'use strict'; delete [].length; });
  assertThrows(TypeError, () => { 'use strict'; delete 'abc'[0]; });
  assertThrows(TypeError, () => { 'use strict'; delete 'abc'.length; });
  globalThis.deletable = 1;
  assertSame(new Function('return delete deletable')(), true);
  assertSame(typeof deletable, 'undefined');
});
test('void, comma, conditional', function () {
  let n = 0;
  assertSame(void n++, undefined);
  assertSame((n++, n++, n), 3);
  assertSame(n ? 'yes' : 'no', 'yes');
  assertSame(0 ? 1 : 0 ? 2 : 3, 3);
  assertEquals([0, -0, NaN, '', null, undefined, 0n, false, [], {}, '0', 'false', -1, Infinity, Symbol()].map((v) => v ? 1 : 0), [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1]);
  assertEquals([!0, !!'x', !!document_()], [true, true, false]);
  function document_() { return null; }
});
test('logical operators give operands', function () {
  assertEquals([1 && 2, 0 && 2, 1 || 2, 0 || 2, '' || null, 'a' && 'b' && 'c', 0 || '' || 'last'], [2, 0, 1, 2, null, 'c', 'last']);
});
