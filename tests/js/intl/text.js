test('collation', function () {
  assertEquals(['z', 'ä', 'a'].sort(new Intl.Collator('de').compare), ['a', 'ä', 'z']);
  assertEquals(['z', 'ä', 'a'].sort(new Intl.Collator('sv').compare), ['a', 'z', 'ä']);
  assertEquals(['10', '9', '1'].sort(new Intl.Collator('en', { numeric: true }).compare), ['1', '9', '10']);
  assertEquals(['10', '9', '1'].sort(new Intl.Collator('en-u-kn').compare), ['1', '9', '10']);
  const sensitivity = s => ['a', 'á', 'A'].map(x => new Intl.Collator('en', { sensitivity: s }).compare('a', x));
  assertEquals(['base', 'accent', 'case', 'variant'].map(sensitivity), [
    [0, 0, 0],
    [0, -1, 0],
    [0, 0, -1],
    [0, -1, -1]
  ]);
  assertEquals(new Intl.Collator('en', { caseFirst: 'upper' }).compare('a', 'A'), 1);
  assertEquals(new Intl.Collator('en', { ignorePunctuation: true }).compare('a-b', 'ab'), 0);
  assertEquals(new Intl.Collator('de-u-co-phonebk').resolvedOptions().collation, 'phonebk');
  assertEquals(new Intl.Collator('de-u-co-phonebk').compare('ä', 'af'), -1);
});

test('localeCompare', function () {
  assertEquals('ä'.localeCompare('z', 'de'), -1);
  assertEquals('ä'.localeCompare('z', 'sv'), 1);
  assertEquals('a'.localeCompare('A', undefined, { sensitivity: 'base' }), 0);
  assertEquals('a'.localeCompare('b'), -1);
  const long = 'x'.repeat(100000);
  assertEquals((long + 'ä').localeCompare(long + 'z', 'sv'), 1);
  assertThrows(RangeError, () => 'a'.localeCompare('b', 'x'));
  assertThrows(TypeError, () => String.prototype.localeCompare.call(null, 'a'));
});

test('case of a language', function () {
  assertEquals('iI'.toLocaleUpperCase('tr'), 'İI');
  assertEquals('Iİ'.toLocaleLowerCase('tr-TR'), 'ıi');
  assertEquals('iI'.toLocaleUpperCase(['en', 'tr']), 'II');
  assertEquals('Ì'.toLocaleLowerCase('lt'), 'i\u0307\u0300');
  assertThrows(RangeError, () => 'a'.toLocaleUpperCase('no_such'));
  assertThrows(TypeError, () => 'a'.toLocaleUpperCase(null));
});

test('lists', function () {
  const list = ['A', 'B', 'C'];
  assertEquals(new Intl.ListFormat('en').format(list), 'A, B, and C');
  assertEquals(new Intl.ListFormat('en', { type: 'disjunction' }).format(new Set(list)), 'A, B, or C');
  assertEquals(new Intl.ListFormat('de').format(list), 'A, B und C');
  assertEquals(new Intl.ListFormat('en', { type: 'unit', style: 'narrow' }).format(list), 'A B C');
  assertEquals(new Intl.ListFormat('en').format([]), '');
  assertEquals(new Intl.ListFormat('en').formatToParts(['A', 'B']),
    [{ type: 'element', value: 'A' }, { type: 'literal', value: ' and ' }, { type: 'element', value: 'B' }]);
  assertThrows(TypeError, () => new Intl.ListFormat('en').format([1]));
  let closed = 0;
  const iterable = { [Symbol.iterator]: () => ({ next: () => ({ value: 1 }), return() { closed++; return {}; } }) };
  assertThrows(TypeError, () => new Intl.ListFormat('en').format(iterable));
  assertEquals(closed, 1);
});

test('relative times', function () {
  const always = new Intl.RelativeTimeFormat('en'), auto = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
  assertEquals([always.format(-1, 'day'), auto.format(-1, 'days')], ['1 day ago', 'yesterday']);
  assertEquals([always.format(2, 'week'), always.format(-0, 'second')], ['in 2 weeks', '0 seconds ago']);
  assertEquals(new Intl.RelativeTimeFormat('de').format(3, 'quarter'), 'in 3 Quartalen');
  assertEquals(always.formatToParts(1234, 'hour'), [
    { type: 'literal', value: 'in ' }, { type: 'integer', value: '1', unit: 'hour' },
    { type: 'group', value: ',', unit: 'hour' }, { type: 'integer', value: '234', unit: 'hour' },
    { type: 'literal', value: ' hours' }]);
  assertThrows(RangeError, () => always.format(1, 'decade'));
  assertThrows(RangeError, () => always.format(Infinity, 'day'));
});

test('names', function () {
  const name = (type, code, options) => new Intl.DisplayNames('en', { type, ...options }).of(code);
  assertEquals(name('region', 'DE'), 'Germany');
  assertEquals(name('language', 'de-AT'), 'Austrian German');
  assertEquals(name('language', 'de-AT', { languageDisplay: 'standard' }), 'German (Austria)');
  assertEquals(name('script', 'Cyrl'), 'Cyrillic');
  assertEquals(name('currency', 'eur'), 'Euro');
  assertEquals(name('calendar', 'hebrew'), 'Hebrew Calendar');
  assertEquals(name('dateTimeField', 'month'), 'month');
  assertEquals(new Intl.DisplayNames('fr', { type: 'region' }).of('DE'), 'Allemagne');
  assertEquals([name('region', 'QX'), name('region', 'QX', { fallback: 'none' })], ['QX', undefined]);
  assertThrows(RangeError, () => name('region', 'Germany'));
  assertThrows(TypeError, () => new Intl.DisplayNames('en'));
});
