// flags: --fuel=3000000
// exit: 3
// What ICU does is charged for: a guest can't have it work for nothing.
for (let i = 0; ; i++) new Intl.DateTimeFormat('en', { dateStyle: 'full' }).formatRange(0, i * 1e9);
