// Destructuring in declarations and parameters.
test('an array pattern takes holes, defaults and a rest', function () {
  const [a, , b = 5, ...rest] = [1, 2, undefined, 4, 5];
  assertEquals([a, b, rest], [1, 5, [4, 5]]);
});
test('an array pattern takes the characters of a string', function () {
  const [x, y] = 'hé';
  assertEquals([x, y], ['h', 'é']);
});
test('array patterns nest', function () {
  const [p, [q, [r]]] = [1, [2, [3]]];
  assertEquals([p, q, r], [1, 2, 3]);
});
test('an object pattern takes renaming, computed keys, nested patterns and a rest', function () {
  const key = 'dyn';
  const { a, b: renamed, [key + '1']: c, d: { e = 9 } = {}, ...rest } = { a: 1, b: 2, dyn1: 3, f: 4, g: 5 };
  assertEquals([a, renamed, c, e, rest], [1, 2, 3, 9, { f: 4, g: 5 }]);
});
test('a default is evaluated for undefined only, in order', function () {
  const log = [];
  const tick = (v) => { log.push(v); return v; };
  const { a = tick('a'), b = tick('b'), c = tick('c') } = { b: null, c: 0 };
  assertEquals([a, b, c], ['a', null, 0]);
  const [d = tick('d'), e = tick('e')] = [undefined, false];
  assertEquals([d, e], ['d', false]);
  assertEquals(log, ['a', 'd']);
});
test('a default may refer to earlier bindings, not to later ones', function () {
  const { a = 1, b = a + 1 } = {};
  assertSame(b, 2);
  assertThrows(ReferenceError, function () { const { c = d, d = 1 } = {}; });
});
test('null and undefined cannot be destructured, nor what cannot be iterated as an array', function () {
  assertThrows(TypeError, function () { const {} = null; });
  assertThrows(TypeError, function () { const { a } = undefined; });
  assertThrows(TypeError, function () { const [] = null; });
  assertThrows(TypeError, function () { const [a] = {}; });
  assertThrows(TypeError, function () { const { a: { b } } = {}; });
});
test('primitives are destructured through their wrappers', function () {
  const { length, 0: first } = 'abc';
  assertEquals([length, first], [3, 'a']);
  const { toFixed } = 5;
  assertSame(toFixed, Number.prototype.toFixed);
});
test('an anonymous function takes the name of its binding', function () {
  const { f = () => {}, g: h = class {} } = {};
  const [i = function () {}] = [];
  assertEquals([f.name, h.name, i.name], ['f', 'h', 'i']);
});
test('an iterator is closed when the pattern ends first', function () {
  let closed = 0, steps = 0;
  const iterable = {
    [Symbol.iterator]() {
      return { next() { steps++; return { value: steps, done: false }; }, return() { closed++; return {}; } };
    },
  };
  const [a, b] = iterable;
  assertEquals([a, b, steps, closed], [1, 2, 2, 1]);
  const [] = iterable;
  assertSame(closed, 2);
});
test('an iterator that ended is not closed', function () {
  let closed = 0;
  const ended = { [Symbol.iterator]: () => ({ next: () => ({ done: true }), return() { closed++; return {}; } }) };
  const [a] = ended;
  assertSame(a, undefined);
});
test('an iterator that threw is not closed', function () {
  let closed = 0;
  const throwing = {
    [Symbol.iterator]: () => ({ next() { throw new RangeError('n'); }, return() { closed++; return {}; } })
  };
  assertThrows(RangeError, function () { const [b] = throwing; });
  assertSame(closed, 0);
  assertSame(closed, 0);
});
test('an error in the pattern closes the iterator and wins over that of closing', function () {
  let closed = 0;
  const iterable = {
    [Symbol.iterator]: () => ({
      next: () => ({ value: undefined, done: false }),
      return() { closed++; throw new RangeError('close'); }
    })
  };
  assertThrows(EvalError, function () { const [a = (() => { throw new EvalError('pattern'); })()] = iterable; });
  assertSame(closed, 1);
});
test('a parameter may be a pattern with defaults, and the rest too', function () {
  function f({ a, b: [c, d = 4] = [] } = { a: 0 }, [e] = 'x', ...{ length }) { return [a, c, d, e, length]; }
  assertEquals(f(), [0, undefined, 4, 'x', 0]);
  assertEquals(f({ a: 1, b: [2] }, [3], 7, 8, 9), [1, 2, 4, 3, 3]);
  assertSame(f.length, 0);
});
test('patterns without defaults count as parameters', function () {
  const g = ([a, b], { c }) => a + b + c;
  assertSame(g([1, 2], { c: 3 }), 6);
  assertSame(g.length, 2);
});
test('the rest of an object has its own enumerable properties as values, symbols too', function () {
  const sym = Symbol('s');
  const proto = { inherited: 1 };
  const source = Object.create(proto, {
    hidden: { value: 1, enumerable: false },
    shown: { value: 2, enumerable: true },
    [sym]: { value: 3, enumerable: true },
    getter: { get() { return 4; }, enumerable: true },
  });
  const { ...copy } = source;
  assertEquals(Reflect.ownKeys(copy), ['shown', 'getter', sym]);
  assertEquals(Object.getOwnPropertyDescriptor(copy, 'getter'), {
    value: 4,
    writable: true,
    enumerable: true,
    configurable: true
  });
});
test('for-of takes a pattern', function () {
  const out = [];
  for (const [k, { v }] of new Map([['a', { v: 1 }], ['b', { v: 2 }]])) out.push(k + v);
  assertEquals(out, ['a1', 'b2']);
});
test('for-in takes a pattern', function () {
  const out = [];
  for (const { length } in { ab: 1, cde: 2 }) out.push(length);
  assertEquals(out, [2, 3]);
});
test('catch takes a pattern', function () {
  let sum;
  try { throw [1, { two: 2 }]; } catch ([one, { two }]) { sum = one + two; }
  assertSame(sum, 3);
});
test('keys are evaluated before values, from left to right', function () {
  const log = [];
  const source = { get a() { log.push('get a'); return undefined; }, get b() { log.push('get b'); return 1; } };
  const { [(log.push('key a'), 'a')]: x = log.push('default a'), [(log.push('key b'), 'b')]: y } = source;
  assertEquals(log, ['key a', 'get a', 'default a', 'key b', 'get b']);
});
