// flags: --test262-host
// [[IsHTMLDDA]], what browsers have as document.all: the one object that is falsy, of type "undefined", and loosely
// equal to undefined and null. Sites are warm with other values before they meet it, and after.
const all = $262.IsHTMLDDA;
const values = [
  all, undefined, null, {}, [], () => 1, 0, 1, 0.5, NaN, '', 'text', Symbol.iterator, 1n, 0n, true, false
];

// Each is a site of its own: what it answers for document.all, and for the other values.
const sites = {
  not: [
    (x) => !x,
    true,
    (x) => x === null || x === undefined || x === 0 || x === '' || x === false || x === 0n || x !== x
  ],
  ifs: [(x) => { if (x) return 1; return 2; }, 2],
  ifNot: [(x) => { if (!x) return 1; return 2; }, 1],
  conditional: [(x) => x ? 1 : 2, 2],
  and: [(x) => x && 1, all],
  or: [(x) => x || 1, 1],
  nullish: [(x) => x ?? 1, all],
  assignAnd: [(x) => { x &&= 1; return x; }, all],
  assignOr: [(x) => { x ||= 1; return x; }, 1],
  assignNullish: [(x) => { x ??= 1; return x; }, all],
  optional: [(x) => x?.name, 'IsHTMLDDA'],
  loop: [(x) => { let n = 0; while (x && n < 3) n++; return n; }, 0],
  loopFor: [(x) => { let n = 0; for (; !x && n < 3; n++); return n; }, 3],
  doWhile: [(x) => { let n = 0; do n++; while (x && n < 3); return n; }, 1],
  boolean: [(x) => Boolean(x), false],
  doubleNot: [(x) => !!x, false],
  equalNull: [(x) => x == null, true],
  equalUndefined: [(x) => x == undefined, true],
  notEqualNull: [(x) => x != null, false],
  ifEqualNull: [(x) => { if (x == null) return 1; return 2; }, 1],
  ifNotEqualNull: [(x) => { if (x != null) return 1; return 2; }, 2],
  ifEqualVoid: [(x) => { if (void 0 == x) return 1; return 2; }, 1],
  equalOther: [
    (x) => values.map((y) => y == x).join(),
    values.map((y) => y === all || y === undefined || y === null).join()
  ],
  strictOther: [(x) => values.map((y) => y === x).join(), values.map((y, i) => i === 0).join()],
  ifStrictNull: [(x) => { if (x === null || x === undefined) return 1; return 2; }, 2],
  typeOf: [(x) => typeof x, 'undefined'],
  typeOfUndefined: [(x) => typeof x === 'undefined', true],
  typeOfFunction: [(x) => typeof x === 'function', false],
  typeOfObject: [(x) => typeof x === 'object', false],
  is: [(x) => Object.is(x, undefined) || Object.is(x, null), false],
  parameter: [(x) => ((y = 1) => y)(x), all],
  pattern: [(x) => (([y = 1]) => y)([x]), all],
  filter: [(x) => [x, x].filter((y) => y).length, 0],
  some: [(x) => [x].some((y) => y), false],
  find: [(x) => [1].find(() => x), undefined],
  switches: [(x) => { switch (x) { case undefined: return 1; case null: return 2; case all: return 3; } return 4; }, 3],
};

test('document.all at warm sites', () => {
  for (const [name, [site, expected]] of Object.entries(sites)) {
    const before = values.slice(1).map(site).map(String);
    for (let i = 0; i < 300; i++) site(values[1 + i % (values.length - 1)]);
    for (let i = 0; i < 300; i++) assertSame(site(all), expected, name);
    assertEquals(values.slice(1).map(site).map(String), before, name);
  }
  assertSame(values.slice(1).map(sites.not[0]).join(), values.slice(1).map(sites.not[2]).join());
});

test('it is a function all the same', () => {
  assertSame(all(), null);
  assertSame(all(''), null);
  assertSame(Object.prototype.toString.call(all), '[object Function]');
  assertSame(all instanceof Function, true);
  assertSame(Object(all), all);
  all.x = 1;
  assertSame(all.x, 1);
  assertSame([all].includes(undefined), false);
  assertSame(JSON.stringify({ all }), '{}');
  assertSame(new Set([all, undefined, null]).size, 3);
  assertSame($262.createRealm().IsHTMLDDA, all);
});
