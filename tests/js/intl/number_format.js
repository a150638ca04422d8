const format = (locale, options, x) => new Intl.NumberFormat(locale, options).format(x);

test('digits and groups', function () {
  assertEquals(format('en', {}, 1234567.891), '1,234,567.891');
  assertEquals(format('de', {}, 1234567.891), '1.234.567,891');
  assertEquals(format('en-IN', {}, 1234567), '12,34,567');
  assertEquals(format('en', { useGrouping: false }, 1234567), '1234567');
  assertEquals(format('en', { useGrouping: 'min2' }, 1234), '1234');
  assertEquals(format('en', { minimumFractionDigits: 2 }, 1), '1.00');
  assertEquals(format('en', { maximumSignificantDigits: 3 }, 123456), '123,000');
  assertEquals(format('en', { minimumIntegerDigits: 3 }, 5), '005');
  assertEquals(format('ar-EG', {}, 12), '١٢');
  assertEquals(format('de-u-nu-thai', {}, 12), '๑๒');
  assertEquals([format('en', {}, NaN), format('en', {}, -Infinity), format('en', {}, -0)], ['NaN', '-∞', '-0']);
});

test('BigInts and strings are exact', function () {
  assertEquals(format('en', {}, 12345678901234567890n), '12,345,678,901,234,567,890');
  assertEquals(format('en', { maximumFractionDigits: 20 }, '0.12345678901234567890'), '0.1234567890123456789');
  assertEquals(format('en', {}, '-987654321987654321987654321'), '-987,654,321,987,654,321,987,654,321');
  assertEquals(format('en', {}, '0xFFFFFFFFFFFFFFFFFF'), '4,722,366,482,869,645,213,695');
  assertEquals(format('en', {}, 'x'), 'NaN');
  assertEquals(format('en', {}, '1e1000'), '∞');
  assertEquals((10n ** 30n).toLocaleString('de'), '1.000.000.000.000.000.000.000.000.000.000');
});

test('styles and notations', function () {
  assertEquals(format('en-US', { style: 'currency', currency: 'usd' }, -12.5), '-$12.50');
  assertEquals(format('en-US', { style: 'currency', currency: 'USD', currencySign: 'accounting' }, -12.5), '($12.50)');
  assertEquals(format('de', { style: 'currency', currency: 'EUR' }, 12.5), '12,50\u00A0€');
  assertEquals(format('ja', { style: 'currency', currency: 'JPY' }, 1234.5), '￥1,235');
  assertEquals(format('en', { style: 'percent' }, 0.256), '26%');
  assertEquals(format('en', { style: 'unit', unit: 'kilometer-per-hour' }, 50), '50 km/h');
  assertEquals(format('en', { style: 'unit', unit: 'liter', unitDisplay: 'long' }, 16), '16 liters');
  assertEquals(format('en', { notation: 'compact' }, 1234567), '1.2M');
  assertEquals(format('en', { notation: 'compact', compactDisplay: 'long' }, 98765), '99 thousand');
  assertEquals(format('en', { notation: 'scientific' }, 987654321), '9.877E8');
  assertEquals(format('en', { notation: 'engineering' }, 987654321), '987.654E6');
  assertEquals(format('en', { signDisplay: 'exceptZero' }, 5), '+5');
});

test('rounding', function () {
  assertEquals(format('en', { maximumFractionDigits: 0, roundingMode: 'floor' }, -1.5), '-2');
  assertEquals(format('en', { maximumFractionDigits: 0, roundingMode: 'halfEven' }, 2.5), '2');
  assertEquals(format('en', { maximumFractionDigits: 0, roundingMode: 'halfCeil' }, -2.5), '-2');
  assertEquals(
    format('en', { maximumFractionDigits: 2, minimumFractionDigits: 2, roundingIncrement: 5 }, 1.23),
    '1.25'
  );
  assertEquals(format('en', { minimumFractionDigits: 2, trailingZeroDisplay: 'stripIfInteger' }, 3), '3');
  assertEquals(
    format('en', { maximumFractionDigits: 2, maximumSignificantDigits: 2, roundingPriority: 'morePrecision' }, 4.321),
    '4.32'
  );
  assertEquals(
    format('en', { maximumFractionDigits: 2, maximumSignificantDigits: 2, roundingPriority: 'lessPrecision' }, 4.321),
    '4.3'
  );
});

