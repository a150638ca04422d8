// RegExp objects: exec, flags, lastIndex, the Symbol methods.
test('exec gives an array with index, input and groups', function () {
  const r = /b(c)?/.exec('abcd');
  assertSame(Array.isArray(r), true);
  assertSame(r.index, 1);
  assertSame(r.input, 'abcd');
  assertEquals([...r], ['bc', 'c']);
  assertEquals(Object.keys(r), ['0', '1', 'index', 'input', 'groups']);
  assertSame(/undefined/.exec()[0], 'undefined');
});
test('exec gives null without a match', function () {
  assertSame(/x/.exec('a'), null);
});
test('g goes on from lastIndex, and starts again after the last match', function () {
  const g = /a/g;
  assertSame(g.test('aXa'), true);
  assertSame(g.lastIndex, 1);
  assertSame(g.test('aXa'), true);
  assertSame(g.lastIndex, 3);
  assertSame(g.test('aXa'), false);
  assertSame(g.lastIndex, 0);
});
test('y matches at lastIndex only', function () {
  const y = /a/y;
  assertEquals([y.test('ba'), y.lastIndex], [false, 0]);
  y.lastIndex = 1;
  assertEquals([y.test('ba'), y.lastIndex], [true, 2]);
});
test('lastIndex means nothing without g and y', function () {
  const n = /a/;
  n.lastIndex = 5;
  assertEquals([n.test('a'), n.lastIndex], [true, 5]);
});
test('a lastIndex beyond the end is no match, a negative one is 0', function () {
  const g = /a/g;
  g.lastIndex = 100;
  assertEquals([g.exec('a'), g.lastIndex], [null, 0]);
  g.lastIndex = -1;
  assertSame(g.test('a'), true);
});
test('a frozen RegExp with g throws', function () {
  const ro = Object.freeze(/a/g);
  assertThrows(TypeError, () => ro.test('a'));
});
test('u does not match half of a surrogate pair', function () {
  const u = /\udf06/u;
  assertSame(u.test('\ud834\udf06'), false);
});
test('an empty match steps on by one, by a code point with u', function () {
  const e = /(?:)/g;
  assertSame('ab'.replace(e, '-'), '-a-b-');
  assertSame('😀'.replace(/(?:)/gu, '-'), '-😀-');
  assertSame('😀'.replace(e, '-').length, 5);
});
test('source escapes what would end a literal, and is never empty', function () {
  assertSame(/a\/b/.source, 'a\\/b');
  assertSame(new RegExp('/').source, '\\/');
  assertSame(new RegExp('').source, '(?:)');
  assertSame(new RegExp('[/]').source, '[/]');
  assertSame(String(new RegExp('\n')), '/\\n/');
});
test('flags are written in alphabetical order, and have properties', function () {
  assertSame(/a/dgimsuy.flags, 'dgimsuy');
  assertSame(String(/x/gi), '/x/gi');
  assertSame(RegExp('a', 'g').global, true);
  assertSame(/a/v.unicodeSets, true);
  assertSame(/a/.hasIndices, false);
});
test('the prototype has an empty source and no flags', function () {
  assertSame(RegExp.prototype.source, '(?:)');
  assertSame(RegExp.prototype.global, undefined);
  assertSame(RegExp.prototype.flags, '');
  assertSame(String(RegExp.prototype), '/(?:)/');
});
test('the accessors need a RegExp', function () {
  assertThrows(TypeError, () => Object.getOwnPropertyDescriptor(RegExp.prototype, 'source').get.call({}));
});
test('RegExp gives back a RegExp with its constructor, and new a copy', function () {
  const r = /a/g;
  assertSame(RegExp(r) === r, true);
  assertSame(new RegExp(r) === r, false);
  assertSame(RegExp(r, 'g') === r, false);
  r.constructor = Object;
  assertSame(RegExp(r) === r, false);
});
test('the constructor takes source and flags of a RegExp, or of strings', function () {
  const r = /a/g;
  assertSame(new RegExp(r).flags, 'g');
  assertSame(new RegExp(r, 'i').flags, 'i');
  assertSame(new RegExp(undefined).source, '(?:)');
  assertSame(new RegExp(null).source, 'null');
});
test('a subclass of RegExp has its methods', function () {
  class R extends RegExp { get isR() { return true; } }
  assertSame(new R('a', 'g').isR, true);
  assertSame(new R('a').test('a'), true);
  assertSame(R[Symbol.species] === R, true);
});
test('compile makes another RegExp of the same object', function () {
  const c = /a/g;
  c.lastIndex = 3;
  assertSame(c.compile('b', 'i') === c, true);
  assertSame(c.source, 'b');
  assertSame(c.flags, 'i');
  assertSame(c.lastIndex, 0);
});
test('$ in the text of a replacement stands for groups and surroundings', function () {
  assertSame('abc'.replace(/(b)(x)?/, '[$1$2$3$0$10$01]'), 'a[b$3$0b0b]c');
  assertSame('a-b'.replace(/(\w)-(\w)/, '$2-$1'), 'b-a');
  assertSame('abcabc'.replace(/(a)(b)(c)(?:)/g, '$3$2$1'), 'cbacba');
  assertSame('abc'.replace(/b/, "$`$'"), 'aacc');
});
test('a callback gives the replacement as it is', function () {
  assertSame('aaa'.replace(/a/g, (x, i) => i), '012');
  assertSame('abc'.replace(/(?<n>b)/, (...a) => JSON.stringify(a[a.length - 1])), 'a{"n":"b"}c');
  assertSame('aXbX'.replace(/x/gi, () => '$1'), 'a$1b$1');
});
test('y and a missing match replace at most one', function () {
  assertSame('aa'.replace(/a/y, 'b'), 'ba');
  assertSame('x'.replace(/y/, 'z'), 'x');
});
test('match gives all matches with g, and groups without', function () {
  assertEquals('a1b22'.match(/\d+/g), ['1', '22']);
  assertEquals('abc'.match(/(b)/).slice(), ['b', 'b']);
  assertSame('x'.match(/y/g), null);
});
test('matchAll gives every match with its groups', function () {
  assertEquals([...'a1b2'.matchAll(/([a-z])(\d)/g)].map((x) => [x.index, x[1]]), [[0, 'a'], [2, 'b']]);
});
test('split cuts at matches, and puts groups in between', function () {
  assertEquals('a1b2c'.split(/\d/), ['a', 'b', 'c']);
  assertEquals('abc'.split(/(b)/), ['a', 'b', 'c']);
  assertEquals(''.split(/a/), ['']);
  assertEquals(''.split(/(?:)/), []);
  assertEquals('abc'.split(/(?:)/), ['a', 'b', 'c']);
  assertEquals('test'.split(/(?=s)/), ['te', 'st']);
  assertEquals('aXbX'.split(/x/i, 1), ['a']);
  assertEquals('a,b'.split(/,/y), ['a', 'b']);
});
test('search and match leave lastIndex as they must', function () {
  assertSame('abc'.search(/c/g), 2);
  const r = /a/g;
  r.lastIndex = 1;
  assertSame('aa'.search(r), 0);
  assertSame(r.lastIndex, 1);
  assertSame('aa'.match(r).length, 2);
  assertSame(r.lastIndex, 0);
});
test('test, replace and match call an exec of the instance\'s own', function () {
  const r = /a/;
  let calls = 0;
  r.exec = function (s) { calls++; return calls > 2 ? null : Object.assign(['X'], { index: 0 }); };
  assertEquals([r.test('q'), 'q'.replace(r, 'z'), r[Symbol.match]('q')], [true, 'z', null]);
});
test('what exec returns must be an object or null, and one that is no function is left out', function () {
  const r = /a/;
  r.exec = () => 5;
  assertThrows(TypeError, () => r.test('a'));
  r.exec = null;
  assertSame(r.test('a'), true);
});
test('d tells where each group matched', function () {
  const x = /a(?<n>b)?(c)/d.exec('xac');
  assertEquals(x.indices[0], [1, 3]);
  assertSame(x.indices[1], undefined);
  assertEquals(x.indices[2], [2, 3]);
  assertSame(x.indices.groups.n, undefined);
});
test('RegExp.$1 and its like tell of the last match, where they exist', function () {
  /(b)(c)/.exec('abcd');
  if ('$1' in RegExp) assertEquals([RegExp.$1, RegExp.$2, RegExp['$&'], RegExp.lastMatch], ['b', 'c', 'bc', 'bc']);
});
test('a literal in a loop is a new object each time', function () {
  const seen = new Set();
  for (let i = 0; i < 3; i++) { const r = /a/g; seen.add(r); assertSame(r.lastIndex, 0); r.test('a'); }
  assertSame(seen.size, 3);
});
test('slices, ropes and strings of both widths are matched', function () {
  const rope = 'x'.repeat(100) + 'needle' + 'y'.repeat(100);
  assertSame(/n(e+)dle/.exec(rope).index, 100);
  assertSame(/needle/.exec(rope.slice(50)).index, 50);
  assertSame(/語/.exec('日本語').index, 2);
  assertSame(/e/.exec('日e').index, 1);
  assertSame(rope.replace(/[xy]/g, '').length, 6);
  assertSame(/[\u0100-\uffff]/.test('abc'), false);
});
test('thousands of matches are found', function () {
  const text = 'the quick brown fox '.repeat(500);
  assertSame(text.match(/\w+/g).length, 2000);
  assertSame(text.replace(/o/g, '0').split('0').length, 1001);
  assertSame([...text.matchAll(/(q)(u)/g)].length, 500);
  assertSame(text.split(/\s/).length, 2001);
});
test('a back reference does not match half of a surrogate pair', function () {
  assertSame(/foo(.+)bar\1/u.exec('foo\uD834bar\uD834\uDC00'), null);
  assertSame(/foo(.+)bar\1/u.exec('foo\uD834bar\uD834')[1], '\uD834');
  assertSame(/foo(.+)bar\1/u.exec('foo\uD834bar\uD834\uD834')[1], '\uD834');
  assertSame(/foo(.+)bar\1/.exec('foo\uD834bar\uD834\uDC00')[1], '\uD834');
  assertSame(/(?<=\1bar(.+)foo)x/u.exec('\uD834\uDC00bar\uDC00foox'), null);
});
test('lastIndex beyond every string ends the search, however large', function () {
  for (const index of [4, 2 ** 30, 2 ** 31, 2 ** 32, 2 ** 32 + 1, 2 ** 53, Infinity, '4294967296', 1e300]) {
    for (const flags of ['g', 'y']) {
      const r = new RegExp('a', flags);
      r.lastIndex = index;
      assertSame(r.exec('aaa'), null);
      assertSame(r.lastIndex, 0);
      r.lastIndex = index;
      assertSame(r.test('aaa'), false);
    }
    const other = /a/;
    other.lastIndex = index;
    assertSame(other.exec('aaa').index, 0);
    assertSame(other.lastIndex, index);
  }
});
test('lastIndex that is not to be written throws, also where nothing is found', function () {
  for (const flags of ['g', 'y']) {
    const r = new RegExp('a', flags);
    Object.defineProperty(r, 'lastIndex', { value: 0, writable: false });
    assertThrows(TypeError, () => r.exec('a'));
    assertThrows(TypeError, () => r.exec('b'));
  }
  const plain = Object.freeze(/a/);
  assertSame(plain.exec('ba').index, 1);
});
test('RegExp.$1 and its like tell of the last of many matches', function () {
  if (!('$1' in RegExp)) return;
  for (const [text, last, before] of [['a1b2c3', '3', 'a1b2'], ['a1b2', '2', 'a1'], ['a1', '1', '']]) {
    text.replace(/[a-z](\d)/g, '');
    assertEquals([RegExp.$1, RegExp['$`']], [last, before]);
    'x0'.match(/x(\d)/);
    text.match(/[a-z](\d)/g);
    assertEquals([RegExp.$1, RegExp['$`']], [last, before]);
    'x0'.match(/x(\d)/);
    text.split(/[a-z](\d)/);
    assertEquals([RegExp.$1, RegExp['$`']], [last, before]);
  }
});

