// Strict and loose equality of all kinds of values with each other, in loops that machine code runs.
const kinds = [
  ['undefined', undefined],
  ['null', null],
  ['true', true],
  ['false', false],
  ['0', 0],
  ['1', 1],
  ['-1', -1],
  ['2 ** 30', 2 ** 30],
  ['2 ** 31', 2 ** 31],
  ['0.5', 0.5],
  ['another 0.5', 1 / 2],
  ['NaN', NaN],
  ['-0', -0],
  ['symbol', Symbol('a')],
  ['another symbol', Symbol('a')],
  ['1n', 1n],
  ['another 1n', BigInt('1')],
  ['2n', 2n],
  ['2n ** 70n', 2n ** 70n],
  ['another 2n ** 70n', 2n ** 70n],
  ['object', {}],
  ['another object', {}],
  ['function', () => {}],
  ['empty', ''],
  ['a', 'a'],
  ['computed a', 'xa'.slice(1)],
  ['b', 'b'],
  ['rope', 'r'.repeat(40) + 'ope'.repeat(9)],
  ['same rope', 'r'.repeat(40) + 'ope'.repeat(9)],
  ['another rope', 'r'.repeat(40) + 'opf'.repeat(9)],
  ['two bytes', '\u{4e00}b'],
  ['text 1', '1'],
];
// By what the specification says, without the operators.
const strictly = (x, y) => typeof x === typeof y && (typeof x === 'number' ? x - y === 0 : Object.is(x, y));
const values = kinds.map((k) => k[1]);
const same = (x, y) => x === y;
const other = (x, y) => x !== y;
const branch = (x, y) => { if (x === y) return 'same'; return 'other'; };
const not = (x, y) => { if (x !== y) return 'other'; return 'same'; };
const loop = (x, y) => { let n = 0; do { if (++n > 2) break; } while (x === y); return n; };
test('all with all', () => {
  for (let turn = 0; turn < 40; turn++) {
    for (let i = 0; i < values.length; i++) {
      for (let k = 0; k < values.length; k++) {
        const x = values[i], y = values[k], holds = strictly(x, y);
        if (same(x, y) !== holds || other(x, y) === holds || branch(x, y) !== (holds ? 'same' : 'other') ||
            not(x, y) !== branch(x, y) ||
            loop(x, y) !== (holds ? 3 : 1)) throw new Error(kinds[i][0] + ' and ' + kinds[k][0]);
      }
    }
  }
});
test('each for itself', () => {
  for (let i = 0; i < values.length; i++) {
    for (let k = 0; k < values.length; k++) {
      const f = new Function(
        'x',
        'y',
        'let n = 0; for (let i = 0; i < 60; i++) { if (x === y) n++; if (x !== y) n += 100; n += (x === y); } return n;'
      );
      assertSame(
        f(values[i], values[k]),
        strictly(values[i], values[k]) ? 120 : 6000,
        kinds[i][0] + ' and ' + kinds[k][0]
      );
    }
  }
});
test('a switch over symbols', () => {
  const names = Array.from({ length: 40 }, (_, i) => Symbol('s' + i));
  const cases = names.map((_, i) => `case names[${i}]: return ${i};`).join('\n');
  const f = new Function('names', `return (v) => { switch (v) { ${cases} default: return -1; } };`)(names);
  for (let turn = 0; turn < 200; turn++) {
    for (let i = 0; i < names.length; i++) if (f(names[i]) !== i) assertSame(f(names[i]), i);
    assertSame(f(Symbol('s0')), -1);
    assertSame(f(undefined), -1);
    assertSame(f(10n ** 30n), -1);
  }
});
