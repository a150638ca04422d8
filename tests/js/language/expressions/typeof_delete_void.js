// typeof, delete, void, comma, conditional.
test('typeof tells each kind of value', function () {
  assertSame(typeof 1, 'number');
  assertSame(typeof 1.5, 'number');
  assertSame(typeof '', 'string');
  assertSame(typeof true, 'boolean');
  assertSame(typeof undefined, 'undefined');
  assertSame(typeof null, 'object');
  assertSame(typeof {}, 'object');
  assertSame(typeof [], 'object');
  assertSame(typeof (() => {}), 'function');
  assertSame(typeof class {}, 'function');
  assertSame(typeof Symbol(), 'symbol');
  assertSame(typeof 1n, 'bigint');
  assertSame(typeof /x/, 'object');
  assertSame(typeof new Date(), 'object');
  assertSame(typeof new Proxy(function () {}, {}), 'function');
  assertSame(typeof new Proxy({}, {}), 'object');
  assertSame(typeof nowhere, 'undefined');
});
test('comparisons with each of its results, at sites that are warm', function () {
  const is = {
    undefined: (x) => typeof x === 'undefined',
    object: (x) => typeof x === 'object',
    boolean: (x) => typeof x == 'boolean',
    number: (x) => 'number' === typeof x,
    string: (x) => typeof x === 'string',
    symbol: (x) => typeof x === 'symbol',
    bigint: (x) => typeof x === 'bigint',
    function: (x) => typeof x === 'function',
    none: (x) => typeof x === 'none',
  };
  const branches = (x) =>
    typeof x === 'string' ? 'string' : typeof x !== 'object' ? 'other' : typeof x == 'function' ? 'never' : 'object';
  const kinds = {
    undefined: [undefined],
    boolean: [true, false],
    number: [0, -1, 1.5, NaN, Infinity],
    string: ['', 'a', 'ab' + Math.random()],
    symbol: [Symbol(), Symbol.iterator],
    bigint: [0n, 1n << 99n],
    object: [null, {}, [], /x/, new Date(), new Map(), new Proxy({}, {}), Object.create(null), new String('')],
    function: [
      () => {},
      class {},
      Math.max,
      new Proxy(function () {}, {}),
      function* () {},
      async () => {},
      (() => {}).bind()
    ],
  };
  for (let n = 0; n < 400; n++) {
    for (const [kind, values] of Object.entries(kinds)) {
      for (const value of values) {
        for (const name in is) assertSame(is[name](value), name === kind);
        assertSame(branches(value), kind === 'string' || kind === 'object' ? kind : 'other');
        assertSame(is.number(n / 4 + 0.5), true);
      }
    }
  }
});
test('typeof throws what its operand throws', function () {
  assertThrows(RangeError, () => typeof (() => { throw new RangeError(); })());
  assertThrows(TypeError, () => typeof null.x);
});
test('delete removes properties of any kind, and is true for what is not there', function () {
  const o = { a: 1, get b() { return 1; } };
  assertSame(delete o.a, true);
  assertSame(delete o.b, true);
  assertSame(delete o.none, true);
  assertSame(delete o['x'], true);
  assertSame(Object.keys(o).length, 0);
});
test('delete of what is not configurable is false, and a TypeError in strict code', function () {
  const sealed = Object.seal({ a: 1 });
  assertSame(new Function('o', 'return delete o.a')(sealed), false);
  assertThrows(TypeError, () => { 'use strict'; delete sealed.a; });
  assertThrows(TypeError, () => { 'use strict'; delete [].length; });
  assertThrows(TypeError, () => { 'use strict'; delete 'abc'[0]; });
  assertThrows(TypeError, () => { 'use strict'; delete 'abc'.length; });
});
test('delete of what is no reference is true', function () {
  assertSame(delete 5, true);
  assertSame(delete (() => {})(), true);
});
test('delete of an element leaves a hole', function () {
  const a = [1, 2, 3];
  delete a[1];
  assertEquals([a.length, 1 in a], [3, false]);
});
test('delete of a variable or arguments is false, and a SyntaxError in strict code', function () {
  assertSame(new Function('var v = 1; return delete v')(), false);
  assertSame(new Function('return delete arguments')(), false);
  assertThrows(SyntaxError, () => new Function('"use strict"; var v; delete v;'));
});
test('delete of a member of null is a TypeError', function () {
  assertThrows(TypeError, () => delete null.x);
});
test('delete removes a property of the global object', function () {
  globalThis.deletable = 1;
  assertSame(new Function('return delete deletable')(), true);
  assertSame(typeof deletable, 'undefined');
});
test('void gives undefined, a comma the last value', function () {
  let n = 0;
  assertSame(void n++, undefined);
  assertSame((n++, n++, n), 3);
});
test('a conditional is grouped from the right', function () {
  const n = 1;
  assertSame(n ? 'yes' : 'no', 'yes');
  assertSame(0 ? 1 : 0 ? 2 : 3, 3);
});
test('zeros, NaN, the empty string, null, undefined and false are false, the rest is true', function () {
  assertEquals(
    [0, -0, NaN, '', null, undefined, 0n, false, [], {}, '0', 'false', -1, Infinity, Symbol()].map((v) => v ? 1 : 0),
    [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1]
  );
  assertEquals([!0, !!'x', !!document_()], [true, true, false]);
  function document_() { return null; }
});
test('logical operators give an operand', function () {
  assertSame(1 && 2, 2);
  assertSame(0 && 2, 0);
  assertSame(1 || 2, 1);
  assertSame(0 || 2, 2);
  assertSame('' || null, null);
  assertSame('a' && 'b' && 'c', 'c');
  assertSame(0 || '' || 'last', 'last');
});
