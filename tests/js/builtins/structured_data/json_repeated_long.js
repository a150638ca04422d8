// JSON.stringify of much, again and again, for which its buffer is kept; and of numbers.
test('long texts, narrow and wide, one in another and given up, are written whole', function () {
  const long = 'y'.repeat(1000);
  const rows = (n, extra) => Array.from({ length: n }, (_, i) => ({ i, long, extra: i === n - 1 ? extra : undefined }));
  // {"i":0,"long":"…"} and a comma; the digits of 0 … 1499; ,"extra":"in"; two brackets, one comma less.
  const inner = 1500 * 1017 + (10 + 180 + 2700 + 2000) + 13 + 1;
  for (let round = 0; round < 3; round++) {
    for (const [n, extra] of [
      [2000, 'end'],
      [1500, 'Ω'],
      [5000, 'end'],
      [10, 'Ω'],
      [1200, { toJSON() { return JSON.stringify(rows(1500, 'in')).length; } }]
    ]) {
      const text = JSON.stringify(rows(n, extra));
      const back = JSON.parse(text);
      assertSame(back.length, n);
      assertSame(back[n - 1].extra, typeof extra === 'string' ? extra : inner);
      assertSame(back[n >> 1].long, long);
    }
    assertThrows(RangeError, () => JSON.stringify(rows(3000, { toJSON() { throw new RangeError(); } })));
  }
});
test('numbers are written as String writes them', function () {
  const of = {
    '0': 0,
    '-1': -1,
    '5e-324': 5e-324,
    '1.7976931348623157e+308': Number.MAX_VALUE,
    '1e+21': 1e21,
    '100000000000000000000': 1e20,
    '123456789012345680000': 123456789012345680000,
    '0.000001': 1e-6,
    '1e-7': 1e-7,
    '-1.5e-7': -1.5e-7,
    '1234.5': 1234.5,
    '2147483648': 2147483648,
    '-2147483649': -2147483649,
    '4294967296.5': 4294967296.5,
    '9007199254740992': 9007199254740993,
    '1.2345e+21': 1.2345e21,
    '0.1': 0.1,
    '0.30000000000000004': 0.1 + 0.2,
    '5.960464477539063e-8': 2 ** -24,
    '9.5367431640625e-7': 2 ** -20,
    '0.00001234567890123456': 0.00001234567890123456
  };
  for (const text in of) assertSame(JSON.stringify([of[text]]), '[' + text + ']');
  for (const text in of) assertSame(String(of[text]), text);
});
test('numbers that are not finite are null, and negative zero is 0', function () {
  assertSame(JSON.stringify([NaN, Infinity, -Infinity, -0]), '[null,null,null,0]');
  assertSame([NaN, Infinity, -Infinity, -0].join(), 'NaN,Infinity,-Infinity,0');
});
test('every double is read back from its text', function () {
  let seed = 12345;
  const next = () => (seed = Math.imul(seed, 1103515245) + 12345 | 0) >>> 0;
  const words = new Uint32Array(2), doubles = new Float64Array(words.buffer);
  for (let i = 0; i < 20000; i++) {
    words[0] = next();
    words[1] = next();
    const d = doubles[0];
    if (d === d) assertSame(Number(String(d)), d);
  }
});
