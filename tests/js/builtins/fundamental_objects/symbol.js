// Symbols.
test('a symbol is itself only, with or without a description', function () {
  const s = Symbol('d');
  assertSame(Symbol('d') === Symbol('d'), false);
  assertSame(s.description, 'd');
  assertSame(Symbol().description, undefined);
});
test('toString and String write a symbol with its description', function () {
  const s = Symbol('d');
  assertSame(s.toString(), 'Symbol(d)');
  assertSame(String(s), 'Symbol(d)');
});
test('typeof a symbol is symbol, of its wrapper object', function () {
  const s = Symbol('d');
  assertSame(typeof s, 'symbol');
  assertSame(typeof Object(s), 'object');
  assertSame(Object(s) == s, true);
  assertSame(Object(s) === s, false);
});
test('a symbol does not turn into a string or a number by itself', function () {
  const s = Symbol('d');
  assertThrows(TypeError, () => s + '');
  assertThrows(TypeError, () => +s);
  assertThrows(TypeError, () => `${s}`);
  assertThrows(TypeError, () => s < 1);
});
test('Symbol is no constructor', function () {
  assertThrows(TypeError, () => new Symbol());
});
test('a symbol is true as a condition', function () {
  assertSame(!!Symbol('d'), true);
});
test('Symbol.for gives one symbol for a key', function () {
  assertSame(Symbol.for('k'), Symbol.for('k'));
  assertSame(Symbol.keyFor(Symbol.for('k')), 'k');
});
test('keyFor knows symbols of the registry only', function () {
  assertSame(Symbol.keyFor(Symbol('k')), undefined);
  assertSame(Symbol.keyFor(Symbol.iterator), undefined);
  assertThrows(TypeError, () => Symbol.keyFor('k'));
});
test('symbol keys are left out of keys, names and JSON', function () {
  const a = Symbol('a'), b = Symbol('b');
  const o = { [a]: 1, x: 2, [b]: 3 };
  assertEquals(Object.keys(o), ['x']);
  assertEquals(Object.getOwnPropertySymbols(o), [a, b]);
  assertSame(JSON.stringify(o), '{"x":2}');
  assertSame(a in o, true);
  assertEquals(Reflect.ownKeys(o), ['x', a, b]);
});
test('a wrapper object is the key of its symbol', function () {
  const a = Symbol('a');
  const o = { [a]: 1 };
  o[Object(a)] = 'boxed';
  assertSame(o[a], 'boxed');
  delete o[a];
  assertSame(o[a], undefined);
});
test('Symbol.toPrimitive gets a hint of what is wanted', function () {
  const o = { [Symbol.toPrimitive](hint) { return hint === 'number' ? 42 : hint; } };
  assertSame(+o, 42);
  assertSame(`${o}`, 'string');
  assertSame(o + '', 'default');
  assertSame(o * 2, 84);
  assertSame([o] + '', 'string');
  assertSame(o == 'default', true);
  assertSame(new Date(o).getTime(), NaN);
});
test('Symbol.toPrimitive is a function that gives a primitive, or null for none', function () {
  assertThrows(TypeError, () => +{ [Symbol.toPrimitive]: () => ({}) });
  assertThrows(TypeError, () => +{ [Symbol.toPrimitive]: 5 });
  assertSame(+{ [Symbol.toPrimitive]: null, valueOf: () => 3 }, 3);
});
test('Symbol.prototype and Date.prototype have a toPrimitive of their own', function () {
  assertSame(Symbol.prototype[Symbol.toPrimitive].call(Symbol.iterator), Symbol.iterator);
  assertThrows(TypeError, () => Date.prototype[Symbol.toPrimitive].call({}, 'bad'));
});
test('well-known symbols exist and are constant', function () {
  for (const name of [
    'asyncIterator', 'hasInstance', 'isConcatSpreadable', 'iterator', 'match', 'matchAll', 'replace',
    'search', 'species', 'split', 'toPrimitive', 'toStringTag', 'unscopables'
  ]) {
    assertSame(typeof Symbol[name], 'symbol');
    const d = Object.getOwnPropertyDescriptor(Symbol, name);
    assertEquals([d.writable, d.enumerable, d.configurable], [false, false, false]);
    assertSame(Symbol[name].description, 'Symbol.' + name);
  }
});
test('toString needs a symbol', function () {
  assertThrows(TypeError, () => Symbol.prototype.toString.call('x'));
});
test('description takes a wrapper object, and symbols have a tag', function () {
  assertSame(Object.getOwnPropertyDescriptor(Symbol.prototype, 'description').get.call(Object(Symbol('q'))), 'q');
  assertSame(Symbol.prototype[Symbol.toStringTag], 'Symbol');
});
