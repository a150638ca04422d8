// not-on-node: DisposableStack
// DisposableStack, SuppressedError, Iterator.prototype[Symbol.dispose].
test('a stack disposes in reverse order, once', () => {
  const log = [];
  const stack = new DisposableStack();
  const value = { [Symbol.dispose]() { log.push('used'); } };
  assertSame(stack.use(value), value);
  assertSame(stack.use(null), null);
  assertSame(stack.adopt(5, (v) => log.push(v)), 5);
  assertSame(
    stack.defer(function () { log.push(this === undefined || this === globalThis ? 'deferred' : this); }),
    undefined
  );
  assertSame(stack.disposed, false);
  assertSame(stack.dispose(), undefined);
  stack.dispose();
  assertEquals(log, ['deferred', 5, 'used']);
  assertSame(stack.disposed, true);
});
test('a stack that is disposed of refuses', () => {
  const stack = new DisposableStack();
  stack.dispose();
  for (const f of [
    () => stack.use(null),
    () => stack.defer(() => {}),
    () => stack.adopt(1, () => {}),
    () => stack.move()
  ])
    assertThrows(ReferenceError, f, /already-disposed DisposableStack/);
});
test('errors are chained', () => {
  const stack = new DisposableStack();
  stack.defer(() => { throw 1; });
  stack.defer(() => { throw 2; });
  try { stack[Symbol.dispose](); assert(false); } catch (e) { assertSame(e.error, 1); assertSame(e.suppressed, 2); }
});
test('move empties the stack', () => {
  const log = [];
  const stack = new DisposableStack();
  stack.defer(() => log.push('a'));
  const moved = stack.move();
  assert(stack.disposed && !moved.disposed);
  stack.dispose();
  assertEquals(log, []);
  moved.dispose();
  assertEquals(log, ['a']);
});
test('looking up the method of what is used may use the stack', () => {
  const log = [];
  const stack = new DisposableStack();
  stack.use({ get [Symbol.dispose]() { stack.defer(() => log.push('inner')); return () => log.push('outer'); } });
  stack.dispose();
  assertEquals(log, ['outer', 'inner']);
});
test('receivers', () => {
  assertThrows(TypeError, () => DisposableStack(), /requires 'new'/);
  assertThrows(
    TypeError,
    () => DisposableStack.prototype.dispose.call({}),
    /DisposableStack\.prototype\.dispose called on incompatible receiver/
  );
  assertThrows(
    TypeError,
    () => DisposableStack.prototype.use.call(new AsyncDisposableStack()),
    /incompatible receiver/
  );
  assertSame(DisposableStack.prototype[Symbol.dispose], DisposableStack.prototype.dispose);
  assertSame(Object.prototype.toString.call(new DisposableStack()), '[object DisposableStack]');
});
test('SuppressedError', () => {
  const e = new SuppressedError(1, 2, 'message');
  assertEquals(Object.getOwnPropertyNames(e), ['stack', 'message', 'error', 'suppressed']);
  assert(e instanceof Error);
  assertSame(Object.getPrototypeOf(SuppressedError), Error);
  assertSame(SuppressedError.length, 3);
  assertSame(SuppressedError(1, 2).hasOwnProperty('message'), false);
});
test('iterators are closed by dispose', () => {
  const log = [];
  function* g() { try { yield 1; } finally { log.push('closed'); } }
  { using it = g(); it.next(); }
  assertEquals(log, ['closed']);
  assertSame(Iterator.prototype[Symbol.dispose].call({}), undefined);
});
