// x | 0 in front of another bitwise operator with a constant converts twice in the same way, so it need not be
// done twice. What can be observed of the conversion stays.
'use strict';

test('the value is converted once', () => {
  let calls = 0;
  const value = { valueOf() { calls++; return 9.75; } };
  assertEquals((value | 0) >> 1, 4);
  assertEquals((value | 0 | 0) & 15, 9);
  assertEquals((value | 0) << 24 >> 24, 9);
  assertEquals(calls, 3);
});

test('numbers beyond 32 bits wrap', () => {
  const big = 4294967296 * 3 + 5;
  assertEquals((big | 0) >> 1, 2);
  assertEquals((-1 | 0) >>> 0, 4294967295);
  assertEquals((big + 0.5 | 0) ^ 1, 4);
  assertEquals((NaN | 0) << 1, 0);
});

test('a BigInt does not mix with a number', () => {
  const one = 1n;
  assertThrows(TypeError, () => (one | 0) >> 1);
  assertThrows(TypeError, () => (one | 0) & 1);
  assertThrows(TypeError, () => (one & one) | 0);
  assertThrows(TypeError, () => (one | one) >> 0);
});

test('two BigInts still do', () => {
  const five = 5n;
  assertEquals((five & 4n) | 2n, 6n);
});

test('with a variable on the right nothing is left out', () => {
  const seen = [];
  const left = { valueOf() { seen.push('left'); return 6; } };
  const right = { valueOf() { seen.push('right'); return 3; } };
  assertEquals((left | 0) & right, 2);
  assertEquals(seen, ['left', 'right']);
  assertThrows(TypeError, () => (5n | 0) & 1n);
});

test('the error names the operator that converts', () => {
  const column = (f) => {
    try { f(); } catch (error) { return /:(\d+)\)?$/m.exec(error.stack.split('\n')[1])[1]; }
  };
  const symbol = Symbol();
  const shifted = () => (symbol | 0) >> 1;
  const addedTo = () => (symbol | 0) + 1;
  assertEquals(column(shifted), column(addedTo));
});

test('x | 0 of what is an int32 already is that', () => {
  const n = -7;
  assertEquals((n & 0xFF) | 0, 249);
  assertEquals((n >> 1) | 0, -4);
  assertEquals((n >>> 0) | 0, -7);
  assertEquals((n >>> 0) >> 0, -7);
});
