// Elements of objects that are no arrays, stored and loaded by machine code.
function fill(o, n, value) { for (let i = 0; i < n; i++) o[i] = value(i); }
function same(o, n, value) {
  for (let i = 0; i < n; i++) if (!Object.is(o[i], value(i))) assertSame(o[i], value(i), String(i));
}
test('kinds of objects', () => {
  class A { constructor() { this.x = 1; } }
  const make = [
    () => ({}),
    () => ({ a: 1, b: 2 }),
    () => new A(),
    () => function () {},
    () => new Map(),
    () => Object.create({ p: 1 }),
    () => Object.create(null),
    () => Object.assign([], { x: 1 }),
    () => (function () { return arguments; })(),
    () => Object.create([7, 8, 9])
  ];
  const values = [(i) => i, (i) => 's' + i, (i) => i + 0.5, (i) => (i % 3 ? i : undefined)];
  for (let turn = 0; turn < 6; turn++) {
    for (const m of make) {
      const o = m();
      for (const v of values) {
        fill(o, 40, v);
        same(o, 40, v);
      }
      assertSame(Object.keys(o).slice(0, 40).join(), Array.from({ length: 40 }, (_, i) => i).join());
      assertSame(o[40], undefined);
    }
  }
});
test('what may not be stored', () => {
  const store = (o, v) => { 'use strict'; o[1] = v; };
  const sloppy = (o, v) => { o[1] = v; };
  const plain = () => ({ 0: 'a', 1: 'b', 2: 'c' });
  for (let i = 0; i < 500; i++) {
    const o = plain();
    store(o, i);
    sloppy(o, o[1] + 1);
    if (o[1] !== i + 1) assertSame(o[1], i + 1);
  }
  const frozen = Object.freeze(plain()), sealed = Object.seal(plain()), closed = Object.preventExtensions(plain());
  assertThrows(TypeError, () => store(frozen, 1));
  sloppy(frozen, 1);
  assertSame(frozen[1], 'b');
  store(sealed, 1);
  assertSame(sealed[1], 1);
  store(closed, 1);
  assertSame(closed[1], 1);
  delete closed[1];
  assertThrows(TypeError, () => store(closed, 1));
  assertSame(1 in closed, false);
  const readOnly = Object.defineProperty(plain(), 1, { writable: false });
  assertThrows(TypeError, () => store(readOnly, 1));
  let set;
  const accessor = Object.defineProperty(plain(), 1, { set(v) { set = v; } });
  store(accessor, 'seen');
  assertSame(set, 'seen');
  const hole = plain();
  delete hole[1];
  Object.setPrototypeOf(hole, { set 1(v) { set = v; } });
  store(hole, 'inherited');
  assertSame(set, 'inherited');
  assertSame(Object.hasOwn(hole, 1), false);
  const inherits = Object.create(plain());
  store(inherits, 'own');
  assertSame(Object.getPrototypeOf(inherits)[1], 'b');
  assertSame(inherits[1], 'own');
});
test('numbers that are no Smis', () => {
  const o = { 0: 0, 1: 1 };
  let sum = 0;
  for (let i = 0; i < 2000; i++) {
    o[0] = i / 4;
    sum += o[0] += 0.25;
    o[1] = i * 2 ** 22;
  }
  assertSame(sum, 500250);
  assertSame(o[1], 1999 * 2 ** 22);
});
