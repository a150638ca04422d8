// Switches whose cases are all strings are one look into a table.
function kind(x) {
  switch (x) {
    case 'alpha': return 1;
    case 'beta':
    case 'gamma': return 2;
    default: return 0;
    case '': return 3;
    case '0': return 4;
    case 'größe 漢字': return 5;
    case 'alpha': return 6;
    case '__proto__': return 7;
  }
}
const expected = [
  ['alpha', 1],
  ['beta', 2],
  ['gamma', 2],
  ['', 3],
  ['0', 4],
  ['größe 漢字', 5],
  ['__proto__', 7],
  ['delta', 0],
  ['alph', 0],
  ['alphaa', 0],
  ['größe', 0],
];
test('texts however they came to be', function () {
  for (let round = 0; round < 300; round++) {
    for (const [text, result] of expected) {
      assertSame(kind(text), result);
      assertSame(kind(('x' + text + 'y').slice(1, -1)), result);
      const half = text.length >> 1;
      assertSame(kind(text.slice(0, half) + text.slice(half)), result);
      assertSame(kind(text.split('').join('')), result);
    }
  }
});
test('what is no string is no case', function () {
  for (let round = 0; round < 300; round++) {
    for (const x of [
      0,
      -0,
      1.5,
      NaN,
      null,
      undefined,
      true,
      10n,
      Symbol('alpha'),
      ['alpha'],
      new String('alpha'),
      {},
      kind
    ])
      assertSame(kind(x), 0);
  }
});
test('long texts, and names of properties', function () {
  const long = 'alpha'.repeat(100000);
  for (let i = 0; i < 200; i++) assertSame(kind(long + i), 0);
  const seen = [];
  for (const name in { alpha: 1, delta: 1, beta: 1 }) seen.push(kind(name));
  assertSame(seen.join(), '1,0,2');
});
test('texts that are indices of arrays', function () {
  function status(x) {
    switch (x) {
      case '200': return 'ok';
      case '404': return 'not found';
      case 'n/a': return '?';
      case '7': return 'seven';
      case '4294967295': return 'no index';
    }
  }
  for (let round = 0; round < 300; round++) {
    for (const [text, result] of [
      ['200', 'ok'],
      ['404', 'not found'],
      ['n/a', '?'],
      ['7', 'seven'],
      ['4294967295', 'no index'],
      ['20', undefined]
    ]) {
      assertSame(status(text), result);
      assertSame(status(('x' + text).slice(1)), result);
      assertSame(status(String(Number(text) || text)), result);
      assertSame(status(Object.keys({ [text]: 1 })[0]), result);
      assertSame(status(Number(text)), undefined);
    }
  }
});
test('falling through, and a default in the middle', function () {
  function path(x) {
    let trace = '';
    switch (x) {
      case 'a': trace += 'a';
      case 'b': trace += 'b'; break;
      case 'c': trace += 'c';
      default: trace += 'd';
      case 'e': trace += 'e'; break;
      case 'f': { let trace = 1; }
    }
    return trace;
  }
  for (let i = 0; i < 100; i++)
    assertSame(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((x) => path(x)).join(), 'ab,b,cde,de,e,,de');
});
test('loops, jumps out and bindings of cases', function () {
  const out = [];
  const closures = [];
  outer: for (const x of ['go', 'on', 'skip', 'stop', 'never']) {
    switch (x) {
      case 'go': let name = x + '!'; closures.push(() => name); break;
      case 'on': let other = x + '!'; closures.push(() => other); continue;
      case 'skip': continue outer;
      case 'stop': try { break outer; } finally { out.push('finally'); }
    }
    out.push(x);
  }
  assertSame(out.join(), 'go,finally');
  assertSame(closures.map((f) => f()).join(), 'go!,on!');
});
test('in generators and async functions', function () {
  function* steps(list) {
    for (const x of list) {
      switch (x) {
        case 'one': yield 1;
        case 'two': yield 2; break;
        case 'three': yield* [3, 3]; break;
        case 'four': return 4;
      }
    }
  }
  for (let i = 0; i < 50; i++) assertSame([...steps(['one', 'three', 'two', 'four', 'one'])].join(), '1,2,3,3,2');
});
test('bindings that are not there yet', function () {
  function early(x) {
    switch (x) {
      case 'a': let y = 1; return y;
      case 'b': return y;
      case 'c': y = 2; return 2;
      case 'd': return typeof y;
    }
  }
  assertSame(early('a'), 1);
  for (const x of ['b', 'c', 'd']) assertThrows(ReferenceError, () => early(x));
});
test('thousands of cases', function () {
  let source = 'switch (x) {';
  for (let i = 0; i < 20000; i++) source += `case 'name ${i}': return ${i};`;
  const f = new Function('x', source + 'default: return -1; }');
  const g = new Function('x', source.slice(0, source.indexOf(`case 'name 9000'`)) + 'default: return -1; }');
  for (let i = 0; i < 20000; i += 7) assertSame(f('name ' + i), i);
  for (let i = 0; i < 9000; i += 7) assertSame(g('name ' + i), i);
  assertSame(g('name 9000'), -1);
  assertSame(f('name 20000'), -1);
});
test('what the switch gives as completion value', function () {
  for (const [x, value] of [['a', 1], ['b', 2], ['c', undefined], ['d', undefined]])
    assertSame(
      (0, eval)(`switch ('${x}') { case 'a': 1; break; case 'b': 2; break; case 'c': break; case 'z': 4; }`),
      value
    );
});
