// String.prototype.
test('access', function () {
  const s = 'aé😀';
  assertEquals([s.length, s[0], s[9], s.charAt(1), s.charAt(9), s.charCodeAt(2), s.charCodeAt(9), s.codePointAt(2), s.codePointAt(3), s.codePointAt(9), s.at(-1), s.at(-9)], [4, 'a', undefined, 'é', '', 0xd83d, NaN, 0x1f600, 0xde00, undefined, '\ude00', undefined]);
  assertEquals(['abc'['1'], 'abc'['01'], 'abc'[-1], 'abc'[1.5], 'abc'.at(NaN)], ['b', undefined, undefined, undefined, 'a']);
});
test('search', function () {
  const s = 'abcabc';
  assertEquals([s.indexOf('c'), s.indexOf('c', 3), s.indexOf(''), s.indexOf('', 99), s.lastIndexOf('a'), s.lastIndexOf('a', 2), s.lastIndexOf(''), s.lastIndexOf('x'), s.includes('bca'), s.includes(''), s.startsWith('bc', 1), s.endsWith('ab', 5), s.endsWith(''), s.indexOf('abcabcabc'), s.lastIndexOf('c', -5), s.lastIndexOf('a', -5)], [2, 5, 0, 6, 3, 0, 6, -1, true, true, true, true, true, -1, -1, 0]);
  assertThrows(TypeError, () => s.includes(/a/));
  assertThrows(TypeError, () => s.startsWith(/a/));
  assertSame('undefined'.includes(), true);
  assertSame('aéb'.indexOf('é') + 'x\u4e00y'.indexOf('y'), 3);
});
test('parts', function () {
  const s = 'abcdef';
  assertEquals([s.slice(1, 3), s.slice(-2), s.slice(3, 1), s.slice(), s.substring(3, 1), s.substring(-5, 2), s.substring(NaN), s.substr(1, 2), s.substr(-3, 2), s.substr(2), s.substr(1, -1)], ['bc', 'ef', '', 'abcdef', 'bc', 'ab', 'abcdef', 'bc', 'de', 'cdef', '']);
});
test('split', function () {
  assertEquals(['a,b,c'.split(','), 'abc'.split(''), 'a,b'.split(), ''.split(','), ''.split(''), 'a,b,c'.split(',', 2), 'abc'.split('', 2), ',a,'.split(','), 'a1b2'.split(/\d/), 'a1b2'.split(/(\d)/), 'abc'.split(/(?:)/u), 'a,b'.split(',', 0), 'aXbxc'.split(/x/i), 'a,b'.split(',', -1)], [['a', 'b', 'c'], ['a', 'b', 'c'], ['a,b'], [''], [], ['a', 'b'], ['a', 'b'], ['', 'a', ''], ['a', 'b', ''], ['a', '1', 'b', '2', ''], ['a', 'b', 'c'], [], ['a', 'b', 'c'], ['a', 'b']]);
  assertEquals('x'.split({ [Symbol.split]: (s, l) => [s, l, 'custom'] }, 3), ['x', 3, 'custom']);
});
test('replace and replaceAll with strings', function () {
  assertEquals(['aaa'.replace('a', 'b'), 'aaa'.replaceAll('a', 'b'), 'abc'.replace('b', '[$&$`$\'$$$1]'), 'abc'.replace('x', 'y'), 'abc'.replace('', '_'), 'abc'.replaceAll('', '_'), 'abc'.replace('b', (m, i, s) => m + i + s), 'a.b.c'.replaceAll('.', () => '$&'), 'aa'.replace('a', undefined)], ['baa', 'bbb', 'a[bac$$1]c', 'abc', '_abc', '_a_b_c_', 'ab1abcc', 'a$&b$&c', 'undefineda']);
  assertThrows(TypeError, () => 'a'.replaceAll(/a/, 'b'));
  assertSame('aXbX'.replaceAll(/x/gi, '-'), 'a-b-');
});
test('pad, repeat, trim, case, concat', function () {
  assertEquals(['5'.padStart(3, '0'), 'abc'.padEnd(6, '12'), 'abc'.padEnd(2), 'x'.padStart(3), 'x'.padEnd(5, ''), 'ab'.repeat(3), ''.repeat(1e9), 'x'.repeat(0), '\t\n\v\f\r \u00a0\ufeff\u2029 x \u3000'.trim(), ' x '.trimStart(), ' x '.trimEnd(), 'aBß'.toUpperCase(), 'ÀİΣ'.toLowerCase(), 'ΑΣ'.toLowerCase(), 'a'.concat(1, null, 'b'), 'ŉ'.toUpperCase()], ['005', 'abc121', 'abc', '  x', 'x', 'ababab', '', '', 'x', 'x ', ' x', 'ABSS', 'ài̇ς', 'ας', 'a1nullb', 'ʼN']);
  for (const n of [-1, Infinity, -Infinity]) assertThrows(RangeError, () => 'x'.repeat(n));
  assertSame(String.prototype.trimLeft, String.prototype.trimStart);
});
test('Unicode', function () {
  assertEquals(['e\u0301'.normalize(), 'é'.normalize('NFD').length, 'ﬁ'.normalize('NFKC'), '\u1e9b\u0323'.normalize('NFKD')], ['é', 2, 'fi', 's\u0323\u0307']);
  assertThrows(RangeError, () => 'a'.normalize('X'));
  assertEquals([String.fromCharCode(65, 0x10041, -1), String.fromCodePoint(0x1f600, 65), [...'👨‍👩‍👧'].length], ['AA\uffff', '😀A', 5]);
  for (const c of [-1, 0x110000, 1.5, NaN, 'x']) assertThrows(RangeError, () => String.fromCodePoint(c));
  if (''.isWellFormed) assertEquals(['a\ud800'.isWellFormed(), '😀'.isWellFormed(), 'a\ud800b'.toWellFormed()], [false, true, 'a\ufffdb']);
  assertEquals(['a'.localeCompare('b') < 0, 'a'.localeCompare('a'), 'b'.localeCompare('a') > 0], [true, 0, true]);
});
test('receivers', function () {
  for (const m of ['trim', 'slice', 'split', 'indexOf', 'toUpperCase', 'at', 'padStart', 'replace', 'normalize', 'concat']) {
    assertThrows(TypeError, () => String.prototype[m].call(null));
    assertThrows(TypeError, () => String.prototype[m].call(undefined));
  }
  assertEquals([String.prototype.slice.call(12345, 1, 3), String.prototype.toUpperCase.call({ toString: () => 'x' }), String.prototype.concat.call(true, 1)], ['23', 'X', 'true1']);
  assertThrows(TypeError, () => String.prototype.toString.call({}));
  assertThrows(TypeError, () => String.prototype.valueOf.call(1));
});
test('String objects', function () {
  const s = new String('abc');
  assertEquals([typeof s, s.length, s[1], s == 'abc', Object.keys(s), 'x' in s, 1 in s, delete_(s)], ['object', 3, 'b', true, ['0', '1', '2'], false, true, false]);
  function delete_(o) { return Reflect.deleteProperty(o, '0'); }
  s[5] = 'five';
  s.extra = 1;
  assertEquals(Object.keys(s), ['0', '1', '2', '5', 'extra']);
  s[0] = 'z';
  assertSame(s[0], 'a');
  assertEquals([String(Symbol('d')), String(null), String([1, [2]]), new String().length], ['Symbol(d)', 'null', '1,2', 0]);
});
test('iteration and HTML methods', function () {
  assertEquals([[...'ab'], 'x'.anchor('"q"'), 'x'.bold(), 'x'.link('u')], [['a', 'b'], '<a name="&quot;q&quot;">x</a>', '<b>x</b>', '<a href="u">x</a>']);
  const it = 'a'[Symbol.iterator]();
  assertSame(Object.prototype.toString.call(it), '[object String Iterator]');
});
test('match, matchAll, search', function () {
  assertEquals(['abcabc'.match(/b/g), 'abc'.match(/x/g), 'abc'.search(/c/), 'abc'.search('x'), 'a1b2'.match(/\d/).index, [...'a1b2'.matchAll(/[a-z](\d)/g)].map((m) => m[1])], [['b', 'b'], null, 2, -1, 1, ['1', '2']]);
  assertThrows(TypeError, () => 'a'.matchAll(/a/));
  assertEquals('a.c'.match('.').index, 0);
  assertSame('abc'.match()[0], '');
});
