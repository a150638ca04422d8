// not-twice: its tests change what they test
// Accessors of prototypes at sites with many receivers: the stub cache knows them, until something changes.
const classes = [];
for (let i = 0; i < 12; i++) {
  class Base {
    constructor() { this['own' + i] = i; this.v = i; }
    get kind() { return 'base' + this.v; }
    get twice() { return this.v * 2; }
  }
  classes.push(i % 3 === 0 ? Base : class extends Base { get kind() { return 'derived' + this.v; } });
}
const objects = classes.map((C) => new C());
const kind = (o) => o.kind;
const twice = (o) => o.twice;
const expected = (i) => (i % 3 === 0 ? 'base' : 'derived') + i;
test('loads', () => {
  for (let turn = 0; turn < 500; turn++) {
    for (let i = 0; i < objects.length; i++) {
      if (kind(objects[i]) !== expected(i)) assertSame(kind(objects[i]), expected(i));
      if (twice(objects[i]) !== i * 2) assertSame(twice(objects[i]), i * 2);
    }
  }
});
test('methods, super and keys of the same name', () => {
  const call = (o) => o.kind();
  const keyed = (o, k) => o[k];
  for (let turn = 0; turn < 100; turn++) {
    for (let i = 0; i < objects.length; i++) {
      if (keyed(objects[i], 'kind') !== expected(i)) assertSame(keyed(objects[i], 'kind'), expected(i));
      assertThrows(TypeError, () => call(objects[i]));
    }
  }
});
test('what is not plain', () => {
  let log = 0;
  const odd = [
    Object.create({ get kind() { throw new RangeError('no'); } }),
    Object.create({ set kind(v) {} }),
    Object.create({ get kind() { log++; return this; } }),
    Object.create(Object.defineProperty({}, 'kind', { get: Array.prototype.values })),
    Object.create(Object.defineProperty({}, 'kind', { get: (function () { return this.z; }).bind({ z: 'bound' }) })),
    Object.create({ kind: 'data' }),
    Object.create({}),
    new Proxy({}, { get: (t, k) => 'proxy of ' + String(k) }),
  ];
  odd.forEach((o, i) => { o['p' + i] = i; });
  for (let turn = 0; turn < 200; turn++) {
    assertThrows(RangeError, () => kind(odd[0]));
    assertSame(kind(odd[1]), undefined);
    assertSame(kind(odd[2]), odd[2]);
    assertSame(typeof kind(odd[3]).next, 'function');
    assertSame(kind(odd[4]), 'bound');
    assertSame(kind(odd[5]), 'data');
    assertSame(kind(odd[6]), undefined);
    assertSame(kind(odd[7]), 'proxy of kind');
  }
  assertSame(log, 200);
});
test('primitives', () => {
  Object.defineProperty(Number.prototype, 'kind', {
    get() { 'use strict'; return 'number ' + this; },
    configurable: true
  });
  Object.defineProperty(String.prototype, 'kind', {
    get() { 'use strict'; return 'string ' + this; },
    configurable: true
  });
  for (let i = 0; i < 300; i++) {
    assertSame(kind(i), 'number ' + i);
    assertSame(kind('s' + i), 'string s' + i);
    assertSame(kind(i + 0.5), 'number ' + (i + 0.5));
  }
  delete Number.prototype.kind;
  delete String.prototype.kind;
  assertSame(kind(1), undefined);
  assertSame(kind('a'), undefined);
});
test('changes', () => {
  Object.defineProperty(classes[0].prototype, 'kind', { get() { return 'other'; }, configurable: true });
  assertSame(kind(objects[0]), 'other');
  Object.defineProperty(classes[0].prototype, 'kind', { value: 'a value', configurable: true, writable: true });
  for (let i = 0; i < 10; i++) assertSame(kind(objects[0]), 'a value');
  Object.defineProperty(classes[0].prototype, 'kind', { get() { return 'again'; }, configurable: true });
  for (let i = 0; i < 10; i++) assertSame(kind(objects[0]), 'again');
  delete classes[0].prototype.kind;
  assertSame(kind(objects[0]), undefined);
  Object.defineProperty(objects[1], 'kind', { value: 'own' });
  assertSame(kind(objects[1]), 'own');
  for (let i = 0; i < 10; i++) assertSame(kind(new classes[1]()), 'derived1');
  Object.setPrototypeOf(objects[2], { get kind() { return 'new prototype'; } });
  for (let i = 0; i < 10; i++) assertSame(kind(objects[2]), 'new prototype');
  delete classes[4].prototype.kind;
  for (let i = 0; i < 10; i++) assertSame(kind(objects[4]), 'base4');
});
