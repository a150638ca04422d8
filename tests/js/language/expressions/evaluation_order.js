// The order in which the parts of expressions are evaluated.
function tracer() {
  const log = [];
  const t = (name, value) => { log.push(name); return value === undefined ? name : value; };
  return { log, t };
}
test('a call evaluates callee, key and arguments before it checks that it can call', function () {
  const { log, t } = tracer();
  const o = {};
  assertThrows(TypeError, () => t('callee', o)[t('key')](t('arg')));
  assertEquals(log, ['callee', 'key', 'arg']);
});
test('new evaluates its arguments before it checks that it can construct', function () {
  const { log, t } = tracer();
  assertThrows(TypeError, () => new (t('c', 5))(t('a')));
  assertEquals(log, ['c', 'a']);
});
test('an assignment evaluates its target first and then the value', function () {
  const { log, t } = tracer();
  const o = {};
  t('obj', o)[t('key')] = t('value');
  assertEquals(log, ['obj', 'key', 'value']);
});
test('a member of null throws after its key is evaluated', function () {
  const { log, t } = tracer();
  assertThrows(TypeError, () => { t('null', null)[t('k')] = t('v'); });
  assertEquals(log.slice(0, 2), ['null', 'k']);
});
test('a compound assignment to a variable reads before the right side', function () {
  let x = 1;
  x += (x = 10, 5);
  assertSame(x, 6);
});
test('a compound assignment to an element reads before the right side', function () {
  const a = [1, 2];
  let i = 0;
  a[i++] += a[i];
  assertEquals([a, i], [[3, 2], 1]);
});
test('a compound assignment to a property reads before the right side', function () {
  const o = { v: 1 };
  o.v *= (o.v = 100, 2);
  assertSame(o.v, 2);
});
test('a left operand is taken before the right side changes it', function () {
  let x = 1;
  assertSame(x + (x = 10) + x, 21);
  let y = 1;
  assertSame(y++ + y++ + ++y, 1 + 2 + 4);
  let z = 2;
  assertSame(z * (z = 3) - z, 3);
});
test('a left operand of a concatenation is taken before the right side changes it', function () {
  let s = 'a';
  assertSame(s + (s += 'b') + s, 'aabab');
});
test('a parameter as a left operand is taken before the right side changes it', function () {
  function f(a) { return a + (a = 5, a) + a; }
  assertSame(f(1), 11);
});
test('elements of a literal are taken one by one', function () {
  let w = 1;
  assertSame([w, w = 2, w].join(), '1,2,2');
});
test('arguments are taken one by one', function () {
  let v = 1;
  assertSame(((a, b, c) => [a, b, c])(v, v++, v).join(), '1,1,2');
});
test('operands are converted from left to right, after both are evaluated', function () {
  const log = [];
  const v = (n) => ({ valueOf() { log.push(n); return 1; } });
  v('a') + v('b'); v('c') * v('d'); v('e') < v('f'); v('g') == 1; `${v('no')}`;
  assertEquals(log, ['a', 'b', 'c', 'd', 'e', 'f', 'g']);
});
test('comma, conditional and logical operators evaluate what they need', function () {
  const { log, t } = tracer();
  t(1), t(2);
  t('c', true) ? t('yes') : t('no');
  t('f', false) && t('never'); t('n', null) ?? t('rhs');
  assertEquals(log, [1, 2, 'c', 'yes', 'f', 'n', 'rhs']);
});
test('a method that its own arguments replace is called as it was', function () {
  const o = { m() { return 'old'; } };
  assertSame(o.m(o.m = () => 'new'), 'old');
});
test('a function that its own arguments replace is called as it was', function () {
  let f = () => 'old';
  assertSame(f(f = () => 'new'), 'old');
});
test('an object that its own arguments replace stays the receiver', function () {
  let o = { id: 1, m() { return this.id; } };
  const p = { id: 2 };
  assertSame(o.m(o = p), 1);
});
test('elements, spreads, keys and values of literals are evaluated in order', function () {
  const { log, t } = tracer();
  [t('a'), ...t('b', ['x']), { [t('k')]: t('v') }];
  assertEquals(log, ['a', 'b', 'k', 'v']);
});
test('an update evaluates the object of its target once', function () {
  let n = 0;
  const o = { v: 5 };
  const get = () => { n++; return o; };
  get().v++;
  get().v += 2;
  get().v ??= 9;
  assertEquals([n, o.v], [3, 8]);
});
