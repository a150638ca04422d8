// flags: --clones -e globalThis.kept={}
// flags: -e kept.d=Temporal.PlainDate.from("2024-02-29[u-ca=hebrew]")
// flags: -e kept.t=new(Temporal.PlainTime)(23,59,59,1,2,3)
// flags: -e kept.dt=Temporal.PlainDateTime.from("-271821-04-19T00:00:00.000000001")
// flags: -e kept.ym=Temporal.PlainYearMonth.from("2024-02")
// flags: -e kept.md=Temporal.PlainMonthDay.from("02-29")
// flags: -e kept.u=Temporal.Duration.from({years:-1,nanoseconds:-9007199254740991})
// flags: -e kept.i=new(Temporal.Instant)(-8640000000000000000000n)
// flags: -e kept.z=Temporal.ZonedDateTime.from("2024-03-31T01:59:59.999999999+01:00[Europe/Berlin]")
// flags: -e kept.f=new(Intl.DateTimeFormat)("en",{timeZone:"UTC",dateStyle:"long"})
// flags: -e kept.f.format(Temporal.PlainDate.from("2024-01-01"))
// needs-images: it runs in a clone
// Temporal objects that were made before the isolate was frozen go on in its clones.
test('they hold what they held', function () {
  assertEquals(kept.d.toString(), '2024-02-29[u-ca=hebrew]');
  assertEquals(kept.d.monthCode, 'M05L');
  assertEquals(kept.t.toString(), '23:59:59.001002003');
  assertEquals(kept.dt.toString(), '-271821-04-19T00:00:00.000000001');
  assertEquals(kept.ym.toString(), '2024-02');
  assertEquals(kept.md.toString(), '02-29');
  assertEquals([kept.u.years, kept.u.nanoseconds], [-1, -9007199254740991]);
  assertEquals(kept.i.epochNanoseconds, -8640000000000000000000n);
  assertEquals(kept.z.toString(), '2024-03-31T01:59:59.999999999+01:00[Europe/Berlin]');
});
test('arithmetic goes on with them', function () {
  assertEquals(kept.z.add({ nanoseconds: 1 }).toString(), '2024-03-31T03:00:00+02:00[Europe/Berlin]');
  assertEquals(kept.d.add({ months: 1 }).monthCode, 'M06');
  assertEquals(kept.md.toPlainDate({ year: 2023 }).toString(), '2023-02-28');
});
test('a format of an image shows them as it did', function () {
  assertEquals(kept.f.format(Temporal.PlainDate.from('2024-02-29')), 'February 29, 2024');
});
test('a clone makes new ones of the same classes', function () {
  assert(Temporal.PlainDate.from('2024-01-01') instanceof kept.d.constructor);
});
