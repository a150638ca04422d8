// Rest parameters, made in line, and array literals that begin with a spread or have one behind values.
test('rest parameters', () => {
  const all = (...rest) => rest.map(String).join(), second = (a, ...rest) => a + ':' + rest.length + ':' + rest[0];
  warm((i) => all(i, i + 1), (i) => i + ',' + (i + 1));
  warm(() => all(), () => '');
  warm((i) => second(i), (i) => i + ':0:undefined');
  warm((i) => second(i, 'x', 2), (i) => i + ':2:x');
  warm((i) => (i % 4 === 0 ? all() : i % 4 === 1 ? all(i) : i % 4 === 2 ? all('s', i) : all(i + 0.5, {})),
    (i) => ['', String(i), 's,' + i, i + 0.5 + ',[object Object]'][i % 4]);
  warm((i) => all(undefined, null, ...[]).length + i, (i) => 14 + i);
  warm(
    () => all(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18),
    () => '1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18'
  );
  warm((i) => ((a, b = 5, ...[c, d]) => a + b + c + d)(i, undefined, 1, 2), (i) => i + 8);
  // Each call has an array of its own, which takes anything.
  const kept = [];
  const keep = (...rest) => { kept.push(rest); return rest; };
  for (let i = 0; i < 300; i++) keep(i, i).push('more', 0.5);
  kept.forEach((a, i) => assertSame(a.join(), [i, i, 'more', 0.5].join()));
  const empty = [];
  for (let i = 0; i < 300; i++) empty.push(((...rest) => rest)());
  empty.forEach((a, i) => {
    a.push(i % 2 ? 'text' : i);
    assertSame(a.length, 1);
    assertSame(a[0], i % 2 ? 'text' : i);
  });
  function sloppy(a, ...rest) { a = 'changed'; return rest.length + arguments[0]; }
  warm((i) => sloppy(i, 1, 1), (i) => 2 + i);
});
test('literals', () => {
  const smis = [1, 2, 3], texts = ['a', 'b'], doubles = [0.5, 1.5], holes = [1, , 3];
  warm((i) => [...smis, i].join(), (i) => '1,2,3,' + i);
  warm((i) => [i, ...smis].join(), (i) => i + ',1,2,3');
  warm((i) => [i, , ...texts, , i].length, () => 6);
  warm((i) => [...doubles, ...texts, i].join(), (i) => '0.5,1.5,a,b,' + i);
  warm(() => Object.keys([...holes]).length, () => 3);
  warm(() => [...holes].join('-'), () => '1--3');
  warm(() => [...''].length, () => 0);
  warm(() => [...'a\u{1F600}'].length, () => 2);
  warm(() => [...new Map([[1, 2]])][0][1], () => 2);
  warm(() => [...(function* () { yield 1; yield 'x'; })()].join(), () => '1,x');
  const copy = [...smis];
  copy[0] = 'changed';
  copy.push(4);
  assertSame(smis.join(), '1,2,3');
  class Own extends Array { *[Symbol.iterator]() { yield 'own'; } }
  warm(() => [...Own.of(1, 2)].join(), () => 'own');
  for (const bad of [undefined, null, 1, {}]) assertThrows(TypeError, () => [...bad]);
  assertThrows(TypeError, () => [1, ...null]);
  let order = '';
  const note = (v) => (order += v, v);
  assertSame([note(1), ...(note(2), [5]), note(3)].join(), '1,5,3');
  assertSame(order, '123');
});
test('instanceof of the library', () => {
  const array = [], error = new RangeError('x'), map = new Map();
  warm(
    () => [
      array instanceof Array,
      error instanceof Error,
      error instanceof RangeError,
      map instanceof Map,
      map instanceof Array,
      1 instanceof Number
    ].join(),
    () => 'true,true,true,true,false,false'
  );
  const is = (v) => v instanceof Array;
  for (let i = 0; i < 300; i++) is(array);
  Object.setPrototypeOf(array, null);
  assertSame(is(array), false);
  Object.setPrototypeOf(array, Array.prototype);
  assertSame(is(array), true);
  Object.defineProperty(Array, Symbol.hasInstance, { value: () => 'yes', configurable: true });
  assertSame(is(1), true);
  delete Array[Symbol.hasInstance];
  assertSame(is(1), false);
  assertSame(is(array), true);
});
