// not-on-node: using declarations
// Explicit resource management: using in blocks, functions, loops and generators.
function resource(name, log, error) {
  return { name, [Symbol.dispose]() { log.push('-' + this.name); if (error) throw error; } };
}

test('a block disposes of its resources in reverse order', () => {
  const log = [];
  {
    using a = resource('a', log), b = resource('b', log);
    using c = null, d = undefined;
    log.push('body');
    assertSame(c, null);
  }
  assertEquals(log, ['body', '-b', '-a']);
});
test('every way out of a block disposes', () => {
  const log = [];
  outer: for (let i = 0; i < 4; i++) {
    using a = resource(i, log);
    if (i === 0) continue;
    if (i === 1) { using b = resource('b', log); continue outer; }
    if (i === 2) break outer;
  }
  assertEquals(log, ['-0', '-b', '-1', '-2']);
});
test('a function disposes after its result is computed', () => {
  const log = [];
  function f() {
    using a = resource('a', log);
    return (log.push('result'), log.length);
  }
  assertSame(f(), 1);
  assertEquals(log, ['result', '-a']);
  const arrow = () => { using a = resource('arrow', log); };
  assertSame(arrow(), undefined);
  assertSame(log.pop(), '-arrow');
});
test('a return inside try, finally and using passes all of them', () => {
  const log = [];
  function f() {
    using a = resource('a', log);
    try {
      using b = resource('b', log);
      return 'value';
    } finally {
      using c = resource('c', log);
      log.push('finally');
    }
  }
  assertSame(f(), 'value');
  assertEquals(log, ['-b', 'finally', '-c', '-a']);
});
test('one error passes as it is, more make a chain of SuppressedErrors', () => {
  const log = [];
  const thrown = new Error('body');
  try { using a = resource('a', log); throw thrown; } catch (e) { assertSame(e, thrown); }
  const one = new Error('one'), two = new Error('two');
  try { using a = resource('a', log, one); } catch (e) { assertSame(e, one); }
  try {
    using a = resource('a', log, one), b = resource('b', log, two);
    throw thrown;
  } catch (e) {
    assert(e instanceof SuppressedError);
    assertSame(e.error, one);
    assert(e.suppressed instanceof SuppressedError);
    assertSame(e.suppressed.error, two);
    assertSame(e.suppressed.suppressed, thrown);
    assertEquals(Object.keys(e), []);
    assert(e.stack.startsWith('SuppressedError: An error was suppressed during disposal\n    at '), e.stack);
  }
});
test('an error of a dispose method takes the place of a return or a break', () => {
  const log = [];
  const error = new RangeError('dispose');
  function f() { using a = resource('a', log, error); return 1; }
  assertThrows(RangeError, f, /dispose/);
  assertThrows(RangeError, () => { for (;;) { using a = resource('a', log, error); break; } });
});
test('what is no resource is refused, and what came before is disposed of', () => {
  const log = [];
  assertThrows(
    TypeError,
    () => { using a = resource('a', log); using b = 1; },
    /1 is not an object, null or undefined/
  );
  assertThrows(TypeError, () => { using a = {}; }, /has no \[Symbol\.dispose\] method/);
  assertThrows(TypeError, () => { using a = { [Symbol.dispose]: 1 }; });
  assertEquals(log, ['-a']);
});
test('the method is looked up once, when the name is bound', () => {
  let gets = 0;
  const value = {
    get [Symbol.dispose]() { gets++; return function () { assertSame(this, value); assertSame(arguments.length, 0); }; }
  };
  { using a = value; assertSame(gets, 1); }
  assertSame(gets, 1);
});
test('a for statement disposes when the loop ends', () => {
  const log = [];
  const fns = [];
  for (using a = resource('a', log), i = { n: 0, [Symbol.dispose]() { log.push('-i'); } }; i.n < 2; i.n++) {
    fns.push(() => a);
    log.push(i.n);
  }
  assertEquals(log, [0, 1, '-i', '-a']);
  assertSame(fns[1]().name, 'a');
});
test('for-of disposes after each turn, before the iterator moves', () => {
  const log = [];
  function* values() {
    try { for (const n of [1, 2, 3]) { log.push('next' + n); yield resource(n, log); } } finally { log.push('closed'); }
  }
  const fns = [];
  for (using r of values()) { fns.push(() => r.name); log.push(r.name); if (r.name === 2) break; }
  assertEquals(log, ['next1', 1, '-1', 'next2', 2, '-2', 'closed']);
  assertEquals(fns.map((f) => f()), [1, 2]);
  log.length = 0;
  assertThrows(RangeError, () => { for (using r of [resource('x', log, new RangeError('y'))]); });
});
test('generators keep their resources over yields and dispose when they are closed', () => {
  const log = [];
  function* g() { using a = resource('a', log); yield 1; { using b = resource('b', log); yield 2; } yield 3; }
  const all = [...g()];
  assertEquals(all, [1, 2, 3]);
  assertEquals(log, ['-b', '-a']);
  log.length = 0;
  const it = g();
  it.next(); it.next();
  assertEquals(it.return('r'), { value: 'r', done: true });
  assertEquals(log, ['-b', '-a']);
  log.length = 0;
  const thrown = g();
  thrown.next();
  assertThrows(SyntaxError, () => thrown.throw(new SyntaxError('t')));
  assertEquals(log, ['-a']);
});
test('the name is constant and has a dead zone', () => {
  assertThrows(TypeError, () => { using a = null; a = 1; }, /Assignment to constant variable/);
  assertThrows(ReferenceError, () => { (() => a)(); using a = null; }, /before initialization/);
  assertThrows(ReferenceError, () => { using a = a; });
});
test('anonymous classes get the name', () => {
  using C = class { static [Symbol.dispose]() {} };
  assertSame(C.name, 'C');
});
test('using is still a name', () => {
  var using = [5], of = 1;
  using[0] = 6;
  using
  [0];
  assertSame(using[0], 6);
  const seen = [];
  for (using of [7, 8]) seen.push(using);
  assertEquals(seen, [7, 8]);
  for (using of = null; ;) break;
  using = { x: 1 };
  let await_ = using in { using: 1 };
  assertSame(await_, false);
});
test('where using may not stand', () => {
  const bad = [
    'using x = null',
    '{ using x; }',
    '{ using [x] = null }; {using {x} = null}',
    'if (1) using x = null',
    'switch (1) { case 1: using x = null }',
    'for (using x in {});',
    '{ using let = null }',
    '{ using x = null; let x }',
    'for (using x = null of []);',
    'label: using x = null',
    '{ export using x = null }',
    'function f() { await using x = null }',
    '{ await using x = null }',
    'class C { static { await using x = null } }',
    '{ us\\u0069ng x = null }'
  ];
  for (const source of bad) {
    let error;
    try { (0, eval)(source); } catch (e) { error = e; }
    assert(error instanceof SyntaxError, source);
    if (source !== bad[0]) assertThrows(SyntaxError, () => new Function(source));
  }
  new Function('using x = null');
  new Function('switch (1) { case 1: { using x = null } }');
});
test('static blocks and constructors hold resources', () => {
  const log = [];
  class C { static { using a = resource('static', log); this.b = log.length; } }
  assertEquals(log, ['-static']);
  class D extends C { constructor() { using a = resource('d', log); super(); this.n = log.length; } }
  assertSame(new D().n, 1);
  assertEquals(log, ['-static', '-d']);
});
test('the value of an eval is that of its body', () => {
  assertSame(eval('{ using a = null; 5; }'), 5);
  assertSame(eval("{ using a = { [Symbol.dispose]() { 'other'; } }; 6; }"), 6);
});
test('many resources are disposed of without recursion', () => {
  let count = 0;
  const stack = new DisposableStack();
  for (let i = 0; i < 20000; i++) stack.defer(() => { count++; });
  { using s = stack; }
  assertSame(count, 20000);
});
