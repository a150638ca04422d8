// Date, as far as it does not depend on the time zone.
test('construction', function () {
  assertEquals([new Date(0).getTime(), new Date(NaN).getTime(), new Date(8.64e15).getTime(), new Date(8.64e15 + 1).getTime(), new Date(1.9).getTime(), new Date(-1.9).getTime(), new Date(new Date(5)).getTime(), new Date(null).getTime(), new Date(undefined).getTime(), new Date('5').constructor === Date, typeof Date(), new Date(-0).getTime(), new Date(true).getTime()], [0, NaN, 8640000000000000, NaN, 1, -1, 5, 0, NaN, true, 'string', 0, 1]);
  assertSame(new Date(2020, 1, 30).getDate(), 1);
  assertSame(new Date(99, 0).getFullYear(), 1999);
  assertSame(new Date(100, 0).getFullYear(), 100);
  assertEquals([Date.UTC(2020, 0, 1), Date.UTC(2020), Date.UTC(2020, 12, 32, 25, 61, 61, 1001), Date.UTC(99, 0), Date.UTC(), Date.UTC(275760, 8, 13), Date.UTC(275760, 8, 13, 0, 0, 0, 1)], [1577836800000, 1577836800000, 1612231322001, 915148800000, NaN, 8640000000000000, NaN]);
});
test('UTC fields', function () {
  const d = new Date(Date.UTC(2024, 1, 29, 13, 14, 15, 167));
  assertEquals([d.getUTCFullYear(), d.getUTCMonth(), d.getUTCDate(), d.getUTCDay(), d.getUTCHours(), d.getUTCMinutes(), d.getUTCSeconds(), d.getUTCMilliseconds(), d.toISOString(), d.toJSON(), d.toUTCString()], [2024, 1, 29, 4, 13, 14, 15, 167, '2024-02-29T13:14:15.167Z', '2024-02-29T13:14:15.167Z', 'Thu, 29 Feb 2024 13:14:15 GMT']);
  const old = new Date(Date.UTC(-1, 0, 1));
  assertEquals([old.toISOString(), new Date(8.64e15).toISOString()], ['-000001-01-01T00:00:00.000Z', '+275760-09-13T00:00:00.000Z']);
  assertThrows(RangeError, () => new Date(NaN).toISOString());
  assertSame(new Date(NaN).toJSON(), null);
  assertSame(String(new Date(NaN)), 'Invalid Date');
});
test('UTC setters', function () {
  const d = new Date(0);
  assertEquals([d.setUTCFullYear(2020, 1, 29), d.setUTCMonth(12), d.setUTCDate(0), d.setUTCHours(25, 61), d.setUTCMinutes(-1), d.setUTCSeconds(3600), d.setUTCMilliseconds(1500), d.setTime(7), d.setUTCFullYear(NaN), d.setUTCDate(1), d.setUTCFullYear(2000)], [1582934400000, 1611878400000, 1609372800000, 1609466460000, 1609466340000, 1609469940000, 1609469941500, 7, NaN, NaN, 946684800000]);
});
test('parsing the standard format', function () {
  const cases = [['2020-01-01', 1577836800000], ['2020-01-01T00:00:00Z', 1577836800000], ['2020-01-01T00:00:00.123Z', 1577836800123], ['2020-01', 1577836800000], ['2020', 1577836800000], ['2020-01-01T10:00+05:30', 1577853000000], ['2020-01-01T00:00:00.123456Z', 1577836800123], ['+002020-01-01T00:00Z', 1577836800000], ['2020-13-01', NaN], ['2020-01-32', NaN], ['2020-01-01T24:00:00Z', 1577923200000], ['2020-01-01T24:00:01Z', NaN], ['2020-01-01T25:00Z', NaN], ['x', NaN], ['', NaN], ['+275760-09-13T00:00:00.000Z', 8.64e15], ['-271821-04-20T00:00:00.000Z', -8.64e15], ['-271821-04-19T23:59:59.999Z', NaN]];
  for (const [s, t] of cases) assertSame(Date.parse(s), t, s);
});
test('what toString and toUTCString give is parsed back', function () {
  for (const t of [0, 1e12, -1e12, 1709212455000]) {
    const d = new Date(t);
    assertEquals([Date.parse(d.toString()), Date.parse(d.toUTCString()), Date.parse(d.toISOString())], [t, t, t]);
  }
  assert(/^[A-Z][a-z]{2} [A-Z][a-z]{2} \d\d \d{4} \d\d:\d\d:\d\d GMT[+-]\d{4}/.test(new Date(0).toString()));
  assertSame(new Date(0).toDateString() + ' ' + new Date(0).toTimeString(), new Date(0).toString());
});
test('local fields agree with the offset', function () {
  for (const t of [0, 1e12, 1.6e12, 1718000000000]) {
    const d = new Date(t);
    assertSame(new Date(d.getFullYear(), d.getMonth(), d.getDate(), d.getHours(), d.getMinutes(), d.getSeconds(), d.getMilliseconds()).getTime(), t);
    const shifted = new Date(t - d.getTimezoneOffset() * 60000);
    assertEquals([shifted.getUTCHours(), shifted.getUTCDate()], [d.getHours(), d.getDate()]);
  }
});
test('conversion to primitives', function () {
  const d = new Date(5);
  assertEquals([+d, d - 1, typeof (d + 1), d + '' === String(d), d > new Date(4), `${d}` === d.toString(), d[Symbol.toPrimitive]('number'), d.valueOf(), d == String(d)], [5, 4, 'string', true, true, true, 5, 5, true]);
});
test('Date.now and receivers', function () {
  const a = Date.now(), b = Date.now();
  assert(b >= a && a > 1.6e12 && Number.isInteger(a));
  assertThrows(TypeError, () => Date.prototype.getTime.call({}));
  assertThrows(TypeError, () => Date.prototype.setTime.call(5));
  assertSame(Date.prototype.toJSON.call({ toISOString: () => 'iso' }), 'iso');
  assertEquals([Date.length, Object.prototype.toString.call(new Date()), Date.prototype.constructor === Date], [7, '[object Date]', true]);
});
test('years and days over a long range', function () {
  let prev = -Infinity;
  for (let y = -2000; y <= 3000; y += 37) {
    const t = new Date(0).setUTCFullYear(y, 2, 1);
    const d = new Date(t);
    assertEquals([d.getUTCFullYear(), d.getUTCMonth(), d.getUTCDate()], [y, 2, 1]);
    assert(t > prev);
    const before = new Date(t - 1);
    const leap = (y % 4 === 0 && y % 100 !== 0) || y % 400 === 0;
    assertSame(before.getUTCDate(), leap ? 29 : 28);
    prev = t;
  }
});
