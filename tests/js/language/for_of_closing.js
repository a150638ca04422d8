// for-of: iteration protocol and closing of iterators.
function tracked(values) {
  const log = [];
  const iterable = {
    log,
    [Symbol.iterator]() {
      let i = 0;
      log.push('open');
      return {
        next() { log.push('next'); return i < values.length ? { value: values[i++], done: false } : { value: 'last', done: true }; },
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
test('break, return, throw and outer continue close', function () {
  const a = tracked([1, 2]);
  for (const x of a) break;
  assertEquals(a.log, ['open', 'next', 'return']);
  const b = tracked([1, 2]);
  assertSame((() => { for (const x of b) return x; })(), 1);
  assertEquals(b.log, ['open', 'next', 'return']);
  const c = tracked([1, 2]);
  assertThrows(RangeError, () => { for (const x of c) throw new RangeError('x'); });
  assertEquals(c.log, ['open', 'next', 'return']);
  const d = tracked([1, 2]);
  outer: for (let i = 0; i < 2; i++) { for (const x of d) continue outer; }
  assertEquals(d.log, ['open', 'next', 'return', 'open', 'next', 'return']);
  const e = tracked([1, 2]);
  for (const x of e) continue;
  assertSame(e.log.includes('return'), false);
});
test('errors of next, done and value do not close', function () {
  let returned = 0;
  const make = (next) => ({ [Symbol.iterator]: () => ({ next, return() { returned++; return {}; } }) });
  assertThrows(RangeError, () => { for (const x of make(() => { throw new RangeError('next'); })); });
  assertThrows(RangeError, () => { for (const x of make(() => ({ get done() { throw new RangeError('done'); } }))); });
  assertThrows(RangeError, () => { for (const x of make(() => ({ get value() { throw new RangeError('value'); } }))); });
  assertThrows(TypeError, () => { for (const x of make(() => 5)); });
  assertSame(returned, 0);
});
test('errors in return: the body\'s error wins, but break lets it through', function () {
  const make = () => ({ [Symbol.iterator]: () => ({ next: () => ({ done: false }), return() { throw new EvalError('return'); } }) });
  assertThrows(RangeError, () => { for (const x of make()) throw new RangeError('body'); });
  assertThrows(EvalError, () => { for (const x of make()) break; });
  assertThrows(EvalError, () => (() => { for (const x of make()) return 1; })());
});
test('return that gives no object', function () {
  const make = () => ({ [Symbol.iterator]: () => ({ next: () => ({ done: false }), return: () => 1 }) });
  assertThrows(TypeError, () => { for (const x of make()) break; });
  assertThrows(RangeError, () => { for (const x of make()) throw new RangeError('body'); });
});
test('return may be absent, undefined or null', function () {
  for (const r of [undefined, null]) {
    for (const x of { [Symbol.iterator]: () => ({ next: () => ({ done: false, value: 1 }), return: r }) }) break;
  }
  assertThrows(TypeError, () => { for (const x of { [Symbol.iterator]: () => ({ next: () => ({ done: false }), return: 5 }) }) break; });
});
test('next is fetched once, return at the end', function () {
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
test('assignment to the target happens inside the loop: errors close', function () {
  const it = tracked([1]);
  assertThrows(TypeError, () => { for (const { a } of tracked([null])); });
  const frozen = Object.freeze({ x: 0 });
  assertThrows(TypeError, () => { 'use strict'; for (frozen.x of it); });
  assertEquals(it.log, ['open', 'next', 'return']);
});
test('nested loops close from inside out', function () {
  const log = [];
  const make = (name) => ({ [Symbol.iterator]: () => ({ next: () => ({ value: 1, done: false }), return() { log.push(name); return {}; } }) });
  (() => { for (const a of make('outer')) for (const b of make('inner')) return; })();
  assertEquals(log, ['inner', 'outer']);
});
test('finally and return in the body', function () {
  const it = tracked([1, 2, 3]);
  const out = (() => { for (const x of it) { try { return 'a'; } finally { if (x < 2) continue; } } })();
  assertSame(out, 'a');
  assertEquals(it.log, ['open', 'next', 'next', 'return']);
});
test('arrays that change while iterated', function () {
  const a = [1, 2, 3];
  const seen = [];
  for (const x of a) { seen.push(x); if (x === 1) a.push(4); if (x === 2) a.splice(2, 1); }
  assertEquals(seen, [1, 2, 4]);
  const holes = [];
  for (const x of [, 1, ,]) holes.push(x);
  assertEquals(holes, [undefined, 1, undefined]);
});
test('a generator is closed and stays closed', function () {
  function* g() { yield 1; yield 2; }
  const it = g();
  for (const x of it) break;
  assertEquals([...it], []);
});
test('strings iterate by code point', function () {
  assertEquals([...'a😀\ud83d'], ['a', '😀', '\ud83d']);
});
test('things that are not iterable', function () {
  for (const v of [undefined, null, 5, {}, { [Symbol.iterator]: 1 }, { [Symbol.iterator]: () => 1 }]) {
    assertThrows(TypeError, () => { for (const x of v); });
  }
});
test('parsing oddities of the head', function () {
  var async = [1];
  assertThrows(SyntaxError, () => eval('for (async of [1]) ;'));
  assertThrows(SyntaxError, () => eval('for (let of [1]) ;'));
  assertThrows(SyntaxError, () => eval('for (var x = 1 of []) ;'));
  assertThrows(SyntaxError, () => eval('for (let x of [], []) ;'));
  assertThrows(SyntaxError, () => eval('for (let let of []) ;'));
  assertSame(eval('var of; for (var of of [7]); of'), 7);
  assertSame(eval('var r = 0; for (var i of [1, 2]) { r += i } r'), 3);
});
