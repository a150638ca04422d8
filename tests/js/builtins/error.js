// Error types.
test('construction', function () {
  for (const E of [Error, TypeError, RangeError, SyntaxError, ReferenceError, EvalError, URIError]) {
    const e = new E('m', { cause: 5 });
    assertEquals([e.message, e.name, String(e), e.cause, e instanceof E, e instanceof Error, E('x') instanceof E, Object.prototype.toString.call(e), E.length, E.name, E.prototype.name, E.prototype.message, Object.hasOwn(e, 'name')], ['m', E.name, E.name + ': m', 5, true, true, true, '[object Error]', 1, E.name, E.name, '', false]);
    assertEquals(Object.getOwnPropertyDescriptor(e, 'message'), { value: 'm', writable: true, enumerable: false, configurable: true });
    assertSame('message' in new E() && !Object.hasOwn(new E(), 'message'), true);
    assertSame(Object.hasOwn(new E('x', {}), 'cause'), false);
    assertSame(Object.hasOwn(new E('x', { cause: undefined }), 'cause'), true);
  }
  assertSame(Object.getPrototypeOf(TypeError), Error);
  assertSame(new Error(undefined).hasOwnProperty('message'), false);
  assertSame(new Error(null).message, 'null');
});
test('AggregateError', function () {
  const e = new AggregateError([1, 2], 'm', { cause: 'c' });
  assertEquals([e.errors, e.message, e.cause, e.name, AggregateError.length, Object.keys(e)], [[1, 2], 'm', 'c', 'AggregateError', 2, []]);
  assertThrows(TypeError, () => new AggregateError(5));
});
test('toString', function () {
  const t = Error.prototype.toString;
  assertEquals([t.call({}), t.call({ name: 'N' }), t.call({ message: 'M' }), t.call({ name: '', message: 'M' }), t.call({ name: 'N', message: '' }), t.call({ name: undefined, message: undefined })], ['Error', 'N', 'Error: M', 'M', 'N', 'Error']);
  assertThrows(TypeError, () => t.call(1));
});
test('the engine\'s own errors', function () {
  const kinds = [[() => null.x, TypeError], [() => undefined.x(), TypeError], [() => { undefinedVariableX; }, ReferenceError], [() => (5)(), TypeError], [() => new (class A extends null {})(), TypeError], [() => new Array(-1), RangeError], [() => 'x'.repeat(-1), RangeError], [() => decodeURIComponent('%'), URIError], [() => new Function('('), SyntaxError], [() => JSON.parse('{'), SyntaxError], [() => [].reduce(() => 1), TypeError], [() => Symbol() + 1, TypeError], [() => 1n + 1, TypeError], [() => { const c = 1; c = 2; }, TypeError], [() => 'a' in 'b', TypeError], [() => ({}) instanceof 5, TypeError], [() => { for (const x of 5); }, TypeError], [() => { const [a] = null; }, TypeError], [() => { const { a } = null; }, TypeError], [() => Object.defineProperty(1, 'a', {}), TypeError], [() => BigInt(1.5), RangeError], [() => { 'use strict'; undeclaredStrict = 1; }, ReferenceError]];
  for (const [f, E] of kinds) {
    const e = assertThrows(E, f);
    assertEquals([typeof e.message, e.message.length > 0, typeof e.stack], ['string', true, 'string']);
  }
});
test('messages name what was wrong', function () {
  const text = (f) => { try { f(); } catch (e) { return e.message; } };
  const o = { deep: {} };
  assert(text(() => o.deep.missing()).includes('missing'));
  assert(text(() => notDefinedAnywhere).includes('notDefinedAnywhere'));
  assert(text(() => o.none.x).includes('x') || text(() => o.none.x).includes('none'));
});
test('subclasses', function () {
  class A extends Error { constructor(m, x) { super(m); this.x = x; } get name() { return 'A!'; } }
  const a = new A('msg', 1);
  assertEquals([String(a), a.x, a instanceof A, a instanceof Error, Object.prototype.toString.call(a), typeof a.stack], ['A!: msg', 1, true, true, '[object Error]', 'string']);
  function Old(m) { this.message = m; }
  Old.prototype = Object.create(Error.prototype);
  Old.prototype.name = 'Old';
  assertSame(String(new Old('m')), 'Old: m');
});
test('cause by getter and with odd options', function () {
  assertThrows(RangeError, () => new Error('m', { get cause() { throw new RangeError(); } }));
  assertSame('cause' in new Error('m', 5), false);
  assertSame(new Error('m', Object.create({ cause: 1 })).cause, 1);
});
