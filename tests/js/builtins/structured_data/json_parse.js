// JSON.parse.
test('JSON.parse reads numbers, negative zero and exponents too', function () {
  assertSame(JSON.parse('1'), 1);
  assertSame(JSON.parse('-0'), -0);
  assertSame(JSON.parse('1.5e3'), 1500);
  assertSame(JSON.parse('1E-2'), 0.01);
  assertSame(JSON.parse('12345678901234567890'), 12345678901234567000);
});
test('JSON.parse reads strings with escapes, and line separators as they are', function () {
  assertSame(JSON.parse('"a\\n\\u0041\\/\\ud83d\\ude00"'), 'a\nA/😀');
  assertSame(JSON.parse('"\u2028"'), '\u2028');
});
test('JSON.parse reads literals, arrays and objects', function () {
  assertSame(JSON.parse('true'), true);
  assertSame(JSON.parse('null'), null);
  assertEquals(JSON.parse(' [1, [2], {"a": {"b": null}}] '), [1, [2], { a: { b: null } }]);
  assertEquals(JSON.parse('{}'), {});
});
test('white space around a value is skipped', function () {
  assertSame(JSON.parse('\t\n\r 5 '), 5);
});
test('a text that is not JSON is a SyntaxError', function () {
  for (const s of [
    '',
    ' ',
    '{',
    '[1,]',
    '{"a":1,}',
    "{'a':1}",
    '{a:1}',
    '01',
    '1.',
    '.5',
    '+1',
    '--1',
    '1e',
    '"\n"',
    '"\t"',
    '"\\x41"',
    '"\\u12"',
    '"abc',
    'tru',
    'nul',
    'undefined',
    'NaN',
    'Infinity',
    '[1 2]',
    '{"a" 1}',
    '1 2',
    '[',
    ']',
    '{"a":}',
    '\u00a01',
    '//x\n1',
    '"\\',
    '-',
    '"\u0000"',
    '[,1]',
    '0x10',
    '{"a":1 "b":2}'
  ])
    assertThrows(SyntaxError, () => JSON.parse(s), undefined);
});
test('a repeated key has its last value, and indices come first', function () {
  const o = JSON.parse('{"b":1,"a":2,"b":3,"__proto__":{"x":1},"2":"two","1":"one","":0}');
  assertEquals(Object.keys(o), ['1', '2', 'b', 'a', '__proto__', '']);
  assertSame(o[''], 0);
  assertSame(o.b, 3);
});
test('__proto__ is an ordinary key', function () {
  const o = JSON.parse('{"__proto__":{"x":1}}');
  assertSame(Object.hasOwn(o, '__proto__'), true);
  assertSame(Object.getPrototypeOf(o) === Object.prototype, true);
});
test('the reviver sees members before their objects, in order', function () {
  const log = [];
  const r = JSON.parse('{"a":[1,2],"b":{"c":3}}', function (k, v) {
    log.push(k);
    return typeof v === 'number' ? v * 2 : v;
  });
  assertEquals([r, log], [{ a: [2, 4], b: { c: 6 } }, ['0', '1', 'a', 'c', 'b', '']]);
});
test('the reviver deletes what it gives undefined for', function () {
  assertEquals(JSON.parse('{"a":1,"b":2}', (k, v) => (k === 'a' ? undefined : v)), { b: 2 });
  const arr = JSON.parse('[1,2,3]', (k, v) => (k === '1' ? undefined : v));
  assertEquals([arr.length, 1 in arr], [3, false]);
});
test('the reviver may replace the root', function () {
  assertSame(JSON.parse('1', () => 'root'), 'root');
});
test('the reviver is called on the object that holds the value', function () {
  JSON.parse('{"x":1}', function (k, v) { if (k === 'x') assertEquals(this, { x: 1 }); return v; });
});
test('the argument is converted to a string', function () {
  assertEquals(JSON.parse({ toString: () => '[1]' }), [1]);
  assertSame(JSON.parse(null), null);
  assertSame(JSON.parse(5), 5);
});
test('a symbol is a TypeError, undefined a SyntaxError', function () {
  assertThrows(TypeError, () => JSON.parse(Symbol()));
  assertThrows(SyntaxError, () => JSON.parse(undefined));
});
test('many records of one shape and one that differs are read', function () {
  const text = '[' +
      Array.from({ length: 500 }, (_, i) =>
        `{"id":${i},"name":"n${i}","tags":["a","b"],"pos":{"x":${i}.5,"y":-${i}}}`).join() +
      ',{"name":"odd","id":"str"}]';
  const a = JSON.parse(text);
  assertSame(a.length, 501);
  assertSame(a[499].id, 499);
  assertSame(a[499].pos.x, 499.5);
  assertSame(a[0].pos.y, -0);
  assertEquals(a[500], { name: 'odd', id: 'str' });
  assertEquals(Object.keys(a[7]), ['id', 'name', 'tags', 'pos']);
  assertSame(JSON.stringify(a[3]), '{"id":3,"name":"n3","tags":["a","b"],"pos":{"x":3.5,"y":-3}}');
});
test('long strings with escapes are read', function () {
  const s = 'x'.repeat(5000) + '\\u4e00' + '"'.replace('"', '\\"').repeat(100);
  assertSame(JSON.parse('"' + s + '"').length, 5101);
});
test('strings and keys beyond Latin-1 are read', function () {
  assertSame(JSON.parse('"日本語"'), '日本語');
  assertEquals(JSON.parse('{"日":{"本":1}}'), { 日: { 本: 1 } });
});
test('JSON.parse undoes what JSON.stringify escapes', function () {
  assertSame(JSON.parse(JSON.stringify('\u0000\u001f\u007f\u0080\uffff')), '\u0000\u001f\u007f\u0080\uffff');
});

test('equal strings of a long text are equal, in either width', () => {
  for (const extra of ['', '\u4e00']) {
    const words = Array.from({ length: 3000 }, (_, i) =>
      'w' + i * 7919 % 700 + extra + (i % 5 ? '' : 'a longer one, not shared'));
    assertEquals(JSON.parse(JSON.stringify(words)), words);
    const narrow = Array.from({ length: 3000 }, (_, i) => ['', 'é', 'ab', 'x'.repeat(i % 20), String(i % 300)][i % 5]);
    assertEquals(JSON.parse(JSON.stringify([extra, narrow]))[1], narrow);
  }
});
