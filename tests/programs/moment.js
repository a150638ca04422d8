// moment: parsing, formatting and arithmetic of dates in UTC.
const moment = require('moment');
console.log(moment.version);
const m = moment.utc('2024-02-29T13:14:15.167Z');
for (const f of ['YYYY-MM-DD HH:mm:ss.SSS', 'dddd, MMMM Do YYYY, h:mm:ss a', 'ddd, hA', 'DDDo [day of] YYYY', 'Qo', 'w W gg GGGG', 'X x', 'LLLL', 'L LT', 'N y k kk E e d Z ZZ']) console.log(f, '=>', m.format(f));
console.log(m.clone().add(1, 'year').format(), m.clone().add({ months: 1, days: 1 }).format(), m.clone().subtract(1, 'month').endOf('month').format(), m.clone().startOf('week').format(), m.clone().startOf('isoWeek').format());
for (const [text, format] of [['29/02/2024', 'DD/MM/YYYY'], ['Feb 30 2024', 'MMM DD YYYY'], ['2:30 pm', 'h:mm a'], ['2024-W09-4'], ['20240229T131415Z'], ['not a date', 'YYYY'], ['1709212455', 'X'], ['Thursday 5th', 'dddd Do']]) { const d = moment.utc(text, format || moment.ISO_8601, true); console.log(text, d.isValid(), d.isValid() ? d.format() : d.parsingFlags().unusedInput.length); }
console.log(m.diff(moment.utc('2020-01-01'), 'days'), m.diff(moment.utc('2020-01-01'), 'months', true).toFixed(6), m.from(moment.utc('2024-03-02')), m.to('2023-01-01'), m.calendar(moment.utc('2024-03-01')), m.isBetween('2024-01-01', '2025-01-01'), m.isLeapYear(), m.daysInMonth(), m.weeksInYear());
const d = moment.duration(1234567890);
console.log(d.humanize(), d.toISOString(), d.days(), d.asHours().toFixed(4), moment.duration('P1Y2M3DT4H5M6S').asSeconds(), moment.duration({ weeks: 2, hours: 5 }).toJSON());
moment.updateLocale('en', { relativeTime: { ss: '%d secs' } });
console.log(moment.duration(-45, 'seconds').humanize(true), moment.months().join(), moment.weekdaysMin(true).join());
let x = moment.utc(0), sum = 0;
for (let i = 0; i < 2000; i++) { x = x.clone().add(i, 'hours').startOf('day'); sum += x.dayOfYear(); }
console.log(sum, x.toISOString(), JSON.stringify(x.toObject()));
