// The stack property: what it must at least say.
function inner() { throw new Error('from inner'); }
function outer() { inner(); }
test('names of the functions, innermost first, with file and line', function () {
  try { outer(); } catch (e) {
    const s = e.stack;
    assertSame(typeof s, 'string');
    assert(s.includes('inner') && s.includes('outer'));
    assert(s.indexOf('inner') < s.lastIndexOf('outer'));
    assert(/error_stack\.js/.test(s));
    assert(/:2:/.test(s) && /:3:/.test(s), s);
  }
});
test('made where the error is made, not where it is thrown', function () {
  function make() { return new Error('early'); }
  const e = make();
  function thrower() { throw e; }
  try {
    thrower();
  } catch (x) {
    assertSame(x.stack.includes('make'), true);
    assertSame(x.stack.includes('thrower'), false);
  }
});
test('frames of constructors, methods, getters and static methods have their names', function () {
  class K {
    constructor() { this.s = new Error().stack; }
    method() { return new Error().stack; }
    get getter() { return new Error().stack; }
    static st() { return new Error().stack; }
  }
  const k = new K();
  assert(k.s.includes('K') && k.method().includes('method') && k.getter.includes('getter') && K.st().includes('st'));
});
test('frames of callbacks, generators and async functions have their names', function () {
  assert([1].map(function callback() { return new Error().stack; })[0].includes('callback'));
  function* gen() { yield new Error().stack; }
  assert(gen().next().value.includes('gen'));
  let s;
  (async function asy() { s = new Error().stack; })();
  assert(s.includes('asy'));
});
test('errors thrown by the engine have a stack', function () {
  function bad() { return null.property; }
  try { bad(); } catch (e) { assert(e.stack.includes('bad')); }
});
test('a stack has a frame for each call of a recursion', function () {
  function deep(n) { return n ? deep(n - 1) : JSON.parse('{'); }
  try { deep(5); } catch (e) { assert(e.stack.split('deep').length >= 5); }
});
test('a stack overflow has a stack of reasonable length', function () {
  function rec() { return rec() + 1; }
  try {
    rec();
  } catch (e) {
    assert(e instanceof RangeError && typeof e.stack === 'string' && e.stack.length < 100000);
  }
});
test('a stack can be written', function () {
  const e = new Error('x');
  e.stack = 'mine';
  assertSame(e.stack, 'mine');
});
test('captureStackTrace where it exists', function () {
  if (!Error.captureStackTrace) return;
  const o = {};
  function here() { Error.captureStackTrace(o); }
  here();
  assert(typeof o.stack === 'string' && o.stack.includes('here'));
});
test('steps of the engine have no name in a stack', function () {
  let stack;
  new Promise((resolve) => resolve({ get then() { throw stack = new Error('x').stack; } })).catch(() => {});
  assert(stack.split('\n').some((line) => line === '    at <anonymous>'), stack);
});
