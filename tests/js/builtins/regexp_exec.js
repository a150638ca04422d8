// RegExp objects: exec, flags, lastIndex, the Symbol methods.
test('exec result', function () {
  const r = /b(c)?/.exec('abcd');
  assertEquals([Array.isArray(r), r.index, r.input, [...r], Object.keys(r)], [true, 1, 'abcd', ['bc', 'c'], ['0', '1', 'index', 'input', 'groups']]);
  assertSame(/x/.exec('a'), null);
  assertSame(/undefined/.exec()[0], 'undefined');
});
test('lastIndex with g and y', function () {
  const g = /a/g;
  assertEquals([g.test('aXa'), g.lastIndex, g.test('aXa'), g.lastIndex, g.test('aXa'), g.lastIndex], [true, 1, true, 3, false, 0]);
  const y = /a/y;
  assertEquals([y.test('ba'), y.lastIndex], [false, 0]);
  y.lastIndex = 1;
  assertEquals([y.test('ba'), y.lastIndex], [true, 2]);
  const n = /a/;
  n.lastIndex = 5;
  assertEquals([n.test('a'), n.lastIndex], [true, 5]);
  g.lastIndex = 100;
  assertEquals([g.exec('a'), g.lastIndex], [null, 0]);
  g.lastIndex = -1;
  assertSame(g.test('a'), true);
  const ro = Object.freeze(/a/g);
  assertThrows(TypeError, () => ro.test('a'));
  const u = /\udf06/u;
  assertSame(u.test('\ud834\udf06'), false);
  const e = /(?:)/g;
  assertEquals(['ab'.replace(e, '-'), '😀'.replace(/(?:)/gu, '-'), '😀'.replace(e, '-').length], ['-a-b-', '-😀-', 5]);
});
test('source, flags, toString', function () {
  assertEquals([/a\/b/.source, new RegExp('/').source, new RegExp('').source, String(new RegExp('\n')), /a/dgimsuy.flags, String(/x/gi), new RegExp('[/]').source, RegExp('a', 'g').global, /a/v.unicodeSets, /a/.hasIndices], ['a\\/b', '\\/', '(?:)', '/\\n/', 'dgimsuy', '/x/gi', '[/]', true, true, false]);
  assertEquals([RegExp.prototype.source, RegExp.prototype.global, RegExp.prototype.flags, String(RegExp.prototype)], ['(?:)', undefined, '', '/(?:)/']);
  assertThrows(TypeError, () => Object.getOwnPropertyDescriptor(RegExp.prototype, 'source').get.call({}));
});
test('the constructor', function () {
  const r = /a/g;
  assertEquals([RegExp(r) === r, new RegExp(r) === r, new RegExp(r).flags, new RegExp(r, 'i').flags, new RegExp(undefined).source, new RegExp(null).source, RegExp(r, 'g') === r], [true, false, 'g', 'i', '(?:)', 'null', false]);
  r.constructor = Object;
  assertSame(RegExp(r) === r, false);
  class R extends RegExp { get isR() { return true; } }
  assertEquals([new R('a', 'g').isR, new R('a').test('a'), R[Symbol.species] === R], [true, true, true]);
  const c = /a/g;
  c.lastIndex = 3;
  assertEquals([c.compile('b', 'i') === c, c.source, c.flags, c.lastIndex], [true, 'b', 'i', 0]);
});
test('replace', function () {
  assertEquals(['abc'.replace(/(b)(x)?/, '[$1$2$3$0$10$01]'), 'aaa'.replace(/a/g, (x, i) => i), 'abc'.replace(/b/, "$`$'"), 'a-b'.replace(/(\w)-(\w)/, '$2-$1'), 'abc'.replace(/(?<n>b)/, (...a) => JSON.stringify(a[a.length - 1])), 'aa'.replace(/a/y, 'b'), 'x'.replace(/y/, 'z'), 'aXbX'.replace(/x/gi, () => '$1')], ['a[b$3$0b0b]c', '012', 'aacc', 'b-a', 'a{"n":"b"}c', 'ba', 'x', 'a$1b$1']);
  assertSame('abcabc'.replace(/(a)(b)(c)(?:)/g, '$3$2$1'), 'cbacba');
});
test('match, matchAll, split, search', function () {
  assertEquals(['a1b22'.match(/\d+/g), 'abc'.match(/(b)/).slice(), 'x'.match(/y/g), [...'a1b2'.matchAll(/([a-z])(\d)/g)].map((x) => [x.index, x[1]]), 'a1b2c'.split(/\d/), 'abc'.split(/(b)/), ''.split(/a/), ''.split(/(?:)/), 'abc'.split(/(?:)/), 'test'.split(/(?=s)/), 'aXbX'.split(/x/i, 1), 'abc'.search(/c/g), 'a,b'.split(/,/y)], [['1', '22'], ['b', 'b'], null, [[0, 'a'], [2, 'b']], ['a', 'b', 'c'], ['a', 'b', 'c'], [''], [], ['a', 'b', 'c'], ['te', 'st'], ['a'], 2, ['a', 'b']]);
  const r = /a/g;
  r.lastIndex = 1;
  assertEquals(['aa'.search(r), r.lastIndex, 'aa'.match(r).length, r.lastIndex], [0, 1, 2, 0]);
});
test('custom exec is used', function () {
  const r = /a/;
  let calls = 0;
  r.exec = function (s) { calls++; return calls > 2 ? null : Object.assign(['X'], { index: 0 }); };
  assertEquals([r.test('q'), 'q'.replace(r, 'z'), r[Symbol.match]('q')], [true, 'z', null]);
  r.exec = () => 5;
  assertThrows(TypeError, () => r.test('a'));
  r.exec = null;
  assertSame(r.test('a'), true);
});
test('indices', function () {
  const x = /a(?<n>b)?(c)/d.exec('xac');
  assertEquals([x.indices[0], x.indices[1], x.indices[2], x.indices.groups.n], [[1, 3], undefined, [2, 3], undefined]);
});
test('legacy static properties, where they are there', function () {
  /(b)(c)/.exec('abcd');
  if ('$1' in RegExp) assertEquals([RegExp.$1, RegExp.$2, RegExp['$&'], RegExp.lastMatch], ['b', 'c', 'bc', 'bc']);
});
test('literals in loops are new objects, with their own lastIndex', function () {
  const seen = new Set();
  for (let i = 0; i < 3; i++) { const r = /a/g; seen.add(r); assertSame(r.lastIndex, 0); r.test('a'); }
  assertSame(seen.size, 3);
});
test('strings of both widths, slices and ropes as input', function () {
  const rope = 'x'.repeat(100) + 'needle' + 'y'.repeat(100);
  assertEquals([/n(e+)dle/.exec(rope).index, /needle/.exec(rope.slice(50)).index, /語/.exec('日本語').index, /e/.exec('日e').index, rope.replace(/[xy]/g, '').length, /[\u0100-\uffff]/.test('abc')], [100, 50, 2, 1, 6, false]);
});
test('many matches', function () {
  const text = 'the quick brown fox '.repeat(500);
  assertEquals([text.match(/\w+/g).length, text.replace(/o/g, '0').split('0').length, [...text.matchAll(/(q)(u)/g)].length, text.split(/\s/).length], [2000, 1001, 500, 2001]);
});
test('a back reference does not match half of a surrogate pair', function () {
  assertSame(/foo(.+)bar\1/u.exec('foo\uD834bar\uD834\uDC00'), null);
  assertSame(/foo(.+)bar\1/u.exec('foo\uD834bar\uD834')[1], '\uD834');
  assertSame(/foo(.+)bar\1/u.exec('foo\uD834bar\uD834\uD834')[1], '\uD834');
  assertSame(/foo(.+)bar\1/.exec('foo\uD834bar\uD834\uDC00')[1], '\uD834');
  assertSame(/(?<=\1bar(.+)foo)x/u.exec('\uD834\uDC00bar\uDC00foox'), null);
});
