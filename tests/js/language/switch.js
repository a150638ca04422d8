// switch.
test('strict comparison, first match, fall through, default anywhere', function () {
  const f = (x) => { let s = ''; switch (x) { case 1: s += 'one'; case 2: s += 'two'; break; default: s += 'def'; case '1': s += 'str'; break; case NaN: s += 'nan'; } return s; };
  assertEquals([f(1), f(2), f('1'), f(3), f(NaN), f(-0 + 1)], ['onetwo', 'two', 'str', 'defstr', 'defstr', 'onetwo']);
});
test('case expressions are evaluated in order until one matches', function () {
  const log = [];
  const v = (x) => { log.push(x); return x; };
  switch (2) { case v(1): case v(2): case v(3): }
  assertEquals(log, [1, 2]);
  log.length = 0;
  switch (9) { case v(1): default: log.push('d'); case v(2): log.push('after'); }
  assertEquals(log, [1, 2, 'd', 'after']);
});
test('one scope for all cases', function () {
  switch (1) { case 0: let x = 'never'; case 1: x_ = 1; function inner() { return 'f'; } assertSame(inner(), 'f'); var x_; }
  assertThrows(ReferenceError, () => { switch (1) { case 0: let y = 1; break; case 1: y = 2; } });
  assertThrows(SyntaxError, () => new Function('switch (1) { case 0: let a; case 1: let a; }'));
  const fns = [];
  for (let i = 0; i < 2; i++) switch (i) { case 0: case 1: const c = i; fns.push(() => c); }
  assertEquals(fns.map((f) => f()), [0, 1]);
});
test('-0 equals 0, objects by identity', function () {
  const o = {};
  const f = (x) => { switch (x) { case 0: return 'zero'; case o: return 'o'; case undefined: return 'u'; case null: return 'n'; case 'ab': return 's'; case 10n: return 'big'; } };
  assertEquals([f(-0), f(o), f({}), f(undefined), f(null), f('a' + 'b'), f(10n), f(10)], ['zero', 'o', undefined, 'u', 'n', 's', 'big', undefined]);
});
test('continue and break inside loops and switches', function () {
  let s = '';
  for (let i = 0; i < 4; i++) { switch (i) { case 1: continue; case 3: break; default: s += i; } s += '.'; }
  assertSame(s, '0.2..');
});
test('a large switch on integers and strings', function () {
  let source = 'switch (x) {';
  for (let i = 0; i < 500; i++) source += `case ${i * 3}: return ${i}; case "k${i}": return "v${i}";`;
  const f = new Function('x', source + ' default: return "none"; }');
  assertEquals([f(0), f(1497), f(1), f('k0'), f('k499'), f('k500'), f(1.5)], [0, 499, 'none', 'v0', 'v499', 'none', 'none']);
});
test('empty switches, only default, nested', function () {
  let n = 0;
  switch (n++) { }
  switch (n++) { default: n += 10; }
  switch (1) { case 1: switch (2) { case 2: n += 100; break; } n += 1000; break; }
  assertSame(n, 1112);
});
test('return and yield inside cases', function () {
  function* g(x) { switch (yield 'q') { case x: yield 'match'; break; default: yield 'other'; } }
  const it = g(1);
  it.next();
  assertSame(it.next(1).value, 'match');
});
