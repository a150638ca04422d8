// Steps of the library's own iterators, for which nobody makes a result object. Whatever a program can see is
// as if there were one.
const proto = (o) => Object.getPrototypeOf(o);
const numbers = function* (n = 3) { for (let i = 1; i <= n; i++) yield i; };
const sources = {
  array: () => [1, 2, 3].values(),
  map: () => new Map([['a', 1], ['b', 2], ['c', 3]]).values(),
  set: () => new Set([1, 2, 3]).values(),
  generator: () => numbers(),
  helper: () => [0, 1, 2].values().map((x) => x + 1),
};
const loop = (iterator) => { const list = []; for (const x of iterator) list.push(x); return list; };
const consumers = {
  loop,
  spread: (iterator) => [...iterator],
  destructuring: (iterator) => { const [a, b, c, d] = iterator; return [a, b, c].concat(d === undefined ? [] : d); },
  from: (iterator) => Array.from(iterator),
  toArray: (iterator) => Iterator.prototype.toArray.call(iterator),
  map: (iterator) => loop(Iterator.prototype.map.call(iterator, (x) => x)),
  filter: (iterator) => loop(Iterator.prototype.filter.call(iterator, () => true)),
  take: (iterator) => loop(Iterator.prototype.take.call(iterator, 3)),
  drop: (iterator) => loop(Iterator.prototype.drop.call(iterator, 0)),
  flatMap: (iterator) => loop(Iterator.prototype.flatMap.call(iterator, (x) => [x])),
  set: (iterator) => [...new Set(iterator)],
};

test('every source by everyone', () => {
  for (const [name, source] of Object.entries(sources)) {
    for (const [how, consume] of Object.entries(consumers)) {
      for (let n = 0; n < 20; n++) assertSame(`${name} ${how} ${consume(source())}`, `${name} ${how} 1,2,3`);
    }
  }
});

test('called by a program', () => {
  const next = (iterator) => iterator.next();
  for (let n = 0; n < 300; n++) {
    for (const source of Object.values(sources)) {
      const iterator = source();
      assertSame(
        [next(iterator), next(iterator), next(iterator), next(iterator)].map((r) => r.done ? 'end' : r.value).join(),
        '1,2,3,end'
      );
    }
  }
});

test('a next method that a program has put there', () => {
  for (const source of Object.values(sources)) {
    for (const consume of Object.values(consumers)) {
      const own = source(), next = own.next;
      let calls = 0;
      own.next = function () { calls++; return next.call(this); };
      assertEquals([String(consume(own)), calls >= 3], ['1,2,3', true]);
    }
    const prototype = proto(source()),
        { next } = prototype,
        holder = Object.hasOwn(prototype, 'next') ? prototype : proto(prototype);
    let calls = 0;
    holder.next = function () { calls++; return next.call(this); };
    try {
      assertSame(String(loop(source())), '1,2,3');
    } finally {
      holder.next = next;
    }
    assertSame(calls >= 4, true);
  }
});

test('the method counts that was there when iteration began', () => {
  for (const source of Object.values(sources)) {
    const iterator = source(), prototype = proto(iterator), log = [];
    Object.setPrototypeOf(iterator, { __proto__: prototype, next() { log.push('mine'); return { done: true }; } });
    const helper = Iterator.prototype.map.call(iterator, (x) => x);
    Object.setPrototypeOf(iterator, prototype);
    assertEquals([[...helper], log], [[], ['mine']]);
    const other = source();
    const through = Iterator.prototype.map.call(other, (x) => x);
    other.next = () => { throw new Error('too late'); };
    assertEquals([...through], [1, 2, 3]);
  }
});

test('the method of another kind of iterator', () => {
  const nexts = Object.values(sources).map((source) => source().next);
  for (const source of Object.values(sources)) {
    for (const next of nexts) {
      const iterator = source();
      if (iterator.next === next) continue;
      iterator.next = next;
      assertThrows(TypeError, () => Iterator.prototype.toArray.call(iterator));
      assertThrows(TypeError, () => [...{ [Symbol.iterator]: () => iterator }]);
    }
    for (const next of nexts) {
      assertThrows(TypeError, () => [...{ [Symbol.iterator]: () => ({ next }) }]);
      assertThrows(TypeError, () => Iterator.prototype.toArray.call({ next }));
    }
  }
});

