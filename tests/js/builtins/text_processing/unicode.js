// What the language takes from Unicode 17.
test('identifiers may have letters of Unicode 17', function () {
  assertSame(eval('var \u{16EA0}\u088F = 3; \\u{16EA0}\\u088F'), 3);  // Beria Erfe, an Arabic letter
  assertSame(eval('var \uA7CE\u{1E6E3} = 4; \uA7CE\u{1E6E3}'), 4);  // Tai Yo has a mark
  assertThrows(SyntaxError, () => eval('var \u{1E6E3}'));
  assertThrows(SyntaxError, () => eval('var \u{1FAC8}'));
});
test('letters of Unicode 17 have case', function () {
  assertSame('\u{16EA0}\uA7CE\u{10D50}'.toLowerCase(), '\u{16EBB}\uA7CF\u{10D70}');
  assertSame('\u{16EBB}\uA7CF\u{10D70}'.toUpperCase(), '\u{16EA0}\uA7CE\u{10D50}');
  assertSame(/^\u{16EA0}$/iu.test('\u{16EBB}'), true);
  assertSame(/^[\u{16EA0}]$/iv.test('\u{16EBB}'), true);
});
test('property escapes know the characters and scripts of Unicode 17', function () {
  assertSame(/^\p{Script=Sidetic}\p{sc=Tayo}\p{scx=Berf}$/u.test('\u{10940}\u{1E6C0}\u{16EA0}'), true);
  assertSame(/^\p{Unified_Ideograph}$/u.test('\u{323B0}'), true);
  assertSame(/^\p{Emoji_Presentation}$/u.test('\u{1FAC8}'), true);
  assertSame(/^\p{Cn}$/u.test('\u{1FAC8}'), false);
  assertSame(/^\p{RGI_Emoji}$/v.test('\u{1F9D1}\u{1F3FB}\u200D\u{1FAEF}\u200D\u{1F9D1}\u{1F3FC}'), true);
});
test('normal forms know marks of Unicode 16 and 17', function () {
  assertSame('\u{105D2}\u0307'.normalize('NFC'), '\u{105C9}');
  assertSame('\u{1611E}\u{1611E}'.normalize('NFC'), '\u{16121}');
  assertSame('a\u0301\u1ADD'.normalize('NFC'), 'a\u1ADD\u0301'.normalize('NFC'));
});
test('the language of a case conversion may be written in capitals', function () {
  assertSame('i'.toLocaleUpperCase('TR'), '\u0130');
  assertSame('I'.toLocaleLowerCase('az-LATN'), '\u0131');
});
test('an eta with an accent keeps it where it is a word', function () {
  assertSame('ή γή ᾳ Ά'.toLocaleUpperCase('el'), 'Ή ΓΗ ΑΙ Α');
});
test('a piece boundary changes no conversion', function () {
  const n = 20000;
  assertSame(('\u1100\u1161\u11A8'.repeat(n)).normalize('NFC'), '\uAC01'.repeat(n));
  assertSame(('e\u0301'.repeat(n)).normalize('NFC'), 'é'.repeat(n));
  assertSame(('x\u{1D15E}'.repeat(n)).normalize('NFC'), 'x\u{1D157}\u{1D165}'.repeat(n));
  assertSame(('ß\u{10400}'.repeat(n)).toUpperCase(), 'SS\u{10400}'.repeat(n));
});
