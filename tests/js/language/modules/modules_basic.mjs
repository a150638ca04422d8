// not-twice: its tests change what they test
// Imports and exports: names, defaults, namespaces, live bindings, hoisting.
import def, { counter, increment, renamed as local, fn, Klass } from './modules_a_FIXTURE.mjs';
import * as ns from './modules_a_FIXTURE.mjs';
import { default as viaDefault, again } from './modules_b_FIXTURE.mjs';
import './modules_side_effect_FIXTURE.mjs';
export { local as reexported };
export default 42;

test('an import sees the export change', () => {
  assertSame(counter, 0);
  increment();
  assertSame(counter, 1);
  assertSame(ns.counter, 1);
});
test('imports and namespaces cannot be written', () => {
  assertThrows(TypeError, () => { counter = 5; });
  assertThrows(TypeError, () => { ns.counter = 5; });
  assertThrows(TypeError, () => { ns.fresh = 5; });
  assertThrows(TypeError, () => { delete ns.counter; });
});
test('default, renamed, function and class exports are imported', () => {
  assertSame(def(), 'default function');
  assertSame(local, 'renamed value');
  assertSame(fn(), 'fn');
  assertSame(new Klass().v, 1);
});
test('a namespace has the exports as keys in order, and no prototype', () => {
  assertSame(Object.getPrototypeOf(ns), null);
  assertEquals(Object.keys(ns), ['Klass', 'counter', 'default', 'fn', 'increment', 'renamed']);
  assertSame(ns[Symbol.toStringTag], 'Module');
  assertSame(Reflect.set(ns, 'fn', 1), false);
});
test('an export of a namespace is writable in its descriptor, but cannot be set', () => {
  assertEquals(Object.getOwnPropertyDescriptor(ns, 'fn'), {
    value: fn,
    writable: true,
    enumerable: true,
    configurable: false
  });
  assertSame(Reflect.set(ns, 'fn', 1), false);
  assertSame(Object.isExtensible(ns), false);
});
test('a namespace has nothing else', () => {
  assertSame('none' in ns, false);
  assertSame(ns.none, undefined);
});
test('exports of exports are the same bindings', () => {
  assertSame(viaDefault, 'b default');
  assertSame(again, fn);
});
test('a module is strict and has no this', () => {
  assertSame(typeof this, 'undefined');
  assertThrows(ReferenceError, () => { undeclaredInModule = 1; });
});
test('variables of a module are not global', () => {
  assertSame(globalThis.local, undefined);
  assertSame(typeof globalThis.topLevelVar, 'undefined');
});
test('a module imported for its effects ran once, before this body', () => {
  assertEquals(globalThis.sideEffects, ['side effect']);
});
test('import.meta is one object', () => {
  assertSame(typeof import.meta, 'object');
  assertSame(import.meta, import.meta);
});
var topLevelVar = 1;
