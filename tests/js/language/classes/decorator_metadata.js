// flags: --harmony
// Metadata of decorated classes: https://tc39.es/proposal-decorator-metadata/.
const note = (key, value) => (v, { metadata }) => { metadata[key] = value; };

test('the symbol and the null of all functions', () => {
  assertSame(typeof Symbol.metadata, 'symbol');
  assertSame(Symbol.metadata.description, 'Symbol.metadata');
  assertSame(Symbol.keyFor(Symbol.metadata), undefined);
  const flags = d => [d.writable, d.enumerable, d.configurable];
  assertEquals(flags(Object.getOwnPropertyDescriptor(Symbol, 'metadata')), [false, false, false]);
  const own = Object.getOwnPropertyDescriptor(Function.prototype, Symbol.metadata);
  assertSame(own.value, null);
  assertEquals(flags(own), [false, false, false]);
});
test('all decorators of a class share one object, which the class has then', () => {
  @note('class', 1) class C { @note('method', 2) m() {} @note('field', 3) #f; @note('static', 4) static s; }
  assertEquals({ ...C[Symbol.metadata] }, { method: 2, static: 4, field: 3, class: 1 });
  assertSame(Object.getPrototypeOf(C[Symbol.metadata]), null);
  const { writable, enumerable, configurable } = Object.getOwnPropertyDescriptor(C, Symbol.metadata);
  assertEquals([writable, enumerable, configurable], [true, false, true]);
});
test('a class without decorators has none of its own', () => {
  class C { accessor x; }
  assertSame(Object.hasOwn(C, Symbol.metadata), false);
  assertSame(C[Symbol.metadata], null);
  @note('a', 1) class D {}
  class E extends D {}
  assertSame(E[Symbol.metadata], D[Symbol.metadata]);
});
test('metadata inherits that of the superclass', () => {
  @note('a', 'x') class C { @note('b', 'y') m() {} }
  class D extends C { @note('b', 'z') m() {} }
  assertEquals([D[Symbol.metadata].a, D[Symbol.metadata].b, C[Symbol.metadata].b], ['x', 'z', 'y']);
  assertSame(Object.getPrototypeOf(D[Symbol.metadata]), C[Symbol.metadata]);
  @note('c', 1) class N extends null {}
  assertSame(Object.getPrototypeOf(N[Symbol.metadata]), null);
});
test('that of the superclass is read once, after keys and before decorators', () => {
  const log = [];
  class Base { static get [Symbol.metadata]() { log.push('read'); return null; } }
  class C extends Base {
    @(log.push('evaluate'), () => { log.push('call'); }) [(log.push('key'), 'm')]() {}
    @(() => {}) n() {}
  }
  assertEquals(log, ['evaluate', 'key', 'read', 'call']);
  class Plain extends Base { m() {} }
  assertSame(log.length, 4);
});
test('metadata of a superclass that is no object', () => {
  for (const value of [1, 'text', true, Symbol()]) {
    const Base = Object.defineProperty(function () {}, Symbol.metadata, { value });
    assertThrows(TypeError, () => { @note('a', 1) class C extends Base {} });
  }
  const Base = Object.defineProperty(function () {}, Symbol.metadata, { value: undefined });
  @note('a', 1) class C extends Base {}
  assertSame(Object.getPrototypeOf(C[Symbol.metadata]), null);
});
test('the class that a decorator returns gets it, before static fields are there', () => {
  let seen;
  class Other {}
  @(() => Other) class C { @note('a', 1) m() {} static s = (seen = C[Symbol.metadata], 1); }
  assertSame(Other[Symbol.metadata].a, 1);
  assertSame(seen, Other[Symbol.metadata]);
  const log = [];
  const proxy = new Proxy(function () {}, {
    defineProperty(target, key, d) { log.push(key, d.enumerable); return Reflect.defineProperty(target, key, d); }
  });
  @(() => proxy) class D {}
  assertEquals(log, [Symbol.metadata, false]);
  assertThrows(TypeError, () => { @(() => Object.freeze(function () {})) class E {} });
});
