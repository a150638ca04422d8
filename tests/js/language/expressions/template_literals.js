// Untagged templates.
test('substitutions are converted with ToString', function () {
  const log = [];
  const o = { toString() { log.push('s'); return 'S'; }, valueOf() { log.push('v'); return 'V'; } };
  assertSame(`${o}-${1 + 1}-${null}-${undefined}-${[1, 2]}-${-0}`, 'S-2-null-undefined-1,2-0');
  assertEquals(log, ['s']);
});
test('a symbol is a TypeError', function () {
  assertThrows(TypeError, () => `${Symbol('x')}`);
});
test('the hint is string', function () {
  assertSame(`${{ [Symbol.toPrimitive]: (hint) => hint }}`, 'string');
});
test('each value is converted before the next is evaluated', function () {
  const log = [];
  const make = (n) => { log.push('eval ' + n); return { toString() { log.push('str ' + n); return n; } }; };
  assertSame(`${make('a')}${make('b')}`, 'ab');
  assertEquals(log, ['eval a', 'str a', 'eval b', 'str b']);
});
test('templates nest, and braces within substitutions are theirs', function () {
  assertSame(`a${`b${`c${1}`}`}`, 'abc1');
  assertSame(`${{ a: { b: 1 } }.a.b}${(() => { return `}`; })()}`, '1}');
});
test('a line end is a line feed', function () {
  assertSame(`line1
line2`, 'line1\nline2');
  assertSame(eval('`a\r\nb\rc`'), 'a\nb\nc');
});
test('escapes and dollars stand for themselves', function () {
  assertSame(`\u{1F600}\x41\t\`\${`, '😀A\t`${');
  assertSame(`$`, '$');
  assertSame(`$$${1}$`, '$$1$');
});
test('a line goes on behind a backslash', function () {
  assertSame(`a\
b`, 'ab');
});
test('a template is a property key', function () {
  const o = { [`k${1}`]: `v` };
  assertSame(o[`k1`], 'v');
});
test('a template is a tagged argument, or a string with members', function () {
  assertSame((x => x)`a`[0], 'a');
  assertSame(`abc`.length, 3);
});
