// not-on-node: node 20 has accessors for these
test('what a locale says of its people', function () {
  const de = new Intl.Locale('de-DE');
  assertEquals(de.getCalendars(), ['gregory']);
  assertEquals(de.getHourCycles(), ['h23']);
  assertEquals(de.getNumberingSystems(), ['latn']);
  assertEquals(de.getTextInfo(), { direction: 'ltr' });
  assertEquals(de.getWeekInfo(), { firstDay: 1, weekend: [6, 7] });
  assertEquals(new Intl.Locale('ar').getTextInfo().direction, 'rtl');
  assertEquals(new Intl.Locale('en-US').getWeekInfo().firstDay, 7);
  assertEquals(new Intl.Locale('en-US-u-fw-mon').getWeekInfo().firstDay, 1);
  assertEquals(new Intl.Locale('en').getTimeZones(), undefined);
  assert(new Intl.Locale('de-DE').getTimeZones().includes('Europe/Berlin'));
});
test('a region in a keyword counts', function () {
  assertEquals(new Intl.Locale('en-US-u-rg-gbzzzz').getHourCycles(), ['h23']);
});
test('tags that are longer than ICU takes', function () {
  let tag = 'en';
  for (let i = 130; i-- > 0;) tag += '-v' + (10000 + i);
  const [canonical] = Intl.getCanonicalLocales(tag);
  assertEquals(canonical.length, tag.length);
  assert(canonical.startsWith('en-v10000-v10001-'));
  assertThrows(RangeError, () => Intl.getCanonicalLocales(tag + tag.slice(2).replaceAll('v', 'w')));
  assertEquals(new Intl.NumberFormat(tag).resolvedOptions().locale, 'en');
});
