// Targets of assignments in parentheses, which might have begun an arrow function.

test('an operand keeps its value where a later one assigns to it', () => {
  let a = 1, b = 1, c = 1, d = 1, e = 1;
  assertEquals(a + ((a) = 5), 6);
  assertEquals(b + (b)++ + b, 4);
  assertEquals([c, (c) += 2, c], [1, 3, 3]);
  assertEquals(d + [[(d)] = [4]].length + d, 6);
  assertEquals(((x, y) => x + y)(e, ((e)) = 7), 8);
});

test('a loop may assign to one', () => {
  let x = 1;
  const before = x + (() => { for ((x) of [2, 3]); return x; })();
  assertEquals([before, x], [4, 3]);
});

test('closures see the assignment', () => {
  let x = 1;
  const get = () => x, set = (value) => { (x) = value; };
  set(2);
  assertEquals(get(), 2);
});
