// String.prototype.replace and replaceAll with strings.
test('replace takes the first place, replaceAll every one', function () {
  assertSame('aaa'.replace('a', 'b'), 'baa');
  assertSame('abc'.replace('x', 'y'), 'abc');
  assertSame('abc'.replace('', '_'), '_abc');
  assertSame('abc'.replaceAll('', '_'), '_a_b_c_');
  assertSame('aa'.replace('a', undefined), 'undefineda');
  assertSame('aaa'.replaceAll('a', 'b'), 'bbb');
});
test('$ in a replacement stands for match and surroundings, but not in what a callback gives', function () {
  assertSame('abc'.replace('b', '[$&$`$\'$$$1]'), 'a[bac$$1]c');
  assertSame('abc'.replace('b', (m, i, s) => m + i + s), 'ab1abcc');
  assertSame('a.b.c'.replaceAll('.', () => '$&'), 'a$&b$&c');
});
test('replaceAll takes a RegExp with g only', function () {
  assertThrows(TypeError, () => 'a'.replaceAll(/a/, 'b'));
  assertSame('aXbX'.replaceAll(/x/gi, '-'), 'a-b-');
});
