const constructors = [Intl.Collator, Intl.DateTimeFormat, Intl.ListFormat, Intl.NumberFormat, Intl.PluralRules,
  Intl.RelativeTimeFormat, Intl.Segmenter];

test('options that throw', function () {
  const thrown = new Error('mine');
  for (const C of constructors) {
    const seen = [];
    new C('en', new Proxy({}, { get(_, key) { seen.push(key); } }));
    assert(seen.length >= 2, C.name);
    for (const name of seen) {
      let caught;
      try {
        new C('en', { get [name]() { throw thrown; } });
      } catch (e) {
        caught = e;
      }
      assertSame(caught, thrown, C.name + ' ' + name);
    }
  }
});

test('locales that are proxies', function () {
  const seen = [];
  const locales = new Proxy(['de', , 'fr'], {
    get(t, key) { seen.push('get ' + String(key)); return t[key]; },
    has(t, key) { seen.push('has ' + String(key)); return key in t; },
  });
  assertEquals(Intl.getCanonicalLocales(locales), ['de', 'fr']);
  assertEquals(seen, ['get length', 'has 0', 'get 0', 'has 1', 'has 2', 'get 2']);
  assertThrows(RangeError, () => Intl.getCanonicalLocales({ length: 1, 0: { toString: () => 'x'.repeat(1e6) } }));
});

test('strings of any kind', function () {
  for (const text of ['\0', '\uD800', 'en\0', '\u0130', 'x'.repeat(1e6)]) {
    for (const C of constructors) assertThrows(RangeError, () => new C(text));
    assertThrows(RangeError, () => new Intl.DateTimeFormat('en', { timeZone: text }));
    assertThrows(RangeError, () => new Intl.NumberFormat('en', { numberingSystem: text }));
    assertThrows(RangeError, () => new Intl.DisplayNames('en', { type: 'currency' }).of(text));
  }
  assertEquals(new Intl.ListFormat('en').format(['\uD800', '\0']), '\uD800 and \0');
  assertEquals([...new Intl.Segmenter('en').segment('\uDC00\uD800')].map(s => s.index), [0, 1]);
});

test('a constructor that changes its prototype meanwhile', function () {
  class Mine extends Intl.NumberFormat {}
  const f = new Mine('en', { get style() { Object.setPrototypeOf(Mine, Object); } });
  assertEquals(f.format(1000), '1,000');
  assert(f instanceof Mine);
});

test('methods want their own objects', function () {
  const number = new Intl.NumberFormat('en'), date = new Intl.DateTimeFormat('en');
  assertThrows(TypeError, () => Intl.NumberFormat.prototype.formatToParts.call(date, 1));
  assertThrows(TypeError, () => Intl.DateTimeFormat.prototype.formatToParts.call(number, 1));
  assertThrows(TypeError, () => Intl.Collator.prototype.resolvedOptions.call({}));
});
