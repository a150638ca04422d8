// dayjs: its plugins of time zones, durations and calendars, over Intl.
const dayjs = require('dayjs');
for (const name of ['utc', 'timezone', 'duration', 'relativeTime', 'customParseFormat', 'advancedFormat', 'weekOfYear', 'isoWeek', 'quarterOfYear', 'isBetween', 'minMax', 'localizedFormat', 'objectSupport', 'calendar', 'dayOfYear']) dayjs.extend(require('dayjs/plugin/' + name));
for (const l of ['de', 'fr', 'ru', 'ja', 'ar']) require('dayjs/locale/' + l);
dayjs.locale('en');
const m = dayjs.utc('2024-02-29T13:14:15.167Z');
for (const f of ['YYYY-MM-DD HH:mm:ss.SSS', 'dddd, MMMM D YYYY, h:mm:ss a', 'Do Q w W k kk X x', 'LLLL', 'L LT']) console.log(f, '=>', m.format(f));
for (const zone of ['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/St_Johns']) {
  const z = m.tz(zone);
  console.log(zone, z.format(), z.utcOffset(), z.add(40, 'day').format(), z.startOf('month').format(), dayjs.tz('2024-03-10 02:30', zone).format(), dayjs.tz('2024-11-03T01:30', zone).toISOString(), z.offsetName('short'));
}
for (const l of ['de', 'fr', 'ru', 'ja', 'ar']) console.log(l, m.locale(l).format('dddd D. MMMM YYYY'), m.locale(l).from(m.add(3, 'day')), m.locale(l).to(m.add(2, 'hour')), m.locale(l).format('LLL'));
for (const [text, format] of [['29/02/2024', 'DD/MM/YYYY'], ['Feb 30 2024', 'MMM DD YYYY'], ['2024-W09-4', 'YYYY'], ['1709212455', 'X']]) { const d = dayjs.utc(text, format, true); console.log(text, d.isValid(), d.isValid() ? d.format() : ''); }
console.log(m.diff('2020-01-01', 'day'), m.diff('2020-01-01', 'month', true).toFixed(6), m.isBetween('2024-01-01', '2025-01-01'), m.week(), m.isoWeek(), m.quarter(), m.dayOfYear(), dayjs.max(m, m.add(1, 'day')).format());
const d = dayjs.duration(1234567890);
console.log(d.humanize(), d.toISOString(), d.asHours().toFixed(4), dayjs.duration('P1Y2M3DT4H5M6S').asSeconds(), d.format('D HH:mm:ss'));
let x = dayjs.utc(0), sum = 0;
for (let i = 0; i < 400; i++) { x = x.add(i * 31, 'hour'); sum += x.tz('Europe/Berlin').hour(); }
console.log(sum, x.toISOString());
