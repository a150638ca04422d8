// String.prototype.replace with a function, called for many matches: what it gets, and what it may do meanwhile.
test('the callback gets the match, its groups, the place, the text and the names', function () {
  const calls = [];
  const result = 'a1b22c'.replace(/([a-z])(\d*)/g, function (...all) {
    calls.push([all.length, arguments.length, this === undefined || this === globalThis, ...all]);
    return '<' + all[0] + '>';
  });
  assertSame(result, '<a1><b22><c>');
  assertEquals(calls, [
    [5, 5, true, 'a1', 'a', '1', 0, 'a1b22c'],
    [5, 5, true, 'b22', 'b', '22', 2, 'a1b22c'],
    [5, 5, true, 'c', 'c', '', 5, 'a1b22c']
  ]);
});
test('groups that have names come last as an object', function () {
  const named = [];
  'xyxz'.replace(/(?<first>x)(?<second>y)?/g, (...all) => {
    named.push(all[all.length - 1].second, all.length);
    return '';
  });
  assertEquals(named, ['y', 6, undefined, 6]);
});
test('a callback may take fewer or more arguments than it gets', function () {
  const text = 'abcabcabcabc';
  assertSame(text.replace(/b/g, () => '-'), 'a-ca-ca-ca-c');
  assertSame(text.replace(/b/g, (m) => m + m), 'abbcabbcabbcabbc');
  assertSame(text.replace(/b/g, (m, at) => at), 'a1ca4ca7ca10c');
  assertSame(
    text.replace(/b/g, (m, at, whole, more, least = 'd') => { const t = more + least; more = 1; return t; }),
    'aundefineddc'.repeat(4)
  );
  assertSame(text.replace(/(b)(x)?/g, (m, b, x) => String(x)), 'aundefinedc'.repeat(4));
});
test('bound functions, natives and proxies are callbacks', function () {
  const text = 'abcabcabcabc';
  assertSame(text.replace(/b/g, String), text);
  assertSame(text.replace(/b/g, Math.max), 'aNaNc'.repeat(4));
  assertSame(text.replace(/b/g, ((x, m) => x + m).bind(null, '!')), 'a!bc'.repeat(4));
  assertSame(text.replace(/b/g, new Proxy((m) => m.toUpperCase(), {})), 'aBc'.repeat(4));
});
test('a class is no callback', function () {
  const text = 'abcabcabcabc';
  class C { }
  assertThrows(TypeError, () => text.replace(/b/g, C));
});
test('what a callback returns is converted to a string', function () {
  const results = [1, null, undefined, true, 1.5, { toString() { return 'obj'; } }, [1, 2]];
  assertSame('-------'.replace(/-/g, () => results.shift()), '1nullundefinedtrue1.5obj1,2');
});
test('a symbol is no replacement', function () {
  assertThrows(TypeError, () => '-'.replace(/-/g, () => Symbol()));
});
test('what a callback throws ends the replacement', function () {
  let calls = 0;
  assertThrows(RangeError, () => '-----'.replace(/-/g, () => {
    if (++calls === 3) throw new RangeError();
    return 'x';
  }));
  assertSame(calls, 3);
});
test('a callback may replace with the same RegExp', function () {
  const regexp = /b/g;
  let depth = 0;
  function callback(m, at, whole) {
    regexp.lastIndex = 7;
    if (depth++ < 3) return '(' + whole.replace(regexp, callback) + ')';
    return m;
  }
  assertSame('abb'.replace(regexp, callback), 'a(a(a(abb)b)b)b');
});
test('a callback may compile the RegExp anew', function () {
  const pattern = /x/g;
  assertSame('xxx'.replace(pattern, () => { pattern.compile('y', 'g'); return 'z'; }), 'zzz');
});
test('a generator function gives its object', function () {
  const generator = function* () { yield 1; };
  assertSame('x'.replace(/x/g, generator), '[object Generator]');
});
test('a warm callback is called for thousands of matches', function () {
  let warm = 0;
  const many = 'x'.repeat(5000).replace(/x/g, (m, at) => { warm += at; return at % 2 ? 'a' : 'b'; });
  assertSame(many, 'ba'.repeat(2500));
  assertSame(warm, 4999 * 2500);
});
test('a name that was put together finds what its literal finds', function () {
  const look = (o, s) => o[s];
  const log = [];
  const table = { one: 1, get two() { return log.push('getter') && 2; }, 3: 'index' };
  for (let i = 0; i < 50; i++) {
    assertSame(look(table, 'on' + 'exyz'.slice(0, 1)), 1);
    assertSame(look(table, 'xtwox'.slice(1, 4)), 2);
    assertSame(look(table, 'x3x'.slice(1, 2)), 'index');
    assertSame(look(table, 'xnonex'.slice(1, 5)), undefined);
    assertSame(look(table, 'xtoStringx'.slice(1, 9)), Object.prototype.toString);
  }
  assertSame(log.length, 50);
});
test('a warm lookup by a name that was put together sees the object change', function () {
  const look = (o, s) => o[s];
  const table = { one: 1 };
  for (let i = 0; i < 50; i++) {
    assertSame(look(table, 'xonex'.slice(1, 4)), 1);
    assertSame(look(table, 'xnonex'.slice(1, 5)), undefined);
  }
  table.one = 'changed';
  assertSame(look(table, 'xonex'.slice(1, 4)), 'changed');
  Object.prototype.none = 'inherited';
  assertSame(look(table, 'xnonex'.slice(1, 5)), 'inherited');
  delete Object.prototype.none;
  assertSame(look(table, 'xnonex'.slice(1, 5)), undefined);
  table.none = 'own';
  assertSame(look(table, 'xnonex'.slice(1, 5)), 'own');
  delete table.one;
  assertSame(look(table, 'xonex'.slice(1, 4)), undefined);
});
test('a name that was put together is the key that a proxy gets', function () {
  const look = (o, s) => o[s];
  const proxy = new Proxy({}, { get(t, key) { return 'got ' + key; } });
  for (let i = 0; i < 50; i++) assertSame(look(proxy, 'xonex'.slice(1, 4)), 'got one');
});
test('length that was put together is that of arrays of every kind', function () {
  const look = (o, s) => o[s];
  for (let i = 0; i < 50; i++) {
    assertSame(look([1, 2, 3], 'xlengthx'.slice(1, 7)), 3);
    assertSame(look(new Uint8Array(4), 'xlengthx'.slice(1, 7)), 4);
  }
});
