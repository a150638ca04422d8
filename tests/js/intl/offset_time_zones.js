// not-on-node: node 20 has no such zones
test('zones that are offsets', function () {
  const zone = name => new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  assertEquals(['+01', '-0330', '+05:45', '-00:00'].map(zone), ['+01:00', '-03:30', '+05:45', '+00:00']);
  for (const bad of ['+1', '+24:00', '+01:60', '+01:0', '+010', '+01:00:00', '\u221201:00'])
    assertThrows(RangeError, () => zone(bad));
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: '-03:30', hour: '2-digit', minute: '2-digit' });
  assertEquals(format.format(Date.UTC(2024, 0, 1, 12)), '08:30');
});
test('a zone keeps the name it was given', function () {
  const zone = name => new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  assertEquals(zone('asia/calcutta'), 'Asia/Calcutta');
  assertEquals(zone('Asia/Kolkata'), 'Asia/Kolkata');
  assert(Intl.supportedValuesOf('timeZone').includes('Asia/Kolkata'));
  assert(!Intl.supportedValuesOf('timeZone').includes('Asia/Calcutta'));
});
