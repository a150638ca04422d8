// Variables of closures that are set once are constants in optimized code. All others are not.
const rounds = 3000;
let made = 0;
// Calls what reads the variable until it is optimized; equal texts would share their code.
function read(get) {
  const loop = new Function('get', 'n', `let x; for (let i = 0; i < n; i++) x = get(); return x; /* ${made++} */`);
  let x;
  for (let k = 0; k < 4; k++) x = loop(get, rounds);
  return x;
}
// The text declares x and gives back [get, set]: get is hot between each two sets.
function check(text, values) {
  const [get, ...sets] = new Function(`${text} /* ${made++} */`)();
  values.forEach((value, n) => {
    if (n > 0) sets[(n - 1) % sets.length]?.(n);
    assertSame(read(get), value, text);
  });
}

test('a var that is written once, where and when', function () {
  check('var x = 1; return [() => x];', [1]);
  check('var x; x = 1; return [() => x];', [1]);
  check('var x; return [() => x, (v) => { x = v; }];', [undefined, 1, 2, 3]);
  check('var x = 0; return [() => x, (v) => { x = v; }];', [0, 1, 2]);
  check('var x = 5; x = 6; return [() => x];', [6]);
  const text = `
    var x;
    const get = () => x;
    const seen = [read(get)];
    x = 1;
    seen.push(read(get));
    return seen.join();`;
  assertSame(new Function('read', text)(read), ',1');
  assertSame(
    new Function('read', text.replace('x = 1', 'for (let i = 0; i < 3; i++) { x = i; seen.push(read(get)); }'))(read),
    ',0,1,2,2'
  );
  assertSame(
    new Function('read', text.replace('x = 1', 'do { x = (x | 0) + 1; seen.push(read(get)); } while (x < 3)'))(read),
    ',1,2,3,3'
  );
  assertSame(new Function('read', text.replace('x = 1', 'for (x of [4, 5]) seen.push(read(get))'))(read), ',4,5,5');
  assertSame(
    new Function('read', text.replace('x = 1', 'for (x in { a: 1, b: 1 }) seen.push(read(get))'))(read),
    ',a,b,b'
  );
  assertSame(new Function('read', text.replace('x = 1', 'for (var x of [4, 5]) seen.push(read(get))'))(read), ',4,5,5');
  assertSame(
    new Function('read', text.replace('x = 1', 'for (var [x] of [[4], [5]]) seen.push(read(get))'))(read),
    ',4,5,5'
  );
  assertSame(
    new Function(
      'read',
      text.replace('x = 1', 'while (!(x > 2)) { var { x } = { x: (x | 0) + 2 }; seen.push(read(get)); }')
    )(
      read
    ),
    ',2,4,4'
  );
});
test('ways to write', function () {
  for (const write of [
    'x = 7',
    '(x) = 7',
    '[x] = [7]',
    '({ x } = { x: 7 })',
    '({ a: x } = { a: 7 })',
    '[...x] = [7]',
    'x += 6',
    'x++',
    '--x',
    'x ||= 7',
    'x &&= 7',
    'x ??= 7',
    '({ x = 7 } = {})',
    '[x = 7] = []',
    '({ ...x } = { a: 7 })'
  ]) {
    for (const around of [
      'W',
      '{ W; }',
      'try { W; } finally { }',
      'switch (1) { case 1: W; }',
      'L: { W; }',
      'if (true) W;'
    ]) {
      const text = `var x = 1; const get = () => x, seen = [read(get)]; ${around.replace(
        'W',
        write
      )}; seen.push(read(get)); return seen;`;
      const [first, second] = new Function('read', text)(read);
      const expected = new Function(`var x = 1; ${around.replace('W', write)}; return x;`)();
      assertSame(first, 1);
      assertSame(String(second), String(expected), text);
    }
  }
});
test('functions that write', function () {
  for (const write of [
    '() => { x++; }',
    'function () { x++; }',
    '() => { (() => { x++; })(); }',
    '(v, a = x++) => a',
    '() => { class A { f = x++; } new A(); }',
    '() => { class A { static { x++; } } }',
    '() => { class A { [x++]() { } } }',
    'async () => { x++; }',
    '() => { for (x of [x + 1]); }',
    '() => { [...(function* () { x++; })()]; }',
    '() => { eval("x++"); }',
    '() => { with ({}) x++; }',
    '() => { ({ get a() { x++; } }).a; }'
  ]) {
    for (const declaration of [
      'var x = 1',
      'let x = 1',
      'var x; x = 1',
      'let x; x = 1',
      'var [x] = [1]',
      'let { x } = { x: 1 }'
    ])
      check(`${declaration}; return [() => x, ${write}];`, [1, 2, 3, 4]);
  }
  check('var x = 1; return [() => x, () => { eval("var y = 5; x = y"); }];', [1, 5]);
  check('var x = 1; var set = (0, eval)("(f) => f"); return [() => x, set];', [1, 1]);
});
test('lexical variables, classes, functions', function () {
  check('let x = 1; return [() => x];', [1]);
  check('const x = {}; x.a = 1; return [() => x.a, (v) => { x.a = v * 10; }];', [1, 10, 20]);
  check('let x; x = 1; return [() => x];', [1]);
  check('let x = 1; x = 2; return [() => x];', [2]);
  check('class x { static a = 1; } return [() => x.a];', [1]);
  check('class x { static a = 1; } return [() => x.a, (v) => { x = { a: v }; }];', [1, 1, 2]);
  check('function x() { return 1; } return [() => x(), (v) => { x = () => v; }];', [1, 1, 2]);
  check('function x() { return 1; } x = () => 2; return [() => x()];', [2]);
  check('function x() { return 1; } { function x() { return 3; } } return [() => x()];', [3]);
  check('return [function x() { return typeof x; }];', ['function']);
  check('return [function x() { x = 1; return typeof x; }];', ['function']);
  check('try { throw 1; } catch (x) { return [() => x]; }', [1]);
  check('try { throw 1; } catch (x) { return [() => x, (v) => { x = v; }]; }', [1, 1, 2]);
  check('try { throw 1; } catch (x) { var x = 2; return [() => x]; }', [2]);
  assertThrows(ReferenceError, () => read(new Function(
    'const get = () => x; const late = get; return late; let x;'
  )()));
  const [get, begin] = new Function('let x; const get = () => y; let y; return [get, 1];')();
  assertSame(read(get), undefined);
});
test('a dead zone that ends', function () {
  const [get, rest] = new Function(`
    const get = () => { try { return x; } catch (e) { return e.name; } };
    function* body() { yield; const x0 = 1; }
    const g = (function* () { yield get; x; })();
    return [get, 0];
    let x = 5;`)();
  assertSame(read(get), 'ReferenceError');
  const seen = new Function('read', `
    const get = () => { try { return x; } catch (e) { return e.name; } }, seen = [read(get)];
    let x = 5;
    seen.push(read(get));
    return seen.join();`)(read);
  assertSame(seen, 'ReferenceError,5');
});
test('parameters', function () {
  for (const [text, expected] of [
    ['function f(x) { return read(() => x); } return [f(1), f(2), f(3)].join();', '1,2,3'],
    [`function f(x) {
        const get = () => x, seen = [read(get)];
        x = 9;
        seen.push(read(get));
        return seen.join();
      }
      return f(1);`, '1,9'],
    [`function f(x) {
        const get = () => x, seen = [read(get)];
        arguments[0] = 9;
        seen.push(read(get));
        return seen.join();
      }
      return f(1);`, '1,9'],
    [`function f(x) {
        "use strict";
        const get = () => x, seen = [read(get)];
        arguments[0] = 9;
        seen.push(read(get));
        return seen.join();
      }
      return f(1);`, '1,1'],
    [`function f(x) {
        const get = () => x, seen = [read(get)];
        var x = 9;
        seen.push(read(get));
        return seen.join();
      }
      return f(1);`, '1,9'],
    [`function f(x, g = () => x) {
        const get = () => x, seen = [read(get), read(g)];
        var x = 9;
        seen.push(read(get), read(g));
        return seen.join();
      }
      return f(1);`, '1,1,9,1'],
    ['function f(x = 3) { return read(() => x); } return [f(), f(2)].join();', '3,2'],
    [`function f() {
        const get = () => arguments2(), seen = [read(() => typeof arguments)];
        return seen.join();
      }
      return f(1);`, 'object'],
    [`function f() {
        var get = () => typeof arguments, seen = [read(get)];
        var arguments = 5;
        seen.push(read(get));
        return seen.join();
      }
      return f(1);`, 'object,number'],
    [`function f(x) {
        const set = (y = (x = 7)) => y;
        const get = () => x, seen = [read(get)];
        set();
        seen.push(read(get));
        return seen.join();
      }
      return f(1);`, '1,7']
  ])
    assertSame(new Function('read', text)(read), expected, text);
});
test('one environment a turn', function () {
  const gets = [];
  for (let i = 0, n = 10; i < 4; i++) {
    const x = i * 2;
    let y;
    y = i * 3;
    gets.push(() => x + y * 10 + n * 100);
  }
  assertSame(gets.map(read).join(), [0, 1, 2, 3].map((i) => i * 2 + i * 30 + 1000).join());
  const others = [];
  for (const x of [1, 2, 3]) others.push(() => x);
  for (const x in { a: 1, b: 2 }) others.push(() => x);
  assertSame(others.map(read).join(), '1,2,3,a,b');
});
test('generators and async functions', function () {
  const [get, step] = new Function(`
    let get;
    const g = (function* () { var x; get = () => x; yield; x = 1; yield; { let y = 2; get = () => y; } yield; })();
    g.next();
    return [() => get(), () => g.next()];`)();
  assertSame(read(get), undefined);
  step();
  assertSame(read(get), 1);
  step();
  assertSame(read(get), 2);
});
