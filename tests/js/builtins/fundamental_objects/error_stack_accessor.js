// flags: --harmony
const stack = Object.getOwnPropertyDescriptor(Error.prototype, 'stack');
const own = (o) => Object.getOwnPropertyDescriptor(o, 'stack');

test('Error.prototype.stack is an accessor and errors have no stack of their own', () => {
  assertSame(stack.get.name, 'get stack');
  assertSame(stack.set.name, 'set stack');
  assertSame(stack.enumerable, false);
  assertSame(stack.configurable, true);
  for (const error of [new Error('a'), TypeError('b'), new AggregateError([], 'c'), new SuppressedError(1, 2, 'd')]) {
    assertSame(own(error), undefined);
    assert(error.stack.startsWith(`${error.name}: ${error.message}\n    at `), error.stack);
  }
  assertEquals(Reflect.ownKeys(new Error('a')), ['message']);
});
test('errors of the engine have it too', () => {
  let error;
  try { null.x; } catch (e) { error = e; }
  assertSame(own(error), undefined);
  assert(/^TypeError: Cannot read.*\n    at .*error_stack_accessor\.js:\d+:\d+/.test(error.stack), error.stack);
});
asyncTest('and those that promises and disposal make', async () => {
  const error = await Promise.any([Promise.reject(1)]).catch((e) => e);
  assertSame(own(error), undefined);
  assert(error.stack.startsWith('AggregateError: '), error.stack);
  let suppressed;
  try { using a = { [Symbol.dispose]() { throw 1; } }; throw 2; } catch (e) { suppressed = e; }
  assertSame(own(suppressed), undefined);
  assert(suppressed.stack.startsWith('SuppressedError: '), suppressed.stack);
});
test('the getter is for errors alone', () => {
  assertSame(stack.get.call({}), undefined);
  assertSame(stack.get.call(Object.create(new Error('x'))), undefined);
  assertSame(stack.get.call(new Proxy(new Error('x'), {})), undefined);
  assertThrows(TypeError, () => stack.get.call(1));
});
test('the setter makes an own property and takes strings', () => {
  const error = new Error('x');
  error.stack = 'mine';
  assertEquals(own(error), { value: 'mine', writable: true, enumerable: true, configurable: true });
  delete error.stack;
  assert(error.stack.startsWith('Error: x'), 'the slot is as it was');
  assertThrows(TypeError, () => { error.stack = undefined; }, /must be a string/);
  assertThrows(TypeError, () => { Error.prototype.stack = 'x'; });
  assertThrows(TypeError, () => { Object.preventExtensions(new Error()).stack = 'x'; });
});
test('Error.captureStackTrace still defines an own property', () => {
  const object = {};
  Error.captureStackTrace(object);
  assertSame(typeof own(object).value, 'string');
});
test('Error.prepareStackTrace is asked once', () => {
  let calls = 0;
  Error.prepareStackTrace = (error, sites) => { calls++; return `${error.message} ${sites.length > 0}`; };
  const error = new Error('x');
  assertSame(calls, 0);
  assertSame(error.stack, 'x true');
  assertSame(error.stack, 'x true');
  assertSame(calls, 1);
  delete Error.prepareStackTrace;
});
test('without a limit the stack is empty', () => {
  const limit = Error.stackTraceLimit;
  delete Error.stackTraceLimit;
  assertSame(new Error('x').stack, '');
  Error.stackTraceLimit = 0;
  assertSame(new Error('x').stack, 'Error: x');
  Error.stackTraceLimit = limit;
});
test('an error survives collections', () => {
  const errors = [];
  for (let i = 0; i < 100; i++) errors.push(new Error('m' + i));
  gc();
  errors.forEach((e, i) => assert(e.stack.startsWith(`Error: m${i}\n`)));
});
