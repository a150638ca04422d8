// not-on-node: https://github.com/tc39/proposal-regexp-legacy-features
// RegExp.$1 and its kin, as the proposal has them.
test('what the last match left', () => {
  /(b)(c)?/.exec('abd');
  assertEquals(
    [RegExp.$1, RegExp.$2, RegExp.lastMatch, RegExp.lastParen, RegExp.leftContext, RegExp.rightContext, RegExp.input],
    ['b', '', 'b', '', 'a', 'd', 'abd']
  );
  assertEquals([RegExp['$&'], RegExp['$+'], RegExp['$`'], RegExp["$'"], RegExp.$_], ['b', '', 'a', 'd', 'abd']);
  RegExp.input = 5;
  assertSame(RegExp.$_, '5');
});
test('only RegExp itself has them', () => {
  class C extends RegExp {}
  for (const name of ['$1', 'lastMatch', 'lastParen', 'leftContext', 'rightContext', 'input', '$&']) {
    const { get, set } = Object.getOwnPropertyDescriptor(RegExp, name);
    assertThrows(TypeError, () => C[name], /is not the RegExp constructor/);
    assertThrows(TypeError, () => get.call({}));
    assertSame(set === undefined, name !== 'input');
  }
  assertThrows(TypeError, () => { C.input = ''; });
});
test('a match of a subclass takes them away until the next match', () => {
  class C extends RegExp {}
  /(x)/.exec('x');
  new C('y').exec('y');
  assertThrows(TypeError, () => RegExp.input);
  assertThrows(TypeError, () => RegExp.$1, /a subclass matched since/);  // itself a match
  /(z)/.exec('z');
  assertSame(RegExp.$1, 'z');
});
test('compile refuses the instances of subclasses', () => {
  class C extends RegExp {}
  assertThrows(TypeError, () => new C('y').compile('z'), /subclass/);
  assertSame(/a/.compile('b', 'g').flags, 'g');
});
