// JSON.parse.
test('values', function () {
  assertEquals([JSON.parse('1'), JSON.parse('-0'), JSON.parse('1.5e3'), JSON.parse('"a\\n\\u0041\\/\\ud83d\\ude00"'), JSON.parse('true'), JSON.parse('null'), JSON.parse(' [1, [2], {"a": {"b": null}}] '), JSON.parse('{}'), JSON.parse('\t\n\r 5 '), JSON.parse('"\u2028"'), JSON.parse('1E-2'), JSON.parse('12345678901234567890')], [1, -0, 1500, 'a\nA/😀', true, null, [1, [2], { a: { b: null } }], {}, 5, '\u2028', 0.01, 12345678901234567000]);
});
test('errors', function () {
  for (const s of ['', ' ', '{', '[1,]', '{"a":1,}', "{'a':1}", '{a:1}', '01', '1.', '.5', '+1', '--1', '1e', '"\n"', '"\t"', '"\\x41"', '"\\u12"', '"abc', 'tru', 'nul', 'undefined', 'NaN', 'Infinity', '[1 2]', '{"a" 1}', '1 2', '[', ']', '{"a":}', '\u00a01', '//x\n1', '"\\', '-', '"\u0000"', '[,1]', '0x10', '{"a":1 "b":2}']) assertThrows(SyntaxError, () => JSON.parse(s), undefined);
});
test('keys: duplicates, __proto__, indices, order', function () {
  const o = JSON.parse('{"b":1,"a":2,"b":3,"__proto__":{"x":1},"2":"two","1":"one","":0}');
  assertEquals([Object.keys(o), o.b, Object.hasOwn(o, '__proto__'), Object.getPrototypeOf(o) === Object.prototype, o['']], [['1', '2', 'b', 'a', '__proto__', ''], 3, true, true, 0]);
});
test('reviver', function () {
  const log = [];
  const r = JSON.parse('{"a":[1,2],"b":{"c":3}}', function (k, v) { log.push(k); return typeof v === 'number' ? v * 2 : v; });
  assertEquals([r, log], [{ a: [2, 4], b: { c: 6 } }, ['0', '1', 'a', 'c', 'b', '']]);
  assertEquals(JSON.parse('{"a":1,"b":2}', (k, v) => (k === 'a' ? undefined : v)), { b: 2 });
  const arr = JSON.parse('[1,2,3]', (k, v) => (k === '1' ? undefined : v));
  assertEquals([arr.length, 1 in arr], [3, false]);
  assertSame(JSON.parse('1', () => 'root'), 'root');
  JSON.parse('{"x":1}', function (k, v) { if (k === 'x') assertEquals(this, { x: 1 }); return v; });
});
test('conversion of the argument', function () {
  assertEquals([JSON.parse({ toString: () => '[1]' }), JSON.parse(null), JSON.parse(5)], [[1], null, 5]);
  assertThrows(TypeError, () => JSON.parse(Symbol()));
  assertThrows(SyntaxError, () => JSON.parse(undefined));
});
test('many records of one shape, then a different one', function () {
  const text = '[' + Array.from({ length: 500 }, (_, i) => `{"id":${i},"name":"n${i}","tags":["a","b"],"pos":{"x":${i}.5,"y":-${i}}}`).join() + ',{"name":"odd","id":"str"}]';
  const a = JSON.parse(text);
  assertEquals([a.length, a[499].id, a[499].pos.x, a[0].pos.y, a[500], Object.keys(a[7])], [501, 499, 499.5, -0, { name: 'odd', id: 'str' }, ['id', 'name', 'tags', 'pos']]);
  assertSame(JSON.stringify(a[3]), '{"id":3,"name":"n3","tags":["a","b"],"pos":{"x":3.5,"y":-3}}');
});
test('long strings, escapes everywhere, two-byte', function () {
  const s = 'x'.repeat(5000) + '\\u4e00' + '"'.replace('"', '\\"').repeat(100);
  assertSame(JSON.parse('"' + s + '"').length, 5101);
  assertSame(JSON.parse('"日本語"'), '日本語');
  assertEquals(JSON.parse('{"日":{"本":1}}'), { 日: { 本: 1 } });
  assertSame(JSON.parse(JSON.stringify('\u0000\u001f\u007f\u0080\uffff')), '\u0000\u001f\u007f\u0080\uffff');
});

test('equal strings of a long text are equal, in either width', () => {
  for (const extra of ['', '\u4e00']) {
    const words = Array.from({ length: 3000 }, (_, i) => 'w' + i * 7919 % 700 + extra + (i % 5 ? '' : 'a longer one, not shared'));
    assertEquals(JSON.parse(JSON.stringify(words)), words);
    const narrow = Array.from({ length: 3000 }, (_, i) => ['', 'é', 'ab', 'x'.repeat(i % 20), String(i % 300)][i % 5]);
    assertEquals(JSON.parse(JSON.stringify([extra, narrow]))[1], narrow);
  }
});
