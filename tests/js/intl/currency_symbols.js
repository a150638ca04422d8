// not-on-node: node 20 answers with the long name whatever the style
test('symbols of currencies', function () {
  const name = (style, code) => new Intl.DisplayNames('en', { type: 'currency', style }).of(code);
  assertEquals(['long', 'short', 'narrow'].map(style => name(style, 'CAD')), ['Canadian Dollar', 'CA$', '$']);
});
