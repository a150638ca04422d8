// formatjs: messages with plurals, selections, numbers and dates, over Intl.
const { IntlMessageFormat } = require('intl-messageformat');
const messages = {
  photos: '{name} took {count, plural, =0 {no photos} one {# photo} few {# photos (few)} many {# photos (many)} other {# photos}} on {day, date, long}.',
  place: '{gender, select, female {She} male {He} other {They}} finished {rank, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}.',
  price: 'It costs {price, number, ::currency/EUR} or {share, number, ::percent .0}, {big, number}, {short, number, ::compact-short}.',
  time: 'At {day, time, short} or {day, date, ::yyyyMMMdd}.',
  tags: 'A <b>bold {what}</b> and <i>more</i>.',
};
const values = { name: 'Ada', gender: 'female', price: 1234.5, share: 0.256, big: 1234567.891, short: 98765, day: new Date(Date.UTC(2024, 1, 29, 13, 14)), what: 'text', b: (x) => `[${x.join('')}]`, i: (x) => `/${x.join('')}/` };
for (const locale of ['en-US', 'de', 'fr', 'es', 'pl', 'ja']) {
  for (const [name, text] of Object.entries(messages)) {
    const message = new IntlMessageFormat(text, locale, { date: { long: { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' } }, time: { short: { timeZone: 'UTC', hour: '2-digit', minute: '2-digit', hour12: false } } });
    for (const count of name === 'photos' ? [0, 1, 2, 5, 22, 1000] : name === 'place' ? [1, 2, 3, 4, 11, 21, 102] : [0]) console.log(locale, name, message.format({ ...values, count, rank: count }).replace(/[\u00a0\u202f]/g, ' '));
  }
}
for (const bad of ['{', '{a, plural, one {x}}', '{a, nothing}', '<b>', "it''s '{quoted}'"]) { try { console.log(new IntlMessageFormat(bad, 'en').format({ a: 1 })); } catch (e) { console.log(e.name, e.message); } }
let length = 0;
for (let i = 0; i < 2000; i++) length += new IntlMessageFormat(messages.place, 'en').format({ gender: ['male', 'female', 'x'][i % 3], rank: i }).length;
console.log(length);
