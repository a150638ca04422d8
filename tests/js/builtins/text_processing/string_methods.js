// String.prototype.
test('a string has code units as elements', function () {
  const s = 'aé😀';
  assertSame(s.length, 4);
  assertSame(s[0], 'a');
  assertSame(s[9], undefined);
});
test('charAt is empty beyond the end, and charCodeAt NaN', function () {
  const s = 'aé😀';
  assertSame(s.charAt(1), 'é');
  assertSame(s.charAt(9), '');
  assertSame(s.charCodeAt(2), 0xd83d);
  assertSame(s.charCodeAt(9), NaN);
});
test('codePointAt reads a whole pair from its first half', function () {
  const s = 'aé😀';
  assertSame(s.codePointAt(2), 0x1f600);
  assertSame(s.codePointAt(3), 0xde00);
  assertSame(s.codePointAt(9), undefined);
});
test('at counts from the end where negative', function () {
  const s = 'aé😀';
  assertSame(s.at(-1), '\ude00');
  assertSame(s.at(-9), undefined);
  assertSame('abc'.at(NaN), 'a');
});
test('an index is a canonical number', function () {
  assertSame('abc'['1'], 'b');
  assertSame('abc'['01'], undefined);
  assertSame('abc'[-1], undefined);
  assertSame('abc'[1.5], undefined);
});
test('indexOf goes forward from a place', function () {
  const s = 'abcabc';
  assertSame(s.indexOf('c'), 2);
  assertSame(s.indexOf('c', 3), 5);
  assertSame(s.indexOf(''), 0);
  assertSame(s.indexOf('', 99), 6);
  assertSame(s.indexOf('abcabcabc'), -1);
  assertSame('aéb'.indexOf('é') + 'x\u4e00y'.indexOf('y'), 3);
});
test('lastIndexOf goes backward from a place', function () {
  const s = 'abcabc';
  assertSame(s.lastIndexOf('a'), 3);
  assertSame(s.lastIndexOf('a', 2), 0);
  assertSame(s.lastIndexOf(''), 6);
  assertSame(s.lastIndexOf('x'), -1);
  assertSame(s.lastIndexOf('c', -5), -1);
  assertSame(s.lastIndexOf('a', -5), 0);
});
test('includes, startsWith and endsWith look at a place', function () {
  const s = 'abcabc';
  assertSame(s.includes('bca'), true);
  assertSame(s.includes(''), true);
  assertSame(s.startsWith('bc', 1), true);
  assertSame(s.endsWith('ab', 5), true);
  assertSame(s.endsWith(''), true);
});
test('includes and startsWith take no RegExp', function () {
  const s = 'abcabc';
  assertThrows(TypeError, () => s.includes(/a/));
  assertThrows(TypeError, () => s.startsWith(/a/));
});
test('a missing pattern is the text undefined', function () {
  assertSame('undefined'.includes(), true);
});
test('slice counts from the end where negative', function () {
  const s = 'abcdef';
  assertSame(s.slice(1, 3), 'bc');
  assertSame(s.slice(-2), 'ef');
  assertSame(s.slice(3, 1), '');
  assertSame(s.slice(), 'abcdef');
});
test('substring swaps its ends and takes negative ones as 0', function () {
  const s = 'abcdef';
  assertSame(s.substring(3, 1), 'bc');
  assertSame(s.substring(-5, 2), 'ab');
  assertSame(s.substring(NaN), 'abcdef');
});
test('substr takes a length', function () {
  const s = 'abcdef';
  assertSame(s.substr(1, 2), 'bc');
  assertSame(s.substr(-3, 2), 'de');
  assertSame(s.substr(2), 'cdef');
  assertSame(s.substr(1, -1), '');
});
test('split cuts at a separator, and at every code unit without one', function () {
  assertEquals('a,b,c'.split(','), ['a', 'b', 'c']);
  assertEquals('abc'.split(''), ['a', 'b', 'c']);
  assertEquals('a,b'.split(), ['a,b']);
  assertEquals(''.split(','), ['']);
  assertEquals(''.split(''), []);
  assertEquals(',a,'.split(','), ['', 'a', '']);
});
test('split cuts at the matches of a RegExp, and puts groups in between', function () {
  assertEquals('a1b2'.split(/\d/), ['a', 'b', '']);
  assertEquals('a1b2'.split(/(\d)/), ['a', '1', 'b', '2', '']);
  assertEquals('abc'.split(/(?:)/u), ['a', 'b', 'c']);
  assertEquals('aXbxc'.split(/x/i), ['a', 'b', 'c']);
});
test('split stops at a limit', function () {
  assertEquals('a,b,c'.split(',', 2), ['a', 'b']);
  assertEquals('abc'.split('', 2), ['a', 'b']);
  assertEquals('a,b'.split(',', 0), []);
  assertEquals('a,b'.split(',', -1), ['a', 'b']);
});
test('split calls Symbol.split of the separator', function () {
  assertEquals('x'.split({ [Symbol.split]: (s, l) => [s, l, 'custom'] }, 3), ['x', 3, 'custom']);
});
test('padStart and padEnd fill up to a length', function () {
  assertSame('5'.padStart(3, '0'), '005');
  assertSame('abc'.padEnd(6, '12'), 'abc121');
  assertSame('abc'.padEnd(2), 'abc');
  assertSame('x'.padStart(3), '  x');
  assertSame('x'.padEnd(5, ''), 'x');
});
test('repeat joins copies', function () {
  assertSame('ab'.repeat(3), 'ababab');
  assertSame(''.repeat(1e9), '');
  assertSame('x'.repeat(0), '');
});
test('trim takes all white space and line ends off', function () {
  assertSame('\t\n\v\f\r \u00a0\ufeff\u2029 x \u3000'.trim(), 'x');
  assertSame(' x '.trimStart(), 'x ');
  assertSame(' x '.trimEnd(), ' x');
});
test('case mapping may change the length, and looks at the place of a sigma', function () {
  assertSame('aBß'.toUpperCase(), 'ABSS');
  assertSame('ÀİΣ'.toLowerCase(), 'ài̇ς');
  assertSame('ΑΣ'.toLowerCase(), 'ας');
  assertSame('ŉ'.toUpperCase(), 'ʼN');
});
test('concat converts its arguments', function () {
  assertSame('a'.concat(1, null, 'b'), 'a1nullb');
});
test('repeat of a negative or infinite count is a RangeError', function () {
  for (const n of [-1, Infinity, -Infinity]) assertThrows(RangeError, () => 'x'.repeat(n));
});
test('trimLeft is trimStart', function () {
  assertSame(String.prototype.trimLeft, String.prototype.trimStart);
});
test('normalize composes and decomposes', function () {
  assertSame('e\u0301'.normalize(), 'é');
  assertSame('é'.normalize('NFD').length, 2);
  assertSame('ﬁ'.normalize('NFKC'), 'fi');
  assertSame('\u1e9b\u0323'.normalize('NFKD'), 's\u0323\u0307');
});
test('a form that is unknown is a RangeError', function () {
  assertThrows(RangeError, () => 'a'.normalize('X'));
});
test('fromCharCode makes code units, fromCodePoint pairs', function () {
  assertSame(String.fromCharCode(65, 0x10041, -1), 'AA\uffff');
  assertSame(String.fromCodePoint(0x1f600, 65), '😀A');
});
test('iteration goes by code points', function () {
  assertSame([...'👨‍👩‍👧'].length, 5);
});
test('a number that is no code point is a RangeError', function () {
  for (const c of [-1, 0x110000, 1.5, NaN, 'x']) assertThrows(RangeError, () => String.fromCodePoint(c));
});
test('isWellFormed and toWellFormed tell of lone surrogates, where they exist', function () {
  if (''.isWellFormed)
    assertEquals(['a\ud800'.isWellFormed(), '😀'.isWellFormed(), 'a\ud800b'.toWellFormed()], [false, true, 'a\ufffdb']);
});
test('localeCompare orders', function () {
  assertSame('a'.localeCompare('b') < 0, true);
  assertSame('a'.localeCompare('a'), 0);
  assertSame('b'.localeCompare('a') > 0, true);
});
test('the HTML methods wrap the text and escape quotes', function () {
  assertSame('x'.anchor('"q"'), '<a name="&quot;q&quot;">x</a>');
  assertSame('x'.bold(), '<b>x</b>');
  assertSame('x'.link('u'), '<a href="u">x</a>');
});
test('a string iterator goes by characters and has a tag', function () {
  assertEquals([...'ab'], ['a', 'b']);
  const it = 'a'[Symbol.iterator]();
  assertSame(Object.prototype.toString.call(it), '[object String Iterator]');
});
test('match gives all matches with g, else the first', function () {
  assertEquals('abcabc'.match(/b/g), ['b', 'b']);
  assertSame('abc'.match(/x/g), null);
  assertSame('a1b2'.match(/\d/).index, 1);
});
test('search gives the place of the first match', function () {
  assertSame('abc'.search(/c/), 2);
  assertSame('abc'.search('x'), -1);
});
test('matchAll gives every match, and needs g', function () {
  assertEquals([...'a1b2'.matchAll(/[a-z](\d)/g)].map((m) => m[1]), ['1', '2']);
  assertThrows(TypeError, () => 'a'.matchAll(/a/));
});
test('match makes a RegExp of a string, or of nothing', function () {
  assertSame('a.c'.match('.').index, 0);
  assertSame('abc'.match()[0], '');
});
