// not-on-node: node 20 has no Temporal
// What a guest gives the library is bounded, because nothing can stop the library while it works.
test('a text longer than any that has a meaning', function () {
  const zeros = '0'.repeat(1 << 20);
  for (const type of ['Instant', 'PlainDate', 'PlainDateTime', 'PlainMonthDay', 'PlainTime', 'PlainYearMonth',
                      'ZonedDateTime', 'Duration']) {
    assertThrows(RangeError, () => Temporal[type].from('2024-01-01T00:00:00.' + zeros), /too long/);
  }
  assertThrows(RangeError, () => new Temporal.ZonedDateTime(0n, zeros), /too long/);
  assertThrows(RangeError, () => new Temporal.PlainDate(2024, 1, 1, zeros), /too long/);
  assertThrows(RangeError, () => Temporal.PlainDate.from({ year: 2024, monthCode: zeros, day: 1 }), /too long/);
  assertThrows(RangeError, () => Temporal.Duration.from('PT' + '9'.repeat(1000) + 'S'));
});
test('a rope of texts that is too long is not flattened', function () {
  let rope = 'x';
  for (let i = 0; i < 24; i++) rope += rope;
  assertThrows(RangeError, () => Temporal.PlainDate.from(rope), /too long/);
  assertThrows(RangeError, () => Temporal.PlainDate.from('2024-01-01', { overflow: rope }), /\(too long\)/);
});
test('a lone surrogate', function () {
  assertThrows(RangeError, () => Temporal.PlainDate.from('2024-01-01\ud800'));
  assertThrows(RangeError, () => Temporal.PlainDate.from({
    era: '\udc00',
    eraYear: 1,
    month: 1,
    day: 1,
    calendar: 'gregory'
  }));
});
test('months of the Chinese calendar over thousands of years', function () {
  const first = Temporal.PlainDate.from('2000-01-01[u-ca=chinese]');
  const last = Temporal.PlainDate.from('+009000-01-01[u-ca=chinese]');
  assertThrows(RangeError, () => first.until(last, { largestUnit: 'months' }), /over more than 3000 years/);
  assertThrows(RangeError, () => first.since(last, { smallestUnit: 'months' }), /more than 3000 years/);
  assertThrows(RangeError, () => Temporal.Duration.from({ days: 9e7 }).total({ unit: 'months', relativeTo: first }));
  assertThrows(RangeError, () => Temporal.Duration.from({ days: 9e7 }).round({
    largestUnit: 'months',
    relativeTo: first
  }));
  assertEquals(first.until(last, { largestUnit: 'years' }).years, 6999);
  assertEquals(first.until(last.subtract({ years: 6000 }), { largestUnit: 'months' }).months, 12367);
});
test('other calendars over a hundred thousand years', function () {
  const first = Temporal.PlainDate.from('2000-01-01[u-ca=hebrew]');
  assertThrows(RangeError, () => first.add({ weeks: 6e6 }), /over more than 100000 years/);
  assertThrows(RangeError, () => first.until('+150000-01-01[u-ca=hebrew]'), /over more than 100000 years/);
  assertEquals(first.withCalendar('iso8601').add({ weeks: 6e6 }).toString(), '+116992-02-04');
  assertEquals(first.add({ years: 50000 }).year, 55760);
});
test('numbers beyond the types of the library', function () {
  const date = Temporal.PlainDate.from('2024-02-29');
  assertEquals(date.with({ day: 1e300 }).toString(), '2024-02-29');
  assertThrows(RangeError, () => date.with({ day: 1e300 }, { overflow: 'reject' }));
  assertThrows(RangeError, () => date.with({ year: -1e300 }));
  assertEquals(Temporal.PlainTime.from({ hour: -1e300, minute: 1e300 }).toString(), '00:59:00');
  assertThrows(RangeError, () => Temporal.PlainTime.from({ hour: -1 }, { overflow: 'reject' }));
  assertThrows(RangeError, () => new Temporal.PlainTime(256));
  assertThrows(RangeError, () => new Temporal.PlainDate(2 ** 32 + 2024, 1, 1));
  assertThrows(RangeError, () => new Temporal.Duration(2 ** 63));
  assertThrows(RangeError, () => new Temporal.Instant(1n << 80n));
  assertThrows(RangeError, () => new Temporal.Instant(1n << 1000n));
  assertThrows(RangeError, () => Temporal.Instant.fromEpochMilliseconds(1e300));
});
test('an empty era is none that a calendar knows', function () {
  assertThrows(RangeError, () => Temporal.PlainDate.from({
    era: '',
    eraYear: 1,
    month: 1,
    day: 1,
    calendar: 'gregory'
  }));
});
