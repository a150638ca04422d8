// JSON.stringify.
test('values without JSON are left out of objects, and numbers that are not finite are null', function () {
  assertSame(
    JSON.stringify({
      a: [1, 'x', null, true],
      b: undefined,
      c() {},
      d: Symbol(),
      e: NaN,
      f: Infinity,
      g: -0,
      h: new Date(0),
      i: {}
    }),
    '{"a":[1,"x",null,true],"e":null,"f":null,"g":0,"h":"1970-01-01T00:00:00.000Z","i":{}}'
  );
});
test('values without JSON are null in arrays and undefined alone', function () {
  assertSame(JSON.stringify([undefined, () => 1, Symbol()]), '[null,null,null]');
  assertSame(JSON.stringify(undefined), undefined);
  assertSame(JSON.stringify(() => 1), undefined);
  assertSame(JSON.stringify(Symbol()), undefined);
});
test('null, strings and their escapes are written', function () {
  assertSame(JSON.stringify(null), 'null');
});
test('wrapper objects are written as their values', function () {
  assertSame(JSON.stringify('a"\\\b\f\n\r\t\u0001\u007f'), '"a\\"\\\\\\b\\f\\n\\r\\t\\u0001\u007f"');
  assertSame(JSON.stringify([new Number(1), new String('s'), new Boolean(false)]), '[1,"s",false]');
  assertSame(JSON.stringify([, 1]), '[null,1]');
});
test('a lone surrogate is escaped, a pair is not', function () {
  assertSame(JSON.stringify('\ud800'), '"\\ud800"');
  assertSame(JSON.stringify('\udc00x'), '"\\udc00x"');
  assertSame(JSON.stringify('😀'), '"😀"');
  assertSame(JSON.stringify('\u2028'), '"\u2028"');
});
test('a gap of spaces or text indents each level, by ten at most', function () {
  assertSame(JSON.stringify({ a: [1, {}], b: [] }, null, 2), '{\n  "a": [\n    1,\n    {}\n  ],\n  "b": []\n}');
  assertSame(JSON.stringify([1], null, '--'), '[\n--1\n]');
  assertSame(JSON.stringify([1], null, 100), '[\n          1\n]');
  assertSame(JSON.stringify([1], null, 'abcdefghijklmno'), '[\nabcdefghij1\n]');
});
test('a gap of nothing puts all on one line', function () {
  assertSame(JSON.stringify([1], null, 0), '[1]');
  assertSame(JSON.stringify([1], null, ''), '[1]');
});
test('a gap may be a Number object, and is nothing if it is another', function () {
  assertSame(JSON.stringify([1], null, new Number(1)), '[\n 1\n]');
  assertSame(JSON.stringify([1], null, {}), '[1]');
});
test('a replacer is called for each member from the outermost on', function () {
  const log = [];
  assertSame(
    JSON.stringify({ a: 1, b: [2] }, function (k, v) { log.push(k); return typeof v === 'number' ? v + 1 : v; }),
    '{"a":2,"b":[3]}'
  );
  assertEquals(log, ['', 'a', 'b', '0']);
});
test('a replacer leaves out what it gives undefined for', function () {
  assertSame(JSON.stringify({ a: 1, b: 2 }, (k, v) => (k === 'a' ? undefined : v)), '{"b":2}');
});
test('a list of keys chooses and orders the members at every depth', function () {
  assertSame(
    JSON.stringify({ a: 1, b: { a: 2, c: 3 }, 1: 'one' }, ['b', 'a', 'a', 1, new String('c')]),
    '{"b":{"a":2,"c":3},"a":1,"1":"one"}'
  );
});
test('an empty list leaves everything out', function () {
  assertSame(JSON.stringify({ a: 1 }, []), '{}');
  assertSame(JSON.stringify([{ a: 1, b: 2 }], ['a']), '[{"a":1}]');
});
test('toJSON gets the key, and what it gives is written', function () {
  assertSame(JSON.stringify({ x: { toJSON: (k) => 'key ' + k } }), '{"x":"key x"}');
  assertSame(JSON.stringify({ toJSON: () => undefined }), undefined);
});
test('a toJSON that is no function is a member', function () {
  assertSame(JSON.stringify({ toJSON: 5 }), '{"toJSON":5}');
});
test('an invalid date is null', function () {
  assertSame(JSON.stringify({ d: new Date(NaN) }), '{"d":null}');
});
test('a BigInt is written by a toJSON, and else a TypeError', function () {
  BigInt.prototype.toJSON = function () { return this.toString() + 'n'; };
  assertSame(JSON.stringify(5n), '"5n"');
  delete BigInt.prototype.toJSON;
  assertThrows(TypeError, () => JSON.stringify({ a: 5n }));
});
test('a cycle is a TypeError, an object that occurs twice is not', function () {
  const o = { a: {} };
  o.a.o = o;
  assertThrows(TypeError, () => JSON.stringify(o));
  const a = [];
  a.push([a]);
  assertThrows(TypeError, () => JSON.stringify(a));
  const shared = {};
  assertSame(JSON.stringify([shared, shared]), '[{},{}]');
});
test('only own enumerable string keys are written, in order, and getters are called', function () {
  const o = Object.create({ inherited: 1 }, { hidden: { value: 1 } });
  o.z = 1; o[1] = 2; o[Symbol()] = 3;
  Object.defineProperty(o, 'g', { get: () => 'got', enumerable: true });
  assertSame(JSON.stringify(o), '{"1":2,"z":1,"g":"got"}');
});
test('a Map has no members', function () {
  assertSame(JSON.stringify(new Map([[1, 2]])), '{}');
});
test('proxies of objects and arrays are written as such', function () {
  assertSame(JSON.stringify(new Proxy({ a: 1 }, {})) + JSON.stringify(new Proxy([1], {})), '{"a":1}[1]');
});
test('ropes are written whole', function () {
  const rope = 'a"'.repeat(1000) + '\n'.repeat(10);
  assertSame(JSON.stringify(rope).length, 2 + 3000 + 20);
  assertSame(JSON.parse(JSON.stringify({ [rope]: rope }))[rope], rope);
});
test('wide strings are escaped where they need it', function () {
  assertSame(JSON.stringify('日本語\u0007'), '"日本語\\u0007"');
});
test('a property removed while stringifying', function () {
  const o = { get a() { delete this.b; return 1; }, b: 2, c: 3 };
  assertSame(JSON.stringify(o), '{"a":1,"c":3}');
});
