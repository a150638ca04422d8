// What a site has learned of strings and numbers, when their prototypes change. No wrapper is made before.
function warm(get, value) {
  for (let i = 0; i < 2000; i++) get(value);
  return get;
}
for (const [type, prototype, value] of [['string', String.prototype, 'text'], ['number', Number.prototype, 5]]) {
  test(`a name that no ${type} had is added`, function () {
    const get = warm((v) => v.added, value);
    prototype.added = 1;
    assertSame(get(value), 1);
    delete prototype.added;
    assertSame(get(value), undefined);
  });
}
for (const [type, prototype, value] of [['string', String.prototype, 'text'], ['number', Number.prototype, 5]]) {
  test(`a getter takes the place of a method of a ${type}`, function () {
    const get = warm((v) => v.toLocaleString, value);
    const method = Object.getOwnPropertyDescriptor(prototype, 'toLocaleString');
    Object.defineProperty(prototype, 'toLocaleString', { get() { return 'getter'; }, configurable: true });
    assertSame(get(value), 'getter');
    if (method) Object.defineProperty(prototype, 'toLocaleString', method); else delete prototype.toLocaleString;
  });
  test(`a deleted method of a ${type} uncovers another`, function () {
    const get = warm((v) => v.valueOf, value);
    const method = Object.getOwnPropertyDescriptor(prototype, 'valueOf');
    delete prototype.valueOf;
    assertSame(get(value), Object.prototype.valueOf);
    Object.defineProperty(prototype, 'valueOf', method);
    assertSame(get(value), method.value);
  });
  test(`a ${type} inherits from something else`, function () {
    const get = warm((v) => v.hasOwnProperty, value);
    Object.setPrototypeOf(prototype, null);
    assertSame(get(value), undefined);
    Object.setPrototypeOf(prototype, Object.prototype);
    assertSame(get(value), Object.prototype.hasOwnProperty);
  });
}
