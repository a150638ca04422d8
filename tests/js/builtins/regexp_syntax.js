// RegExp: what the pattern means.
const m = (r, s) => { const x = r.exec(s); return x && [x.index, ...x]; };
test('characters, classes, escapes', function () {
  assertEquals([m(/a.c/, 'a\nc abc'), m(/a.c/s, 'a\nc'), m(/[a-c]+/, 'xxabcd'), m(/[^a-c]+/, 'abxyc'), m(/\d\D\w\W\s\S/, '1xa- z'), m(/[\d-x]+/, 'a1-x'), m(/\x41\u0042\cJ\0/, 'AB\n\0'), m(/[\b]/, '\b'), m(/\bfoo\b/, 'a foo b'), m(/\Boo\B/, 'fooo'), m(/[]/, 'a'), m(/[^]/, '\n'), m(/\//, '/'), m(/[/]/, '/'), m(/a{,2}/, 'a{,2}'), m(/a{2/, 'a{2'), m(/\c/, '\\c'), m(/[\c]/, 'c'), m(/\u{2}/, 'uu'), m(/]}/, ']}')],
    [[4, 'abc'], [0, 'a\nc'], [2, 'abc'], [2, 'xy'], [0, '1xa- z'], [1, '1-x'], [0, 'AB\n\0'], [0, '\b'], [2, 'foo'], [1, 'oo'], null, [0, '\n'], [0, '/'], [0, '/'], [0, 'a{,2}'], [0, 'a{2'], [0, '\\c'], [0, 'c'], [0, 'uu'], [0, ']}']]);
});
test('quantifiers', function () {
  assertEquals([m(/a*/, 'aaa'), m(/a*?/, 'aaa'), m(/a+?b/, 'aaab'), m(/a??b/, 'ab'), m(/a{2}/, 'aaa'), m(/a{2,}/, 'aaaa'), m(/a{1,2}?/, 'aaa'), m(/(a*)*/, 'b'), m(/(a*)+/, 'b'), m(/(?:a?)*?b/, 'aab'), m(/(z)((a+)?(b+)?(c))*/, 'zaacbbbcac'), m(/(?:){3}/, ''), m(/a{0}b/, 'ab'), m(/(a){0}/, 'a'), m(/(?=(a+))a*b\1/, 'baaabac')],
    [[0, 'aaa'], [0, ''], [0, 'aaab'], [0, 'ab'], [0, 'aa'], [0, 'aaaa'], [0, 'a'], [0, '', undefined], [0, '', ''], [0, 'aab'], [0, 'zaacbbbcac', 'z', 'ac', 'a', undefined, 'c'], [0, ''], [1, 'b'], [0, '', undefined], [3, 'aba', 'a']]);
});
test('alternatives, groups, backreferences', function () {
  assertEquals([m(/a|ab/, 'abc'), m(/((a)|(ab))((c)|(bc))/, 'abc'), m(/(?:a|b)+/, 'abba'), m(/(a)\1/, 'aa'), m(/\1(a)/, 'a'), m(/(?:(a)|b)*/, 'ab'), m(/(a)|b\1/, 'b'), m(/(.)(.)\2\1/, 'abba'), m(/|a/, 'a'), m(/(?:)/, ''), m(/(\2)(a)/, 'a'), m(/\8/, '8'), m(/\11/, '\t')],
    [[0, 'a'], [0, 'abc', 'a', 'a', undefined, 'bc', undefined, 'bc'], [0, 'abba'], [0, 'aa', 'a'], [0, 'a', 'a'], [0, 'ab', undefined], [0, 'b', undefined], [0, 'abba', 'a', 'b'], [0, ''], [0, ''], [0, 'a', '', 'a'], [0, '8'], [0, '\t']]);
});
test('assertions', function () {
  assertEquals([m(/^b/, 'a\nb'), m(/^b/m, 'a\nb'), m(/a$/, 'a\n'), m(/a$/m, 'a\nb'), m(/a(?=b)/, 'acab'), m(/a(?!b)/, 'abac'), m(/(?<=a)b/, 'bab'), m(/(?<!a)b/, 'abb'), m(/(?<=(\d+)(\d+))$/, '1053'), m(/(?<=\1(a))b/, 'aab'), m(/(?=(a))\1/, 'a'), m(/(?!(a))b/, 'b'), m(/(?<=^|,)x/, 'a,x'), m(/(?<=[^]{2})c/, 'abc'), m(/\b/, ''), m(/(?:(?=(a))a)+b/, 'aab'), m(/(?=a)*/, ''), m(/(?<=a+)b/, 'aab'), m(/(?<=(a|ab))c/, 'abc')],
    [null, [2, 'b'], null, [0, 'a'], [2, 'a'], [2, 'a'], [2, 'b'], [2, 'b'], [4, '', '1', '053'], [2, 'b', 'a'], [0, 'a', 'a'], [0, 'b', undefined], [2, 'x'], [2, 'c'], null, [0, 'aab', 'a'], [0, ''], [2, 'b'], [2, 'c', 'ab']]);
});
test('ignoring case', function () {
  assertEquals([m(/ABC/i, 'xabc'), m(/[a-z]+/i, 'ABC'), m(/[^a]/i, 'A'), m(/é/i, 'É'), m(/σ/i, 'ς'), m(/ß/i, 'SS'), m(/\u212a/i, 'k'), m(/\u212a/iu, 'k'), m(/[\w]/iu, 'ſ'), m(/\w/i, 'ſ'), m(/(a)\1/i, 'aA'), m(/ǆ/i, 'ǅ'), m(/[Å-å]/i, 'Å')],
    [[1, 'abc'], [0, 'ABC'], null, [0, 'É'], [0, 'ς'], null, null, [0, 'k'], [0, 'ſ'], null, [0, 'aA', 'a'], [0, 'ǅ'], [0, 'Å']]);
});
test('syntax errors', function () {
  for (const p of ['(', ')', '[', '*', '+', '?', 'a**', 'a+++', '{1}', 'a{2,1}', '(?', '(?<', '(?<a', '(?<1>a)', '(?<a>x)(?<a>y)', '\\', '[b-a]', '(?a)', '^*', '(?<=a)*', 'x{1}{1}', '(?:']) assertThrows(SyntaxError, () => new RegExp(p), undefined);
  for (const p of ['\\u{110000}', '{', '}', ']', 'a{', '\\c', '\\-', '\\a', '[\\d-a]', '\\1', '\\00', '(?=a)*', '\\p{Nope}', '\\p', '\\u{', '[\\u{1F600}-a]', '\\k<a>', '\\8', '[a-\\d]', 'a{,1}']) assertThrows(SyntaxError, () => new RegExp(p, 'u'), undefined);
  for (const f of ['gg', 'x', 'G', 'uv', 'g ', 'gimsuyd2']) assertThrows(SyntaxError, () => new RegExp('a', f));
});
test('Unicode mode', function () {
  assertEquals([m(/^.$/, '😀'), m(/^.$/u, '😀'), m(/[😀-😂]/u, '😁'), m(/\u{1F600}/u, '😀'), m(/\ud83d/, '😀'), m(/\ud83d/u, '😀'), m(/^[^x]$/u, '😀'), m(/\udf06/u, '\ud834\udf06'), m(/😀{2}/u, '😀😀'), m(/\p{L}+/u, '1éλ日2'), m(/\p{Lu}/u, 'aB'), m(/\P{L}/u, 'a1'), m(/\p{Script=Greek}+/u, 'aλμ'), m(/\p{Emoji}/u, 'a😀'), m(/[\p{Lu}\d]+/u, 'aB1c'), m(/\p{ASCII_Hex_Digit}+/u, 'xyzFF'), m(/[^\p{L}]/u, 'a1'), m(/\p{Lu}/iu, 'a'), m(/(?<=😀)a/u, '😀a'), m(/\S/u, '😀')],
    [null, [0, '😀'], [0, '😁'], [0, '😀'], [0, '\ud83d'], null, [0, '😀'], null, [0, '😀😀'], [1, 'éλ日'], [1, 'B'], [1, '1'], [1, 'λμ'], [1, '😀'], [1, 'B1'], [3, 'FF'], [1, '1'], [0, 'a'], [2, 'a'], [0, '😀']]);
});
test('named groups', function () {
  const x = /(?<year>\d{4})-(?<month>\d\d)/.exec('on 2024-05');
  assertEquals([x.groups.year, x.groups.month, Object.getPrototypeOf(x.groups), Object.keys(x.groups), x[1]], ['2024', '05', null, ['year', 'month'], '2024']);
  assertEquals([m(/(?<a>.)\k<a>/, 'xaa'), /(?<a>x)|b/.exec('b').groups.a, /a/.exec('a').groups, m(/\k<a>/, 'k<a>'), m(/(?<π>a)/u, 'a'), m(/(?<$_1>a)/, 'a')], [[1, 'aa', 'a'], undefined, undefined, [0, 'k<a>'], [0, 'a', 'a'], [0, 'a', 'a']]);
  assertEquals(['2024-05'.replace(/(?<y>\d+)-(?<m>\d+)/, '$<m>/$<y>$<none>'), 'a'.replace(/a/, '$<x>')], ['05/2024', '$<x>']);
});
test('the v flag', function () {
  assertEquals([m(new RegExp('[\\p{L}--[a-z]]+', 'v'), 'abCD'), m(new RegExp('[[a-z]&&[aeiou]]+', 'v'), 'xyze'), m(new RegExp('[\\q{abc|d}x]', 'v'), 'zabc'), m(new RegExp('^\\p{RGI_Emoji}$', 'v'), '👨‍👩‍👧'), m(new RegExp('[^\\d]', 'v'), '1a')], [[2, 'CD'], [3, 'e'], [1, 'abc'], [0, '👨‍👩‍👧'], [1, 'a']]);
  for (const p of ['[(]', '[a--b&&c]', '[a&&&b]', '[^\\q{ab}]']) assertThrows(SyntaxError, () => new RegExp(p, 'v'));
});
test('backtracking that takes long but ends', function () {
  assertEquals([m(/^(a+)+$/, 'a'.repeat(18) + 'b'), m(/(x+x+)+y/, 'x'.repeat(14)), m(/(?:a|a)*b/, 'a'.repeat(14)), m(/.*.*=.*/, 'x=x')[1]], [null, null, null, 'x=x']);
  assertSame(/^(?:.?)*$/.test('x'.repeat(500)), true);
  assertSame(/(?:ab)*c/.exec('ab'.repeat(2000) + 'c')[0].length, 4001);
  assertSame(/^[^"]*"/.test('x'.repeat(100000)), false);
});
