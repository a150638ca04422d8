// Object environment records: HasBinding, GetBindingValue, SetMutableBinding, as the standard orders them.
// not-on-node: V8 leaves steps out
test('a binding that goes away while it is looked at is undefined, or a ReferenceError in strict code', function () {
  const make = () => { const o = { gone: 1, get [Symbol.unscopables]() { delete o.gone; return null; } }; return o; };
  with (make()) assertSame(gone, undefined);
  with (make()) assertThrows(ReferenceError, function () { 'use strict'; return gone; });
});
test('a compound assignment asks a proxy again before it sets', function () {
  const log = [];
  const seen = (name) =>
    (target, key, ...rest) => { log.push(name + ':' + String(key)); return Reflect[name](target, key, ...rest); };
  with (new Proxy({ p: 1 }, { has: seen('has'), get: seen('get'), set: seen('set') })) p += 1;
  assertEquals(log, ['has:p', 'get:Symbol(Symbol.unscopables)', 'has:p', 'get:p', 'has:p', 'set:p']);
});
