// Tables of property names under names that are chosen to collide, as far as a program can foresee where strings lie.
function collidingNames(count, stride) {
  const names = [];
  for (let i = 0; names.length < count; i++) {
    const name = 'name' + stride + '_' + i, h = Math.imul(i * stride, 0x9E3779B1);
    if (((h ^ h >>> 15) & 0x3fff) < 512) names.push(name);
  }
  return names;
}
for (const stride of [2, 3, 4, 5, 6]) {
  test('strings ' + stride * 8 + ' bytes apart', function () {
    const names = collidingNames(4000, stride), object = {}, prototype = Object.create(null);
    names.forEach((name, i) => { object[name] = prototype[name] = i; });
    const heir = Object.create(prototype), shaped = names.map((name) => ({[name]: 1}));
    names.forEach((name, i) => {
      assertSame(object[name], i);
      assertSame(heir[name], i);
      assertEquals(Object.keys(shaped[i]), [name]);
    });
    for (let i = 0; i < names.length; i += 2) delete object[names[i]];
    assertEquals(Object.keys(object), names.filter((_, i) => i % 2));
    for (let i = 0; i < names.length; i++) assertSame(names[i] in object, i % 2 === 1);
    names.forEach((name, i) => { object[name] = -i - 1; });
    names.forEach((name, i) => { assertSame(object[name], -i - 1); });
  });
}
