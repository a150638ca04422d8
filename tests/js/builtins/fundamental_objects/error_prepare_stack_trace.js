// not-on-node: node formats some frames in functions of its own
// Error.prepareStackTrace and call sites, as V8 has them.
function withPrepare(prepare, body) {
  Error.prepareStackTrace = prepare;
  try { return body(); } finally { Error.prepareStackTrace = undefined; }
}
const sites = (e, s) => s;

test('the stack is what prepareStackTrace returns', () => {
  const seen = [];
  withPrepare((error, trace) => { seen.push(error, Array.isArray(trace)); return 'made'; }, () => {
    const e = new RangeError('m');
    assertEquals(seen, []);
    assertSame(e.stack, 'made');
    assertSame(e.stack, 'made');
    assertSame(seen.length, 2);
    assertSame(seen[0], e);
    assertSame(seen[1], true);
  });
});
test('call sites say where they are', () => {
  function outer() { return inner(); }
  function inner() { return new Error('x').stack; }
  const trace = withPrepare(sites, outer);
  assertEquals(trace.slice(0, 2).map((s) => s.getFunctionName()), ['inner', 'outer']);
  const site = trace[0];
  assert(site.getFileName().endsWith('error_prepare_stack_trace.js'), site.getFileName());
  assertSame(site.getScriptNameOrSourceURL(), site.getFileName());
  assertSame(site.getLineNumber(), 23);
  assertSame(site.getColumnNumber(), 29);
  assertSame(trace[1].getLineNumber(), 22);
  assertSame(String(site), 'inner (' + site.getFileName() + ':23:29)');
  assertSame(site.isNative(), false);
  assertSame(site.isEval(), false);
  assertSame(site.isConstructor(), false);
  assertSame(site.isAsync(), false);
  assertSame(site.isPromiseAll(), false);
  assertSame(site.getEvalOrigin(), undefined);
});
test('constructors, methods, natives and eval', () => {
  class K { constructor() { this.trace = new Error('x').stack; } method() { return new Error('y').stack; } }
  withPrepare(sites, () => {
    const k = new K();
    assertSame(k.trace[0].isConstructor(), true);
    assertSame(String(k.trace[0]).slice(0, 7), 'new K (');
    const site = k.method()[0];
    assertSame(site.getTypeName(), 'K');
    assertSame(site.getMethodName(), 'method');
    assertSame(site.isToplevel(), false);
    const native = [0].map(() => new Error('z').stack)[0][1];
    assertSame(native.isNative(), true);
    assertSame(native.getFunctionName(), 'map');
    assertSame(native.getLineNumber(), null);
    assertSame(native.getFileName(), undefined);
    assertSame((0, eval)('new Error().stack')[0].isEval(), true);
  });
});
test('functions and receivers of strict code stay hidden, and those of its callers', () => {
  function sloppy() { return new Error().stack; }
  function strict() { 'use strict'; return new Error().stack; }
  function calls() { return strict(); }
  const receiver = { sloppy };
  withPrepare(sites, () => {
    const open = receiver.sloppy()[0];
    assertSame(open.getFunction(), sloppy);
    assertSame(open.getThis(), receiver);
    const closed = calls();
    assertSame(closed[0].getFunction(), undefined);
    assertSame(closed[1].getFunction(), undefined);
    assertSame(closed[1].getThis(), undefined);
  });
});
test('captureStackTrace gives any object such a stack, without the function that is hidden', () => {
  function here() { const o = {}; Error.captureStackTrace(o, here); return o; }
  function caller() { return here(); }
  const o = withPrepare(
    (object, trace) => [object, trace[0].getFunctionName()],
    () => { const made = caller(); made.stack; return made; }
  );
  assertSame(o.stack[0], o);
  assertSame(o.stack[1], 'caller');
  o.stack = 5;
  assertSame(o.stack, 5);
});
test('the limit holds', () => {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 1;
  try {
    assertSame(withPrepare(sites, () => (() => new Error().stack)()).length, 1);
  } finally { Error.stackTraceLimit = limit; }
});
test('a function that throws or is taken away again', () => {
  withPrepare(() => { throw new TypeError('prepare'); }, () => {
    const e = new Error('x');
    assertThrows(TypeError, () => e.stack, /prepare/);
    Error.prepareStackTrace = undefined;
    assert(e.stack.startsWith('Error: x\n    at '), e.stack);
  });
  withPrepare((e) => e.stack.split('\n')[0], () => assertSame(new Error('again').stack, 'Error: again'));
});
test('call sites are made by traces alone', () => {
  const site = withPrepare(sites, () => new Error().stack)[0];
  assertSame(site.constructor.name, 'CallSite');
  assertThrows(TypeError, () => new site.constructor(), /Illegal constructor/);
  assertThrows(TypeError, () => site.getThis.call({}), /incompatible receiver/);
});
