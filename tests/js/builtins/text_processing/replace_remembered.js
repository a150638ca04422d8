// replace with a function, and match, of global regular expressions in long literals: matches are remembered
// from call to call, which nothing may show.
const literal = () =>
  'one-two three-four five-six seven-eight nine-ten eleven-twelve thirteen-fourteen fifteen-sixteen \
seventeen-eighteen nineteen-twenty twentyone-twentytwo twentythree-twentyfour twentyfive-twentysix \
twentyseven-twentyeight twentynine-thirty thirtyone-thirtytwo thirtythree-thirtyfour';
test('the matches are the same each time, whatever was done with those before', function () {
  assert(literal().length >= 256);
  let expected;
  for (let i = 0; i < 5; i++) {
    const calls = [];
    const result = literal().replace(/(\w+)-(\w+)/g, (...all) => { calls.push(all); return all[2] + '+' + all[1]; });
    const now = JSON.stringify([calls, result]);
    if (expected === undefined) expected = now;
    assertSame(now, expected);
    assertSame(calls.length, 17);
    assertEquals(calls[1], ['three-four', 'three', 'four', 8, literal()]);
    assertSame(result.slice(0, 18), 'two+one four+three');
  }
});
test('texts of matches may become property keys meanwhile', function () {
  const table = { one: 1, 'three-four': 34 };
  for (let i = 0; i < 4; i++) {
    const seen = [];
    literal().replace(/\w+-\w+|one/g, (m) => {
      seen.push(typeof m, m.length, table[m], m === 'three-four');
      table[m] = i;
      return m;
    });
    assertEquals(seen.slice(0, 8), ['string', 7, i ? i - 1 : undefined, false, 'string', 10, i ? i - 1 : 34, true]);
  }
});
test('groups that take no part, empty matches and names are the same each time', function () {
  for (let i = 0; i < 3; i++) {
    const groups = [];
    const result = literal().replace(/(?<first>one)|(?<other>t\w+e)\b|$/g, (m, a, b, at, whole, named) => {
      groups.push(a, b, named.first, named.other, Object.getPrototypeOf(named));
      named.first = 'changed';
      return '[' + m + ']';
    });
    assertEquals(groups.slice(0, 10), [
      'one', undefined, 'one', undefined, null, undefined, 'three', undefined, 'three', null
    ]);
    assertSame(result.slice(0, 25), '[one]-two [three]-four fi');
    assertSame(result.slice(-9), 'irtyfour[]'.slice(-9));
  }
});
test('match gives a new array each time', function () {
  for (let i = 0; i < 3; i++) {
    const all = literal().match(/\w+-t\w+/g);
    assertEquals(all.slice(0, 3), ['one-two', 'nine-ten', 'eleven-twelve']);
    assert(Array.isArray(all));
    all.length = 1;
    all[0] = 'changed';
  }
});
test('a pattern without a match has none each time', function () {
  assertSame(literal().match(/zzz/g), null);
  assertSame(literal().match(/zzz/g), null);
});
test('lastIndex is 0 in the callback and after it', function () {
  for (let i = 0; i < 3; i++) {
    const regexp = /(\w)\w*-(tw)(\w+)/g;
    regexp.lastIndex = 100;
    'x'.match(/(x)/);
    let inside;
    literal().replace(regexp, () => {
      inside ??= [regexp.lastIndex, RegExp.$1, RegExp.$3, RegExp.lastMatch];
      return '';
    });
    assertSame(regexp.lastIndex, 0);
    // All matches are found before the first call.
    assertEquals(inside, [0, 't', 'entyeight', 'twentyseven-twentyeight']);
    assertSame(RegExp.input, literal());
    regexp.lastIndex = 3;
    literal().match(regexp);
    assertSame(regexp.lastIndex, 0);
  }
});
test('RegExp.$1 and its like tell of the last match each time', function () {
  const results = [];
  for (let i = 0; i < 3; i++) {
    'y'.match(/(y)/);
    literal().match(/(\w+)-(thirty\w*)/g);
    results.push([
      RegExp.$1,
      RegExp.$2,
      RegExp.lastMatch,
      RegExp.leftContext.length,
      RegExp.rightContext,
      RegExp.lastParen
    ].join());
  }
  assertEquals(
    results,
    Array(3).fill('thirtythree,thirtyfour,thirtythree-thirtyfour,' + (literal().length - 22) + ',,thirtyfour')
  );
});
test('a lastIndex that cannot be written is a TypeError each time', function () {
  for (let i = 0; i < 3; i++) {
    const regexp = Object.freeze(/e/g);
    assertThrows(TypeError, () => literal().replace(regexp, () => ''));
    assertThrows(TypeError, () => literal().match(regexp));
  }
});
test('flags and patterns are told apart', function () {
  for (let i = 0; i < 3; i++) {
    assertSame(literal().match(/ONE/g), null);
    assertSame(literal().match(/ONE/gi).length, 3);
    assertSame(literal().match(/one/g).length, 3);
    assertSame(literal().match(/one/gy).length, 1);
    assertSame(literal().match(/one/).index, 0);
    assertEquals(literal().match(/^.{3}/g), ['one']);
    const regexp = /one/g;
    assertSame(literal().match(regexp).length, 3);
    regexp.compile('two', 'g');
    assertEquals(literal().match(regexp), ['two', 'two', 'two']);
    assertSame(literal().match(/t\w+/g).length, literal().split(/t\w+/).length - 1);
  }
});
test('a callback may replace by the same pattern and compile it anew', function () {
  for (let i = 0; i < 3; i++) {
    const regexp = /\w+-/g;
    let depth = 0;
    const outer = literal().replace(regexp, (m) => {
      if (depth++ !== 0) return m;
      regexp.compile('x', 'g');
      return '<' + literal().replace(/\w+-/g, () => '').length + '>';
    });
    assert(outer.startsWith('<' + literal().replace(/\w+-/g, '').length + '>two three-four'));
  }
});
test('what a callback throws ends the replacement each time', function () {
  for (let i = 0; i < 3; i++) {
    let calls = 0;
    assertThrows(RangeError, () => literal().replace(/t\w+/g, () => {
      if (++calls === 3) throw new RangeError();
      return '';
    }));
    assertSame(calls, 3);
  }
});
test('an exec of the instance\'s own is asked after a match was remembered', function () {
  for (let i = 0; i < 2; i++) assertSame(literal().match(/seven/g).length, 3);
  const own = /seven/g;
  own.exec = () => null;
  assertSame(literal().replace(own, () => '!'), literal());
});
test('a subclass is asked after a match was remembered', function () {
  for (let i = 0; i < 2; i++) assertSame(literal().match(/seven/g).length, 3);
  class Never extends RegExp { exec() { return null; } }
  assertSame(literal().replace(new Never('seven', 'g'), () => '!'), literal());
});
test('a patched exec is asked after a match was remembered', function () {
  for (let i = 0; i < 2; i++) assertSame(literal().match(/seven/g).length, 3);
  const exec = RegExp.prototype.exec;
  let count = 0;
  RegExp.prototype.exec = function (s) { count++; return exec.call(this, s); };
  try {
    assertSame(literal().match(/seven/g).length, 3);
    assertSame(count, 4);
  } finally {
    RegExp.prototype.exec = exec;
  }
});
test('more texts and patterns than are remembered match right, with collections between', function () {
  const texts = [];
  for (let i = 0; i < 60; i++) {
    const name = ('k' + i + ' v' + i * i + ';').repeat(60);
    ({})[name];  // interns it
    texts.push(Object.keys({ [name]: 1 })[0]);
  }
  for (let round = 0; round < 3; round++) {
    texts.forEach((t, i) => {
      const all = t.match(/v(\d+)/g);
      assertSame(all.length, 60);
      assertSame(all[59], 'v' + i * i);
      assertSame(
        t.replace(/k\d+ /g, (m, at) => at === 0 ? m.length : '').slice(0, 4),
        (String(('k' + i + ' ').length) + ('v' + i * i + ';v')).slice(0, 4)
      );
    });
    let garbage;
    for (let i = 0; i < 50000; i++) garbage = { garbage: [i, i + 1] };
    if (typeof gc === 'function') gc();
  }
});
