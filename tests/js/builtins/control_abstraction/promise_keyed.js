// flags: --harmony
const s = Symbol('s');
asyncTest('allKeyed awaits each enumerable own property', async () => {
  const input = Object.defineProperty(
    { b: Promise.resolve(1), a: 2, [s]: Promise.resolve(3), 7: { then(f) { f(4); } } },
    'hidden',
    { value: 5 }
  );
  const result = await Promise.allKeyed(input);
  assertSame(Object.getPrototypeOf(result), null);
  assertEquals(Reflect.ownKeys(result), ['7', 'b', 'a', s]);
  assertSame([result[7], result.b, result.a, result[s]].join(), '4,1,2,3');
  assertEquals(Reflect.ownKeys(await Promise.allKeyed({})), []);
});
asyncTest('and rejects with the first reason', async () => {
  await assertRejects(
    RangeError,
    Promise.allKeyed({ a: new Promise(() => {}), b: Promise.reject(new RangeError('b')) }),
    /b/
  );
  await assertRejects(TypeError, Promise.allKeyed(1), /not an object/);
  await assertRejects(EvalError, Promise.allKeyed({ get a() { throw new EvalError(); } }));
});
asyncTest('allSettledKeyed tells how each ended', async () => {
  const result = await Promise.allSettledKeyed({ x: 1, y: Promise.reject(2) });
  assertSame(Object.getPrototypeOf(result), null);
  assertSame(JSON.stringify(result), '{"x":{"status":"fulfilled","value":1},"y":{"status":"rejected","reason":2}}');
});
asyncTest('the result does not change when the input does', async () => {
  const input = { a: Promise.resolve(1), b: 2 };
  const promise = Promise.allKeyed(input);
  delete input.a;
  input.c = 3;
  assertSame(Object.keys(await promise).join(), 'a,b');
});
asyncTest('other constructors are called with the values', async () => {
  class Mine extends Promise {}
  const promise = Promise.allKeyed.call(Mine, { a: 1 });
  assert(promise instanceof Mine);
  assertSame((await promise).a, 1);
  assertThrows(TypeError, () => Promise.allKeyed.call(undefined, {}));
  let calls = 0;
  function Eager(executor) { executor(() => { calls++; }, () => {}); }
  Eager.resolve = (v) => ({ then(f) { f(v); f(v); } });
  Promise.allKeyed.call(Eager, { a: 1, b: 2 });
  assertSame(calls, 1);
});
