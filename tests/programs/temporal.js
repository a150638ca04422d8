// Temporal: what it does natively, or, on an engine without it, by the polyfill of its authors.
const { Temporal } = globalThis.Temporal ? globalThis : require('@js-temporal/polyfill');
const caught = (fn) => { try { return String(fn()); } catch (e) { return e.name; } };
const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Africa/Monrovia', '+05:45'];
const instant = Temporal.Instant.from('2024-02-29T13:14:15.167123456Z');
for (const zone of zones) {
  const z = instant.toZonedDateTimeISO(zone);
  console.log(zone, z, z.offset, z.hoursInDay, z.startOfDay(), z.add({ months: 1, days: 1 }), z.round('hour'), z.with({ minute: 0 }), z.toPlainDateTime().toZonedDateTime(zone, { disambiguation: 'earlier' }));
  for (const at of ['2024-03-10T02:30', '2024-03-31T02:30', '2024-10-27T02:30', '2024-11-03T01:30']) for (const disambiguation of ['compatible', 'earlier', 'later', 'reject']) console.log(at, disambiguation, caught(() => Temporal.PlainDateTime.from(at).toZonedDateTime(zone, { disambiguation })));
  console.log(caught(() => z.getTimeZoneTransition('next')), caught(() => z.getTimeZoneTransition('previous')));
}
const dates = ['2020-01-31', '2024-02-29', '1999-12-31', '-000044-03-15', '+010000-01-01', '1582-10-15'].map((t) => Temporal.PlainDate.from(t));
for (const a of dates) {
  console.log(a, a.dayOfWeek, a.dayOfYear, a.weekOfYear, a.yearOfWeek, a.daysInMonth, a.inLeapYear, a.add({ months: 1 }), a.subtract({ years: 1 }), a.with({ day: 31 }), a.toPlainYearMonth(), a.toPlainMonthDay());
  for (const b of dates) for (const largestUnit of ['day', 'month', 'year', 'week']) console.log(a.until(b, { largestUnit }), a.since(b, { largestUnit, smallestUnit: 'week' === largestUnit ? 'week' : 'month' === largestUnit ? 'month' : 'day', roundingMode: 'halfExpand' }));
}
const times = ['00:00', '13:14:15.167', '23:59:59.999999999'].map((t) => Temporal.PlainTime.from(t));
for (const a of times) for (const b of times) console.log(a.until(b), a.since(b, { smallestUnit: 'minute', roundingMode: 'ceil' }), a.add({ hours: 25, nanoseconds: 1 }), a.round({ smallestUnit: 'minute', roundingIncrement: 15 }), Temporal.PlainTime.compare(a, b));
const durations = ['P1Y2M3W4DT5H6M7.008009001S', '-PT1.5H', 'PT0S', 'P400D', 'PT123456789S'].map((t) => Temporal.Duration.from(t));
const relativeTo = Temporal.ZonedDateTime.from('2024-03-30T12:00[Europe/Berlin]');
for (const d of durations) {
  console.log(d, d.sign, d.negated(), d.abs(), caught(() => d.total({ unit: 'hours', relativeTo })), caught(() => d.total('day')), caught(() => d.round({ largestUnit: 'year', relativeTo })), caught(() => d.round({ smallestUnit: 'minute', roundingMode: 'expand' })), caught(() => d.add(durations[1])), d.toString({ fractionalSecondDigits: 2 }));
  for (const e of durations) console.log(caught(() => Temporal.Duration.compare(d, e, { relativeTo })));
}
// The polyfill is older than the names of eras.
for (const calendar of ['iso8601', 'gregory', 'japanese', 'buddhist', 'roc', 'hebrew', 'persian', 'indian', 'islamic-civil']) {
  const c = Temporal.PlainDate.from('2024-02-29').withCalendar(calendar);
  console.log(calendar, c, c.year, c.month, c.monthCode, c.day, c.daysInMonth, c.daysInYear, c.monthsInYear, c.inLeapYear, c.add({ months: 7 }), c.until(Temporal.PlainDate.from('2031-10-05').withCalendar(calendar), { largestUnit: 'month' }), c.with({ day: 1 }).toPlainYearMonth());
}
for (const text of ['2024-02-30', '2024-13-01', '2024-02-29T25:00', '2024-02-29T24:00', '2024-02-29T10:00:60', '20240229', '2024-02-29[u-ca=hebrew]', '2024-02-29[!x=y]', '2024-W09-4', '-000000-01-01', '2024-02-29T10Z', '2024-02-29T10+01[Europe/Berlin]']) console.log(text, caught(() => Temporal.PlainDate.from(text)), caught(() => Temporal.PlainDateTime.from(text)), caught(() => Temporal.Instant.from(text)), caught(() => Temporal.ZonedDateTime.from(text)), caught(() => Temporal.PlainDate.from(text, { overflow: 'constrain' })));
console.log(caught(() => Temporal.PlainDate.from({ year: 2023, month: 2, day: 30 })), caught(() => Temporal.PlainDate.from({ year: 2023, month: 2, day: 30 }, { overflow: 'reject' })), caught(() => Temporal.PlainMonthDay.from('02-29').toPlainDate({ year: 2023 })), caught(() => Temporal.PlainYearMonth.from('2024-02').until('2025-12')), caught(() => new Temporal.PlainDate(275760, 9, 14)), caught(() => JSON.stringify({ a: dates[0], b: instant })), caught(() => dates[0] + 0), caught(() => dates[0] < dates[1]));
let z = Temporal.ZonedDateTime.from('2000-01-01T00:00[America/New_York]'), sum = 0;
for (let i = 0; i < 300; i++) { z = z.add({ days: 13, hours: 7, minutes: 11 }); sum += z.hour + z.daysInMonth + z.offsetNanoseconds / 3.6e12; }
console.log(sum, z);
