test('canonical locales', function () {
  assertEquals(Intl.getCanonicalLocales(['EN-us', 'zh-hant-tw', 'en-US', 'iw']), ['en-US', 'zh-Hant-TW', 'he']);
  assertEquals(Intl.getCanonicalLocales(), []);
  assertEquals(Intl.getCanonicalLocales('de-u-co-phonebk'), ['de-u-co-phonebk']);
  for (const bad of ['', 'e', 'en_US', 'en-', 'en-US-US', 'en-a-x', 'x-private', 'en-u', 'de-1996-1996', 'i-klingon'])
    assertThrows(RangeError, () => Intl.getCanonicalLocales(bad));
  assertThrows(TypeError, () => Intl.getCanonicalLocales(null));
  assertThrows(TypeError, () => Intl.getCanonicalLocales([1]));
});

test('parts of a Locale', function () {
  const l = new Intl.Locale('en-Latn-US-u-ca-buddhist-kn', { numberingSystem: 'arab', hourCycle: 'h23' });
  assertEquals(l.toString(), 'en-Latn-US-u-ca-buddhist-hc-h23-kn-nu-arab');
  assertEquals([l.language, l.script, l.region, l.baseName], ['en', 'Latn', 'US', 'en-Latn-US']);
  assertEquals([l.calendar, l.numberingSystem, l.hourCycle, l.numeric], ['buddhist', 'arab', 'h23', true]);
  assertEquals(l.collation, undefined);
  assertEquals(new Intl.Locale('zh').maximize().toString(), 'zh-Hans-CN');
  assertEquals(new Intl.Locale('en-Latn-US').minimize().toString(), 'en');
  assertThrows(TypeError, () => Intl.Locale('en'));
  assertThrows(RangeError, () => new Intl.Locale('en', { region: 'USA' }));
});

test('supportedValuesOf', function () {
  for (const key of ['calendar', 'collation', 'currency', 'numberingSystem', 'timeZone', 'unit']) {
    const values = Intl.supportedValuesOf(key);
    assertEquals(values, [...values].sort());
    assertEquals(new Set(values).size, values.length);
  }
  assert(Intl.supportedValuesOf('currency').includes('EUR'));
  assertThrows(RangeError, () => Intl.supportedValuesOf('locale'));
});

test('supportedLocalesOf', function () {
  assertEquals(Intl.NumberFormat.supportedLocalesOf(['de-AT-u-nu-latn', 'xq', 'fr']), ['de-AT-u-nu-latn', 'fr']);
  assertThrows(RangeError, () => Intl.NumberFormat.supportedLocalesOf('de', { localeMatcher: 'x' }));
});
