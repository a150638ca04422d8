// Error types.
const kinds = [Error, TypeError, RangeError, SyntaxError, ReferenceError, EvalError, URIError];
test('an error has the message and the cause it was given', function () {
  for (const E of kinds) {
    const e = new E('m', { cause: 5 });
    assertSame(e.message, 'm');
    assertSame(e.cause, 5);
  }
});
test('an error has its name from the prototype, and is written with it', function () {
  for (const E of kinds) {
    const e = new E('m');
    assertEquals(e.name, E.name);
    assertEquals(E.prototype.name, E.name);
    assertSame(Object.hasOwn(e, 'name'), false);
    assertEquals(String(e), E.name + ': m');
  }
});
test('an error is made with and without new, as an instance of its kind and of Error', function () {
  for (const E of kinds) {
    const e = new E('m');
    assertSame(e instanceof E, true);
    assertSame(e instanceof Error, true);
    assertSame(E('x') instanceof E, true);
    assertSame(Object.prototype.toString.call(e), '[object Error]');
  }
});
test('constructors of errors have a name and one parameter', function () {
  const names = ['Error', 'TypeError', 'RangeError', 'SyntaxError', 'ReferenceError', 'EvalError', 'URIError'];
  kinds.forEach(function (E, i) {
    assertSame(E.length, 1);
    assertSame(E.name, names[i]);
  });
});
test('message is an own property that is not enumerable, where there is one', function () {
  for (const E of kinds) {
    assertEquals(Object.getOwnPropertyDescriptor(new E('m'), 'message'), {
      value: 'm',
      writable: true,
      enumerable: false,
      configurable: true
    });
    assertSame(E.prototype.message, '');
    assertSame('message' in new E() && !Object.hasOwn(new E(), 'message'), true);
  }
  assertSame(new Error(undefined).hasOwnProperty('message'), false);
});
test('cause is an own property where the options have one', function () {
  for (const E of kinds) {
    assertSame(Object.hasOwn(new E('x', {}), 'cause'), false);
    assertSame(Object.hasOwn(new E('x', { cause: undefined }), 'cause'), true);
  }
});
test('the constructors of errors inherit from Error', function () {
  assertSame(Object.getPrototypeOf(TypeError), Error);
});
test('a message is converted to a string', function () {
  assertSame(new Error(null).message, 'null');
});
test('an AggregateError has errors, a message and a cause', function () {
  const e = new AggregateError([1, 2], 'm', { cause: 'c' });
  assertEquals(e.errors, [1, 2]);
  assertSame(e.name, 'AggregateError');
  assertSame(e.message, 'm');
  assertSame(e.cause, 'c');
});
test('AggregateError has two parameters', function () {
  assertSame(AggregateError.length, 2);
});
test('the errors of an AggregateError are not enumerable', function () {
  assertEquals(Object.keys(new AggregateError([1, 2], 'm', { cause: 'c' })), []);
});
test('AggregateError needs an iterable', function () {
  assertThrows(TypeError, () => new AggregateError(5));
});
test('toString joins name and message, and leaves empty ones out', function () {
  const t = Error.prototype.toString;
  assertSame(t.call({}), 'Error');
  assertSame(t.call({ name: 'N' }), 'N');
  assertSame(t.call({ message: 'M' }), 'Error: M');
  assertSame(t.call({ name: '', message: 'M' }), 'M');
  assertSame(t.call({ name: 'N', message: '' }), 'N');
  assertSame(t.call({ name: undefined, message: undefined }), 'Error');
});
test('toString needs an object', function () {
  assertThrows(TypeError, () => Error.prototype.toString.call(1));
});
test('what the engine throws is of the kind the language says, with a message and a stack', function () {
  const kinds = [
    [() => null.x, TypeError],
    [() => undefined.x(), TypeError],
    [() => { undefinedVariableX; }, ReferenceError],
    [() => (5)(), TypeError],
    [() => new (class A extends null {})(), TypeError],
    [() => new Array(-1), RangeError],
    [() => 'x'.repeat(-1), RangeError],
    [() => decodeURIComponent('%'), URIError],
    [() => new Function('('), SyntaxError],
    [() => JSON.parse('{'), SyntaxError],
    [() => [].reduce(() => 1), TypeError],
    [() => Symbol() + 1, TypeError],
    [() => 1n + 1, TypeError],
    [() => { const c = 1; c = 2; }, TypeError],
    [() => 'a' in 'b', TypeError],
    [() => ({}) instanceof 5, TypeError],
    [() => { for (const x of 5); }, TypeError],
    [() => { const [a] = null; }, TypeError],
    [() => { const { a } = null; }, TypeError],
    [() => Object.defineProperty(1, 'a', {}), TypeError],
    [() => BigInt(1.5), RangeError],
    [() => { 'use strict'; undeclaredStrict = 1; }, ReferenceError]
  ];
  for (const [f, E] of kinds) {
    const e = assertThrows(E, f);
    assertEquals([typeof e.message, e.message.length > 0, typeof e.stack], ['string', true, 'string']);
  }
});
test('messages name the function, variable or property that was missing', function () {
  const text = (f) => { try { f(); } catch (e) { return e.message; } };
  const o = { deep: {} };
  assert(text(() => o.deep.missing()).includes('missing'));
  assert(text(() => notDefinedAnywhere).includes('notDefinedAnywhere'));
  assert(text(() => o.none.x).includes('x') || text(() => o.none.x).includes('none'));
});
test('an instance of a subclass of Error is written with its own name', function () {
  class A extends Error { constructor(m, x) { super(m); this.x = x; } get name() { return 'A!'; } }
  const a = new A('msg', 1);
  assertSame(String(a), 'A!: msg');
  assertSame(a.x, 1);
  assertSame(a instanceof A, true);
  assertSame(a instanceof Error, true);
  assertSame(Object.prototype.toString.call(a), '[object Error]');
  assertSame(typeof a.stack, 'string');
});
test('an object with Error.prototype in its chain is written as an error', function () {
  function Old(m) { this.message = m; }
  Old.prototype = Object.create(Error.prototype);
  Old.prototype.name = 'Old';
  assertSame(String(new Old('m')), 'Old: m');
});
test('what a getter of cause throws is passed on', function () {
  assertThrows(RangeError, () => new Error('m', { get cause() { throw new RangeError(); } }));
});
test('options that are no object have no cause', function () {
  assertSame('cause' in new Error('m', 5), false);
});
test('an inherited cause counts', function () {
  assertSame(new Error('m', Object.create({ cause: 1 })).cause, 1);
});
