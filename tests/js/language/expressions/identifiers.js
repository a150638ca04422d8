// Identifiers, escapes, white space, comments.
test('letters of any script make identifiers', function () {
  const ñ = 1, 变量 = 2, ℮ = 3, $ = 4, _ = 5, 𠮷 = 6, a‌b = 7, ª = 8;
  assertSame(ñ + 变量 + ℮ + $ + _ + 𠮷 + a‌b + ª, 36);
  const o = { ünïcödé: 1, 'ключ': 2 };
  assertSame(o.ünïcödé + o.ключ, 3);
});
test('an escape names the same identifier', function () {
  const abc = 1;
  assertSame(\u0061bc, 1);
  assertSame(a\u{62}c, 1);
});
test('an escape names the same property', function () {
  const o = { \u0061: 1, if: 2, 'x\u0079': 3 };
  assertSame(o.a + o.i\u0066 + o.xy, 6);
});
test('an escape in a declaration names the same variable', function () {
  assertSame(eval('var v\\u0061r_ = 1; var_'), 1);
});
test('an escaped keyword is neither a keyword nor an identifier', function () {
  for (const s of [
    'v\\u0061r x',
    'i\\u0066 (1) ;',
    '({ g\\u0065t x() {} })',
    'n\\u0065w Date',
    '\\u0061sync () => 1; }',
    'function* g() { yi\\u0065ld 1 }',
    'var v\\u0061r',
    'cl\\u0061ss A {}',
    'tru\\u0065 = 1',
    '"use strict"; l\\u0065t a',
    'for (a \\u006ff b) ;',
    'export \\u0064efault 1'
  ])
    assertThrows(SyntaxError, () => (0, eval)(s), undefined);
});
test('every white space and line end separates', function () {
  assertSame(eval('1\u0009+\u000b1\u000c+\u00201\u00a0+\ufeff1\u3000+\u20031'), 5);
  assertSame(eval('1\u2028+\u20291\r\n+\r1'), 3);
  assertSame(eval('// comment\u2028 5'), 5);
  assertSame(eval('/* \u2028 */ 6'), 6);
});
test('other format characters do not separate', function () {
  assertThrows(SyntaxError, () => eval('1 \u180e + 1'));
  assertThrows(SyntaxError, () => eval('a\\u{2E2F}'));
});
test('a hashbang is a comment at the very beginning only', function () {
  assertSame(eval('#!shebang\n7'), 7);
  assertThrows(SyntaxError, () => eval(' #!x\n7'));
  assertThrows(SyntaxError, () => new Function('#!x\n'));
});
test('contextual keywords are names', function () {
  var async = 1, of = 2, get = 3, set = 4, from = 5, as = 6, target = 7, meta = 8, accessor = 9;
  assertSame(async + of + get + set + from + as + target + meta + accessor, 45);
  const o = { async, of, get, set };
  assertSame(o.async + o.of + o.get + o.set, 10);
  function f(async, get) { return async + get; }
  assertSame(f(1, 2), 3);
});
test('a string has escapes and goes on behind a line end', function () {
  assertSame('\x41\u0042\u{43}\103\b\f\n\r\t\v\0\'\"\\\
', 'ABC' + 'C' + '\u0008\u000c\u000a\u000d\u0009\u000b\u0000\u0027\u0022\u005c');
  assertSame('\q\-\/', 'q-/');
});
test('escapes of a code point and of its two halves make a pair', function () {
  assertSame('\u{1F600}'.length, 2);
  assertSame('\ud83d\ude00', '😀');
});
