// flags: --harmony
class Base { constructor(object) { return object; } }
class Field extends Base {
  #x = 1;
  static has(o) { return #x in o; }
  static get(o) { return o.#x; }
  static set(o, v) { o.#x = v; }
}
class Method extends Base { #m() {} static has(o) { return #m in o; } }
class Accessor extends Base { get #a() { return 1; } set #a(v) {} static has(o) { return #a in o; } }

test('objects that are not extensible take no private elements', () => {
  for (const C of [Field, Method, Accessor]) {
    for (const fix of [Object.preventExtensions, Object.seal, Object.freeze]) {
      const object = fix({});
      assertThrows(TypeError, () => new C(object), /not extensible/);
      assertSame(C.has(object), false);
    }
  }
});
test('what has them before keeps and changes them', () => {
  const object = {};
  new Field(object);
  Object.freeze(object);
  Field.set(object, 2);
  assertSame(Field.get(object), 2);
});
test('extensible ones and proxies take them', () => {
  for (const C of [Field, Method, Accessor]) {
    for (const object of [{}, new Proxy(Object.freeze({}), {})]) {
      new C(object);
      assertSame(C.has(object), true);
    }
  }
});
test('a class may not be fixed before its static fields', () => {
  assertThrows(TypeError, () => { class C { static #y = (Object.preventExtensions(C), 1); } });
});
