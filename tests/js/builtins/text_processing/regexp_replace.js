// Replacing and splitting: the direct loops for unmodified RegExps against the steps that subclasses take.
class Plain extends RegExp {}  // a prototype of its own, so nothing about it is taken for granted
const cases = [
  ['a-b-c', '-', 'g', '_'],
  ['abc', '(b)(x)?', '', '[$1|$2|$3|$&|$`|$\']'],
  ['aaa', 'a*?', 'g', '<$&>'],
  ['aaa', '', 'g', '-'],
  ['\u{1F600}x', '', 'gu', '-'],
  ['\u{1F600}x', '', 'g', '-'],
  ['\u{1F600}x', '.', 'gu', '$&$&'],
  ['john smith', '(?<f>\\w+) (?<l>\\w+)', '', '$<l>, $<f>$<x>$<'],
  ['abcabc', '(?<n>b)|(?<m>c)', 'g', '[$<n>$<m>]'],
  ['x'.repeat(50), '(x)(x)', 'g', '$2$1$$'],
  ['ab', 'b', 'y', 'c'],
  ['bab', 'b', 'gy', 'c'],
  ['abc', '(a)(b)(c)', '', '$01$02$10$3$4$00'],
  ['\u1234a\u1234', '\u1234', 'g', 'é'],
  ['aé', 'é', '', '\u1234$&'],
  ['abc', 'z', 'g', 'x'],
];
test('text is put in for matches as the steps do it', function () {
  for (const [text, source, flags, replacement] of cases) {
    const fast = text.replace(new RegExp(source, flags), replacement);
    assertSame(text.replace(new Plain(source, flags), replacement), fast);
  }
  assertSame('a-b-c'.replace(/-/g, '_'), 'a_b_c');
  assertSame('abc'.replace(/(b)(x)?/, '[$1|$2|$3|$&|$`|$\']'), 'a[b||$3|b|a|c]c');
});
test('a callback is called for matches as by the steps', function () {
  for (const [text, source, flags] of cases) {
    const log = (out) => (...args) => { out.push(JSON.stringify(args)); return args.length + args[0]; };
    const fast = [], slow = [];
    assertSame(text.replace(new RegExp(source, flags), log(fast)), text.replace(new Plain(source, flags), log(slow)));
    assertEquals(fast, slow);
  }
});
test('match, search and split give what the steps give', function () {
  for (const [text, source, flags] of cases) {
    const fast = new RegExp(source, flags), slow = new Plain(source, flags);
    assertSame(JSON.stringify(text.match(fast)), JSON.stringify(text.match(slow)));
    assertSame(text.search(fast), text.search(slow));
    for (const limit of [undefined, 0, 1, 2, 3]) {
      assertSame(JSON.stringify(text.split(fast, limit)), JSON.stringify(text.split(slow, limit)));
    }
    assertSame(fast.lastIndex, slow.lastIndex);
  }
});
test('a callback may compile the RegExp anew', function () {
  const r = /a/g;
  assertSame('aXaXa'.replace(r, () => { r.lastIndex = 99; r.compile('X'); return 'b'; }), 'bXbXb');
  assertSame(r.source, 'X');
});
test('an exec of the instance\'s own is called', function () {
  const r = /a/g;
  let calls = 0;
  r.exec = function (s) { calls++; return RegExp.prototype.exec.call(this, s); };
  assertSame('banana'.replace(r, 'o'), 'bonono');
  assertSame(calls, 4);
});
test('replace with g sets lastIndex to 0', function () {
  const g = /a/g;
  g.lastIndex = 1;
  'aaa'.replace(g, '');
  assertSame(g.lastIndex, 0);
});
test('replace with y leaves lastIndex behind the match', function () {
  const y = /a/y;
  y.lastIndex = 1;
  assertSame('aab'.replace(y, 'x'), 'axb');
  assertSame(y.lastIndex, 2);
});
test('replace without g and y leaves lastIndex alone', function () {
  const plain = /a/;
  plain.lastIndex = 1;
  'aaa'.replace(plain, '');
  assertSame(plain.lastIndex, 1);
});
test('search puts lastIndex aside', function () {
  const plain = /a/;
  plain.lastIndex = { valueOf() { return 0; } };
  assertSame('ba'.search(plain), 1);
});
test('test with g throws where lastIndex is read-only', function () {
  assertThrows(TypeError, () => Object.freeze(/a/g).test('a'));
});
