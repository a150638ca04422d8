// switch.
test('cases are compared strictly, and fall through', function () {
  const f = (x) => {
    let s = '';
    switch (x) {
      case 1: s += 'one';
      case 2: s += 'two'; break;
      default: s += 'def';
      case '1': s += 'str'; break;
      case NaN: s += 'nan';
    }
    return s;
  };
  assertSame(f(1), 'onetwo');
  assertSame(f(2), 'two');
  assertSame(f('1'), 'str');
  assertSame(f(3), 'defstr');
  assertSame(f(NaN), 'defstr');
  assertSame(f(-0 + 1), 'onetwo');
});
test('case expressions are evaluated in order until one matches', function () {
  const log = [];
  const v = (x) => { log.push(x); return x; };
  switch (2) { case v(1): case v(2): case v(3): }
  assertEquals(log, [1, 2]);
});
test('a default in the middle is taken after all cases', function () {
  const log = [];
  const v = (x) => { log.push(x); return x; };
  switch (9) { case v(1): default: log.push('d'); case v(2): log.push('after'); }
  assertEquals(log, [1, 2, 'd', 'after']);
});
test('all cases have one scope', function () {
  switch (1) {
    case 0: let x = 'never';
    case 1: x_ = 1; function inner() { return 'f'; } assertSame(inner(), 'f'); var x_;
  }
});
test('a let of a case that was not reached is in its dead zone', function () {
  assertThrows(ReferenceError, () => { switch (1) { case 0: let y = 1; break; case 1: y = 2; } });
});
test('two lets of one name in cases are a SyntaxError', function () {
  assertThrows(SyntaxError, () => new Function('switch (1) { case 0: let a; case 1: let a; }'));
});
test('a constant of a case is new in each turn of a loop', function () {
  const fns = [];
  for (let i = 0; i < 2; i++) switch (i) { case 0: case 1: const c = i; fns.push(() => c); }
  assertEquals(fns.map((f) => f()), [0, 1]);
});
test('a case compares objects by identity, the zeros as equal', function () {
  const o = {};
  const f = (x) => {
    switch (x) {
      case 0: return 'zero';
      case o: return 'o';
      case undefined: return 'u';
      case null: return 'n';
      case 'ab': return 's';
      case 10n: return 'big';
    }
  };
  assertSame(f(-0), 'zero');
  assertSame(f(o), 'o');
  assertSame(f({}), undefined);
  assertSame(f(undefined), 'u');
  assertSame(f(null), 'n');
  assertSame(f('a' + 'b'), 's');
  assertSame(f(10n), 'big');
  assertSame(f(10), undefined);
});
test('continue and break leave a switch in a loop', function () {
  let s = '';
  for (let i = 0; i < 4; i++) { switch (i) { case 1: continue; case 3: break; default: s += i; } s += '.'; }
  assertSame(s, '0.2..');
});
test('a switch of a thousand cases finds integers and strings', function () {
  let source = 'switch (x) {';
  for (let i = 0; i < 500; i++) source += `case ${i * 3}: return ${i}; case "k${i}": return "v${i}";`;
  const f = new Function('x', source + ' default: return "none"; }');
  assertSame(f(0), 0);
  assertSame(f(1497), 499);
  assertSame(f(1), 'none');
  assertSame(f('k0'), 'v0');
  assertSame(f('k499'), 'v499');
  assertSame(f('k500'), 'none');
  assertSame(f(1.5), 'none');
});
test('a switch may be empty, have a default only, or another switch', function () {
  let n = 0;
  switch (n++) { }
  switch (n++) { default: n += 10; }
  switch (1) { case 1: switch (2) { case 2: n += 100; break; } n += 1000; break; }
  assertSame(n, 1112);
});
test('a case may yield', function () {
  function* g(x) { switch (yield 'q') { case x: yield 'match'; break; default: yield 'other'; } }
  const it = g(1);
  it.next();
  assertSame(it.next(1).value, 'match');
});
