// Strings in all their representations behave the same.
function variants(s) {
  const mid = s.length >> 1;
  return [s, s.slice(0, mid) + s.slice(mid), ('xx' + s + 'yy').slice(2, -2), [...s].join('') === s ? Array.from({ length: s.length }, (_, i) => s[i]).join('') : s, JSON.parse(JSON.stringify(s)), String(Object(s)), s.split('').reverse().reverse().join(''), ('\u4e00' + s).slice(1), Object.keys({ [s]: 1 })[0]];
}
test('equality, length, hashing, order', function () {
  for (const s of ['', 'a', 'ab', 'hello world', 'é'.repeat(30), 'x'.repeat(300), 'mixed 日本 text', '12', '4294967295', '😀 and more', 'a\0b']) {
    const vs = variants(s);
    const o = { [s]: 'value' }, m = new Map([[s, 'mapped']]);
    for (const a of vs) {
      assertEquals([a.length, a === s, a == s, a < s, a <= s, o[a], m.get(a), a in o, Object.is(a, s), a.localeCompare(s), [s].indexOf(a)], [s.length, true, true, false, true, 'value', 'mapped', true, true, 0, 0]);
      for (const b of vs) assertSame(a + b, s + s);
      for (let i = 0; i < Math.min(s.length, 20); i++) assertSame(a.charCodeAt(i), s.charCodeAt(i));
      switch (a) { case s: break; default: assert(false); }
    }
  }
});
test('methods on each representation', function () {
  const s = 'The Quick brown fox, é and more';
  for (const v of variants(s)) assertEquals([v.indexOf('fox'), v.slice(4, 9), v.toUpperCase(), v.split(' ').length, v.replace('fox', 'cat').length, /q(u)/i.exec(v)[1], v.trim(), v.charAt(4), v[4], v.at(-1), [...v].length, v.concat('!').length, v.includes('brown'), v.lastIndexOf('e'), v.codePointAt(0), v.padEnd(40).length, v.repeat(2).length, encodeURIComponent(v).length, JSON.stringify(v).length], [16, 'Quick', 'THE QUICK BROWN FOX, É AND MORE', 7, s.length, 'u', s, 'Q', 'Q', 'e', s.length, s.length + 1, true, 30, 84, 40, s.length * 2, encodeURIComponent(s).length, s.length + 2]);
});
test('ropes built to the left, right, both, and by +=', function () {
  let l = '', r = '', b = '', p = '';
  for (let i = 0; i < 3000; i++) { l = l + (i % 10); r = (i % 10) + r; b = 'a' + b + 'z'; p += 'ab'; }
  assertEquals([l.length, r.length, b.length, p.length, l.slice(0, 12), r.slice(-12), b[0] + b[2999] + b[3000] + b[5999], p.charCodeAt(2999)], [3000, 3000, 6000, 6000, '012345678901', '109876543210', 'aazz', 98]);
  assertSame(l, r.split('').reverse().join(''));
});
test('a rope read while it grows', function () {
  let s = '';
  for (let i = 0; i < 500; i++) { s += 'x' + i; assertSame(s.charCodeAt(s.length - 1), 48 + (i % 10)); }
  assertSame(s.length, 500 + 10 + 180 + 1200);
});
test('one-byte and two-byte parts', function () {
  let s = 'latin é';
  s += ' 日本語 ';
  s += 'ascii';
  assertEquals([s, s.length, s.indexOf('日'), s.slice(0, 5), s.slice(-5), s.slice(0, 5) === 'latin', s.toUpperCase()], ['latin é 日本語 ascii', 17, 8, 'latin', 'ascii', true, 'LATIN É 日本語 ASCII']);
  const one = '日a'.slice(1);
  assertEquals([one, one === 'a', { a: 1 }[one], new Map([['a', 2]]).get(one)], ['a', true, 1, 2]);
  assertSame('ÿ'.toUpperCase().charCodeAt(0), 376);
  assertSame('a' + '\u0100'.slice(1), 'a');
});
test('slices of slices of ropes', function () {
  let s = '';
  for (let i = 0; i < 200; i++) s += String.fromCharCode(65 + (i % 26));
  let t = s;
  for (let i = 0; i < 50; i++) t = t.slice(1, -1);
  assertEquals([t.length, t === s.slice(50, 150), t[0]], [100, true, s[50]]);
  const parts = [];
  for (let i = 0; i < s.length; i += 7) parts.push(s.substring(i, i + 7));
  assertSame(parts.join(''), s);
});
test('property names made at run time', function () {
  const o = {};
  for (let i = 0; i < 300; i++) o['key' + (i % 7) + (i % 3)] = i;
  assertSame(Object.keys(o).length, 21);
  for (let i = 0; i < 300; i++) assertSame(typeof o[`key${i % 7}${i % 3}`], 'number');
  const long = 'k'.repeat(1000);
  o[long] = 1;
  assertEquals([o['k'.repeat(500) + 'k'.repeat(500)], long in o, delete o['k' + 'k'.repeat(999)], long in o], [1, true, true, false]);
});
test('strings that look like numbers as keys', function () {
  const a = [1, 2, 3], o = {};
  for (const k of ['0', '1', '2', '00', '1.0', '1e0', '-0', ' 1', '4294967294', '4294967295', '4294967296', '9007199254740992']) { o[k] = k; assertSame(o['' + k], k); }
  assertEquals([a['1'], a['0' + ''], a['1.0'], a['01'], Object.keys(o).slice(0, 4)], [2, 1, undefined, undefined, ['0', '1', '2', '4294967294']]);
});
test('single characters and the empty string', function () {
  for (let i = 0; i < 256; i++) { const c = String.fromCharCode(i); assertEquals([c.length, c.charCodeAt(0), ('x' + c)[1] === c, { [c]: i }[c]], [1, i, true, i]); }
  assertEquals(['' + '', ''.slice(0), 'abc'.slice(1, 1), 'a' + '' === 'a', '' in { '': 1 }], ['', '', '', true, true]);
});
test('comparison order of all pairs', function () {
  const words = ['', 'a', 'aa', 'ab', 'b', 'z', 'é', '日', '日本', '\u{1F600}', '\uffff'];
  for (let i = 0; i < words.length; i++) for (let j = 0; j < words.length; j++) {
    const a = ('x' + words[i]).slice(1), b = words[j] + '';
    assertEquals([a < b, a > b, a === b], [i < j, i > j, i === j]);
  }
});
test('large strings', function () {
  const s = 'abcdefghij'.repeat(50000);
  assertEquals([s.length, s[499999], s.indexOf('ja', 499000), s.lastIndexOf('a'), s.slice(250000, 250005), s.split('j').length, s.replace(/a/g, '').length], [500000, 'j', 499009, 499990, 'abcde', 50001, 450000]);
  assertSame((s + 'x').length + ('x' + s).length, 1000002);
});
