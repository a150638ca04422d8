// Loops over so many characters that they are polled within, in patterns by code points and by code units.
test('loops over all code points', function () {
  var parts = [];
  for (var c = 0x100; c < 0x10FFFF; c += 4) parts.push(String.fromCodePoint(c));
  var text = parts.join('');
  [/^\W+$/, /^\W+$/u, /^\W+$/v, /^[^a-z]+$/u, /^.+$/su].forEach(function (pattern) {
    for (var i = 0; i < 4; i++) assertSame(pattern.test(text), true);
    assertSame(pattern.test('a\n' + text) && pattern.source !== '^.+$', false);
  });
});
