// Tagged templates: strings, raw, caching of the template object.
test('strings, raw and substitutions', function () {
  const tag = (strings, ...values) => ({ strings: [...strings], raw: [...strings.raw], values });
  assertEquals(tag`a${1}\n${2}`, { strings: ['a', '\n', ''], raw: ['a', '\\n', ''], values: [1, 2] });
  assertEquals(tag``, { strings: [''], raw: [''], values: [] });
  assertEquals(tag`\r\n\
x`.raw, ['\\r\\n\\\nx']);
});
test('the template object is frozen and cached per site', function () {
  const tag = (s) => s;
  const site = () => tag`x${1}y`;
  const a = site(), b = site();
  assertSame(a, b);
  assert(Object.isFrozen(a) && Object.isFrozen(a.raw) && Array.isArray(a.raw));
  assert(tag`x${1}y` !== a);
  const objects = [];
  for (let i = 0; i < 3; i++) objects.push(tag`loop`);
  assertSame(objects[0], objects[2]);
  assertEquals(Object.getOwnPropertyDescriptor(a, 'raw'), { value: a.raw, writable: false, enumerable: false, configurable: false });
});
test('each closure of the same source shares the site, each evaluation by eval does not', function () {
  const tag = (s) => s;
  const make = () => () => tag`same`;
  assertSame(make()(), make()());
  assert(eval('tag`e`') !== eval('tag`e`'));
});
test('the receiver is that of a method call', function () {
  const o = { v: 1, tag() { return this.v; } };
  assertSame(o.tag`x`, 1);
  assertSame(o['tag']`x`, 1);
  assertSame((0, o.tag.bind({ v: 2 }))`x`, 2);
});
test('chains, new and member access', function () {
  const tag = () => (s) => s[0] + '!';
  assertSame(tag`a``b`, 'b!');
  const id = (s) => s;
  assertSame(id`abc`.length, 1);
  assertSame(id`abc`[0], 'abc');
  const make = () => class { v = 1; };
  assertSame(new (make`x`)().v, 1);
  assertSame(new make`x`().v, 1);
});
test('invalid escapes give undefined, only when tagged', function () {
  const tag = (s) => [s[0], s.raw[0]];
  assertEquals(tag`\unicode`, [undefined, '\\unicode']);
  assertEquals(tag`\xg`, [undefined, '\\xg']);
  assertEquals(tag`\07`, [undefined, '\\07']);
  assertThrows(SyntaxError, () => eval('`\\unicode`'));
  assertThrows(SyntaxError, () => eval('`\\07`'));
});
test('String.raw', function () {
  assertSame(String.raw`a\n${1}b`, 'a\\n1b');
  assertSame(String.raw({ raw: 'abc' }, 1, 2, 3), 'a1b2c');
  assertSame(String.raw({ raw: [] }, 1), '');
});
test('evaluation order', function () {
  const log = [];
  const v = (x) => { log.push(x); return x; };
  const o = { get tag() { log.push('tag'); return () => log.push('call'); } };
  o.tag`${v(1)}${v(2)}`;
  assertEquals(log, ['tag', 1, 2, 'call']);
});
