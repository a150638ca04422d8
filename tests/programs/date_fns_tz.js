// date-fns and date-fns-tz: dates in time zones, formatted in locales.
const fns = require('date-fns');
const tz = require('date-fns-tz');
const { de, fr, ja, ru } = require('date-fns/locale');
const d = new Date(Date.UTC(2024, 1, 29, 13, 14, 15, 167));
for (const zone of ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Apia', '+05:45']) {
  console.log(zone, tz.formatInTimeZone(d, zone, "yyyy-MM-dd'T'HH:mm:ss.SSSXXX"), tz.formatInTimeZone(d, zone, 'EEEE d MMMM yyyy h:mm a xxx XX'), tz.getTimezoneOffset(zone, d), tz.fromZonedTime('2024-03-31 02:30', zone).toISOString(), tz.fromZonedTime('2024-11-03 01:30', zone).toISOString());
  if (zone[0] !== '+' && zone !== 'Pacific/Apia') console.log(tz.formatInTimeZone(d, zone, 'zzzz', { locale: fns.enUS }));
}
for (const locale of [de, fr, ja, ru]) console.log(locale.code, tz.formatInTimeZone(d, 'Europe/Paris', 'PPPP p', { locale }), fns.formatDistance(d, new Date(+d + 5e9), { locale, addSuffix: true }), fns.formatRelative(new Date(+d - 9e7), d, { locale }).replace(/\d+:\d+/, 'H:MM'));
console.log(tz.toDate('2024-02-29T13:14:15', { timeZone: 'America/Los_Angeles' }).toISOString(), fns.differenceInBusinessDays(d, new Date(0)), fns.intervalToDuration({ start: new Date(0), end: d }).years, fns.formatISODuration({ years: 1, months: 2, days: 3 }));
for (const [text, format] of [['29/02/2024', 'dd/MM/yyyy'], ['Feb 30 2024', 'MMM dd yyyy'], ['Thursday 29 February 2024', 'EEEE d MMMM yyyy'], ['1709212455', 't']]) { const p = fns.parse(text, format, new Date(0)); console.log(text, fns.isValid(p), fns.isValid(p) ? fns.formatISO(p, { representation: 'date' }) : ''); }
let sum = 0;
for (let i = 0; i < 600; i++) sum += tz.toZonedTime(new Date(i * 2.5e9), 'America/Sao_Paulo').getHours() + fns.getWeek(new Date(i * 1e9));
console.log(sum);
