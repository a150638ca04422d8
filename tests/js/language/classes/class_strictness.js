// Every part of a class is strict code, the heritage and computed keys too.
function frozen() { return Object.freeze({}); }
test('the heritage of a class is strict', function () {
  assertThrows(TypeError, () => { class A extends (frozen().p = null) { } });
  assertThrows(TypeError, () => class extends (frozen().p = null) { });
  assertThrows(ReferenceError, () => class extends (undeclaredInHeritage = null) { });
});
test('computed keys of a class are strict', function () {
  assertThrows(TypeError, () => { class A { [frozen().p = 'x']() { } } });
  assertThrows(TypeError, () => { class A { static [frozen().p = 'x'] = 1; } });
  assertThrows(TypeError, () => class { get [delete frozen.prototype]() { } });
});
test('what follows a class is sloppy again', function () {
  class A extends Object { ['x']() { } }
  frozen().p = 1;
  assertSame(delete Object.prototype, false);
});
