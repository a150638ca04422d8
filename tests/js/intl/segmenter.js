// not-on-node: node looks at all of the text
const segments = (granularity, text, locale = 'en') =>
  [...new Intl.Segmenter(locale, { granularity }).segment(text)];

test('graphemes, words, sentences', function () {
  assertEquals(segments('grapheme', 'e\u0301🇩🇪👩‍👧x').map(s => s.segment), ['e\u0301', '🇩🇪', '👩‍👧', 'x']);
  assertEquals(segments('word', "I can't.").map(s => [s.segment, s.index, s.isWordLike]),
    [['I', 0, true], [' ', 1, false], ["can't", 2, true], ['.', 7, false]]);
  assertEquals(segments('sentence', 'One. Two? Three').map(s => s.segment), ['One. ', 'Two? ', 'Three']);
  assertEquals(segments('grapheme', ''), []);
  assertEquals(segments('grapheme', 'a')[0], { segment: 'a', index: 0, input: 'a' });
});

test('containing', function () {
  const words = new Intl.Segmenter('en', { granularity: 'word' }).segment('hello 🙂 world');
  assertEquals(
    [words.containing(0).segment, words.containing(4).segment, words.containing(5).segment],
    ['hello', 'hello', ' ']
  );
  assertEquals([words.containing(6).segment, words.containing(7).segment], ['🙂', '🙂']);
  assertEquals([words.containing(-1), words.containing(100)], [undefined, undefined]);
  assertEquals(words.containing(13.9).segment, 'world');
});

test('long texts are the same in pieces', function () {
  const text = "The quick (\u201Cbrown\u201D) fox can't jump 32.3 feet, right? ".repeat(400);
  for (const granularity of ['grapheme', 'word', 'sentence']) {
    const all = segments(granularity, text);
    assertEquals(all.map(s => s.segment).join(''), text);
    const first = segments(granularity, text.slice(0, text.length / 400)).map(s => s.segment);
    for (let i = 0; i < all.length; i++) {
      if (all[i].segment !== first[i % first.length]) throw new Error(granularity + ' ' + i + ': ' + all[i].segment);
    }
    const view = new Intl.Segmenter('en', { granularity }).segment(text);
    for (let i = 0; i < all.length; i += 97) assertEquals(view.containing(all[i].index), all[i]);
  }
});

test('segments longer than a window', function () {
  const cluster = 'e' + '\u0301'.repeat(20000);
  assertEquals(segments('grapheme', 'a' + cluster + 'b').map(s => s.segment.length), [1, 20001, 1]);
  const view = new Intl.Segmenter('en').segment('a' + cluster + 'b');
  assertEquals(view.containing(10000).index, 1);
  assertEquals(view.containing(10000).segment.length, 20001);
});

test('the iterator', function () {
  const iterator = new Intl.Segmenter('en').segment('ab')[Symbol.iterator]();
  assertEquals(Object.prototype.toString.call(iterator), '[object Segmenter String Iterator]');
  assertSame(iterator[Symbol.iterator](), iterator);
  iterator.next();
  assertEquals(iterator.next().value.segment, 'b');
  assertEquals(iterator.next(), { value: undefined, done: true });
});

test('a segment that never ends is cut', function () {
  const text = '\u0301'.repeat(400000);
  const lengths = segments('grapheme', text).map(s => s.segment.length);
  assert(lengths.length > 1 && lengths.length < 5);
  assertEquals(lengths.reduce((a, b) => a + b), text.length);
});
