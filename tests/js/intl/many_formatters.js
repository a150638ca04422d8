// flags: --memory-limit=64M
// timeout: 120
// A formatter is a few words in the heap, whatever ICU takes for it.
test('a million formatters', function () {
  const locales = ['en', 'de', 'fr', 'ja', 'ar', 'hi', 'sv', 'th'];
  let last;
  for (let i = 0; i < 1e6; i++) last = new Intl.NumberFormat(locales[i & 7], { maximumFractionDigits: i % 20 });
  assertEquals(last.resolvedOptions().locale, 'th');
});
test('a hundred thousand that are kept', function () {
  const kept = [];
  for (let i = 0; i < 1e5; i++) kept.push(new Intl.PluralRules(i & 1 ? 'en' : 'ar'));
  assertEquals([kept[1].select(2), kept[99998].select(2)], ['other', 'two']);
});
test('more kinds in use than are kept', function () {
  const all = [];
  const locales = 'af am ar az be bg bn bs ca cs da de el en es et eu fa fi fr ' +
      'ga gl gu he hi hr hu hy id is it ja ka kk km kn ko';
  for (const l of locales.split(' '))
    for (const o of [{ style: 'percent' }, { notation: 'compact' }, {}]) all.push(new Intl.NumberFormat(l, o));
  const once = all.map(f => f.format(1234567)), again = all.map(f => f.format(1234567));
  assertEquals(again, once);
  assertEquals(once[all.findIndex(f => f.resolvedOptions().locale === 'de') + 2], '1.234.567');
});
