const moment = Date.UTC(2024, 1, 29, 15, 4, 5, 678);
// The space before AM and PM is another one in newer data.
const plain = s => s.replace(/[\u202F\u2009\u00A0]/g, ' ');
const format = (locale, options, time = moment) =>
  plain(new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options }).format(time));

test('defaults', function () {
  assertEquals(format('en-US'), '2/29/2024');
  assertEquals(format('de'), '29.2.2024');
  assertEquals(format('ja'), '2024/2/29');
  assertEquals(format('en-GB'), '29/02/2024');
});

test('components', function () {
  assertEquals(
    format('en', { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' }),
    'Thursday, February 29, 2024'
  );
  assertEquals(format('de', { weekday: 'short', month: 'short', day: '2-digit' }), 'Do., 29. Feb.');
  assertEquals(
    format('en', { hour: 'numeric', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 2 }),
    '3:04:05.67 PM'
  );
  assertEquals(format('en', { year: 'numeric', era: 'short' }, Date.UTC(-43, 2, 15)), '44 BC');
  assertEquals(format('en', { hour: 'numeric', dayPeriod: 'long' }), '3 in the afternoon');
});

test('styles', function () {
  assertEquals(format('en', { dateStyle: 'medium' }), 'Feb 29, 2024');
  assertEquals(format('en-US', { dateStyle: 'short', timeStyle: 'short' }), '2/29/24, 3:04 PM');
  assertEquals(format('de', { dateStyle: 'full' }), 'Donnerstag, 29. Februar 2024');
  assertEquals(format('en-US', { timeStyle: 'medium', hour12: false }), '15:04:05');
  assertEquals(format('en-GB', { timeStyle: 'short', hour12: true }), '03:04 pm');
  assertThrows(TypeError, () => format('en', { dateStyle: 'short', day: 'numeric' }));
});

test('hour cycles', function () {
  const midnight = Date.UTC(2024, 0, 1);
  const hour = cycle => format('en', { hour: 'numeric', minute: 'numeric', hourCycle: cycle }, midnight);
  assertEquals(['h11', 'h12', 'h23', 'h24'].map(hour), ['0:00 AM', '12:00 AM', '00:00', '24:00']);
  const resolved = new Intl.DateTimeFormat('ja', { hour: 'numeric', hour12: true }).resolvedOptions();
  assertEquals([resolved.hour12, resolved.hour], [true, 'numeric']);
  assertEquals(new Intl.DateTimeFormat('en').resolvedOptions().hourCycle, undefined);
  assertEquals(new Intl.DateTimeFormat('de', { hour: 'numeric' }).resolvedOptions().hourCycle, 'h23');
});

test('time zones', function () {
  const at = zone => format('en-US', { timeZone: zone, hour: 'numeric', minute: 'numeric', hourCycle: 'h23' });
  assertEquals(['UTC', 'europe/berlin', 'Asia/Kolkata', 'America/New_York'].map(at), [
    '15:04',
    '16:04',
    '20:34',
    '10:04'
  ]);
  assertEquals(
    new Intl.DateTimeFormat('en', { timeZone: 'europe/BERLIN' }).resolvedOptions().timeZone,
    'Europe/Berlin'
  );
  assertEquals(format('en', { timeZone: 'America/New_York', timeStyle: 'long' }), '10:04:05 AM EST');
  assertEquals(
    format('en', { timeZone: 'Europe/Berlin', hour: 'numeric', timeZoneName: 'longOffset' }),
    '4 PM GMT+01:00'
  );
  for (const bad of ['', 'Mars/Olympus', 'GMT+1', 'XYZ']) assertThrows(RangeError, () => at(bad));
});

test('calendars and numbering systems', function () {
  assertEquals(format('en-u-ca-buddhist', { year: 'numeric' }), '2567 BE');
  assertEquals(format('ja-u-ca-japanese', { era: 'short', year: 'numeric' }), '令和6年');
  assertEquals(format('fa', { year: 'numeric', numberingSystem: 'latn', calendar: 'persian' }), '1402');
  assertEquals(new Intl.DateTimeFormat('en-u-ca-hebrew-nu-arab').resolvedOptions().calendar, 'hebrew');
  // The Gregorian calendar has no Julian past.
  assertEquals(format('en-US', {}, Date.UTC(1500, 0, 1)), '1/1/1500');
});

test('parts', function () {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'long' }).formatToParts(moment);
  assertEquals(parts.map(p => p.type), ['month', 'literal', 'day', 'literal', 'year']);
  assertEquals(parts.map(p => p.value).join(''), 'February 29, 2024');
});

test('ranges', function () {
  const f = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', year: 'numeric', month: 'short', day: 'numeric' });
  const day = 864e5;
  assertEquals(plain(f.formatRange(moment - day, moment)), 'Feb 28 – 29, 2024');
  assertEquals(plain(f.formatRange(moment, moment + 1)), 'Feb 29, 2024');
  const parts = f.formatRangeToParts(moment - day, moment);
  assertEquals(parts.map(p => p.source), ['shared', 'shared', 'startRange', 'shared', 'endRange', 'shared', 'shared']);
  assertEquals(f.formatRangeToParts(moment, moment)[0].source, 'shared');
  assertThrows(RangeError, () => f.formatRange(NaN, 1));
});

test('toLocaleString of dates', function () {
  const date = new Date(moment), utc = { timeZone: 'UTC' };
  assertEquals(plain(date.toLocaleString('en-US', utc)), '2/29/2024, 3:04:05 PM');
  assertEquals(date.toLocaleDateString('de', utc), '29.2.2024');
  assertEquals(date.toLocaleTimeString('de', utc), '15:04:05');
  assertEquals(new Date(NaN).toLocaleString(), 'Invalid Date');
  assertThrows(TypeError, () => date.toLocaleDateString('de', { timeStyle: 'short' }));
});

test('invalid times', function () {
  assertThrows(RangeError, () => new Intl.DateTimeFormat().format(NaN));
  assertThrows(RangeError, () => new Intl.DateTimeFormat().format(8.64e15 + 1));
  assertEquals(format('en', { year: 'numeric' }, 8.64e15), '275760');
});
test('texts of times have plain spaces', function () {
  const first = new Date(Date.UTC(2020, 0, 2, 15, 4, 5)),
      second = new Date(Date.UTC(2020, 0, 2, 17, 4, 5)),
      third = new Date(Date.UTC(2021, 3, 2));
  const narrow = /[\u202F\u2009]/;
  for (const locale of ['en-US', 'es', 'fr', 'en-GB', 'de']) {
    const f = new Intl.DateTimeFormat(locale, {
      dateStyle: 'short',
      timeStyle: 'short',
      hour12: true,
      timeZone: 'UTC'
    });
    const texts = [
      f.format(first),
      f.formatRange(first, second),
      f.formatRange(first, third),
      f.formatRange(first, first),
      first.toLocaleString(locale),
      first.toLocaleTimeString(locale, { hour12: true })
    ];
    for (const text of texts) assertSame(narrow.test(text), false, locale + ' ' + text);
    assertSame(f.formatToParts(first).map(p => p.value).join(''), f.format(first));
    assertSame(f.formatRangeToParts(first, second).map(p => p.value).join(''), f.formatRange(first, second));
  }
  assertSame(first.toLocaleTimeString('en-US', { timeZone: 'UTC' }), '3:04:05 PM');
  assertSame(
    new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: 'UTC' }).formatRange(first, second),
    '3:04 \u2013 5:04 PM'
  );
});
