// Proxy: every trap, what it is given, and forwarding without one.
function logged(target = {}, log = []) {
  const handler = {};
  for (const name of Object.getOwnPropertyNames(Reflect)) {
    if (typeof Reflect[name] === 'function')
      handler[name] = (...args) => {
        log.push(name + (typeof args[1] === 'string' ? ' ' + args[1] : ''));
        return Reflect[name](...args);
      };
  }
  return { proxy: new Proxy(target, handler), log };
}
test('each operation reaches its trap', function () {
  const { proxy: p, log } = logged({ a: 1 });
  p.a;
  p.b = 2;
  'a' in p;
  delete p.b;
  Object.keys(p);
  Object.getPrototypeOf(p);
  Object.setPrototypeOf(p, Object.prototype);
  Object.isExtensible(p);
  Object.getOwnPropertyDescriptor(p, 'a');
  Object.defineProperty(p, 'c', { value: 1, configurable: true });
  Object.preventExtensions(p);
  assertEquals(log, [
    'get a',
    'set b',
    'getOwnPropertyDescriptor b',
    'defineProperty b',
    'has a',
    'deleteProperty b',
    'ownKeys',
    'getOwnPropertyDescriptor a',
    'getPrototypeOf',
    'setPrototypeOf',
    'isExtensible',
    'getOwnPropertyDescriptor a',
    'defineProperty c',
    'preventExtensions'
  ]);
});
test('a call of a proxy reaches apply, a construction construct', function () {
  const { proxy: p, log } = logged(function (a, b) { return [this, a, b, new.target]; });
  assertEquals(p.call(1, 2).slice(1, 3), [2, undefined]);
  new p(1, 2);
  assertSame(typeof p, 'function');
  assert(log.includes('construct') && log.includes('apply'));
});
test('a proxy of what cannot be called is not called, whatever its handler has', function () {
  assertThrows(TypeError, () => new Proxy({}, { apply: () => 1 })());
});
test('a proxy of what cannot be constructed is not constructed', function () {
  assertThrows(TypeError, () => new (new Proxy(() => {}, { construct: () => ({}) }))());
});
test('what construct returns must be an object', function () {
  assertThrows(TypeError, () => new (new Proxy(function () {}, { construct: () => 1 }))());
});
test('writes without a trap reach the target', function () {
  const target = [1, 2, 3];
  const p = new Proxy(target, {});
  p.push(4);
  p.length = 2;
  p[5] = 'x';
  assertSame(target.length, 6);
  assertSame(target[5], 'x');
});
test('reads without a trap reach the target', function () {
  const p = new Proxy([1, 2, , , , 'x'], {});
  assertSame(p.length, 6);
  assertSame(JSON.stringify(p), '[1,2,null,null,null,"x"]');
  assertSame(p.map((x) => x)[0], 1);
  assertSame([...p].length, 6);
  assertSame(String(p), '1,2,,,,x');
});
test('a proxy of an array is an array', function () {
  const p = new Proxy([1], {});
  assertSame(p instanceof Array, true);
  assertSame(Array.isArray(p), true);
});
test('writes reach the target through two proxies', function () {
  const target = [1];
  const q = new Proxy(new Proxy(target, {}), {});
  q[0] = 'deep';
  assertSame(target[0], 'deep');
});
test('get and set in the prototype chain are given the receiver', function () {
  const seen = [];
  const p = new Proxy(
    { get g() { 'use strict'; return this; } },
    {
      get(t, k, r) { seen.push(r); return Reflect.get(t, k, r); },
      set(t, k, v, r) { seen.push(r); return Reflect.set(t, k, v, r); }
    }
  );
  const child = Object.create(p);
  assertSame(child.g, child);
  child.x = 1;
  assertSame(seen[0] === child, true);
  assertSame(seen[1] === child, true);
  assertSame(Object.hasOwn(child, 'x'), true);
});
test('Reflect.get passes a receiver on to a getter', function () {
  const p = new Proxy({ get g() { 'use strict'; return this; } }, { get(t, k, r) { return Reflect.get(t, k, r); } });
  assertSame(Reflect.get(p, 'g', 5), 5);
});
const refusing = {
  set: () => false,
  deleteProperty: () => false,
  defineProperty: () => false,
  preventExtensions: () => false,
  setPrototypeOf: () => false
};
test('a false result is quiet in sloppy code and a TypeError in strict', function () {
  const p = new Proxy({}, refusing);
  new Function('p', 'p.x = 1; delete p.x;')(p);
  (function () {
    'use strict';
    assertThrows(TypeError, () => { p.x = 1; });
    assertThrows(TypeError, () => { delete p.x; });
  })();
});
test('a false result is a TypeError to Object\'s functions, and false to Reflect\'s', function () {
  const p = new Proxy({}, refusing);
  assertThrows(TypeError, () => Object.defineProperty(p, 'x', {}));
  assertThrows(TypeError, () => Object.preventExtensions(p));
  assertThrows(TypeError, () => Object.setPrototypeOf(p, null));
  assertSame(Reflect.set(p, 'x', 1), false);
  assertSame(Reflect.deleteProperty(p, 'x'), false);
  assertSame(Reflect.defineProperty(p, 'x', {}), false);
  assertSame(Reflect.preventExtensions(p), false);
});
test('a trap that breaks an invariant of its target is a TypeError', function () {
  const fixed = Object.freeze({ a: 1 });
  const over = (handler, target = fixed) => new Proxy(target, handler);
  for (const f of [
    () => over({ get: () => 2 }).a,
    () => { over({ set: () => true }).a = 2; },
    () => 'a' in over({ has: () => false }),
    () => { delete over({ deleteProperty: () => true }).a; },
    () => Object.keys(over({ ownKeys: () => [] })),
    () => Object.keys(over({ ownKeys: () => ['a', 'b'] })),
    () => Object.keys(over({ ownKeys: () => ['a', 'a'] }, {})),
    () => Object.keys(over({ ownKeys: () => [1] }, {})),
    () => Object.keys(over({ ownKeys: () => 5 }, {})),
    () => Object.getPrototypeOf(over({ getPrototypeOf: () => null })),
    () => Object.getPrototypeOf(over({ getPrototypeOf: () => 5 }, {})),
    () => Object.setPrototypeOf(over({ setPrototypeOf: () => true }), {}),
    () => Object.isExtensible(over({ isExtensible: () => true })),
    () => Object.preventExtensions(over({ preventExtensions: () => true }, {})),
    () => Object.getOwnPropertyDescriptor(over({ getOwnPropertyDescriptor: () => undefined }), 'a'),
    () => Object.getOwnPropertyDescriptor(over({ getOwnPropertyDescriptor: () => 5 }, {}), 'a'),
    () => Object.getOwnPropertyDescriptor(
      over({ getOwnPropertyDescriptor: () => ({ value: 1, configurable: false }) }, {}),
      'a'
    ),
    () => Object.defineProperty(over({ defineProperty: () => true }), 'z', { value: 1 }),
    () => Object.defineProperty(over({ defineProperty: () => true }, {}), 'z', { value: 1, configurable: false }),
    () => over({ get: () => 1 }, Object.defineProperty({}, 'x', { set() {} })).x
  ]) assertThrows(TypeError, f);
});
test('a revoked proxy throws at every use, and typeof still tells', function () {
  const { proxy, revoke } = Proxy.revocable(function () {}, {});
  assertSame(typeof proxy, 'function');
  revoke(); revoke();
  for (const f of [
    () => proxy.x,
    () => { proxy.x = 1; },
    () => proxy(),
    () => new proxy(),
    () => 'x' in proxy,
    () => Object.keys(proxy),
    () => Array.isArray(proxy),
    () => Object.getPrototypeOf(proxy)
  ])
    assertThrows(TypeError, f);
  assertSame(typeof proxy, 'function');
});
test('Proxy must be called with new, on objects', function () {
  assertThrows(TypeError, () => Proxy({}, {}));
  assertThrows(TypeError, () => new Proxy(1, {}));
  assertThrows(TypeError, () => new Proxy({}, null));
});
test('a trap is a function, or null for none', function () {
  assertThrows(TypeError, () => new Proxy({}, { get: 5 }).x);
  assertSame(new Proxy({ x: 1 }, { get: null }).x, 1);
});
test('Proxy has no prototype property', function () {
  assertSame('prototype' in Proxy, false);
});
test('a proxy in the prototype chain is asked for what is missing', function () {
  const p = new Proxy({}, {
    get: (t, k) => (typeof k === 'string' ? 'got ' + k : undefined),
    has: (t, k) => k === 'yes'
  });
  const o = Object.create(p);
  assertSame(o.any, 'got any');
  assertSame('yes' in o, true);
  assertSame('no' in o, false);
  assertSame(Object.hasOwn(o, 'any'), false);
});
test('for-in goes through the own keys that have a descriptor', function () {
  const keys = [];
  for (const k in new Proxy({ a: 1, b: 2 }, { ownKeys: () => ['b', 'a', 'c'] })) keys.push(k);
  assertEquals(keys, ['b', 'a']);
});
test('get can give a default, and set what was made of it', function () {
  const counts = new Proxy({}, { get: (t, k) => t[k] ?? 0 });
  for (const c of 'hello') counts[c]++;
  assertEquals([counts.l, counts.z, JSON.stringify(counts)], [2, 0, '{"h":1,"e":1,"l":2,"o":1}']);
});
test('get can count from the end', function () {
  const neg = new Proxy([1, 2, 3], {
    get: (t, k, r) => Reflect.get(t, typeof k === 'string' && +k < 0 ? t.length + +k : k, r)
  });
  assertEquals([neg[-1], neg.length, neg.slice(1)], [3, 3, [2, 3]]);
});
test('a warm load meets a proxy and a plain object in turn', function () {
  const p = new Proxy({ n: 1 }, { get: (t, k) => t[k] + 1 });
  let s = 0;
  const read = (o) => o.n;
  for (let i = 0; i < 500; i++) s += read(i % 2 ? p : { n: 10 });
  assertSame(s, 250 * 12);
});