test('parts', function () {
  assertEquals(new Intl.NumberFormat('de', { style: 'currency', currency: 'EUR' }).formatToParts(-1234.5), [
    { type: 'minusSign', value: '-' }, { type: 'integer', value: '1' }, { type: 'group', value: '.' },
    { type: 'integer', value: '234' }, { type: 'decimal', value: ',' }, { type: 'fraction', value: '50' },
    { type: 'literal', value: '\u00A0' }, { type: 'currency', value: '€' }]);
  assertEquals(new Intl.NumberFormat('en').formatToParts(NaN), [{ type: 'nan', value: 'NaN' }]);
  assertEquals(new Intl.NumberFormat('en').formatToParts(Infinity), [{ type: 'infinity', value: '∞' }]);
});

test('ranges', function () {
  const f = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });
  assertEquals(f.formatRange(3, 5), '$3 – $5');
  assertEquals(f.formatRange(2.9, 3.1), '~$3');
  assertEquals(f.formatRangeToParts(3, 5).map(p => p.source),
    ['startRange', 'startRange', 'shared', 'endRange', 'endRange']);
  assertThrows(RangeError, () => f.formatRange(1, NaN));
  assertThrows(TypeError, () => f.formatRange(1));
});

test('resolved options', function () {
  assertEquals(new Intl.NumberFormat('de', { notation: 'compact' }).resolvedOptions().maximumSignificantDigits, 2);
  const options = new Intl.NumberFormat('en-u-nu-deva-co-standard').resolvedOptions();
  assertEquals(options.locale, 'en-u-nu-deva');
  assertEquals(options.numberingSystem, 'deva');
  assertEquals(options.useGrouping, 'auto');
});

test('refused options', function () {
  assertThrows(TypeError, () => new Intl.NumberFormat('en', { style: 'currency' }));
  assertThrows(RangeError, () => new Intl.NumberFormat('en', { style: 'currency', currency: 'EURO' }));
  assertThrows(RangeError, () => new Intl.NumberFormat('en', { style: 'unit', unit: 'parsec' }));
  assertThrows(RangeError, () => new Intl.NumberFormat('en', { minimumFractionDigits: 3, maximumFractionDigits: 2 }));
  assertThrows(RangeError, () => new Intl.NumberFormat('en', { maximumFractionDigits: 101 }));
  assertThrows(RangeError, () => new Intl.NumberFormat('en', { roundingIncrement: 3 }));
});

test('format is bound and made once', function () {
  const f = new Intl.NumberFormat('en');
  assertSame(f.format, f.format);
  assertEquals([1000, 2000].map(f.format), ['1,000', '2,000']);
});

test('toLocaleString of numbers and arrays', function () {
  assertEquals((1234.5).toLocaleString('de-DE'), '1.234,5');
  assertEquals((0.5).toLocaleString('en', { style: 'percent' }), '50%');
  assertEquals([1.5, 2.5].toLocaleString('de', { minimumFractionDigits: 2 }), '1,50,2,50');
  assertEquals(new Float64Array([1.5]).toLocaleString('de'), '1,5');
  assertThrows(TypeError, () => Number.prototype.toLocaleString.call('1'));
});

test('plural rules', function () {
  const ordinal = new Intl.PluralRules('en', { type: 'ordinal' });
  assertEquals([1, 2, 3, 4, 11, 21].map(n => ordinal.select(n)), ['one', 'two', 'few', 'other', 'other', 'one']);
  const arabic = new Intl.PluralRules('ar');
  assertEquals([0, 1, 2, 3, 11, 100].map(n => arabic.select(n)), ['zero', 'one', 'two', 'few', 'many', 'other']);
  assertEquals(new Intl.PluralRules('en', { minimumFractionDigits: 1 }).select(1), 'other');
  assertEquals(new Intl.PluralRules('en').selectRange(1, 2), 'other');
  assertEquals(new Intl.PluralRules('en').resolvedOptions().pluralCategories.sort(), ['one', 'other']);
  assertThrows(TypeError, () => Intl.PluralRules());
});

test('decimals with more digits than anybody asks for', function () {
  const all = { maximumFractionDigits: 20 };
  assertEquals(format('en', all, '1.' + '3'.repeat(1e6)), '1.' + '3'.repeat(20));
  assertEquals(format('en', { maximumFractionDigits: 0, roundingMode: 'ceil' }, '2.' + '0'.repeat(2000) + '1'), '3');
  assertEquals(
    format('en', { maximumFractionDigits: 0, roundingMode: 'halfEven' }, '2.5' + '0'.repeat(2000) + '1'),
    '3'
  );
  assertEquals(format('en', {}, '-' + '0'.repeat(1e5) + '12345678901234567890.5'), '-12,345,678,901,234,567,890.5');
  assertEquals(format('en', {}, '0.' + '0'.repeat(2000) + '12345e2003'), '123.45');
  assertEquals(format('en', {}, '  +1234567890123456789012e-19  '), '123.457');
});
