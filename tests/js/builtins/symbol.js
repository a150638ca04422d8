// Symbols.
test('identity, description, conversion', function () {
  const s = Symbol('d');
  assertEquals([Symbol('d') === Symbol('d'), s.description, Symbol().description, s.toString(), String(s), typeof s, typeof Object(s), Object(s) == s, Object(s) === s], [false, 'd', undefined, 'Symbol(d)', 'Symbol(d)', 'symbol', 'object', true, false]);
  assertThrows(TypeError, () => s + '');
  assertThrows(TypeError, () => +s);
  assertThrows(TypeError, () => `${s}`);
  assertThrows(TypeError, () => new Symbol());
  assertThrows(TypeError, () => s < 1);
  assertSame(!!s, true);
});
test('the registry', function () {
  assertSame(Symbol.for('k'), Symbol.for('k'));
  assertSame(Symbol.keyFor(Symbol.for('k')), 'k');
  assertSame(Symbol.keyFor(Symbol('k')), undefined);
  assertSame(Symbol.keyFor(Symbol.iterator), undefined);
  assertThrows(TypeError, () => Symbol.keyFor('k'));
});
test('as keys', function () {
  const a = Symbol('a'), b = Symbol('b');
  const o = { [a]: 1, x: 2, [b]: 3 };
  assertEquals([Object.keys(o), Object.getOwnPropertySymbols(o), JSON.stringify(o), a in o, Reflect.ownKeys(o)], [['x'], [a, b], '{"x":2}', true, ['x', a, b]]);
  o[Object(a)] = 'boxed';
  assertSame(o[a], 'boxed');
  delete o[a];
  assertSame(o[a], undefined);
});
test('toPrimitive', function () {
  const o = { [Symbol.toPrimitive](hint) { return hint === 'number' ? 42 : hint; } };
  assertEquals([+o, `${o}`, o + '', o * 2, [o] + '', o == 'default', new Date(o).getTime()], [42, 'string', 'default', 84, 'string', true, NaN]);
  assertThrows(TypeError, () => +{ [Symbol.toPrimitive]: () => ({}) });
  assertThrows(TypeError, () => +{ [Symbol.toPrimitive]: 5 });
  assertSame(+{ [Symbol.toPrimitive]: null, valueOf: () => 3 }, 3);
  assertSame(Symbol.prototype[Symbol.toPrimitive].call(Symbol.iterator), Symbol.iterator);
  assertThrows(TypeError, () => Date.prototype[Symbol.toPrimitive].call({}, 'bad'));
});
test('well-known symbols exist and are frozen on Symbol', function () {
  for (const name of ['asyncIterator', 'hasInstance', 'isConcatSpreadable', 'iterator', 'match', 'matchAll', 'replace', 'search', 'species', 'split', 'toPrimitive', 'toStringTag', 'unscopables']) {
    assertSame(typeof Symbol[name], 'symbol');
    const d = Object.getOwnPropertyDescriptor(Symbol, name);
    assertEquals([d.writable, d.enumerable, d.configurable], [false, false, false]);
    assertSame(Symbol[name].description, 'Symbol.' + name);
  }
});
test('methods on primitives', function () {
  assertThrows(TypeError, () => Symbol.prototype.toString.call('x'));
  assertSame(Object.getOwnPropertyDescriptor(Symbol.prototype, 'description').get.call(Object(Symbol('q'))), 'q');
  assertSame(Symbol.prototype[Symbol.toStringTag], 'Symbol');
});
