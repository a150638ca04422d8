// not-on-node: node 20 has no Temporal
// Every function of Temporal, called with odd receivers and arguments: it answers or throws an error of JavaScript.
const samples = {
  Duration: Temporal.Duration.from('P1Y2M3W4DT5H6M7.008009010S'),
  Instant: Temporal.Instant.from('2024-02-29T12:34:56.789Z'),
  PlainDate: Temporal.PlainDate.from('2024-02-29[u-ca=chinese]'),
  PlainDateTime: Temporal.PlainDateTime.from('2024-02-29T12:34:56.789'),
  PlainMonthDay: Temporal.PlainMonthDay.from('02-29'),
  PlainTime: Temporal.PlainTime.from('12:34:56.789'),
  PlainYearMonth: Temporal.PlainYearMonth.from('2024-02'),
  ZonedDateTime: Temporal.ZonedDateTime.from('2024-02-29T12:34[Europe/Berlin]'),
};
const odd = [
  undefined,
  null,
  true,
  -1,
  NaN,
  Infinity,
  1e300,
  10n,
  -(1n << 70n),
  '',
  '2024-02-29',
  'PT1S',
  'UTC',
  'day',
  Symbol.iterator,
  {},
  [],
  new Proxy({}, {}),
  function () {},
  { year: 2024, month: 2, day: 29, timeZone: 'UTC' },
  { hours: 1, days: -1 },
  { largestUnit: 'auto', smallestUnit: 'day', relativeTo: '2024-01-01' },
  { roundingIncrement: 1e9, smallestUnit: 'nanosecond' },
  ...Object.values(samples)
];
function tryCall(f, receiver, args) {
  try {
    const result = Reflect.apply(f, receiver, args);
    if (Object(result) === result && result.constructor?.from && result.toString)
      assert(typeof result.toString() === 'string');
    return true;
  } catch (error) {
    assert(error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError, String(error));
    assert(!/Internal error/.test(error.message), error.message);
    return false;
  }
}
function functionsOf(object) {
  return Object.values(Object.getOwnPropertyDescriptors(object)).flatMap(d => [d.value, d.get])
      .filter(f => typeof f === 'function' && f !== object.constructor);
}
for (const [name, sample] of Object.entries(samples)) {
  test('methods of Temporal.' + name, function () {
    const prototype = Temporal[name].prototype;
    let answered = 0;
    for (const f of functionsOf(prototype)) {
      for (const receiver of odd) {
        const is = Object(receiver) === receiver && Object.getPrototypeOf(receiver) === prototype;
        for (const a of odd) {
          for (const b of [undefined, null, 1, { overflow: 'reject' }, { disambiguation: 'later', offset: 'use' }]) {
            if (tryCall(f, receiver, [a, b])) {
              answered++;
              assert(is, f.name + ' must refuse another receiver');
            }
            if (!is) break;
          }
          if (!is) break;
        }
      }
    }
    assert(answered > 100, String(answered));
  });
  test('Temporal.' + name + ' itself', function () {
    let made = 0;
    for (const f of functionsOf(Temporal[name])) {
      for (const a of odd) for (const b of odd) made += tryCall(f, undefined, [a, b]);
    }
    for (const a of odd) for (const b of odd) for (const c of odd) {
      made += tryCall(Reflect.construct, undefined, [Temporal[name], [a, b, c]]);
    }
    assert(made > 0);
    assertThrows(TypeError, () => Temporal[name](), /requires 'new'/);
  });
  test('no operator compares objects of Temporal.' + name, function () {
    assertThrows(TypeError, () => sample < sample, /compare with its own functions/);
  });
}
test('a method says what it was called on', function () {
  assertThrows(TypeError, () => Temporal.PlainDate.prototype.add.call({}, 'P1D'),
               /Temporal.PlainDate.prototype.add called on incompatible receiver/);
});
test('a subclass makes objects of its own', function () {
  class Day extends Temporal.PlainDate {}
  const day = new Day(2024, 2, 29);
  assert(day instanceof Day);
  assertSame(Object.getPrototypeOf(day.add('P1D')), Temporal.PlainDate.prototype);
});
