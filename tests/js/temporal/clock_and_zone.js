// not-on-node: node 20 has no Temporal
// Temporal.Now has the clock and the time zone that Date and Intl have.
test('the clock', function () {
  const before = Date.now(), now = Temporal.Now.instant(), after = Date.now();
  assert(before <= now.epochMilliseconds && now.epochMilliseconds <= after);
  assertEquals(new Date(now.epochMilliseconds).toTemporalInstant().until(now).total('milliseconds') < 1, true);
});
test('the time zone', function () {
  const zone = Temporal.Now.timeZoneId();
  assertEquals(new Intl.DateTimeFormat().resolvedOptions().timeZone, zone);
  const summer = new Date(2024, 6, 1, 12);
  assertEquals(summer.toTemporalInstant().toZonedDateTimeISO(zone).toPlainTime().toString(), '12:00:00');
  assertEquals(Temporal.Now.zonedDateTimeISO().timeZoneId, zone);
});
test('a time zone has an offset of its own where it has no rules', function () {
  const zoned = Temporal.ZonedDateTime.from('2024-01-01T00:00[+05:30]');
  assertEquals(zoned.timeZoneId, '+05:30');
  assertEquals(zoned.getTimeZoneTransition('next'), null);
  assertEquals(zoned.toLocaleString('de', { timeStyle: 'short' }), '00:00');
});
