// What formatters are made from is a text in the heap. Programs may have the same text, in wide characters too.
test('the same text in wide characters', () => {
  const wide = (text) => ('\u0416' + text).slice(1);
  const o = {};
  for (const tag of ['en-US', 'de-AT', 'zh-Hant-TW', 'de-CH-1996']) {
    o[wide(tag)] = tag;
    assertSame(new Intl.Locale(tag).toString(), tag);
    assertSame(new Intl.Locale(new Intl.Locale(tag)).baseName, tag);
    assertSame(new Intl.NumberFormat(new Intl.Locale(tag)).resolvedOptions().locale.slice(0, 2), tag.slice(0, 2));
  }
});

test('patterns with characters beyond ASCII', () => {
  const time = Date.UTC(2024, 1, 29, 12);
  const format = new Intl.DateTimeFormat('ja-JP', { dateStyle: 'full', timeZone: 'UTC' });
  for (let i = 0; i < 5; i++) assertSame(format.format(time), '2024\u5e742\u670829\u65e5\u6728\u66dc\u65e5');
  const spanish = new Intl.DateTimeFormat('es', { dateStyle: 'long', timeZone: 'UTC' });
  for (let i = 0; i < 5; i++) assertSame(spanish.format(time), '29 de febrero de 2024');
});

test('many formatters in turn', () => {
  const formats = Array.from({ length: 100 }, (_, i) => new Intl.NumberFormat('en-US', { minimumFractionDigits: i }));
  for (let round = 0; round < 3; round++) {
    formats.forEach((format, i) => assertSame(format.format(1).length, i === 0 ? 1 : i + 2));
    for (let i = 0; i < 5; i++) assertSame(formats[3].format(2), '2.000');
  }
});

test('parts with and without a source and a unit', () => {
  const parts = (list) => list.map((part) => Object.keys(part).join('+') + '=' + part.value).join(' ');
  assertSame(
    parts(new Intl.NumberFormat('en-US').formatToParts(1234.5)),
    'type+value=1 type+value=, type+value=234 type+value=. type+value=5'
  );
  assertSame(
    parts(new Intl.RelativeTimeFormat('en').formatToParts(-12, 'day')),
    'type+value+unit=12 type+value= days ago'
  );
  assertSame(
    parts(new Intl.NumberFormat('en-US').formatRangeToParts(1, 2)),
    'type+value+source=1 type+value+source=\u2013 type+value+source=2'
  );
  const list = new Intl.NumberFormat('en-US').formatToParts(1234);
  list[0].value = 'changed';
  list[0].more = 1;
  delete list[1].type;
  assertSame(parts(list), 'type+value+more=changed value=, type+value=234');
});
