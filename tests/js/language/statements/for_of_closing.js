// for-of: iteration protocol and closing of iterators.
function tracked(values) {
  const log = [];
  const iterable = {
    log,
    [Symbol.iterator]() {
      let i = 0;
      log.push('open');
      return {
        next() {
          log.push('next');
          return i < values.length ? { value: values[i++], done: false } : { value: 'last', done: true };
        },
        return(v) { log.push('return'); return {}; },
      };
    },
  };
  return iterable;
}
test('a loop that ends by itself does not call return', function () {
  const it = tracked([1, 2]);
  const seen = [];
  for (const x of it) seen.push(x);
  assertEquals(seen, [1, 2]);
  assertEquals(it.log, ['open', 'next', 'next', 'next']);
});
test('break calls return', function () {
  const a = tracked([1, 2]);
  for (const x of a) break;
  assertEquals(a.log, ['open', 'next', 'return']);
});
test('return in the body calls return of the iterator', function () {
  const b = tracked([1, 2]);
  assertSame((() => { for (const x of b) return x; })(), 1);
  assertEquals(b.log, ['open', 'next', 'return']);
});
test('throw in the body calls return', function () {
  const c = tracked([1, 2]);
  assertThrows(RangeError, () => { for (const x of c) throw new RangeError('x'); });
  assertEquals(c.log, ['open', 'next', 'return']);
});
test('continue of an outer loop calls return each time', function () {
  const d = tracked([1, 2]);
  outer: for (let i = 0; i < 2; i++) { for (const x of d) continue outer; }
  assertEquals(d.log, ['open', 'next', 'return', 'open', 'next', 'return']);
});
test('continue of the loop itself does not call return', function () {
  const e = tracked([1, 2]);
  for (const x of e) continue;
  assertSame(e.log.includes('return'), false);
});
test('an error of next, done or value does not call return', function () {
  let returned = 0;
  const make = (next) => ({ [Symbol.iterator]: () => ({ next, return() { returned++; return {}; } }) });
  assertThrows(RangeError, () => { for (const x of make(() => { throw new RangeError('next'); })); });
  assertThrows(RangeError, () => { for (const x of make(() => ({ get done() { throw new RangeError('done'); } }))); });
  assertThrows(RangeError, () => {
    for (const x of make(() => ({ get value() { throw new RangeError('value'); } })));
  });
  assertThrows(TypeError, () => { for (const x of make(() => 5)); });
  assertSame(returned, 0);
});
test('an error of the body wins over that of return, break lets it through', function () {
  const make = () => ({
    [Symbol.iterator]: () => ({ next: () => ({ done: false }), return() { throw new EvalError('return'); } })
  });
  assertThrows(RangeError, () => { for (const x of make()) throw new RangeError('body'); });
  assertThrows(EvalError, () => { for (const x of make()) break; });
  assertThrows(EvalError, () => (() => { for (const x of make()) return 1; })());
});
test('return that gives no object is a TypeError after break only', function () {
  const make = () => ({ [Symbol.iterator]: () => ({ next: () => ({ done: false }), return: () => 1 }) });
  assertThrows(TypeError, () => { for (const x of make()) break; });
  assertThrows(RangeError, () => { for (const x of make()) throw new RangeError('body'); });
});
test('return may be absent, undefined or null', function () {
  let turns = 0;
  for (const r of [undefined, null]) {
    for (const x of { [Symbol.iterator]: () => ({ next: () => ({ done: false, value: 1 }), return: r }) }) {
      turns++;
      break;
    }
  }
  assertSame(turns, 2);
});
test('a return that is no function is a TypeError', function () {
  assertThrows(TypeError, () => {
    for (const x of { [Symbol.iterator]: () => ({ next: () => ({ done: false }), return: 5 }) }) break;
  });
});
test('next is got once, and return at the end', function () {
  const log = [];
  let n = 0;
  const iterator = {
    get next() { log.push('get next'); return () => ({ done: n++ >= 2, value: n }); },
    get return() { log.push('get return'); return () => ({}); },
  };
  const iterable = { get [Symbol.iterator]() { log.push('get iterator'); return () => iterator; } };
  for (const x of iterable) if (x === 2) break;
  assertEquals(log, ['get iterator', 'get next', 'get return']);
});
test('a pattern that fails is a TypeError', function () {
  assertThrows(TypeError, () => { for (const { a } of tracked([null])); });
});
test('a target that cannot be assigned closes the iterator', function () {
  const it = tracked([1]);
  const frozen = Object.freeze({ x: 0 });
  assertThrows(TypeError, () => { 'use strict'; for (frozen.x of it); });
  assertEquals(it.log, ['open', 'next', 'return']);
});
test('nested loops are closed from inside out', function () {
  const log = [];
  const make = (name) => ({
    [Symbol.iterator]: () => ({ next: () => ({ value: 1, done: false }), return() { log.push(name); return {}; } })
  });
  (() => { for (const a of make('outer')) for (const b of make('inner')) return; })();
  assertEquals(log, ['inner', 'outer']);
});
test('continue in finally takes a return of the body back', function () {
  const it = tracked([1, 2, 3]);
  const out = (() => { for (const x of it) { try { return 'a'; } finally { if (x < 2) continue; } } })();
  assertSame(out, 'a');
  assertEquals(it.log, ['open', 'next', 'next', 'return']);
});
test('an array that changes is gone through as it is', function () {
  const a = [1, 2, 3];
  const seen = [];
  for (const x of a) { seen.push(x); if (x === 1) a.push(4); if (x === 2) a.splice(2, 1); }
  assertEquals(seen, [1, 2, 4]);
});
test('holes are undefined', function () {
  const holes = [];
  for (const x of [, 1, ,]) holes.push(x);
  assertEquals(holes, [undefined, 1, undefined]);
});
test('a generator is closed by break and stays closed', function () {
  function* g() { yield 1; yield 2; }
  const it = g();
  for (const x of it) break;
  assertEquals([...it], []);
});
test('a string is gone through by code points, lone surrogates too', function () {
  assertEquals([...'a😀\ud83d'], ['a', '😀', '\ud83d']);
});
test('what is not iterable is a TypeError', function () {
  for (const v of [undefined, null, 5, {}, { [Symbol.iterator]: 1 }, { [Symbol.iterator]: () => 1 }]) {
    assertThrows(TypeError, () => { for (const x of v); });
  }
});
test('async, let and initializers in the head of for-of are SyntaxErrors', function () {
  var async = [1];
  assertThrows(SyntaxError, () => eval('for (async of [1]) ;'));
  assertThrows(SyntaxError, () => eval('for (let of [1]) ;'));
  assertThrows(SyntaxError, () => eval('for (var x = 1 of []) ;'));
  assertThrows(SyntaxError, () => eval('for (let x of [], []) ;'));
  assertThrows(SyntaxError, () => eval('for (let let of []) ;'));
});
test('of may be the variable of for-of', function () {
  assertSame(eval('var r = 0; for (var i of [1, 2]) { r += i } r'), 3);
  assertSame(eval('var of; for (var of of [7]); of'), 7);
});