test('the iterator of matchAll goes on after an exception, as one that is written by hand', function () {
  const exec = RegExp.prototype.exec;
  for (const fail of [
    () => { throw 1; },
    () => 1,
    () => ({ get 0() { throw 1; } }),
    () => ({ get 0() { return Symbol(); } })
  ]) {
    for (const flags of ['g', 'gu', 'gy']) {
      const it = 'ab'.matchAll(new RegExp('.', flags));
      try {
        RegExp.prototype.exec = fail;
        let failed = false;
        try { it.next(); } catch { failed = true; }
        assert(failed);
      } finally {
        RegExp.prototype.exec = exec;
      }
      assertEquals([...it].map(String), ['a', 'b']);
      assertEquals(it.next(), { value: undefined, done: true });
    }
  }
  const once = RegExp.prototype[Symbol.matchAll].call(/./, 'ab');
  try {
    RegExp.prototype.exec = () => { throw new RangeError; };
    assertThrows(RangeError, () => once.next());
  } finally {
    RegExp.prototype.exec = exec;
  }
  assertEquals([...once].map(String), ['a']);
});
test('the iterator of matchAll may be asked for a match while it looks for one', function () {
  const exec = RegExp.prototype.exec;
  const it = 'abcd'.matchAll(/./g);
  const inner = [];
  let calls = 0;
  let outer;
  try {
    RegExp.prototype.exec = function (s) {
      if (++calls === 2) inner.push(String(it.next().value));
      return exec.call(this, s);
    };
    outer = [...it].map(String);
  } finally {
    RegExp.prototype.exec = exec;
  }
  assertEquals(inner, ['b']);
  assertEquals(outer, ['a', 'c', 'd']);
});
