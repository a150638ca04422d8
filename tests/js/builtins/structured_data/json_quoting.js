// JSON.stringify's quotation marks and escapes at every place of strings of every short length, and in keys.
const expected = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\t': '\\t',
  '\b': '\\b',
  '\f': '\\f',
  '\r': '\\r',
  '\0': '\\u0000',
  '\x1f': '\\u001f',
  '\v': '\\u000b'
};
test('a character that needs an escape gets it at each place', function () {
  for (let length = 1; length <= 40; length++) {
    for (let at = 0; at < length; at++) {
      for (const c of Object.keys(expected)) {
        const before = 'abcdefghijklmnopqrstuvwxyz0123456789!#$%'.slice(0, at), after = '~'.repeat(length - at - 1);
        const text = before + c + after;
        assertSame(JSON.stringify(text), '"' + before + expected[c] + after + '"');
        assertSame(JSON.stringify({ [text]: 1 }), '{"' + before + expected[c] + after + '":1}');
      }
    }
  }
});
test('characters that need no escape get none', function () {
  let text = '';
  for (let c = 0x20; c < 0x100; c++) if (c !== 0x22 && c !== 0x5c) text += String.fromCharCode(c);
  for (let from = 0; from < text.length; from += 3) {
    for (let length = 0; length < 20; length++) {
      const part = text.slice(from, from + length);
      assertSame(JSON.stringify(part), '"' + part + '"');
      assertSame(JSON.stringify('\u0100' + part), '"\u0100' + part + '"');
      assertSame(JSON.stringify([part, '\u0100', part]), '["' + part + '","\u0100","' + part + '"]');
    }
  }
  assertSame(JSON.stringify('\x7f\x80\xff"'), '"\x7f\x80\xff\\""');
});
test('long strings, ropes and slices are quoted whole', function () {
  for (const length of [4095, 4096, 4097, 10000]) {
    const text = 'x'.repeat(length);
    assertSame(JSON.stringify(text), '"' + text + '"');
    assertSame(JSON.stringify(text + '"' + text), '"' + text + '\\"' + text + '"');
    assertSame(JSON.stringify(('"' + text).slice(1)), '"' + text + '"');
  }
});
test('an array that changes while it is written is written as it is then', function () {
  const a = [1, { toJSON() { a.length = 3; a[2] = 'new'; return 'x'; } }, 2, 3];
  assertSame(JSON.stringify(a), '[1,"x","new",null]');
  const b = [{ toJSON(key) { b.push(key); b[1] = 0.5; return key; } }, 1];
  assertSame(JSON.stringify(b), '["0",0.5]');
});
test('holes and what has no JSON are null in an array', function () {
  assertSame(JSON.stringify([, 1.5, , 'x', undefined, () => 1, Symbol()]), '[null,1.5,null,"x",null,null,null]');
});
test('a hole reads through to the prototype', function () {
  const inherited = [1, , 3];
  Object.setPrototypeOf(inherited, { 1: 'proto', __proto__: Array.prototype });
  assertSame(JSON.stringify(inherited), '[1,"proto",3]');
});
test('a replacer is given string keys and its holder', function () {
  const log = [];
  JSON.stringify([[1], { a: [2] }], function (key, value) {
    log.push(typeof key, key, Array.isArray(this));
    return value;
  });
  assertEquals(log, [
    'string', '', false, 'string', '0', true, 'string', '0', true, 'string', '1', true, 'string', 'a', false,
    'string', '0', true
  ]);
});
test('a gap of text indents each level', function () {
  assertSame(
    JSON.stringify({ a: [1, { b: [] }], c: {} }, null, '--'),
    '{\n--"a": [\n----1,\n----{\n------"b": []\n----}\n--],\n--"c": {}\n}'
  );
});
test('a gap of nothing puts all on one line', function () {
  assertSame(JSON.stringify([[]], null, 0), '[[]]');
  assertSame(JSON.stringify([1], null, ''), '[1]');
});
test('members that are left out leave no line', function () {
  assertSame(JSON.stringify({ a: undefined, b: 1 }, null, 1), '{\n "b": 1\n}');
  assertSame(JSON.stringify({ a: undefined }, null, 1), '{}');
});
