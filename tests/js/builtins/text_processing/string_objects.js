// String objects, conversion to strings, and the receivers of String.prototype.
test('null and undefined are no receivers', function () {
  for (const m of [
    'trim', 'slice', 'split', 'indexOf', 'toUpperCase', 'at', 'padStart', 'replace', 'normalize', 'concat'
  ]) {
    assertThrows(TypeError, () => String.prototype[m].call(null));
    assertThrows(TypeError, () => String.prototype[m].call(undefined));
  }
});
test('a receiver is converted to a string', function () {
  assertSame(String.prototype.slice.call(12345, 1, 3), '23');
  assertSame(String.prototype.toUpperCase.call({ toString: () => 'x' }), 'X');
  assertSame(String.prototype.concat.call(true, 1), 'true1');
});
test('toString and valueOf need a string', function () {
  assertThrows(TypeError, () => String.prototype.toString.call({}));
  assertThrows(TypeError, () => String.prototype.valueOf.call(1));
});
test('a String object has the characters as properties', function () {
  const s = new String('abc');
  assertSame(typeof s, 'object');
  assertSame(s.length, 3);
  assertSame(s[1], 'b');
  assertSame(s == 'abc', true);
  assertEquals(Object.keys(s), ['0', '1', '2']);
  assertSame(new String().length, 0);
  assertSame('x' in s, false);
  assertSame(1 in s, true);
});
test('a character cannot be deleted or written', function () {
  const s = new String('abc');
  assertSame(delete_(s), false);
  function delete_(o) { return Reflect.deleteProperty(o, '0'); }
  s[0] = 'z';
  assertSame(s[0], 'a');
});
test('properties beyond the characters can be added', function () {
  const s = new String('abc');
  s[5] = 'five';
  s.extra = 1;
  assertEquals(Object.keys(s), ['0', '1', '2', '5', 'extra']);
});
test('String converts symbols, null and arrays', function () {
  assertSame(String(Symbol('d')), 'Symbol(d)');
  assertSame(String(null), 'null');
  assertSame(String([1, [2]]), '1,2');
});