test('kinds, typed arrays, and others that are like arrays', () => {
  assertEquals([...[5, , 7].entries()], [[0, 5], [1, undefined], [2, 7]]);
  assertEquals([...[5, , 7].keys()], [0, 1, 2]);
  assertEquals([...new Map([[1, 2]]).entries()], [[1, 2]]);
  assertEquals([...new Map([[1, 2]]).keys()], [1]);
  assertEquals([...new Set([1]).entries()], [[1, 1]]);
  assertEquals([...new Float64Array([0.5, 1]).entries()], [[0, 0.5], [1, 1]]);
  assertEquals([...Array.prototype.values.call({ length: 2, 1: 'b' })], [undefined, 'b']);
  assertEquals([...Array.prototype.values.call('ab')], ['a', 'b']);
  const buffer = new ArrayBuffer(8, { maxByteLength: 16 }), array = new Uint8Array(buffer);
  const iterator = array.values().map((x) => x);
  iterator.next();
  buffer.resize(2);
  assertEquals([...iterator], [0]);
  const detached = new Uint8Array(4), values = detached.values().map((x) => x);
  values.next();
  detached.buffer.transfer();
  assertThrows(TypeError, () => values.next());
  assertSame(values.next().done, true);
});

test('what changes while it is gone through', () => {
  const list = [1, 2];
  assertEquals(loop(list.values().map((x) => { if (x < 4) list.push(x + 2); return x; })), [1, 2, 3, 4, 5]);
  const set = new Set([1, 2]);
  set.values().forEach((x) => { set.delete(x); if (x < 5) set.add(x + 2); });
  assertEquals([...set], []);
  const map = new Map([[1, 1]]);
  const seen = [];
  map.entries().forEach(([k]) => { seen.push(k); if (k < 50) map.set(k + 1, 0); if (k % 7 === 0) map.clear(); });
  assertSame(seen.join(), '1,2,3,4,5,6,7');
  const done = new Set([1]).values();
  assertEquals([...done], [1]);
  assertEquals([...done], []);
  let got = 0;
  const holes = [, 2];
  Object.defineProperty(holes, 0, { get() { got++; return 1; } });
  assertEquals([...holes.values().map((x) => x)], [1, 2]);
  assertSame(got, 1);
});

test('generators that delegate', () => {
  const log = [];
  const result = (value, done) => ({
    get done() { log.push('done'); return done; },
    get value() { log.push('value'); return value; }
  });
  const iterable = { [Symbol.iterator]: () => { let n = 0; return { next: () => result(n, ++n > 2) }; } };
  const delegating = function* () { yield* iterable; };
  assertEquals(Array.from(delegating()), [0, 1]);
  // yield* asks whether it is done, and so does who goes through the generator.
  assertSame(log.splice(0).join(), 'done,done,value,done,done,value,done,value');
  assertEquals(delegating().drop(1).toArray(), [1]);
  assertSame(log.splice(0).join(), 'done,done,done,done,value,done,value');
  assertEquals(delegating().map((x) => x).toArray(), [0, 1]);
  assertSame(log.join(), 'done,done,value,done,done,value,done,value');
  const wrong = function* () { yield* { [Symbol.iterator]: () => ({ next: () => 1 }) }; };
  assertThrows(TypeError, () => Array.from(wrong()));
});

test('running already, and ended by an error', () => {
  let helper = [1, 2].values().map(() => helper.next());
  assertThrows(TypeError, () => helper.toArray());
  assertEquals(helper.next(), { value: undefined, done: true });
  let generator = (function* () { yield [...generator]; })();
  assertThrows(TypeError, () => Array.from(generator));
  assertEquals([...generator], []);
  for (const name of ['map', 'filter', 'flatMap']) {
    let closed = 0;
    const source = {
      __proto__: Iterator.prototype,
      next: () => ({ value: 1, done: false }),
      return() { closed++; return {}; }
    };
    const failing = source[name](() => { throw new RangeError(); }).map((x) => x);
    assertThrows(RangeError, () => failing.toArray());
    assertSame(closed, 1);
    assertEquals(failing.toArray(), []);
  }
});

test('chains that are too deep', () => {
  let iterator = [1].values();
  for (let i = 0; i < 200000; i++) iterator = iterator.map((x) => x);
  assertThrows(RangeError, () => iterator.toArray());
});

test('stack traces name the next method of generators', () => {
  function* failing() { throw new Error('here'); }
  const frames = (f) => {
    try { f(); } catch (e) { return e.stack.split('\n').slice(1, 4).map((l) => l.trim().split(' ')[1]).join(); }
  };
  function outer() { for (const x of failing()); }
  assertSame(frames(outer), 'failing,Generator.next,outer');
  assertSame(frames(() => Array.from(failing())), 'failing,Generator.next,Function.from');
  assertSame(frames(() => failing().map((x) => x).toArray()), 'failing,Generator.next,Iterator');
});
