// One site, receivers of several kinds in turn: two to five shapes are remembered side by side, more go to the
// cache that all sites share. What a program sees is the same at every step.
'use strict';

const proto = { x: 'inherited' };
const makers = [
  () => ({ x: 'first' }),
  () => ({ a: 0, x: 'second' }),
  () => Object.create(proto),
  () => ({ get x() { return 'got'; } }),
  () => ({ y: 0 }),
  () => { const o = { x: 'many' }; for (let i = 0; i < 12; i++) o['p' + i] = i; return o; },
  () => { const o = {}; for (let i = 0; i < 12; i++) o['q' + i] = i; o.x = 'overflow'; return o; },
  () => Object.assign([1, 2], { x: 'of an array' }),
  () => 'text',
  () => 1.5,
];
const expected = [
  'first',
  'second',
  'inherited',
  'got',
  undefined,
  'many',
  'overflow',
  'of an array',
  undefined,
  undefined
];

function siteFor() { return new Function('o', 'return o.x'); }
function storeFor() { return new Function('o', 'v', '"use strict"; o.x = v; return o.x'); }
function callFor() { return new Function('o', 'return o.m()'); }

for (let count = 2; count <= makers.length; count++) {
  test(`a load with ${count} kinds of receivers`, () => {
    const load = siteFor();
    for (let round = 0; round < 30; round++) {
      for (let i = 0; i < count; i++) assertEquals(load(makers[i]()), expected[i]);
    }
  });
}

for (let count = 2; count <= 8; count++) {
  test(`a store with ${count} kinds of receivers`, () => {
    const store = storeFor();
    for (let round = 0; round < 30; round++) {
      for (let i = 0; i < count; i++) {
        const receiver = makers[i]();
        if (i === 3) assertThrows(TypeError, () => store(receiver, round));
        else assertEquals(store(receiver, round), round);
      }
    }
  });
}

for (let count = 2; count <= 7; count++) {
  test(`a call of methods of ${count} classes`, () => {
    const call = callFor();
    const classes = Array.from({ length: count }, (_, i) => class { m() { return i; } });
    for (let round = 0; round < 30; round++) classes.forEach((C, i) => assertEquals(call(new C()), i));
    classes[0].prototype.m = () => 'changed';
    assertEquals(call(new classes[0]()), 'changed');
    classes.slice(1).forEach((C, i) => assertEquals(call(new C()), i + 1));
    Object.setPrototypeOf(classes[1].prototype, { n() {} });
    delete classes[1].prototype.m;
    assertThrows(TypeError, () => call(new classes[1]()));
  });
}

test('receivers that die make room for others', () => {
  const load = siteFor();
  for (let generation = 0; generation < 20; generation++) {
    const objects = Array.from({ length: 3 }, (_, i) => ({ ['p' + generation + i]: 0, x: i }));
    for (let round = 0; round < 10; round++) objects.forEach((o, i) => assertEquals(load(o), i));
    gc();
  }
});
