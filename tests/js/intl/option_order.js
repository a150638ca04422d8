// not-on-node: node 20 reads them in an older order
test('options that are read once, and in order', function () {
  const seen = [];
  new Intl.NumberFormat('en', new Proxy({}, { get(_, key) { seen.push(key); } }));
  assertEquals(seen, [
    'localeMatcher',
    'numberingSystem',
    'style',
    'currency',
    'currencyDisplay',
    'currencySign',
    'unit',
    'unitDisplay',
    'notation',
    'minimumIntegerDigits',
    'minimumFractionDigits',
    'maximumFractionDigits',
    'minimumSignificantDigits',
    'maximumSignificantDigits',
    'roundingIncrement',
    'roundingMode',
    'roundingPriority',
    'trailingZeroDisplay',
    'compactDisplay',
    'useGrouping',
    'signDisplay'
  ]);
});
