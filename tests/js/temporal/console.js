// not-on-node: node 20 has no Temporal
// expect-stdout: Temporal.PlainDate 2024-02-29[u-ca=hebrew]
// expect-stdout: [ Temporal.Duration P1Y2M, Temporal.Instant 1970-01-01T00:00:00Z ]
// expect-stdout: { z: Temporal.ZonedDateTime 2024-02-29T12:00:00+01:00[Europe/Berlin] }
// expect-stdout: Temporal.PlainTime 12:00:00 { extra: 1 }
console.log(Temporal.PlainDate.from('2024-02-29[u-ca=hebrew]'));
console.log([Temporal.Duration.from('P1Y2M'), new Temporal.Instant(0n)]);
console.log({ z: Temporal.ZonedDateTime.from('2024-02-29T12:00[Europe/Berlin]') });
console.log(Object.assign(new Temporal.PlainTime(12), { extra: 1 }));
test('what was written', function () {});
