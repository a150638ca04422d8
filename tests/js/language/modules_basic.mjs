// Imports and exports: names, defaults, namespaces, live bindings, hoisting.
import def, { counter, increment, renamed as local, fn, Klass } from './modules_a_FIXTURE.mjs';
import * as ns from './modules_a_FIXTURE.mjs';
import { default as viaDefault, again } from './modules_b_FIXTURE.mjs';
import './modules_side_effect_FIXTURE.mjs';
export { local as reexported };
export default 42;

test('live bindings', () => {
  assertSame(counter, 0);
  increment();
  assertSame(counter, 1);
  assertSame(ns.counter, 1);
});
test('imports are read-only', () => {
  assertThrows(TypeError, () => { counter = 5; });
  assertThrows(TypeError, () => { ns.counter = 5; });
  assertThrows(TypeError, () => { ns.fresh = 5; });
  assertThrows(TypeError, () => { delete ns.counter; });
});
test('default, renamed, functions, classes', () => {
  assertSame(def(), 'default function');
  assertSame(local, 'renamed value');
  assertSame(fn(), 'fn');
  assertSame(new Klass().v, 1);
});
test('the namespace object', () => {
  assertEquals(Object.keys(ns), ['Klass', 'counter', 'default', 'fn', 'increment', 'renamed']);
  assertSame(Object.getPrototypeOf(ns), null);
  assertSame(ns[Symbol.toStringTag], 'Module');
  assertSame(Object.isExtensible(ns), false);
  assertEquals(Object.getOwnPropertyDescriptor(ns, 'fn'), { value: fn, writable: true, enumerable: true, configurable: false });
  assertSame(Reflect.set(ns, 'fn', 1), false);
  assertSame('none' in ns, false);
  assertSame(ns.none, undefined);
});
test('re-exports', () => {
  assertSame(viaDefault, 'b default');
  assertSame(again, fn);
});
test('modules are strict and have no this', () => {
  assertSame(typeof this, 'undefined');
  assertThrows(ReferenceError, () => { undeclaredInModule = 1; });
});
test('module scope is not global', () => {
  assertSame(globalThis.local, undefined);
  assertSame(typeof globalThis.topLevelVar, 'undefined');
});
test('side-effect imports ran once, before this body', () => {
  assertEquals(globalThis.sideEffects, ['side effect']);
});
test('import.meta', () => {
  assertSame(typeof import.meta, 'object');
  assertSame(import.meta, import.meta);
});
var topLevelVar = 1;
