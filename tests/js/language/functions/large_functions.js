// Functions with more constants than 16 bits can name: their instructions have the prefix Wide.
var filler = 'var filler = [';
for (var i = 0; i < 66000; i++) filler += '"c' + i + '",';
filler += '];\n';

test('each kind of instruction takes a constant beyond 16 bits', function () {
  var f = new Function('input', filler + `
    var log = [];
    var o = {
      alpha: 1,
      'beta-2': 2.5,
      gamma() { return this.alpha + 1; },
      get delta() { return 4n; },
      ...{ epsilon: 5 }
    };
    o.zeta = 'Z' + o.gamma() + o.delta + o['beta-2'];
    log.push(o.zeta, o.epsilon, typeof o.absent, 'alpha' in o, delete o.alpha, o.alpha);
    class Theta { static iota = 'I'; #kappa = 11; lambda() { return this.#kappa; } }
    class Mu extends Theta { lambda() { return super.lambda() * 2; } }
    log.push(Theta.iota, new Mu().lambda(), Mu.name);
    switch (input) {
      case 1: log.push('one'); break;
      case 2: log.push('two'); break;
      case 3: log.push('three'); break;
      case 4: log.push('four');
    }
    for (const [key, value] of Object.entries({ nu: 13 })) log.push(key + value);
    try { undefinedGlobalName; } catch (error) { log.push(error.name + ': ' + error.message); }
    try { null.member; } catch (error) { log.push(error.message); }
    try { late; let late = 1; } catch (error) { log.push(error.message); }
    const { rho = 'default', ...rest } = { sigma: 1, tau: 2 };
    log.push(rho, JSON.stringify(rest), \`template \${input}\`);
    log.push(/re(g)exp/.exec('a regexp')[1], ((a) => a + 'closure')('a '));
    log.push((function tagged(strings) { return strings.raw[0]; })\`raw\\n\`);
    globalThis.largeGlobal = 'global'; log.push(largeGlobal, typeof notThere);
    label: for (var n = 0; n < 5; n++) { for (;;) { if (n === 3) break label; continue label; } }
    log.push(n, filler.length, filler[65999]);
    return log;
  `);
  assertEquals(f(3), [
    'Z242.5',
    5,
    'undefined',
    true,
    true,
    undefined,
    'I',
    22,
    'Mu',
    'three',
    'nu13',
    'ReferenceError: undefinedGlobalName is not defined',
    "Cannot read properties of null (reading 'member')",
    "Cannot access 'late' before initialization",
    'default',
    '{"sigma":1,"tau":2}',
    'template 3',
    'g',
    'a closure',
    'raw\\n',
    'global',
    'undefined',
    3,
    66000,
    'c65999'
  ]);
  assertSame(f(2)[9], 'two');
});

test('generators are suspended and resumed behind wide instructions', function () {
  var g = new Function(filler + `
    return (function* () {
      ${filler}
      try { const got = yield { first: filler[1] }; yield got.second + 'third'; } finally { yield 'fourth'; }
    })();`)();
  assertEquals(g.next().value, { first: 'c1' });
  assertSame(g.next({ second: 'two ' }).value, 'two third');
  assertSame(g.return('end').value, 'fourth');
  assertEquals(g.next(), { value: 'end', done: true });
});

test('errors know their line', function () {
  try {
    new Function(filler + '\n\nmissingFunction();')();
  } catch (error) {
    assert(/:6:1/.test(error.stack), error.stack.slice(0, 200));
    return;
  }
  assert(false);
});

test('object literals take tens of thousands of properties', function () {
  var source = '({';
  for (var i = 0; i < 70000; i++) source += 'k' + i + ':' + i + '.5,';
  var o = (0, eval)(source + '})');
  assertSame(Object.keys(o).length, 70000);
  assertSame(o.k69999, 69999.5);
});
