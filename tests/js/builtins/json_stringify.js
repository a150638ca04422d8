// JSON.stringify.
test('values', function () {
  assertEquals([JSON.stringify({ a: [1, 'x', null, true], b: undefined, c() {}, d: Symbol(), e: NaN, f: Infinity, g: -0, h: new Date(0), i: {} }), JSON.stringify([undefined, () => 1, Symbol()]), JSON.stringify(undefined), JSON.stringify(() => 1), JSON.stringify(Symbol()), JSON.stringify(null), JSON.stringify('a"\\\b\f\n\r\t\u0001\u007f'), JSON.stringify([new Number(1), new String('s'), new Boolean(false)]), JSON.stringify([, 1])],
    ['{"a":[1,"x",null,true],"e":null,"f":null,"g":0,"h":"1970-01-01T00:00:00.000Z","i":{}}', '[null,null,null]', undefined, undefined, undefined, 'null', '"a\\"\\\\\\b\\f\\n\\r\\t\\u0001\u007f"', '[1,"s",false]', '[null,1]']);
});
test('lone surrogates', function () {
  assertEquals([JSON.stringify('\ud800'), JSON.stringify('\udc00x'), JSON.stringify('😀'), JSON.stringify('\u2028')], ['"\\ud800"', '"\\udc00x"', '"😀"', '"\u2028"']);
});
test('indentation', function () {
  assertSame(JSON.stringify({ a: [1, {}], b: [] }, null, 2), '{\n  "a": [\n    1,\n    {}\n  ],\n  "b": []\n}');
  assertEquals([JSON.stringify([1], null, '--'), JSON.stringify([1], null, 100), JSON.stringify([1], null, 'abcdefghijklmno'), JSON.stringify([1], null, 0), JSON.stringify([1], null, ''), JSON.stringify([1], null, new Number(1)), JSON.stringify([1], null, {})], ['[\n--1\n]', '[\n          1\n]', '[\nabcdefghij1\n]', '[1]', '[1]', '[\n 1\n]', '[1]']);
});
test('replacer function', function () {
  const log = [];
  assertSame(JSON.stringify({ a: 1, b: [2] }, function (k, v) { log.push(k); return typeof v === 'number' ? v + 1 : v; }), '{"a":2,"b":[3]}');
  assertEquals(log, ['', 'a', 'b', '0']);
  assertSame(JSON.stringify({ a: 1, b: 2 }, (k, v) => (k === 'a' ? undefined : v)), '{"b":2}');
});
test('replacer list', function () {
  assertEquals([JSON.stringify({ a: 1, b: { a: 2, c: 3 }, 1: 'one' }, ['b', 'a', 'a', 1, new String('c')]), JSON.stringify({ a: 1 }, []), JSON.stringify([{ a: 1, b: 2 }], ['a'])], ['{"b":{"a":2,"c":3},"a":1,"1":"one"}', '{}', '[{"a":1}]']);
});
test('toJSON', function () {
  assertEquals([JSON.stringify({ x: { toJSON: (k) => 'key ' + k } }), JSON.stringify({ toJSON: () => undefined }), JSON.stringify({ toJSON: 5 }), JSON.stringify({ d: new Date(NaN) })], ['{"x":"key x"}', undefined, '{"toJSON":5}', '{"d":null}']);
  BigInt.prototype.toJSON = function () { return this.toString() + 'n'; };
  assertSame(JSON.stringify(5n), '"5n"');
  delete BigInt.prototype.toJSON;
  assertThrows(TypeError, () => JSON.stringify({ a: 5n }));
});
test('cycles', function () {
  const o = { a: {} };
  o.a.o = o;
  assertThrows(TypeError, () => JSON.stringify(o));
  const a = [];
  a.push([a]);
  assertThrows(TypeError, () => JSON.stringify(a));
  const shared = {};
  assertSame(JSON.stringify([shared, shared]), '[{},{}]');
});
test('only own enumerable string keys, in order; getters are called', function () {
  const o = Object.create({ inherited: 1 }, { hidden: { value: 1 } });
  o.z = 1; o[1] = 2; o[Symbol()] = 3;
  Object.defineProperty(o, 'g', { get: () => 'got', enumerable: true });
  assertSame(JSON.stringify(o), '{"1":2,"z":1,"g":"got"}');
  assertSame(JSON.stringify(new Map([[1, 2]])), '{}');
  assertSame(JSON.stringify(new Proxy({ a: 1 }, {})) + JSON.stringify(new Proxy([1], {})), '{"a":1}[1]');
});
test('strings of many kinds', function () {
  const rope = 'a"'.repeat(1000) + '\n'.repeat(10);
  assertSame(JSON.stringify(rope).length, 2 + 3000 + 20);
  assertSame(JSON.parse(JSON.stringify({ [rope]: rope }))[rope], rope);
  assertSame(JSON.stringify('日本語\u0007'), '"日本語\\u0007"');
});
test('a property removed while stringifying', function () {
  const o = { get a() { delete this.b; return 1; }, b: 2, c: 3 };
  assertSame(JSON.stringify(o), '{"a":1,"c":3}');
});
