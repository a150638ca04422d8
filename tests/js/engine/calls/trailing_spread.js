// Calls whose arguments are followed by a spread: those before it are in registers, an array has the rest.
const join = (...all) => all.map(String).join();
test('before, between and behind', () => {
  const rest = [1, 2], none = [];
  warm((i) => join(i, ...rest), (i) => i + ',1,2');
  warm((i) => join(i, 'b', ...none), (i) => i + ',b');
  warm((i) => join(i, ...rest, ...none, 'z'), (i) => i + ',1,2,z');
  warm((i) => join('a', ...rest, i, ...rest), (i) => 'a,1,2,' + i + ',1,2');
  warm((i) => join('a', ...[, i]), (i) => 'a,undefined,' + i);
  warm((i) => join('a', ...'bc', ...new Set([i])), (i) => 'a,b,c,' + i);
  const o = { f(a, ...all) { return this.v + a + all.length; }, v: 10 };
  warm((i) => o.f(i, ...rest), (i) => 12 + i);
  warm((i) => o?.f(i, ...rest), (i) => 12 + i);
  warm((i) => ((...all) => join('q', ...all))(i, 2), (i) => 'q,' + i + ',2');
  for (const bad of [undefined, null, 1, {}]) assertThrows(TypeError, () => join(1, ...bad));
});
test('order', () => {
  const log = [];
  const note = (x) => (log.push(x), x);
  const iterable = { [Symbol.iterator]() { log.push('iterator'); return [5, 6][Symbol.iterator](); } };
  assertSame(join(note(1), note(2), ...(note(3), iterable), note(4)), '1,2,5,6,4');
  assertSame(log.join(), '1,2,3,iterator,4');
  // What is evaluated later changes nothing about what was.
  let x = 1;
  assertSame(join(x, ...[x = 2, 3], x), '1,2,3,2');
  const array = [1, 2];
  assertSame(join(array.length, ...array, array.push(3)), '2,1,2,3');
  const changing = { get a() { array.length = 0; return 'a'; } };
  assertSame(join(0, ...array, changing.a), '0,1,2,3,a');
});
test('new, super, eval and apply', () => {
  class A { constructor(...all) { this.all = all.join(); } }
  class B extends A { constructor(a, ...all) { super(a, 'b', ...all); } }
  class C extends A { constructor(a, ...all) { super(...all, a, ...all); } }
  const rest = [1, 2];
  warm((i) => new A(i, ...rest).all, (i) => i + ',1,2');
  warm((i) => new A(...rest, i).all, (i) => '1,2,' + i);
  warm((i) => new B(i, ...rest).all, (i) => i + ',b,1,2');
  warm((i) => new C(i, ...rest).all, (i) => '1,2,' + i + ',1,2');
  let calls = 0;
  const proxy = new Proxy(A, {
    get(target, key, receiver) { if (key === 'prototype') calls++; return Reflect.get(target, key, receiver); }
  });
  assertSame(new proxy(0, ...rest).all, '0,1,2');
  assertSame(calls, 1);
  // super(…) looks for new.target's prototype before it copies: a program may change the array there.
  const shared = [1, 2];
  class D extends A { constructor() { super('d', ...shared); } }
  const changing = new Proxy(D, {
    get(target, key, receiver) {
      if (key === 'prototype') shared.length = 0;
      return Reflect.get(target, key, receiver);
    }
  });
  assertSame(Reflect.construct(D, [], changing).all, 'd,1,2');
  warm((i) => eval('i + 1', ...rest), (i) => i + 1);
  warm((i) => eval(...['i + 2'], ...rest), (i) => i + 2);
  const f = eval;
  warm(() => f('1 + 2', ...rest), () => 3);
  warm((i) => Math.max(i, ...rest, 7), (i) => Math.max(i, 7));
});
test('many', () => {
  const long = Array.from({ length: 5000 }, (_, i) => i);
  for (let i = 0; i < 30; i++) assertSame(((a, ...all) => a + all.length + all[4999])(1, ...long), 10000);
  const names = Array.from({ length: 300 }, (_, i) => 'a' + i);
  const call = new Function('f', ...names, 'more', `return f(${names.join()}, ...more);`);
  const plain = new Function('f', ...names, `return f(${names.join()});`);
  const values = names.map((_, i) => i);
  assertSame(call(join, ...values, [300, 301]), values.join() + ',300,301');
  assertSame(plain(join, ...values), values.join());
  const deep = (n, ...all) => n === 0 ? all.length : deep(n - 1, ...all, n);
  assertSame(deep(50), 50);
  const endless = (n, ...all) => endless(n + 1, ...all);
  assertThrows(RangeError, () => endless(0, 1, 2));
});
test('generators and async functions', async () => {
  function* g(...all) { yield join(yield 1, ...all, yield 2); }
  for (let i = 0; i < 100; i++) {
    const it = g('x', i);
    it.next();
    assertSame(it.next('first').value, 2);
    assertSame(it.next('last').value, 'first,x,' + i + ',last');
  }
  const late = async (v) => v;
  for (let i = 0; i < 100; i++)
    assertSame(await (async () => join(await late(i), ...await late([1]), await late(2)))(), i + ',1,2');
});
