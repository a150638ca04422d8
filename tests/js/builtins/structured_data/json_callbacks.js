// Replacers and revivers are called with the holder as `this`, whatever kind of function they are and however
// often they have been called.
const text = '{"a":1,"b":{"c":[2,3]},"d":"x"}';
const kinds = (log) => [
  function strict(key, value) { 'use strict'; log(this, key, value); return value; },
  new Function('log', 'return function sloppy(key, value) { log(this, key, value); return value; }')(log),
  function everything() { log(this, arguments[0], arguments[1]); return arguments[1]; },
  function rest(...all) { log(this, ...all); return all[1]; },
  new Proxy(function (key, value) { log(this, key, value); return value; }, {}),
  { method(key, value) { log(this, key, value); return value; } }.method,
];

test('the holder is this', () => {
  let calls = 0;
  const log = (holder, key, value) => {
    calls++;
    assertSame(typeof key, 'string');
    assertSame(Object.is(holder[key], value), true);
  };
  for (const f of kinds(log)) {
    for (let i = 0; i < 200; i++) {
      calls = 0;
      assertSame(JSON.stringify(JSON.parse(text), f), text);
      assertSame(calls, 7);
      assertSame(JSON.stringify(JSON.parse(text, f)), text);
      assertSame(calls, 14);
    }
  }
});

test('a reviver gets the source of primitives, and may take away and replace', () => {
  const seen = [];
  const result = JSON.parse('[1.0,{"a":true,"b":"x"},[]]', function (key, value, context) {
    seen.push(key, context.source);
    if (key === 'a') return undefined;
    if (key === '0') this[2] = { c: 5 };
    return value;
  });
  assertSame(seen.join(), '0,1.0,a,true,b,"x",1,,c,,2,,,');
  assertSame(JSON.stringify(result), '[1,{"b":"x"},{"c":5}]');
});

test('callbacks that come back to JSON', () => {
  const inner = (key, value) => value;
  const outer = (key, value) =>
    typeof value === 'number' ? JSON.parse(JSON.stringify([value], inner), inner)[0] + 1 : value;
  for (let i = 0; i < 100; i++) {
    assertSame(JSON.stringify({ a: [1, 2], b: 3 }, outer), '{"a":[2,3],"b":4}');
    assertSame(JSON.stringify(JSON.parse('{"a":[1,2],"b":3}', outer)), '{"a":[2,3],"b":4}');
  }
});

test('errors and stack traces of callbacks', () => {
  const thrown = {};
  for (const f of [() => JSON.stringify([1, [2]], (key, value) => { if (value === 2) throw thrown; return value; }),
    () => JSON.parse('[1,[2]]', (key, value) => { if (value === 2) throw thrown; return value; })]) {
    let caught;
    try { f(); } catch (error) { caught = error; }
    assertSame(caught, thrown);
  }
  let stack;
  const lines = () => stack.split('\n').map(line => line.trim());
  JSON.parse('[[1],2]', function callback(key, value) { stack = new Error('here').stack; return value; });
  assertSame(lines()[1].includes('callback ('), true);
  assertSame(lines()[2], 'at JSON.parse (<anonymous>)');
  JSON.stringify([[1], 2], function callback(key, value) { stack = new Error('here').stack; return value; });
  assertSame(lines()[1].includes('callback ('), true);
  assertSame(lines()[2], 'at JSON.stringify (<anonymous>)');
  assertThrows(TypeError, () => JSON.parse('[1]', class {}));
  const down = () => JSON.parse('[1]', down);
  assertThrows(RangeError, down);
  const deep = '['.repeat(100000) + ']'.repeat(100000);
  try { JSON.parse(deep, (key, value) => value); } catch (error) { assertSame(error instanceof RangeError, true); }
});
