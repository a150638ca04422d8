// flags: --harmony
const join = Iterator.prototype.join;
function* values(...list) { yield* list; }

test('joins with a comma or the separator', () => {
  assertSame(join.length, 1);
  assertSame(values().join(), '');
  assertSame(values(1, 'b', true).join(), '1,b,true');
  assertSame(values('ä', '\u{1F600}', 3n).join(' – '), 'ä – \u{1F600} – 3');
  assertSame(values(null, undefined, 0).join('-'), '--0');
  assertSame(values(1, 2).join(null), '1null2');
});
test('asks in order and closes when a text can not be made', () => {
  const log = [];
  const iterator = {
    get next() { log.push('next'); return () => ({ done: false, value: Symbol() }); },
    return() { log.push('return'); return {}; }
  };
  assertThrows(TypeError, () => join.call(iterator, { toString() { log.push('separator'); return ''; } }));
  assertSame(log.join(), 'separator,next,return');
  log.length = 0;
  assertThrows(RangeError, () => join.call(iterator, { toString() { throw new RangeError(); } }));
  assertSame(log.join(), 'return');
});
test('does not close what has failed or ended', () => {
  let returned = 0;
  const failing = { next() { throw new EvalError(); }, return() { returned++; } };
  assertThrows(EvalError, () => join.call(failing));
  assertThrows(TypeError, () => join.call({ next: () => 1, return() { returned++; } }));
  assertSame(join.call({ next: () => ({ done: true }), return() { returned++; } }), '');
  assertSame(returned, 0);
});
test('ends where the string would be too long', () => {
  let returned = 0;
  const long = 'x'.repeat(1 << 24);
  assertThrows(
    RangeError,
    () => join.call({ next: () => ({ done: false, value: long }), return() { returned++; return {}; } }),
    /string length/
  );
  assertSame(returned, 1);
});
