// typeof, and switches over strings.
const values = [
  undefined,
  null,
  true,
  false,
  0,
  -0,
  1.5,
  NaN,
  2 ** 40,
  '',
  'text',
  'a' + 'b'.repeat(30),
  Symbol(),
  Symbol.iterator,
  10n,
  {},
  [],
  function () {},
  class {},
  Math.max,
  /x/,
  new Proxy({}, {}),
  new Proxy(function () {}, {}),
  new String('x'),
  Object(1n)
];
const kinds = [
  'undefined', 'object', 'boolean', 'boolean', 'number', 'number', 'number', 'number', 'number', 'string',
  'string', 'string', 'symbol', 'symbol', 'bigint', 'object', 'object', 'function', 'function', 'function',
  'object', 'object', 'function', 'object', 'object'
];

test('typeof', function () {
  const type = x => typeof x;
  const same = (x, y) => typeof x === typeof y;
  const loosely = (x, y) => typeof x != typeof y;
  for (let i = 0; i < 200; i++) {
    values.forEach((v, n) => assertSame(type(v), kinds[n]));
    for (let n = 1; n < values.length; n++) {
      assertSame(same(values[n - 1], values[n]), kinds[n - 1] === kinds[n]);
      assertSame(loosely(values[n - 1], values[n]), kinds[n - 1] !== kinds[n]);
    }
  }
});

test('typeof that is compared', function () {
  const asks = {
    undefined: x => typeof x === 'undefined', object: x => typeof x === 'object', boolean: x => typeof x === 'boolean',
    number: x => typeof x === 'number', string: x => typeof x === 'string', symbol: x => typeof x === 'symbol',
    bigint: x => typeof x === 'bigint', function: x => typeof x === 'function',
  };
  const branches = {};
  for (const kind in asks) branches[kind] = new Function('x', `if (typeof x == '${kind}') return 1; else return 2;`);
  for (let i = 0; i < 200; i++) {
    values.forEach((v, n) => {
      for (const kind in asks) {
        assertSame(asks[kind](v), kind === kinds[n]);
        assertSame(branches[kind](v), kind === kinds[n] ? 1 : 2);
      }
    });
  }
});

test('a switch over typeof', function () {
  function kind(x) {
    switch (typeof x) {
      case 'undefined': return 0;
      case 'object': if (x === null) return 1; // falls through
      case 'function': return 2;
      case 'boolean': return 3;
      case 'number': return 4;
      case 'never': return 5;
      case 'string': return 6;
      default: return 7;
    }
  }
  const wanted = { undefined: 0, object: 2, function: 2, boolean: 3, number: 4, string: 6, symbol: 7, bigint: 7 };
  for (let i = 0; i < 300; i++) values.forEach((v, n) => assertSame(kind(v), v === null ? 1 : wanted[kinds[n]]));
  const numbers = n => kind(n | 0) + kind(n > 1) + kind('' + n) + kind(n * 0.5);
  for (let i = 0; i < 3000; i++) assertSame(numbers(i), 17);
});

test('a switch over strings', function () {
  function number(s) {
    switch (s) {
      case 'one': return 1;
      case 'two': return 2;
      case 'three': return 3;
      case '': return 0;
      case 'constructor': return 4;
      default: return -1;
    }
  }
  const words = [
    'one',
    'two',
    'three',
    '',
    'constructor',
    'four',
    1,
    null,
    undefined,
    {},
    Symbol('one'),
    new String('one')
  ];
  const results = [1, 2, 3, 0, 4, -1, -1, -1, -1, -1, -1, -1];
  for (let i = 0; i < 3000; i++) {
    const n = i % words.length;
    assertSame(number(words[n]), results[n]);
    // Not interned: a rope, a slice.
    assertSame(number('t' + 'hree'.slice(0, 2 + i % 3)), i % 3 === 2 ? 3 : -1);
    assertSame(number('xconstructor of a class'.substring(1, 12)), 4);
  }
});
