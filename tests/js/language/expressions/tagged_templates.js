// Tagged templates: strings, raw, caching of the template object.
test('a tag gets strings, raw strings and substitutions', function () {
  const tag = (strings, ...values) => ({ strings: [...strings], raw: [...strings.raw], values });
  assertEquals(tag`a${1}\n${2}`, { strings: ['a', '\n', ''], raw: ['a', '\\n', ''], values: [1, 2] });
  assertEquals(tag``, { strings: [''], raw: [''], values: [] });
  assertEquals(tag`\r\n\
x`.raw, ['\\r\\n\\\nx']);
});
test('the template object is the same at each call of a place', function () {
  const tag = (s) => s;
  const site = () => tag`x${1}y`;
  const a = site(), b = site();
  assertSame(a, b);
});
test('the template object is frozen, and so are its raw strings', function () {
  const tag = (s) => s, a = tag`x${1}y`;
  assert(Object.isFrozen(a) && Object.isFrozen(a.raw) && Array.isArray(a.raw));
  assertEquals(Object.getOwnPropertyDescriptor(a, 'raw'), {
    value: a.raw,
    writable: false,
    enumerable: false,
    configurable: false
  });
});
test('another place has another template object, each turn of a loop the same', function () {
  const tag = (s) => s;
  assert(tag`x${1}y` !== tag`x${1}y`);
  const objects = [];
  for (let i = 0; i < 3; i++) objects.push(tag`loop`);
  assertSame(objects[0], objects[2]);
});
test('closures of one source share the template object', function () {
  const tag = (s) => s;
  const make = () => () => tag`same`;
  assertSame(make()(), make()());
});
test('each eval makes a template object', function () {
  const tag = (s) => s;
  assert(eval('tag`e`') !== eval('tag`e`'));
});
test('the receiver is that of a method call', function () {
  const o = { v: 1, tag() { return this.v; } };
  assertSame(o.tag`x`, 1);
  assertSame(o['tag']`x`, 1);
  assertSame((0, o.tag.bind({ v: 2 }))`x`, 2);
});
test('a tag may be the result of a tag', function () {
  const tag = () => (s) => s[0] + '!';
  assertSame(tag`a``b`, 'b!');
});
test('members follow a tagged template', function () {
  const id = (s) => s;
  assertSame(id`abc`.length, 1);
  assertSame(id`abc`[0], 'abc');
});
test('new takes a tagged template', function () {
  const make = () => class { v = 1; };
  assertSame(new (make`x`)().v, 1);
  assertSame(new make`x`().v, 1);
});
test('an invalid escape is undefined to a tag', function () {
  const tag = (s) => [s[0], s.raw[0]];
  assertEquals(tag`\unicode`, [undefined, '\\unicode']);
  assertEquals(tag`\xg`, [undefined, '\\xg']);
  assertEquals(tag`\07`, [undefined, '\\07']);
});
test('an invalid escape without a tag is a SyntaxError', function () {
  assertThrows(SyntaxError, () => eval('`\\unicode`'));
  assertThrows(SyntaxError, () => eval('`\\07`'));
});
test('String.raw puts substitutions between raw strings', function () {
  assertSame(String.raw`a\n${1}b`, 'a\\n1b');
  assertSame(String.raw({ raw: 'abc' }, 1, 2, 3), 'a1b2c');
  assertSame(String.raw({ raw: [] }, 1), '');
});
test('the tag is got before substitutions are evaluated, and called last', function () {
  const log = [];
  const v = (x) => { log.push(x); return x; };
  const o = { get tag() { log.push('tag'); return () => log.push('call'); } };
  o.tag`${v(1)}${v(2)}`;
  assertEquals(log, ['tag', 1, 2, 'call']);
});
