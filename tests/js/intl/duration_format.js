// not-on-node: node 20 has no DurationFormat
const format = (options, duration, locale = 'en') => new Intl.DurationFormat(locale, options).format(duration);
const duration = { years: 1, months: 2, weeks: 3, days: 4, hours: 5, minutes: 6, seconds: 7, milliseconds: 8 };

test('styles', function () {
  assertEquals(format({ style: 'long' }, duration),
    '1 year, 2 months, 3 weeks, 4 days, 5 hours, 6 minutes, 7 seconds, 8 milliseconds');
  assertEquals(format({}, duration), '1 yr, 2 mths, 3 wks, 4 days, 5 hr, 6 min, 7 sec, 8 ms');
  assertEquals(format({ style: 'narrow' }, { hours: 1, minutes: 2 }), '1h 2m');
  assertEquals(format({ style: 'digital' }, { hours: 1, minutes: 2, seconds: 3, milliseconds: 450 }), '1:02:03.45');
  assertEquals(format({ style: 'digital', fractionalDigits: 2 }, { seconds: 3, milliseconds: 456 }), '0:00:03.45');
  assertEquals(format({ style: 'long' }, { days: 1, hours: 2 }, 'de'), '1 Tag, 2 Stunden');
});

test('fractions are exact', function () {
  assertEquals(format({ seconds: 'long', milliseconds: 'numeric' }, { seconds: 9007199254740990, nanoseconds: 1 }),
    '9,007,199,254,740,990.000000001 seconds');
});

test('the sign stands once', function () {
  assertEquals(format({ style: 'digital' }, { hours: 0, seconds: -5 }), '-0:00:05');
  assertEquals(format({ style: 'short' }, { hours: -1, minutes: -2 }), '-1 hr, 2 min');
});

test('parts have units', function () {
  assertEquals(new Intl.DurationFormat('en', { style: 'digital' }).formatToParts({ hours: 7, minutes: 8 }), [
    { type: 'integer', value: '7', unit: 'hour' }, { type: 'literal', value: ':' },
    { type: 'integer', value: '08', unit: 'minute' }, { type: 'literal', value: ':' },
    { type: 'integer', value: '00', unit: 'second' }]);
});

test('strings are durations', function () {
  assertEquals(format({}, 'P1Y2M3DT4H5M6.007S'), '1 yr, 2 mths, 3 days, 4 hr, 5 min, 6 sec, 7 ms');
  assertEquals(format({}, '-PT1.5H'), '-1 hr, 30 min');
  for (const bad of ['', 'P', 'PT', 'P1', '1Y', 'P1.5Y', 'P1D1Y', 'PT1.5H3M', 'PT1.0000000001S'])
    assertThrows(RangeError, () => format({}, bad));
});

test('what is no duration', function () {
  assertThrows(TypeError, () => format({}, {}));
  assertThrows(TypeError, () => format({}, 5));
  assertThrows(RangeError, () => format({}, { hours: 1.5 }));
  assertThrows(RangeError, () => format({}, { hours: 1, minutes: -1 }));
  assertThrows(RangeError, () => format({}, { years: 2 ** 32 }));
  assertThrows(RangeError, () => format({}, { seconds: 2 ** 53 }));
  assertThrows(RangeError, () => new Intl.DurationFormat('en', { hours: 'numeric', minutes: 'long' }));
});
