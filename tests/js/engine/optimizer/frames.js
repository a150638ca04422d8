// What can be seen of frames while optimized code runs: exceptions, handlers, arguments, stack traces.
const rounds = 6000;
test('an exception in a loop finds the handler, and the values that it reads', function () {
  function guarded(n, o) {
    let done = 0, caught = 0, sum = 0.5;
    for (let i = 0; i < n; i++) {
      try {
        sum += o.f(i);
        done = i;
      } catch (e) {
        caught += e.at === i ? 1 : 1000000;
        sum += 0.25;
      } finally {
        sum += 1;
      }
    }
    return [done, caught, sum];
  }
  const o = { f(i) { if (i % 7 === 3) throw { at: i }; return 2; } };
  for (let k = 0; k < 20; k++)
    assertSame(String(guarded(rounds, o)), '5999,857,' + (0.5 + 857 * 0.25 + rounds + 2 * (rounds - 857)));
});
test('an exception that a check of optimized code leads to', function () {
  function f(n, a) {
    let s = 0;
    try { for (let i = 0; i < n; i++) s += a[i % 3].v; } catch (e) { return `${e.constructor.name} ${s}`; }
    return s;
  }
  const good = [{ v: 1 }, { v: 2 }, { v: 3 }];
  for (let k = 0; k < 20; k++) assertSame(f(rounds, good), 12000);
  let reads = 0;
  const bad = [{ v: 1 }, { v: 2 }, { get v() { if (++reads > 1500) throw new RangeError('late'); return 3; } }];
  assertSame(f(rounds, bad), 'RangeError 9003');
  assertSame(f(rounds, [{ v: 1 }, null]), 'TypeError 1');
});
test('arguments of a sloppy function, and of what it calls', function () {
  function outer(n, a, b) { let s = 0; for (let i = 0; i < n; i++) { a = i; s += inner(); } return s + outer.seen; }
  function inner() {
    outer.seen = inner.caller === null ? 0 : 0;
    const args = outer.arguments;
    return args[1] === undefined ? 1 : args.length;
  }
  const first = outer(rounds, 5, 6);
  for (let k = 0; k < 10; k++) assertSame(outer(rounds, 5, 6), first);
});
test('missing and surplus arguments', function () {
  function f(a, b, c) {
    let s = 0;
    for (let i = 0; i < 300; i++) s += c === undefined ? 1 : c;
    return `${a},${b},${s}`;
  }
  for (let k = 0; k < 300; k++) {
    assertSame(f(), 'undefined,undefined,300');
    assertSame(f(1), '1,undefined,300');
    assertSame(f(1, 2, 3), '1,2,900');
    assertSame(f(1, 2, 3, 4, 5), '1,2,900');
  }
});
test('stack traces name the lines of optimized functions', function () {
  function thrower(i) { if (i === 5500) throw new Error('here'); return i; }
  function loop(n) { let s = 0;
    for (let i = 0; i < n; i++) s += thrower(i);
    return s; }
  for (let k = 0; k < 5; k++) {
    let error;
    try { loop(rounds); } catch (e) { error = e; }
    const lines = error.stack.split('\n');
    assertSame(/thrower/.test(lines[1]), true, error.stack);
    assertSame(/loop/.test(lines[2]), true, error.stack);
  }
});
test('a loop in a loop in a loop is entered in the middle of each', function () {
  function nest(a, b, c) {
    let s = 0;
    for (let i = 0; i < a; i++) {
      for (let j = 0; j < b; j++) { for (let k = 0; k < c; k++) s = (s * 31 + i + j * 2 + k * 3) | 0; s ^= j; }
      s += i;
    }
    return s;
  }
  for (let k = 0; k < 20; k++) assertSame(nest(50, 20, 10), -805919207);
  assertSame(nest(2, 3, 40000), 1789506113);
});
test('continue, break and labels', function () {
  function f(n) {
    let s = 0;
    outer: for (let i = 0; i < n; i++) {
      for (let j = 0; ; j++) {
        if (j > 5) break;
        if (j === i % 5) continue;
        if (j === 4 && i % 11 === 0) continue outer;
        s += j;
      }
      let k = 3;
      do { s++; if (k === 2) continue; } while (--k > 0);
      while (true) { if (s & 1) { s++; continue; } break; }
    }
    return s;
  }
  const once = f(10);
  assertSame(f(10), once);
  let expected = f(rounds);
  for (let k = 0; k < 10; k++) assertSame(f(rounds), expected);
});
test('switches', function () {
  function f(n) {
    let s = 0;
    for (let i = 0; i < n; i++) {
      switch (i % 6) {
        case 0: s += 1; break;
        case 1: s += 10;
        case 2: s += 100; break;
        case 4: s += 1000; break;
        default: s += 10000;
      }
      switch (i % 2 ? 'odd' : 'even') { case 'odd': s++; break; case 'even': s--; }
    }
    return s;
  }
  for (let k = 0; k < 20; k++) assertSame(f(rounds), 1000 * (1 + 110 + 100 + 20000 + 1000));
});
test('generators and async functions beside them', function () {
  function* numbers(n) { for (let i = 0; i < n; i++) yield i; }
  function sum(n) { let s = 0; for (const v of numbers(n)) s += v; return s; }
  for (let k = 0; k < 5; k++) assertSame(sum(rounds), 5999 * 3000);
});

test('`this` of a constructor that polls', function () {
  function helper(n) { return eval('n'); }
  // After the call, which leaves `this` in its word, the two ways meet, and it has another place.
  function Made(n) { this.x = n; if (n & 1) helper(n); let s = n; for (let i = 0; i < 20000; i++) s = (s * 3 + i) | 0; }
  for (let i = 0; i < 1000; i++) {
    const made = new Made(i);
    assertSame(typeof made, 'object');
    assertSame(made.x, i);
  }
});
