// The order in which the parts of expressions are evaluated.
function tracer() {
  const log = [];
  const t = (name, value) => { log.push(name); return value === undefined ? name : value; };
  return { log, t };
}
test('calls: callee, receiver, arguments, then the check that it is callable', function () {
  const { log, t } = tracer();
  const o = {};
  assertThrows(TypeError, () => t('callee', o)[t('key')](t('arg')));
  assertEquals(log, ['callee', 'key', 'arg']);
  log.length = 0;
  assertThrows(TypeError, () => new (t('c', 5))(t('a')));
  assertEquals(log, ['c', 'a']);
});
test('assignments: target first, then value', function () {
  const { log, t } = tracer();
  const o = {};
  t('obj', o)[t('key')] = t('value');
  assertEquals(log, ['obj', 'key', 'value']);
  log.length = 0;
  assertThrows(TypeError, () => { t('null', null)[t('k')] = t('v'); });
  assertEquals(log.slice(0, 2), ['null', 'k']);
});
test('compound assignment reads before the right side', function () {
  let x = 1;
  x += (x = 10, 5);
  assertSame(x, 6);
  const a = [1, 2];
  let i = 0;
  a[i++] += a[i];
  assertEquals([a, i], [[3, 2], 1]);
  const o = { v: 1 };
  o.v *= (o.v = 100, 2);
  assertSame(o.v, 2);
});
test('binary operators: left value is taken before the right side changes it', function () {
  let x = 1;
  assertSame(x + (x = 10) + x, 21);
  let y = 1;
  assertSame(y++ + y++ + ++y, 1 + 2 + 4);
  let z = 2;
  assertSame(z * (z = 3) - z, 3);
  let s = 'a';
  assertSame(s + (s += 'b') + s, 'aabab');
  function f(a) { return a + (a = 5, a) + a; }
  assertSame(f(1), 11);
  let w = 1;
  assertSame([w, w = 2, w].join(), '1,2,2');
  let v = 1;
  assertSame(((a, b, c) => [a, b, c])(v, v++, v).join(), '1,1,2');
});
test('conversion order in operators', function () {
  const log = [];
  const v = (n) => ({ valueOf() { log.push(n); return 1; } });
  v('a') + v('b'); v('c') * v('d'); v('e') < v('f'); v('g') == 1; `${v('no')}`;
  assertEquals(log, ['a', 'b', 'c', 'd', 'e', 'f', 'g']);
});
test('comma, conditional, logical', function () {
  const { log, t } = tracer();
  t(1), t(2);
  t('c', true) ? t('yes') : t('no');
  t('f', false) && t('never'); t('n', null) ?? t('rhs');
  assertEquals(log, [1, 2, 'c', 'yes', 'f', 'n', 'rhs']);
});
test('a method changed by its own arguments', function () {
  const o = { m() { return 'old'; } };
  assertSame(o.m(o.m = () => 'new'), 'old');
  let f = () => 'old';
  assertSame(f(f = () => 'new'), 'old');
});
test('an object replaced while its member is called', function () {
  let o = { id: 1, m() { return this.id; } };
  const p = { id: 2 };
  assertSame(o.m(o = p), 1);
});
test('array and object literals', function () {
  const { log, t } = tracer();
  [t('a'), ...t('b', ['x']), { [t('k')]: t('v') }];
  assertEquals(log, ['a', 'b', 'k', 'v']);
});
test('update expressions on members of calls', function () {
  let n = 0;
  const o = { v: 5 };
  const get = () => { n++; return o; };
  get().v++;
  get().v += 2;
  get().v ??= 9;
  assertEquals([n, o.v], [3, 8]);
});
