// Getters that are plain functions run on a frame of their own, without C++ between: warm and cold, wherever
// the accessor is.
const often = (f, expected) => warm(f, expected, 3000);
test('wherever the accessor is', () => {
  const own = { get q() { return this.v + 1; }, v: 1 };
  often(() => own.q, () => 2);
  const many = {};
  for (let i = 0; i < 30; i++)
    Object.defineProperty(many, 'p' + i, { get() { return i * 2; }, enumerable: true, configurable: true });
  often(() => many.p0 + many.p29, () => 58);
  class A { get q() { return this.v * 2; } constructor(v) { this.v = v; } }
  class B extends A { }
  class C extends B { get r() { return super.q + this.q; } }
  const c = new C(3);
  often(() => c.q, () => 6);
  often(() => c.r, () => 12);
  class Large {}
  for (let i = 0; i < 40; i++)
    Object.defineProperty(Large.prototype, 'p' + i, { get() { return this.v + i; }, configurable: true });
  const large = new Large();
  large.v = 0.5;
  often(() => large.p39, () => 39.5);
  const frozen = Object.freeze({ get q() { return 'frozen'; } });
  often(() => frozen.q, () => 'frozen');
  const withElements = Object.assign([1, 2], { a: 1, b: 2, c: 3, d: 4, e: 5 });
  Object.defineProperty(withElements, 'q', { get() { return this.length; } });
  often(() => withElements.q, () => 2);
  const dictionary = {};
  for (let i = 0; i < 3000; i++) dictionary['k' + i] = i;
  Object.defineProperty(dictionary, 'q', { get() { return this.k7; } });
  often(() => dictionary.q, () => 7);
  const inherits = Object.create(dictionary, { k7: { value: 70 } });
  often(() => inherits.q, () => 70);
});
test('the length of something else', () => {
  class List { #n = 0; get length() { return this.#n++; } }
  const list = new List();
  often(() => list.length, (i) => i);
});
test('one site with values, getters and nothing', () => {
  const shapes = [
    { q: 1 },
    { get q() { return 2; } },
    Object.create({ get q() { return 3; } }),
    {},
    { a: 1, get q() { return 5; } },
    { b: 1, q: 6 },
    { set q(v) {} },
    new Proxy({}, { get: () => 8 }),
    { c: 1, get q() { return 9; } }
  ];
  const expected = [1, 2, 3, undefined, 5, 6, undefined, 8, 9];
  const get = (o) => o.q;
  for (let n = 1; n <= shapes.length; n++) often((i) => get(shapes[i % n]), (i) => expected[i % n]);
});
test('receivers that are no objects', () => {
  Object.defineProperty(String.prototype, 'sloppyKind', { get() { return typeof this; }, configurable: true });
  Object.defineProperty(Number.prototype, 'strictKind', {
    get() { 'use strict'; return typeof this; },
    configurable: true
  });
  often((i) => String(i).sloppyKind, () => 'object');
  often((i) => i.strictKind, () => 'number');
  often((i) => (i + 0.5).strictKind, () => 'number');
  function ofThis() { return this.sloppyKind; }
  often(() => ofThis.call('text'), () => 'object');
  delete String.prototype.sloppyKind;
  delete Number.prototype.strictKind;
  assertSame('text'.sloppyKind, undefined);
});
test('functions of every kind', () => {
  let f;
  const o = {};
  Object.defineProperty(o, 'q', { get: (...rest) => rest.length, configurable: true });
  often(() => o.q, () => 0);
  Object.defineProperty(o, 'q', { get: function (a, b = 2) { return arguments.length + b + (a === undefined); } });
  often(() => o.q, () => 3);
  Object.defineProperty(o, 'q', { get: function* () { yield this === o; } });
  often(() => o.q.next().value, () => true);
  Object.defineProperty(o, 'q', { get: function () { return this.w; }.bind({ w: 'bound' }) });
  often(() => o.q, () => 'bound');
  Object.defineProperty(o, 'q', { get: Object.prototype.toString });
  often(() => o.q, () => '[object Object]');
  Object.defineProperty(o, 'q', { get: new Proxy(() => 'proxy', {}) });
  often(() => o.q, () => 'proxy');
  Object.defineProperty(o, 'q', { get: async function () { return 1; } });
  often(() => o.q instanceof Promise, () => true);
  Object.defineProperty(o, 'q', { get: class { } });
  for (let i = 0; i < 300; i++) assertThrows(TypeError, () => o.q);
  Object.defineProperty(o, 'q', { get: undefined });
  often(() => o.q, () => undefined);
  Object.defineProperty(o, 'q', { value: 'data' });
  often(() => o.q, () => 'data');
});
test('numbers come back as they are', () => {
  const o = {
    get half() { return 0.5; },
    get large() { return 2 ** 40; },
    get zero() { return -0; },
    get text() { return '1'; }
  };
  often((i) => i * o.half + o.half * i, (i) => i);
  often((i) => o.large - i, (i) => 2 ** 40 - i);
  often(() => 1 / o.zero, () => -Infinity);
  often((i) => i + o.text, (i) => i + '1');
  often((i) => (i + 0.25) * 2 + o.half, (i) => i * 2 + 1);
});
test('the accessor changes while its site is warm', () => {
  class A { get q() { return 1; } }
  const a = new A(), get = () => a.q;
  often(get, () => 1);
  Object.defineProperty(A.prototype, 'q', { get() { return 2; }, configurable: true });
  often(get, () => 2);
  Object.setPrototypeOf(a, { get q() { return 3; } });
  often(get, () => 3);
  Object.defineProperty(a, 'q', { value: 4, configurable: true });
  often(get, () => 4);
  delete a.q;
  often(get, () => 3);
  delete Object.getPrototypeOf(a).q;
  often(get, () => undefined);
});
test('exceptions pass through, and are caught around the access', () => {
  let n = 0;
  const o = { get q() { if (n++ % 3 === 0) throw new RangeError('at ' + n); return n; } };
  let caught = 0;
  for (let i = 0; i < 3000; i++) {
    try { o.q; } catch (e) { assertSame(e.message, 'at ' + n); caught++; } finally { caught += 0; }
  }
  assertSame(caught, 1000);
  const deep = { get a() { return this.b; }, get b() { return this.c; }, get c() { throw new TypeError('c'); } };
  for (let i = 0; i < 500; i++) assertThrows(TypeError, () => deep.a);
});
test('recursion by getters ends, and one that is finite goes deep', () => {
  const o = { get x() { return this.x; } };
  for (let i = 0; i < 3; i++) assertThrows(RangeError, () => o.x);
  class Node {
    constructor(next) { this.next = next; }
    get depth() { return this.next === null ? 0 : 1 + this.next.depth; }
  }
  let list = null;
  for (let i = 0; i < 2000; i++) list = new Node(list);
  for (let i = 0; i < 20; i++) assertSame(list.depth, 1999);
});
test('the stack trace has the getter and who reads it', () => {
  class A { get here() { return new Error('e').stack; } }
  function reader(a) { return a.here; }
  const a = new A();
  for (let i = 0; i < 600; i++) {
    const lines = reader(a).split('\n');
    if (!/here/.test(lines[1]) || !/reader/.test(lines[2])) assertSame(lines.join('\n'), 'a trace');
  }
});
test('what the getter does to the frame below', () => {
  const o = {
    v: 1,
    get q() { let s = 0; for (let i = 0; i < 50; i++) { const t = [i, i + 0.5]; s += t[0]; } return s + this.v; }
  };
  function f(a, b, c) {
    let x = a + 0.5, y = { b }, z = [c];
    const r = o.q + x + y.b + z[0] + o.q;
    return r + x + y.b + z[0];
  }
  often((i) => f(i, 2, 3), (i) => 2 * 1226 + 2 * (i + 0.5 + 2 + 3));
});
test('generators and async functions read getters', () => {
  const o = { get q() { return 2; } };
  function* g() { for (let i = 0; i < 2000; i++) yield o.q * i; }
  let sum = 0;
  for (const v of g()) sum += v;
  assertSame(sum, 2000 * 1999);
});
asyncTest('and across awaits', async () => {
  const o = { get q() { return Promise.resolve(2); } };
  let sum = 0;
  for (let i = 0; i < 500; i++) sum += await o.q;
  assertSame(sum, 1000);
});
