// flags: --no-blocking
// not-in-clones: shared memory is in no image
const words = new Int32Array(new SharedArrayBuffer(16));
test('Atomics.wait throws where the thread may not block', () => {
  assertThrows(TypeError, () => Atomics.wait(words, 0, 0, 0), /cannot be called/);
  assertThrows(TypeError, () => Atomics.wait(words, 0, 1, 0), /cannot be called/);
});
test('but only after its arguments were looked at', () => {
  assertThrows(RangeError, () => Atomics.wait(words, 4, 0, 0));
  const log = [];
  const number = (name) => ({ valueOf() { log.push(name); return 0; } });
  assertThrows(TypeError, () => Atomics.wait(words, number('index'), number('value'), number('timeout')));
  assertSame(log.join(), 'index,value,timeout');
});
asyncTest('Atomics.waitAsync does not block', async () => {
  const wait = Atomics.waitAsync(words, 0, 0, 1);
  assertSame(await wait.value, 'timed-out');
});
