// Strings in all their representations behave the same.
function variants(s) {
  const mid = s.length >> 1;
  return [
    s,
    s.slice(0, mid) + s.slice(mid),
    ('xx' + s + 'yy').slice(2, -2),
    [...s].join('') === s ? Array.from({ length: s.length }, (_, i) => s[i]).join('') : s,
    JSON.parse(JSON.stringify(s)),
    String(Object(s)),
    s.split('').reverse().reverse().join(''),
    ('\u4e00' + s).slice(1),
    Object.keys({ [s]: 1 })[0]
  ];
}
test('every representation of a string is equal, of the same length, order and hash', function () {
  for (const s of [
    '',
    'a',
    'ab',
    'hello world',
    'é'.repeat(30),
    'x'.repeat(300),
    'mixed 日本 text',
    '12',
    '4294967295',
    '😀 and more',
    'a\0b'
  ]) {
    const vs = variants(s);
    const o = { [s]: 'value' }, m = new Map([[s, 'mapped']]);
    for (const a of vs) {
      assertEquals(a.length, s.length);
      assertSame(a === s, true);
      assertSame(a == s, true);
      assertSame(a < s, false);
      assertSame(a <= s, true);
      assertSame(o[a], 'value');
      assertSame(m.get(a), 'mapped');
      assertSame(a in o, true);
      assertSame(Object.is(a, s), true);
      assertSame(a.localeCompare(s), 0);
      assertSame([s].indexOf(a), 0);
      for (const b of vs) assertSame(a + b, s + s);
      for (let i = 0; i < Math.min(s.length, 20); i++) assertSame(a.charCodeAt(i), s.charCodeAt(i));
      switch (a) { case s: break; default: assert(false); }
    }
  }
});
test('methods give the same for each representation', function () {
  const s = 'The Quick brown fox, é and more';
  for (const v of variants(s))
    assertEquals(
      [
        v.indexOf('fox'),
        v.slice(4, 9),
        v.toUpperCase(),
        v.split(' ').length,
        v.replace('fox', 'cat').length,
        /q(u)/i.exec(v)[1],
        v.trim(),
        v.charAt(4),
        v[4],
        v.at(-1),
        [...v].length,
        v.concat('!').length,
        v.includes('brown'),
        v.lastIndexOf('e'),
        v.codePointAt(0),
        v.padEnd(40).length,
        v.repeat(2).length,
        encodeURIComponent(v).length,
        JSON.stringify(v).length
      ],
      [
        16,
        'Quick',
        'THE QUICK BROWN FOX, É AND MORE',
        7,
        s.length,
        'u',
        s,
        'Q',
        'Q',
        'e',
        s.length,
        s.length + 1,
        true,
        30,
        84,
        40,
        s.length * 2,
        encodeURIComponent(s).length,
        s.length + 2
      ]
    );
});
test('ropes grow to the left, to the right, at both ends and by +=', function () {
  let l = '', r = '', b = '', p = '';
  for (let i = 0; i < 3000; i++) { l = l + (i % 10); r = (i % 10) + r; b = 'a' + b + 'z'; p += 'ab'; }
  assertSame(l.length, 3000);
  assertSame(r.length, 3000);
  assertSame(b.length, 6000);
  assertSame(p.length, 6000);
  assertSame(l.slice(0, 12), '012345678901');
  assertSame(r.slice(-12), '109876543210');
  assertSame(b[0] + b[2999] + b[3000] + b[5999], 'aazz');
  assertSame(p.charCodeAt(2999), 98);
  assertSame(l, r.split('').reverse().join(''));
});
test('a rope is read while it grows', function () {
  let s = '';
  for (let i = 0; i < 500; i++) { s += 'x' + i; assertSame(s.charCodeAt(s.length - 1), 48 + (i % 10)); }
  assertSame(s.length, 500 + 10 + 180 + 1200);
});
test('a string of one-byte and two-byte parts is whole', function () {
  let s = 'latin é';
  s += ' 日本語 ';
  s += 'ascii';
  assertSame(s, 'latin é 日本語 ascii');
  assertSame(s.length, 17);
  assertSame(s.indexOf('日'), 8);
  assertSame(s.slice(0, 5), 'latin');
  assertSame(s.slice(-5), 'ascii');
  assertSame(s.slice(0, 5) === 'latin', true);
  assertSame(s.toUpperCase(), 'LATIN É 日本語 ASCII');
});
test('a one-byte string cut from a two-byte one is the same', function () {
  const one = '日a'.slice(1);
  assertSame(one, 'a');
  assertSame(one === 'a', true);
  assertSame({ a: 1 }[one], 1);
  assertSame(new Map([['a', 2]]).get(one), 2);
  assertSame('ÿ'.toUpperCase().charCodeAt(0), 376);
  assertSame('a' + '\u0100'.slice(1), 'a');
});
test('slices of slices of ropes are cut right', function () {
  let s = '';
  for (let i = 0; i < 200; i++) s += String.fromCharCode(65 + (i % 26));
  let t = s;
  for (let i = 0; i < 50; i++) t = t.slice(1, -1);
  assertEquals([t.length, t === s.slice(50, 150), t[0]], [100, true, s[50]]);
});
test('slices of a rope join to it', function () {
  let s = '';
  for (let i = 0; i < 200; i++) s += String.fromCharCode(65 + (i % 26));
  const parts = [];
  for (let i = 0; i < s.length; i += 7) parts.push(s.substring(i, i + 7));
  assertSame(parts.join(''), s);
});
test('names made at run time are one property each', function () {
  const o = {};
  for (let i = 0; i < 300; i++) o['key' + (i % 7) + (i % 3)] = i;
  assertSame(Object.keys(o).length, 21);
  for (let i = 0; i < 300; i++) assertSame(typeof o[`key${i % 7}${i % 3}`], 'number');
});
test('long names made at run time are one property', function () {
  const o = {};
  const long = 'k'.repeat(1000);
  o[long] = 1;
  assertSame(o['k'.repeat(500) + 'k'.repeat(500)], 1);
  assertSame(long in o, true);
  assertSame(delete o['k' + 'k'.repeat(999)], true);
  assertSame(long in o, false);
});
test('strings that look like numbers are indices only where canonical', function () {
  const o = {};
  for (const k of [
    '0', '1', '2', '00', '1.0', '1e0', '-0', ' 1', '4294967294', '4294967295', '4294967296',
    '9007199254740992'
  ]) {
    o[k] = k;
    assertSame(o['' + k], k);
  }
  assertEquals(Object.keys(o).slice(0, 4), ['0', '1', '2', '4294967294']);
});
test('an element is found by its canonical index only', function () {
  const a = [1, 2, 3];
  assertSame(a['1'], 2);
  assertSame(a['0' + ''], 1);
  assertSame(a['1.0'], undefined);
  assertSame(a['01'], undefined);
});
test('single characters are one each, whatever made them', function () {
  for (let i = 0; i < 256; i++) {
    const c = String.fromCharCode(i);
    assertEquals([c.length, c.charCodeAt(0), ('x' + c)[1] === c, { [c]: i }[c]], [1, i, true, i]);
  }
});
test('the empty string is one, whatever made it', function () {
  assertSame('' + '', '');
  assertSame(''.slice(0), '');
  assertSame('abc'.slice(1, 1), '');
  assertSame('a' + '' === 'a', true);
  assertSame('' in { '': 1 }, true);
});
test('strings of any width compare by code unit', function () {
  const words = ['', 'a', 'aa', 'ab', 'b', 'z', 'é', '日', '日本', '\u{1F600}', '\uffff'];
  for (let i = 0; i < words.length; i++) for (let j = 0; j < words.length; j++) {
    const a = ('x' + words[i]).slice(1), b = words[j] + '';
    assertEquals([a < b, a > b, a === b], [i < j, i > j, i === j]);
  }
});
test('strings of hundreds of thousands of characters are searched and cut', function () {
  const s = 'abcdefghij'.repeat(50000);
  assertSame(s.length, 500000);
  assertSame(s[499999], 'j');
  assertSame(s.indexOf('ja', 499000), 499009);
  assertSame(s.lastIndexOf('a'), 499990);
  assertSame(s.slice(250000, 250005), 'abcde');
  assertSame(s.split('j').length, 50001);
  assertSame(s.replace(/a/g, '').length, 450000);
  assertSame((s + 'x').length + ('x' + s).length, 1000002);
});
