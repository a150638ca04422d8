// not-on-node: node 20 has no Temporal
// Intl shows Temporal objects with what they have.
const plain = text => text.replace(/\s/g, ' ');  // ICU's spaces are of several kinds
test('toLocaleString', function () {
  assertEquals(Temporal.PlainDate.from('2024-02-29').toLocaleString('en'), '2/29/2024');
  assertEquals(Temporal.PlainTime.from('13:05:07').toLocaleString('de'), '13:05:07');
  assertEquals(
    Temporal.PlainYearMonth.from({ year: 2024, month: 2, calendar: 'gregory' }).toLocaleString(
      'en',
      { calendar: 'gregory' }
    ),
    '2/2024'
  );
  assertEquals(
    Temporal.PlainMonthDay.from({ monthCode: 'M02', day: 29, calendar: 'gregory' }).toLocaleString('en'),
    '2/29'
  );
  assertEquals(Temporal.Duration.from('PT1H30M').toLocaleString('en', { style: 'long' }), '1 hour, 30 minutes');
  assertEquals(plain(Temporal.ZonedDateTime.from('2024-02-29T12:00[Europe/Berlin]').toLocaleString('en')),
               '2/29/2024, 12:00:00 PM GMT+1');
});
test('a format keeps what fits and adds what is missing', function () {
  const format = new Intl.DateTimeFormat('en', { timeZone: 'Asia/Tokyo', month: 'long', hour: 'numeric' });
  assertEquals(format.format(Temporal.PlainDate.from('2024-02-29')), 'February');
  assertEquals(plain(format.format(Temporal.PlainTime.from('15:00'))), '3 PM');
  assertEquals(plain(format.format(Temporal.Instant.from('2024-02-29T20:00Z'))), 'March at 5 AM');
  assertThrows(TypeError, () => new Intl.DateTimeFormat('en', { hour: 'numeric' }).format(
    Temporal.PlainDate.from('2024-02-29')
  ));
  assertThrows(TypeError, () => format.format(Temporal.ZonedDateTime.from('2024-02-29T12:00[UTC]')));
  assertThrows(RangeError, () => format.format(Temporal.PlainDate.from('2024-02-29[u-ca=hebrew]')), /hebrew/);
});
test('styles lose the fields that an object has not', function () {
  const format = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'full', timeZone: 'UTC' });
  assertEquals(format.format(Temporal.PlainDate.from('2024-02-29')), 'Thursday, February 29, 2024');
  assertEquals(plain(format.format(Temporal.PlainTime.from('15:00'))), '3:00:00 PM');
  assertThrows(TypeError, () => new Intl.DateTimeFormat('en', { dateStyle: 'full' }).format(
    Temporal.PlainTime.from('15:00')
  ));
});
test('ranges', function () {
  const format = new Intl.DateTimeFormat('en', { dateStyle: 'long' });
  const day = Temporal.PlainDate.from('2024-02-28');
  assertEquals(plain(format.formatRange(day, day.add('P1D'))), 'February 28 – 29, 2024');
  assertThrows(TypeError, () => format.formatRange(day, day.toPlainDateTime()));
  assertThrows(TypeError, () => format.formatRange(day, 0));
});
test('the first and the last day', function () {
  const show = day => Temporal.PlainDate.from(day).toLocaleString('en', { dateStyle: 'long', calendar: 'iso8601' });
  assert(/271821|271822/.test(show('-271821-04-19')), show('-271821-04-19'));
  assert(/275760/.test(show('+275760-09-13')), show('+275760-09-13'));
});
