// flags: --fuel=3000000
// exit: 3
// What the library does is charged for: a guest can't have it work for nothing.
const first = Temporal.PlainDate.from('-100000-01-01[u-ca=hebrew]');
for (let i = 0; ; i++) first.until(first.add({ days: 30000000 + i }), { largestUnit: 'years' });
