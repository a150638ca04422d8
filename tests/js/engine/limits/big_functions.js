// Functions past the sizes that short operands can express.
test('constants beyond 256 and 65536 keep their values', function () {
  for (const n of [300, 70000]) {
    const f = new Function(`let s = 0; ${Array.from({ length: n }, (_, i) => `s += ${i}.5;`).join('\n')} return s;`);
    assertSame(f(), (n * (n - 1)) / 2 + n / 2);
  }
});
test('six hundred locals are alive at once', function () {
  const n = 600;
  const f = new Function(
    Array.from({ length: n }, (_, i) => `let v${i} = ${i};`).join('') + 'return ' +
        Array.from({ length: n }, (_, i) => 'v' + i).join('+')
  );
  assertSame(f(), (n * (n - 1)) / 2);
});
test('a thousand property names and literals keep apart', function () {
  const n = 1000;
  const f = new Function(
    'o',
    Array.from({ length: n }, (_, i) => `o.p${i} = "s${i}";`).join('') +
        `return [o.p0, o.p${n - 1}, Object.keys(o).length]`
  );
  assertEquals(f({}), ['s0', 's999', n]);
});
test('a loop jumps over tens of thousands of bytes', function () {
  const body = 'x = (x * 3 + 1) % 1000003;'.repeat(8000);
  const f = new Function(
    'n',
    `let x = 1; for (let i = 0; i < n; i++) { if (i === 1) continue; ${body} if (x < 0) break; } return x;`
  );
  let x = 1;
  for (let i = 0; i < 2 * 8000; i++) x = (x * 3 + 1) % 1000003;
  assertSame(f(3), x);
});
test('a handler is reached over tens of thousands of bytes', function () {
  const body = 'x = (x * 3 + 1) % 1000003;'.repeat(8000);
  const g = new Function(
    'a',
    `try { if (a) throw 1; ${body.replace(/x/g, 'a')} return 'end'; } catch (e) { return 'caught'; }`
  );
  assertEquals([g(1), g(0)], ['caught', 'end']);
});
test('a sum of thousands of operands is computed', function () {
  const sum = Array.from({ length: 5000 }, (_, i) => i).join('+');
  assertSame(new Function('return ' + sum)(), 12497500);
});
test('hundreds of parentheses nest', function () {
  const nested = '('.repeat(500) + '1' + ')'.repeat(500);
  assertSame(new Function('return ' + nested)(), 1);
});
test('hundreds of conditionals nest', function () {
  const ternary = Array.from({ length: 500 }, (_, i) => `x === ${i} ? ${i * 2} :`).join(' ') + ' -1';
  const t = new Function('x', 'return ' + ternary);
  assertEquals([t(0), t(499), t(500)], [0, 998, -1]);
});
test('thousands of logical operators and substitutions are one expression', function () {
  const logical = Array.from({ length: 2000 }, () => 'x').join(' || ') + ' || "end"';
  assertSame(new Function('x', 'return ' + logical)(0), 'end');
  const template = '`' + '${x}'.repeat(1000) + '`';
  assertSame(new Function('x', 'return ' + template)('ab').length, 2000);
});
test('array literals of thousands of elements and objects have them all', function () {
  const n = 20000;
  assertSame(new Function(`return [${Array.from({ length: n }, (_, i) => i)}]`)()[n - 1], n - 1);
  assertSame(new Function(`return [${Array.from({ length: 3000 }, (_, i) => `{i:${i},s:"${i}"}`)}]`)()[2999].s, '2999');
  assertSame(
    new Function(`return [${Array.from({ length: 3000 }, (_, i) => `x+${i}`)}]`.replace(
      'return',
      'var x=1;return'
    ))()[2999],
    3000
  );
});
test('thousands of functions are declared in one', function () {
  const f = new Function(
    Array.from({ length: 2000 }, (_, i) => `function f${i}(x) { return x + ${i}; }`).join('') +
        'return f0(1) + f1999(1)'
  );
  assertSame(f(), 2001);
});
test('sixty functions nest and see all variables', function () {
  let source = 'return ' + Array.from({ length: 60 }, (_, i) => 'v' + i).join('+');
  for (let i = 59; i >= 0; i--) source = `var v${i} = ${i}; return (function () { ${source} })();`;
  assertSame(new Function(source)(), 1770);
});
test('a switch of thousands of cases finds each', function () {
  const s = new Function(
    'x',
    `switch (x) { ${Array.from({ length: 3000 }, (_, i) => `case ${i}: return "c${i}";`).join('')} }`
  );
  assertEquals([s(0), s(2999), s(3000)], ['c0', 'c2999', undefined]);
});
test('a class of thousands of members has them all', function () {
  const C = new Function(
    `return class { ${Array.from({ length: 500 }, (_, i) =>
      `m${i}() { return ${i}; } f${i} = ${i}; #p${i} = ${i}; static s${i} = ${i};`).join(
      ''
    )} sum() { return ${Array.from({ length: 500 }, (_, i) => `this.#p${i}`).join('+')}; } }`
  )();
  const c = new C();
  assertSame(c.m499(), 499);
  assertSame(c.f499, 499);
  assertSame(C.s499, 499);
  assertSame(c.sum(), 124750);
});
test('a function that is very long returns early', function () {
  const f = new Function('x', 'if (x) return "early"; ' + 'x = [x, { a: x }, () => x];'.repeat(5000) + 'return "late"');
  assertSame(f(1), 'early');
});
