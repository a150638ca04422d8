// Object literals.
test('members of every kind have their keys in order', function () {
  const name = 'dyn', value = 1;
  const o = {
    value,
    name: 'n',
    [name + 1]: 2,
    'quoted key': 3,
    4: 'four',
    0x10: 'hex',
    .5: 'half',
    1n: 'big',
    method() { return 'm'; },
    *gen() { yield 1; },
    async am() {},
    async *ag() {},
    get g() { return 'g'; },
    get: 1,
    set: 2,
    async: 3,
    static: 4,
    await: 5,
    if: 6,
    ...{ spread: 7 }
  };
  assertEquals(Object.keys(o), [
    '1',
    '4',
    '16',
    'value',
    'name',
    'dyn1',
    'quoted key',
    '0.5',
    'method',
    'gen',
    'am',
    'ag',
    'g',
    'get',
    'set',
    'async',
    'static',
    'await',
    'if',
    'spread'
  ]);
  assertSame(o.method(), 'm');
  assertEquals([...o.gen()], [1]);
  assertSame(o.g, 'g');
  assertSame(o.if, 6);
});
test('__proto__ with a colon sets the prototype, if it is an object or null', function () {
  const p = { inherited: 1 };
  const a = { __proto__: p };
  assertSame(Object.getPrototypeOf(a), p);
  assertSame(Object.getPrototypeOf({ __proto__: null }), null);
  assertSame(Object.getPrototypeOf({ __proto__: 5 }), Object.prototype);
  assertSame(Object.getPrototypeOf({ '__proto__': p }), p);
});
test('a computed, shorthand or method __proto__ is an ordinary member', function () {
  const p = {};
  assertSame(Object.hasOwn({ ['__proto__']: p }, '__proto__'), true);
  const __proto__ = p;
  assertSame(Object.hasOwn({ __proto__ }, '__proto__'), true);
  assertSame(Object.hasOwn({ __proto__() {} }, '__proto__'), true);
});
test('a second __proto__ is a SyntaxError', function () {
  assertThrows(SyntaxError, () => eval('({ __proto__: 1, __proto__: 2 })'));
});
test('the last of two members of one name counts, the first keeps its place', function () {
  const o = { a: 1, b: 2, a: 3 };
  assertEquals(Object.entries(o), [['a', 3], ['b', 2]]);
});
test('keys and values are evaluated in order, each key before its value', function () {
  const log = [];
  const t = (x) => { log.push(x); return x; };
  const key = { toString() { log.push('key'); return 'k'; } };
  ({ [t('a')]: t(1), [key]: t(2), [t('c')]() {}, ...(t('spread'), {}) });
  assertEquals(log, ['a', 1, 'key', 2, 'c', 'spread']);
});
test('members name their functions', function () {
  const s = Symbol('sym');
  const o = {
    m() {},
    [s]() {},
    ['c' + 1]() {},
    1() {},
    get g() { return 1; },
    f: function () {},
    a: () => {},
    c: class {},
    ['x']: function () {}
  };
  assertSame(o.m.name, 'm');
  assertSame(o[s].name, '[sym]');
  assertSame(o.c1.name, 'c1');
  assertSame(o[1].name, '1');
  assertSame(o.f.name, 'f');
  assertSame(o.a.name, 'a');
  assertSame(o.c.name, 'c');
  assertSame(o.x.name, 'x');
});
test('methods are no constructors and have no prototype', function () {
  const o = { m() {}, f: function () {} };
  assertSame('prototype' in o.m, false);
  assertSame('prototype' in o.f, true);
  assertThrows(TypeError, () => new o.m());
});
test('each evaluation makes a new object', function () {
  const make = () => ({ a: 1, inner: { b: [1] } });
  const x = make(), y = make();
  x.inner.b.push(2);
  x.a = 5;
  assertEquals(y, { a: 1, inner: { b: [1] } });
});
test('literals of thousands of members have them all', function () {
  for (const n of [10, 100, 1000, 3000]) {
    const parts = [];
    for (let i = 0; i < n; i++) parts.push(`p${i}: ${i}`);
    const o = new Function(`return { ${parts.join()} }`)();
    assertSame(Object.keys(o).length, n);
    assertSame(o['p' + (n - 1)], n - 1);
    assertSame(o.p0, 0);
  }
});
test('a member without a value, a name or a body is a SyntaxError', function () {
  for (const s of [
    '({ a = 1 })',
    '({ if })',
    '({ 1 })',
    '({ "a" })',
    '({ get a(b) {} })',
    '({ set a() {} })',
    '({ set a(...b) {} })',
    '({ async get a() {} })',
    '({ * })',
    '({ async\nm() {} })',
    '({ m() { super(); } })'
  ])
    assertThrows(SyntaxError, () => eval(s));
});
