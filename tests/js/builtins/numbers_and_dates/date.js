// Date, as far as it does not depend on the time zone.
test('the constructor takes a number of milliseconds, clipped to a whole one in range', function () {
  assertSame(new Date(0).getTime(), 0);
  assertSame(new Date(-0).getTime(), 0);
  assertSame(new Date(1.9).getTime(), 1);
  assertSame(new Date(-1.9).getTime(), -1);
  assertSame(new Date(8.64e15).getTime(), 8640000000000000);
  assertSame(new Date(8.64e15 + 1).getTime(), NaN);
  assertSame(new Date(NaN).getTime(), NaN);
});
test('the constructor converts what is no number', function () {
  assertSame(new Date(new Date(5)).getTime(), 5);
  assertSame(new Date(null).getTime(), 0);
  assertSame(new Date(undefined).getTime(), NaN);
  assertSame(new Date('5').constructor === Date, true);
  assertSame(new Date(true).getTime(), 1);
});
test('Date without new gives a string', function () {
  assertSame(typeof Date(), 'string');
});
test('a day beyond the month goes on into the next', function () {
  assertSame(new Date(2020, 1, 30).getDate(), 1);
});
test('a year of two digits is in the twentieth century', function () {
  assertSame(new Date(99, 0).getFullYear(), 1999);
  assertSame(new Date(100, 0).getFullYear(), 100);
  assertSame(Date.UTC(99, 0), 915148800000);
});
test('Date.UTC carries fields over', function () {
  assertSame(Date.UTC(2020, 0, 1), 1577836800000);
  assertSame(Date.UTC(2020), 1577836800000);
  assertSame(Date.UTC(2020, 12, 32, 25, 61, 61, 1001), 1612231322001);
});
test('Date.UTC gives NaN without a year and beyond the range', function () {
  assertSame(Date.UTC(), NaN);
  assertSame(Date.UTC(275760, 8, 13), 8640000000000000);
  assertSame(Date.UTC(275760, 8, 13, 0, 0, 0, 1), NaN);
});
test('the UTC fields of a leap day', function () {
  const d = new Date(Date.UTC(2024, 1, 29, 13, 14, 15, 167));
  assertSame(d.getUTCFullYear(), 2024);
  assertSame(d.getUTCMonth(), 1);
  assertSame(d.getUTCDate(), 29);
  assertSame(d.getUTCDay(), 4);
  assertSame(d.getUTCHours(), 13);
  assertSame(d.getUTCMinutes(), 14);
  assertSame(d.getUTCSeconds(), 15);
  assertSame(d.getUTCMilliseconds(), 167);
});
test('toISOString, toJSON and toUTCString write the UTC fields', function () {
  const d = new Date(Date.UTC(2024, 1, 29, 13, 14, 15, 167));
  assertSame(d.toISOString(), '2024-02-29T13:14:15.167Z');
  assertSame(d.toJSON(), '2024-02-29T13:14:15.167Z');
  assertSame(d.toUTCString(), 'Thu, 29 Feb 2024 13:14:15 GMT');
});
test('years outside of four digits are written with a sign and six', function () {
  const old = new Date(Date.UTC(-1, 0, 1));
  assertEquals(
    [old.toISOString(), new Date(8.64e15).toISOString()],
    ['-000001-01-01T00:00:00.000Z', '+275760-09-13T00:00:00.000Z']
  );
});
test('an invalid date has no ISO string, and null as JSON', function () {
  assertThrows(RangeError, () => new Date(NaN).toISOString());
  assertSame(new Date(NaN).toJSON(), null);
  assertSame(String(new Date(NaN)), 'Invalid Date');
});
test('the UTC setters carry over and return the new time', function () {
  const d = new Date(0);
  assertSame(d.setUTCFullYear(2020, 1, 29), 1582934400000);
  assertSame(d.setUTCMonth(12), 1611878400000);
  assertSame(d.setUTCDate(0), 1609372800000);
  assertSame(d.setUTCHours(25, 61), 1609466460000);
  assertSame(d.setUTCMinutes(-1), 1609466340000);
  assertSame(d.setUTCSeconds(3600), 1609469940000);
  assertSame(d.setUTCMilliseconds(1500), 1609469941500);
  assertSame(d.setTime(7), 7);
});
test('an invalid date stays so until its year is set', function () {
  const d = new Date(7);
  assertSame(d.setUTCFullYear(NaN), NaN);
  assertSame(d.setUTCDate(1), NaN);
  assertSame(d.setUTCFullYear(2000), 946684800000);
});
test('Date.parse takes the standard format, and nothing out of range', function () {
  const cases = [
    ['2020-01-01', 1577836800000],
    ['2020-01-01T00:00:00Z', 1577836800000],
    ['2020-01-01T00:00:00.123Z', 1577836800123],
    ['2020-01', 1577836800000],
    ['2020', 1577836800000],
    ['2020-01-01T10:00+05:30', 1577853000000],
    ['2020-01-01T00:00:00.123456Z', 1577836800123],
    ['+002020-01-01T00:00Z', 1577836800000],
    ['2020-13-01', NaN],
    ['2020-01-32', NaN],
    ['2020-01-01T24:00:00Z', 1577923200000],
    ['2020-01-01T24:00:01Z', NaN],
    ['2020-01-01T25:00Z', NaN],
    ['x', NaN],
    ['', NaN],
    ['+275760-09-13T00:00:00.000Z', 8.64e15],
    ['-271821-04-20T00:00:00.000Z', -8.64e15],
    ['-271821-04-19T23:59:59.999Z', NaN]
  ];
  for (const [s, t] of cases) assertSame(Date.parse(s), t, s);
});
test('what toString, toUTCString and toISOString give is parsed back', function () {
  for (const t of [0, 1e12, -1e12, 1709212455000]) {
    const d = new Date(t);
    assertSame(Date.parse(d.toString()), t);
    assertSame(Date.parse(d.toUTCString()), t);
    assertSame(Date.parse(d.toISOString()), t);
  }
});
test('toString is the date, the time and the offset', function () {
  assert(/^[A-Z][a-z]{2} [A-Z][a-z]{2} \d\d \d{4} \d\d:\d\d:\d\d GMT[+-]\d{4}/.test(new Date(0).toString()));
  assertSame(new Date(0).toDateString() + ' ' + new Date(0).toTimeString(), new Date(0).toString());
});
test('local fields agree with the offset', function () {
  for (const t of [0, 1e12, 1.6e12, 1718000000000]) {
    const d = new Date(t);
    assertSame(
      new Date(
        d.getFullYear(),
        d.getMonth(),
        d.getDate(),
        d.getHours(),
        d.getMinutes(),
        d.getSeconds(),
        d.getMilliseconds()
      ).getTime(),
      t
    );
    const shifted = new Date(t - d.getTimezoneOffset() * 60000);
    assertEquals([shifted.getUTCHours(), shifted.getUTCDate()], [d.getHours(), d.getDate()]);
  }
});
test('a date is a number to arithmetic and a string to addition', function () {
  const d = new Date(5);
  assertSame(+d, 5);
  assertSame(d - 1, 4);
  assertSame(typeof (d + 1), 'string');
  assertSame(d + '' === String(d), true);
  assertSame(d > new Date(4), true);
  assertSame(d == String(d), true);
  assertSame(`${d}` === d.toString(), true);
});
test('valueOf and Symbol.toPrimitive give the time', function () {
  const d = new Date(5);
  assertSame(d[Symbol.toPrimitive]('number'), 5);
  assertSame(d.valueOf(), 5);
});
test('Date.now gives whole milliseconds that never go back', function () {
  const a = Date.now(), b = Date.now();
  assert(b >= a && a > 1.6e12 && Number.isInteger(a));
});
test('methods need a date', function () {
  assertThrows(TypeError, () => Date.prototype.getTime.call({}));
  assertThrows(TypeError, () => Date.prototype.setTime.call(5));
});
test('toJSON calls the toISOString of any object', function () {
  assertSame(Date.prototype.toJSON.call({ toISOString: () => 'iso' }), 'iso');
});
test('Date has seven parameters, and dates a tag', function () {
  assertSame(Date.length, 7);
  assertSame(Object.prototype.toString.call(new Date()), '[object Date]');
  assertSame(Date.prototype.constructor === Date, true);
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
test('an expanded year keeps its sign in texts that are not of the standard format', function () {
  const day = Date.UTC(-2743, 0, 13);
  for (const text of [
    '-002743-01-13',
    '-002743-01-13Z',
    '-002743-1-13Z',
    '-002743/01/13Z',
    '-002743 Jan 13 Z',
    '-002743-01-13 00:00Z',
    '-002743-01-13T00:00Z',
    ' -002743-01-13Z '
  ])
    assertSame(Date.parse(text), day, text);
  assertSame(Date.parse('+002743-01-13Z'), Date.UTC(2743, 0, 13));
  for (const text of ['-002743', '-002743Z', '-002743-01', '-002743-01Z'])
    assertSame(Date.parse(text), Date.UTC(-2743, 0, 1), text);
  assertSame(Date.parse('-002743-01-13 10:20:30.456 +0130'), Date.UTC(-2743, 0, 13, 8, 50, 30, 456));
  assertSame(Date.parse('-002743-01-13T10:00'), new Date(-2743, 0, 13, 10).getTime());
  assertSame(Date.parse('-002743-01-13 10:00'), new Date(-2743, 0, 13, 10).getTime());
});
test('an expanded year of few digits is no year of this century', function () {
  assertSame(Date.parse('+000020-01-13 00:00Z'), Date.parse('+000020-01-13T00:00Z'));
  assertSame(Date.parse('-000020-01-13Z'), Date.parse('-000020-01-13T00:00Z'));
});
test('there is no year -000000', function () {
  for (const rest of ['', '-01', '-01-13', '-01-13Z', '-01-13T00:00Z', '-01-13 00:00', ' Jan 13'])
    assertSame(Date.parse('-000000' + rest), NaN, rest);
  assertSame(Date.parse('+000000-01-01T00:00Z'), Date.parse('0000-01-01T00:00Z'));
});
test('a sign before other numbers of digits is none of a year', function () {
  for (const text of ['-2743-01-13Z', '+2743-01-13Z', '-02743-01-13Z'])
    assertSame(Date.parse(text), Date.UTC(2743, 0, 13), text);
  assertSame(Date.parse('-0002743-01-13T00:00:00.000Z'), NaN);
});

test(
  'Date.parse keeps the date of the standard format out of a time behind it, and takes no offset without a time',
  function () {
    const day = new Date(2011, 10, 8).getTime();
    const evening = new Date(2011, 10, 8, 19, 48, 43).getTime();
    assertSame(Date.parse('2011-11-08:19:48:43'), evening);
    assertSame(Date.parse('2011-11-08:19:48'), evening - 43000);
    assertSame(Date.parse('2011-11-08:19:48:43.123'), evening + 123);
    assertSame(Date.parse('2011-11-08:19:48:43Z'), Date.UTC(2011, 10, 8, 19, 48, 43));
    assertSame(Date.parse('2011-11-08:19:48:43-05:00'), Date.UTC(2011, 10, 9, 0, 48, 43));
    assertSame(Date.parse('+002011-11-08:19:48:43'), evening);
    assertSame(Date.parse('2011-11:19:48:43'), new Date(2011, 10, 1, 19, 48, 43).getTime());
    assertSame(Date.parse('2011:19:48:43'), new Date(2011, 0, 1, 19, 48, 43).getTime());
    assertSame(Date.parse('2011-11-08:'), day);
    for (const text of [
      '2011-11-08-01:00',
      '2011-11-08+01:00',
      '2011-11-08 -01:00',
      '2011-11-08-0100',
      '2011-11-01:00',
      '2011-01:00',
      '+002011-11-08-01:00',
      '2011-11-08:19',
      '2011-11-08:19:48:43 PM'
    ]) assertSame(Date.parse(text), NaN, text);
  }
);
test('Date.parse reads other dates of numbers and hyphens with a time at once', function () {
  assertSame(Date.parse('2011-11-8-1:00'), new Date(2011, 10, 8, 1).getTime());
  assertSame(Date.parse('11-08-2011-01:00'), new Date(2011, 10, 8, 1).getTime());
  assertSame(Date.parse('2011/11/08-01:00'), new Date(2011, 10, 8, 1).getTime());
  assertSame(Date.parse('1999-2-3'), new Date(1999, 1, 3).getTime());
  for (const text of ['1999-13', '1999-13-01', '1999-00-01', '1999-12-32', '1999-12-00'])
    assertSame(Date.parse(text), NaN, text);
});
