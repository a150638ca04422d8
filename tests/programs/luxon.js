// luxon: dates in time zones and locales, over Intl.
const { DateTime, Duration, Interval, Info, Settings } = require('luxon');
Settings.defaultZone = 'utc';
const zones = ['utc', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Apia', 'UTC+3'];
const base = DateTime.fromISO('2024-02-29T13:14:15.167Z');
for (const zone of zones) {
  const d = base.setZone(zone);
  console.log(zone, d.toISO(), d.offset, d.isInDST, d.startOf('day').toISO(), d.plus({ months: 1, days: 1 }).toISO(), d.weekNumber, d.ordinal);
}
// Versions of CLDR differ in their spaces.
const spaces = (s) => s.replace(/[\u00a0\u202f]/g, ' ');
for (const locale of ['en-GB', 'de', 'fr', 'es', 'ja', 'ru', 'pt-BR']) {
  const d = base.setZone('Europe/Berlin').setLocale(locale);
  console.log(locale, spaces(d.toFormat('dd.MM.yyyy EEEE MMMM LLL ccc')), spaces(d.toLocaleString(DateTime.DATE_FULL)), d.monthLong, d.weekdayShort, Info.months('long', { locale }).join(), Info.weekdays('short', { locale }).join());
}
for (const f of ['yyyy-MM-dd HH:mm:ss.SSS', 'h:mm a', 'D', 'DDD', 'T', 'ZZ', 'ZZZ', 'z', 'kkkk-WW-c', 'o', 'q', 'X', "'quoted' yy"]) console.log(f, '=>', base.setZone('America/New_York').setLocale('en-US').toFormat(f));
// Hours that a clock's change leaves out or has twice.
for (const text of ['2024-03-31T02:30', '2024-10-27T02:30', '2024-10-27T03:30']) {
  const d = DateTime.fromISO(text, { zone: 'Europe/Berlin' });
  console.log(text, d.toISO(), d.plus({ hours: 1 }).toISO(), d.minus({ hours: 1 }).toISO(), d.getPossibleOffsets().map((x) => x.toISO()).join());
}
for (const [text, format, options] of [['29/02/2024', 'dd/MM/yyyy'], ['Feb 30 2024', 'MMM dd yyyy'], ['2:30 PM', 'h:mm a'], ['29 février 2024', 'dd MMMM yyyy', { locale: 'fr' }], ['Donnerstag, 29. Februar 2024', 'EEEE, d. MMMM yyyy', { locale: 'de' }], ['2024-02-29 10:00 America/New_York', 'yyyy-MM-dd HH:mm z']]) {
  const d = DateTime.fromFormat(text, format, options);
  console.log(text, d.isValid, d.isValid ? d.toUTC().toISO().replace(/T.*/, text[1] === ':' ? 'T' : '$&').slice(text[1] === ':' ? 10 : 0) : d.invalidReason);
}
console.log(base.diff(DateTime.utc(2020, 1, 1), ['years', 'months', 'days', 'hours']).toObject().days, base.diff(DateTime.utc(2020, 1, 1), 'days').days.toFixed(5));
console.log(Interval.fromISO('2024-01-01/P1M').splitBy({ weeks: 1 }).map((i) => i.toISODate()).join(' '), Interval.fromDateTimes(base, base.plus({ days: 3 })).count('days'));
console.log(Duration.fromISO('P1Y2M3DT4H5M6S').shiftTo('months', 'hours').toISO(), Duration.fromMillis(1234567890).shiftTo('days', 'hours', 'minutes', 'seconds').toHuman({ unitDisplay: 'short', locale: 'en' }), Duration.fromObject({ hours: 1, minutes: 30 }).toHuman({ locale: 'de' }));
for (const locale of ['en', 'de', 'es']) console.log(base.plus({ days: -3 }).toRelative({ base, locale }), base.plus({ hours: 5 }).toRelative({ base, locale }), base.plus({ days: 1 }).toRelativeCalendar({ base, locale }));
let sum = 0;
for (let i = 0; i < 1500; i++) sum += DateTime.fromMillis(i * 7.3e9, { zone: zones[i % 6] }).endOf('month').offset + i;
console.log(sum);
