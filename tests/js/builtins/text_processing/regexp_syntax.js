// RegExp: what the pattern means.
const m = (r, s) => { const x = r.exec(s); return x && [x.index, ...x]; };
test('classes and their escapes match the characters they name', function () {
  assertEquals(m(/a.c/, 'a\nc abc'), [4, 'abc']);
  assertEquals(m(/a.c/s, 'a\nc'), [0, 'a\nc']);
  assertEquals(m(/[a-c]+/, 'xxabcd'), [2, 'abc']);
  assertEquals(m(/[^a-c]+/, 'abxyc'), [2, 'xy']);
  assertEquals(m(/\d\D\w\W\s\S/, '1xa- z'), [0, '1xa- z']);
  assertEquals(m(/[\d-x]+/, 'a1-x'), [1, '1-x']);
});
test('escapes name control characters and code points', function () {
  assertEquals(m(/\x41\u0042\cJ\0/, 'AB\n\0'), [0, 'AB\n\0']);
  assertEquals(m(/[\b]/, '\b'), [0, '\b']);
});
test('word boundaries match between word characters and others', function () {
  assertEquals(m(/\bfoo\b/, 'a foo b'), [2, 'foo']);
  assertSame(m(/\b/, ''), null);
  assertEquals(m(/\Boo\B/, 'fooo'), [1, 'oo']);
});
test('an empty class matches nothing, its negation everything', function () {
  assertSame(m(/[]/, 'a'), null);
  assertEquals(m(/[^]/, '\n'), [0, '\n']);
});
test('a slash is escaped outside of a class', function () {
  assertEquals(m(/\//, '/'), [0, '/']);
  assertEquals(m(/[/]/, '/'), [0, '/']);
});
test('what is no quantifier, escape or bracket stands for itself, outside of Unicode mode', function () {
  assertEquals(m(/a{,2}/, 'a{,2}'), [0, 'a{,2}']);
  assertEquals(m(/a{2/, 'a{2'), [0, 'a{2']);
  assertEquals(m(/\c/, '\\c'), [0, '\\c']);
  assertEquals(m(/[\c]/, 'c'), [0, 'c']);
  assertEquals(m(/\u{2}/, 'uu'), [0, 'uu']);
  assertEquals(m(/]}/, ']}'), [0, ']}']);
});
test('a quantifier takes as much as it can, or as little where lazy', function () {
  assertEquals(m(/a*/, 'aaa'), [0, 'aaa']);
  assertEquals(m(/a*?/, 'aaa'), [0, '']);
  assertEquals(m(/a+?b/, 'aaab'), [0, 'aaab']);
  assertEquals(m(/a??b/, 'ab'), [0, 'ab']);
  assertEquals(m(/a{2}/, 'aaa'), [0, 'aa']);
  assertEquals(m(/a{2,}/, 'aaaa'), [0, 'aaaa']);
  assertEquals(m(/a{1,2}?/, 'aaa'), [0, 'a']);
});
test('an iteration clears the groups in it, and an empty one is not repeated', function () {
  assertEquals(m(/(a*)*/, 'b'), [0, '', undefined]);
  assertEquals(m(/(a*)+/, 'b'), [0, '', '']);
  assertEquals(m(/(?:a?)*?b/, 'aab'), [0, 'aab']);
  assertEquals(m(/(z)((a+)?(b+)?(c))*/, 'zaacbbbcac'), [0, 'zaacbbbcac', 'z', 'ac', 'a', undefined, 'c']);
  assertEquals(m(/(?:){3}/, ''), [0, '']);
});
test('a count of zero matches nothing and leaves its groups out', function () {
  assertEquals(m(/a{0}b/, 'ab'), [1, 'b']);
  assertEquals(m(/(a){0}/, 'a'), [0, '', undefined]);
});
test('a lookahead is not entered again', function () {
  assertEquals(m(/(?=(a+))a*b\1/, 'baaabac'), [3, 'aba', 'a']);
});
test('the first alternative that leads to a match counts', function () {
  assertEquals(m(/a|ab/, 'abc'), [0, 'a']);
  assertEquals(m(/((a)|(ab))((c)|(bc))/, 'abc'), [0, 'abc', 'a', 'a', undefined, 'bc', undefined, 'bc']);
  assertEquals(m(/(?:a|b)+/, 'abba'), [0, 'abba']);
  assertEquals(m(/|a/, 'a'), [0, '']);
  assertEquals(m(/(?:)/, ''), [0, '']);
});
test('a back reference matches what its group matched, or nothing', function () {
  assertEquals(m(/(a)\1/, 'aa'), [0, 'aa', 'a']);
  assertEquals(m(/\1(a)/, 'a'), [0, 'a', 'a']);
  assertEquals(m(/(?:(a)|b)*/, 'ab'), [0, 'ab', undefined]);
  assertEquals(m(/(a)|b\1/, 'b'), [0, 'b', undefined]);
  assertEquals(m(/(.)(.)\2\1/, 'abba'), [0, 'abba', 'a', 'b']);
  assertEquals(m(/(\2)(a)/, 'a'), [0, 'a', '', 'a']);
});
test('an escape of a number without a group is octal, or the digit', function () {
  assertEquals(m(/\8/, '8'), [0, '8']);
  assertEquals(m(/\11/, '\t'), [0, '\t']);
});
test('^ and $ match at the ends, with m at those of lines', function () {
  assertSame(m(/^b/, 'a\nb'), null);
  assertEquals(m(/^b/m, 'a\nb'), [2, 'b']);
  assertSame(m(/a$/, 'a\n'), null);
  assertEquals(m(/a$/m, 'a\nb'), [0, 'a']);
});
test('a lookahead matches without taking', function () {
  assertEquals(m(/a(?=b)/, 'acab'), [2, 'a']);
  assertEquals(m(/a(?!b)/, 'abac'), [2, 'a']);
  assertEquals(m(/(?=(a))\1/, 'a'), [0, 'a', 'a']);
  assertEquals(m(/(?!(a))b/, 'b'), [0, 'b', undefined]);
  assertEquals(m(/(?:(?=(a))a)+b/, 'aab'), [0, 'aab', 'a']);
  assertEquals(m(/(?=a)*/, ''), [0, '']);
});
test('a lookbehind matches backward', function () {
  assertEquals(m(/(?<=a)b/, 'bab'), [2, 'b']);
  assertEquals(m(/(?<!a)b/, 'abb'), [2, 'b']);
  assertEquals(m(/(?<=(\d+)(\d+))$/, '1053'), [4, '', '1', '053']);
  assertEquals(m(/(?<=\1(a))b/, 'aab'), [2, 'b', 'a']);
  assertEquals(m(/(?<=^|,)x/, 'a,x'), [2, 'x']);
  assertEquals(m(/(?<=[^]{2})c/, 'abc'), [2, 'c']);
  assertEquals(m(/(?<=a+)b/, 'aab'), [2, 'b']);
  assertEquals(m(/(?<=(a|ab))c/, 'abc'), [2, 'c', 'ab']);
});
test('i matches either case of a letter, in classes and back references too', function () {
  assertEquals(m(/ABC/i, 'xabc'), [1, 'abc']);
  assertEquals(m(/[a-z]+/i, 'ABC'), [0, 'ABC']);
  assertSame(m(/[^a]/i, 'A'), null);
  assertEquals(m(/(a)\1/i, 'aA'), [0, 'aA', 'a']);
});
test('i folds letters beyond ASCII to one upper case letter', function () {
  assertEquals(m(/é/i, 'É'), [0, 'É']);
  assertEquals(m(/σ/i, 'ς'), [0, 'ς']);
  assertSame(m(/ß/i, 'SS'), null);
  assertEquals(m(/ǆ/i, 'ǅ'), [0, 'ǅ']);
  assertEquals(m(/[Å-å]/i, 'Å'), [0, 'Å']);
});
test('i with u folds by the Unicode tables', function () {
  assertSame(m(/\u212a/i, 'k'), null);
  assertEquals(m(/\u212a/iu, 'k'), [0, 'k']);
  assertEquals(m(/[\w]/iu, 'ſ'), [0, 'ſ']);
  assertSame(m(/\w/i, 'ſ'), null);
});
test('a pattern that is not whole is a SyntaxError', function () {
  for (const p of [
    '(',
    ')',
    '[',
    '*',
    '+',
    '?',
    'a**',
    'a+++',
    '{1}',
    'a{2,1}',
    '(?',
    '(?<',
    '(?<a',
    '(?<1>a)',
    '(?<a>x)(?<a>y)',
    '\\',
    '[b-a]',
    '(?a)',
    '^*',
    '(?<=a)*',
    'x{1}{1}',
    '(?:'
  ])
    assertThrows(SyntaxError, () => new RegExp(p), undefined);
});
test('a pattern that only Annex B knows is a SyntaxError with u', function () {
  for (const p of [
    '\\u{110000}',
    '{',
    '}',
    ']',
    'a{',
    '\\c',
    '\\-',
    '\\a',
    '[\\d-a]',
    '\\1',
    '\\00',
    '(?=a)*',
    '\\p{Nope}',
    '\\p',
    '\\u{',
    '[\\u{1F600}-a]',
    '\\k<a>',
    '\\8',
    '[a-\\d]',
    'a{,1}'
  ])
    assertThrows(SyntaxError, () => new RegExp(p, 'u'), undefined);
});
test('a flag that is unknown or repeated is a SyntaxError', function () {
  for (const f of ['gg', 'x', 'G', 'uv', 'g ', 'gimsuyd2']) assertThrows(SyntaxError, () => new RegExp('a', f));
});
test('u takes a surrogate pair as one character', function () {
  assertSame(m(/^.$/, '😀'), null);
  assertEquals(m(/^.$/u, '😀'), [0, '😀']);
  assertEquals(m(/[😀-😂]/u, '😁'), [0, '😁']);
  assertEquals(m(/\u{1F600}/u, '😀'), [0, '😀']);
  assertEquals(m(/\ud83d/, '😀'), [0, '\ud83d']);
  assertSame(m(/\ud83d/u, '😀'), null);
  assertEquals(m(/^[^x]$/u, '😀'), [0, '😀']);
  assertSame(m(/\udf06/u, '\ud834\udf06'), null);
  assertEquals(m(/😀{2}/u, '😀😀'), [0, '😀😀']);
});
test('\\p matches by property, in classes and their negations too', function () {
  assertEquals(m(/\p{L}+/u, '1éλ日2'), [1, 'éλ日']);
  assertEquals(m(/\p{Lu}/u, 'aB'), [1, 'B']);
  assertEquals(m(/\P{L}/u, 'a1'), [1, '1']);
  assertEquals(m(/\p{Script=Greek}+/u, 'aλμ'), [1, 'λμ']);
  assertEquals(m(/\p{Emoji}/u, 'a😀'), [1, '😀']);
  assertEquals(m(/[\p{Lu}\d]+/u, 'aB1c'), [1, 'B1']);
  assertEquals(m(/\p{ASCII_Hex_Digit}+/u, 'xyzFF'), [3, 'FF']);
  assertEquals(m(/[^\p{L}]/u, 'a1'), [1, '1']);
  assertEquals(m(/\p{Lu}/iu, 'a'), [0, 'a']);
});
test('a lookbehind with u steps back over a pair', function () {
  assertEquals(m(/(?<=😀)a/u, '😀a'), [2, 'a']);
});
test('\\S with u takes a surrogate pair', function () {
  assertEquals(m(/\S/u, '😀'), [0, '😀']);
});
test('groups have names in an object without a prototype', function () {
  const x = /(?<year>\d{4})-(?<month>\d\d)/.exec('on 2024-05');
  assertSame(x.groups.year, '2024');
  assertSame(x.groups.month, '05');
  assertSame(Object.getPrototypeOf(x.groups), null);
  assertEquals(Object.keys(x.groups), ['year', 'month']);
  assertSame(x[1], '2024');
});
test('\\k matches what the named group matched', function () {
  assertEquals(m(/(?<a>.)\k<a>/, 'xaa'), [1, 'aa', 'a']);
});
test('a named group that takes no part is undefined, and without names there are no groups', function () {
  assertSame(/(?<a>x)|b/.exec('b').groups.a, undefined);
  assertSame(/a/.exec('a').groups, undefined);
  assertEquals(m(/\k<a>/, 'k<a>'), [0, 'k<a>']);
});
test('a name may be any identifier', function () {
  assertEquals(m(/(?<π>a)/u, 'a'), [0, 'a', 'a']);
  assertEquals(m(/(?<$_1>a)/, 'a'), [0, 'a', 'a']);
});
test('$<name> puts a named group in, where there are names', function () {
  assertEquals(
    ['2024-05'.replace(/(?<y>\d+)-(?<m>\d+)/, '$<m>/$<y>$<none>'), 'a'.replace(/a/, '$<x>')],
    ['05/2024', '$<x>']
  );
});
test('v subtracts, intersects and unites classes, also of strings', function () {
  assertEquals(m(new RegExp('[\\p{L}--[a-z]]+', 'v'), 'abCD'), [2, 'CD']);
  assertEquals(m(new RegExp('[[a-z]&&[aeiou]]+', 'v'), 'xyze'), [3, 'e']);
  assertEquals(m(new RegExp('[\\q{abc|d}x]', 'v'), 'zabc'), [1, 'abc']);
  assertEquals(m(new RegExp('^\\p{RGI_Emoji}$', 'v'), '👨‍👩‍👧'), [0, '👨‍👩‍👧']);
  assertEquals(m(new RegExp('[^\\d]', 'v'), '1a'), [1, 'a']);
});
test('v reserves punctuators and double operators', function () {
  for (const p of ['[(]', '[a--b&&c]', '[a&&&b]', '[^\\q{ab}]']) assertThrows(SyntaxError, () => new RegExp(p, 'v'));
});
