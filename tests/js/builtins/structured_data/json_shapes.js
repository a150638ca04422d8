// JSON.parse predicts the shape of an object from the last one at its place: what the prediction may get wrong.
function check(text) {
  // A reviver takes no part in predictions being used, but walking the result by hand compares keys, order and values.
  const value = JSON.parse(text);
  assertSame(JSON.stringify(value), JSON.stringify(JSON.parse(text, (k, v) => v)));
  return value;
}
test('siblings with other keys are objects of their own shape', function () {
  const value = check(
    '[{"a":1,"b":2},{"a":3,"b":4},{"b":5,"a":6},{"a":7},{"a":8,"b":9,"c":10},{"a":11,"b":12},{},{"a":13,"b":14}]'
  );
  assertEquals(value.map((o) => Object.keys(o).join()), ['a,b', 'a,b', 'b,a', 'a', 'a,b,c', 'a,b', '', 'a,b']);
  assertSame(value[5].b, 12);
});
test('a key that is the beginning of another is told from it', function () {
  assertEquals(check('[{"ab":1,"abc":2},{"abc":3,"ab":4},{"ab":5,"abc":6}]').map((o) => o.abc), [2, 3, 6]);
});
test('keys with escapes are told by what they mean', function () {
  assertEquals(check('[{"a\\n":1},{"a\\n":2},{"a\\u000a":3}]').map((o) => o['a\n']), [1, 2, 3]);
});
test('indices come first whatever came before', function () {
  assertSame(
    JSON.stringify(check('[{"b":1,"2":2,"1":3},{"b":4,"2":5,"1":6}]')),
    '[{"1":3,"2":2,"b":1},{"1":6,"2":5,"b":4}]'
  );
});
test('a repeated key has its last value', function () {
  assertSame(
    JSON.stringify(check('[{"a":1,"a":2,"b":3},{"a":4,"b":5},{"a":6,"a":7}]')),
    '[{"a":2,"b":3},{"a":4,"b":5},{"a":7}]'
  );
});
test('__proto__ is an ordinary key', function () {
  assertSame(Object.getPrototypeOf(check('[{"__proto__":1},{"__proto__":null}]')[1]), Object.prototype);
  assertEquals(check('[{"\\\\":1},{"\\\\":2}]').map((o) => o['\\']), [1, 2]);
});
test('nested objects keep their places, and a property added to one is not in the next', function () {
  let text = '[';
  for (let i = 0; i < 200; i++)
    text += (i ? ',' : '') +
        `{"id":${i},"at":{"x":${i * 0.5},"y":[{"k":${i}},{"k":null,"m":"é\u1234"}]},"tags":["t${i}"]}`;
  const value = check(text + ']');
  assertSame(value[199].at.x, 99.5);
  assertSame(value[7].at.y[1].m, 'é\u1234');
  value[3].extra = 1;
  assert(!('extra' in value[4]));
});
test('objects of thousands of members are read', function () {
  const object = {};
  for (let i = 0; i < 3000; i++) object['key' + i] = i;
  const text = JSON.stringify([object, object]);
  const value = check(text);
  assertSame(Object.keys(value[1]).length, 3000);
  assertSame(value[1].key2999, 2999);
  assertSame(JSON.stringify(value), text);
});
test('deep nesting needs no stack', function () {
  const depth = 200000;
  let value = JSON.parse('['.repeat(depth) + ']'.repeat(depth));
  let n = 0;
  for (; value.length; value = value[0]) n++;
  assertSame(n, depth - 1);
});
