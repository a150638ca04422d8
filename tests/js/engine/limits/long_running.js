// flags: --memory-limit=16M
// slow: each part goes on until what it makes is several times the limit
// not-twice: what the first time leaves counts against the limit
// What a program that runs for long makes again and again is given back.
function times(n, what, body) {
  test(what, function () { for (let i = 0; i < n; i++) body(i); });
}
function timesAsync(n, what, body) {
  asyncTest(what, async function () { for (let i = 0; i < n; i++) await body(i); });
}

times(300000, 'arguments objects', (function () {
  function f(a, b) { arguments[0] = b; return arguments; }
  return (i) => f(i, {});
})());
times(300000, 'bound functions', (i) => function () { return this; }.bind({ i }, i, 'x')());
times(20000, 'classes', (i) => {
  class A { #x = i; static s = i; get x() { return this.#x; } }
  class B extends A { y = 2; }
  new B().x;
});
times(30000, 'errors with causes and stacks', (function () {
  function deep(n) {
    if (n === 0) throw new Error('e', { cause: new Error('c') });
    deep(n - 1);
  }
  return (i) => { try { deep(i % 30); } catch (e) { if (i % 3 === 0) e.stack; } };
})());
times(30000, 'evaluated code', (i) => (0, eval)(`var q = function (a) { return a + ${i} + 'some text ${i}'; }; q(1)`));
times(30000, 'functions from text', (i) => new Function('a', `return a + ${i}; // text that is kept with it ${i}`)(1));
times(600, 'functions that become machine code', (i) => {
  new Function('n', `var s = 0; for (var i = 0; i < n; i++) { s += i * ${i}; s = s ^ 5; } return s;`)(6000);
});
globalThis.tag = (strings) => strings.raw[0];
times(20000, 'template objects', (i) => (0, eval)('tag`a' + i + '${1}b`'));
times(30000, 'regular expressions', (i) => new RegExp('ab(c+)' + i + '[a-z]+', 'gi').exec('xxabccc' + i + 'zz'));
times(100000, 'generators left in the middle', (function () {
  function* g(n) { for (let i = 0; i < n; i++) yield 'x' + i; }
  return (i) => { let it = g(5); it.next(); it.next(); if (i % 2) it.return(1); };
})());

times(400000, 'globals made and deleted', (i) => { globalThis['g' + i] = i; delete globalThis['g' + i]; });
times(4000000, 'names made and deleted beside many others', (function () {
  let o = {};
  for (let i = 0; i < 600; i++) o['k' + i] = i;
  return (i) => { o['g' + i] = i; delete o['g' + i]; };
})());
times(200000, 'objects with names of their own', (i) => { let o = {}; o['key ' + i] = i; o.x = 1; o['k' + i] = 2; });
times(50000, 'JSON with names of its own', (i) => JSON.parse(`{"k${i}":1,"a":{"b${i * 7}":[1,2,3]}}`));
times(400000, 'names made and deleted on one object', (function () {
  let o = {};
  return (i) => { o['key number ' + i] = i; delete o['key number ' + i]; };
})());
times(500000, 'far elements made and deleted', (function () {
  let o = {};
  return (i) => { o[i * 1000] = i; delete o[i * 1000]; };
})());
times(1000000, 'a queue between two indices', (function () {
  let q = {}, head = 0;
  return (i) => { q[i] = [i]; if (i >= 100) delete q[head++]; };
})());
times(200000, 'symbols as names', (i) => ({ [Symbol('a' + i)]: i }));
times(100000, 'prototypes', (i) => { let o = Object.create({ a: i, m() { return this.a; } }); o.b = 1; o.m(); });
times(50000, 'prototypes that are changed', (i) => {
  let a = { x: i };
  Object.setPrototypeOf(a, { y: i, z() {} });
  a.y;
  a.z();
});
times(300000, 'prototypes that take turns', (function () {
  let a = { x: 1 }, turns = [{ y: 0 }, { y: 1 }, { y: 2 }];
  return (i) => {
    Object.setPrototypeOf(a, turns[i % 3]);
    assertSame(a.y, i % 3);
  };
})());
times(500000, 'attributes that change', (function () {
  let a = { x: 1, y: 2 };
  return (i) => { Object.defineProperty(a, i % 2 ? 'x' : 'y', { enumerable: i % 4 < 2 }); };
})());
times(300000, 'data that becomes an accessor and data again', (function () {
  let a = {};
  return (i) => {
    Object.defineProperty(
      a,
      'x',
      i % 2 ? { value: i, configurable: true } : { get() { return i; }, configurable: true }
    );
    assertSame(a.x, i);
  };
})());
times(300000, 'attributes and prototypes in turns', (function () {
  let a = { x: 1 }, turns = [{ y: 0 }, { y: 1 }];
  return (i) => {
    Object.defineProperty(a, 'x', { enumerable: i % 2 === 0 });
    Object.setPrototypeOf(a, turns[i % 2]);
    assertSame(a.y, i % 2);
  };
})());
times(100000, 'revoked proxies', (i) => {
  let { proxy, revoke } = Proxy.revocable({ a: i }, { get(t, k) { return t[k]; } });
  proxy.a;
  revoke();
});

times(500000, 'a queue by shift', (function () {
  let q = [];
  return (i) => { q.push({ i }); if (q.length > 100) q.shift(); };
})());
times(200000, 'a queue by unshift', (function () {
  let q = [];
  return (i) => { q.unshift({ i }); if (q.length > 100) q.pop(); };
})());
times(500000, 'maps and sets that slide', (function () {
  let m = new Map(), s = new Set();
  return (i) => { m.set('k' + i, i); s.add(i); m.delete('k' + (i - 100)); s.delete(i - 100); };
})());
times(200000, 'iterators of a map that changes', (function () {
  let m = new Map();
  return (i) => { m.set(i, i); m.entries().next(); m.delete(i - 10); };
})());
times(1000000, 'a map that changes while iterators stand still', (function () {
  let map = new Map([[0, 0], [1, 1]]), first = map.keys(), second = new Set().values();
  first.next();
  return (i) => {
    map.set(i + 2, i);
    map.delete(i);
    if (i % 1000 === 0) second = map.values();
  };
})());
times(200000, 'weak maps and sets', (function () {
  let m = new WeakMap(), s = new WeakSet();
  return (i) => { let o = { i }; m.set(o, { o, t: 'text ' + i }); s.add(o); };
})());
times(1000, 'resizable buffers', (i) => {
  let b = new ArrayBuffer(100000, { maxByteLength: 200000 });
  new Uint8Array(b).fill(1);
  b.resize(150000);
  b.transfer();
});
times(500000, 'text from pieces', (function () {
  let s = '';
  return (i) => { s += 'abc' + i; if (s.length > 10000) s = s.slice(-10); };
})());
times(1000, 'pieces of large texts', (function () {
  let kept = [];
  return (i) => { kept.push(('x'.repeat(100000) + i).slice(5, 10)); };
})());

times(500000, 'a set that is walked while it changes', (function () {
  let set = new Set();
  return (i) => {
    set.add(i);
    for (let x of set) {
      set.delete(x);
      break;
    }
  };
})());
timesAsync(30000, 'async generators that throw', (function () {
  async function* g(i) { yield i; yield i + 1; throw i; }
  return async (i) => { try { for await (let x of g(i)); } catch (e) { assertSame(e, i); } };
})());
timesAsync(10000, 'combinators of promises', async (i) => {
  await Promise.allSettled([Promise.reject(i), 1, new Promise((a, b) => b(i))]);
  await Promise.any([Promise.reject(1)]).catch(() => {});
  await Promise.race([1, Promise.reject(3)]);
});
timesAsync(50000, 'rejections through finally', (function () {
  async function f(i) { try { await null; if (i % 2) throw i; } finally { await 0; } }
  return (i) => f(i).catch(() => {});
})());
timesAsync(50000, 'thenables', (i) => ({ then(resolve) { resolve(i); } }));
timesAsync(300000, 'targets of WeakRefs, which each job lets go', (i) => { new WeakRef({ i }).deref(); });
