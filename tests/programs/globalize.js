// globalize: numbers, dates, plurals and currencies from CLDR's own data, without Intl.
const json = (path) => require('./node_modules/' + path + '.json');
const Globalize = require('./node_modules/globalize/dist/node-main.js');
Globalize.load(json('cldr-core/supplemental/likelySubtags'), json('cldr-core/supplemental/timeData'), json('cldr-core/supplemental/weekData'), json('cldr-core/supplemental/plurals'), json('cldr-core/supplemental/ordinals'), json('cldr-core/supplemental/currencyData'), json('cldr-core/supplemental/numberingSystems'));
for (const l of ['en', 'de', 'fr', 'ja', 'ar']) {
  Globalize.load(...['ca-gregorian', 'timeZoneNames', 'dateFields'].map((f) => json(`cldr-dates-modern/main/${l}/${f}`)), ...['numbers', 'currencies'].map((f) => json(`cldr-numbers-modern/main/${l}/${f}`)));
}
const day = new Date(2024, 1, 29, 13, 14, 15, 167);
for (const l of ['en', 'de', 'fr', 'ja', 'ar']) {
  const g = new Globalize(l);
  console.log(l, g.formatNumber(1234567.891), g.formatNumber(-0.0456, { style: 'percent', minimumFractionDigits: 1 }), g.formatNumber(12345, { compact: 'short' }), g.formatCurrency(-69.9, 'EUR'), g.formatCurrency(1, 'USD', { style: 'name' }), g.parseNumber(g.formatNumber(98765.4321)));
  for (const o of [{ date: 'full' }, { datetime: 'medium' }, { skeleton: 'yMMMEd' }, { raw: "EEEE, d MMMM y G 'w'w h:mm a" }, { time: 'short' }]) console.log(l, JSON.stringify(o), g.formatDate(day, o));
  for (const n of [0, 1, 2, 3, 11, 21, 100]) console.log(n, g.plural(n), g.plural(n, { type: 'ordinal' }), g.formatRelativeTime(n, 'day'), g.formatRelativeTime(-n, 'month', { form: 'short' }));
  console.log(String(g.parseDate(g.formatDate(day, { date: 'medium' }), { date: 'medium' }) - new Date(2024, 1, 29)));
}
Globalize.loadMessages({ en: { like: '{count, plural, offset:1 =0 {Be the first} one {You and one more} other {You and # more}}' } });
for (const count of [0, 2, 5]) console.log(new Globalize('en').formatMessage('like', { count }));
