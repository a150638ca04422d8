// A function with more sites than its feedback has words for. The last ones learn nothing, and read words
// that are always empty, whatever the first ones have learned.
const kSites = 11000;
function make(end) {
  let body = 'let sum = o.first;\n';
  for (let i = 0; i < kSites; i++) body += `sum += p.a${i % 7};\n`;
  return new Function('o', 'p', body + end);
}
const p = { a0: 1, a1: 1, a2: 1, a3: 1, a4: 1, a5: 1, a6: 1 };
// So many shapes of the first site's receiver that its handlers have a vector of their own.
const receivers = [{ first: 0 }, { q: 1, first: 0 }, { r: 1, q: 2, first: 0 }, { s: 1, first: 0 }];
function check(end, expected) {
  const f = make(end);
  for (let i = 0; i < 24; i++) assertEquals(f(receivers[i % receivers.length], p), expected);
}
globalThis.someGlobal = 'global';

test('globals', () => check('return someGlobal + typeof someGlobal', 'globalstring'));
test('stores to globals', () => check('someGlobal = "global"; return someGlobal', 'global'));
test('object literals', () => check(
  'let made = { x: sum, y: 1 }, empty = {}; return made.x + made.y + typeof empty.z',
  '11001undefined'
));
test('array literals and rest', () => check(
  'let list = [1, 2, 3], none = [], f = (...rest) => rest.length; return list.length + none.length + f(1, 2)',
  5
));
test('closures', () => check('let f = () => 7; return f()', 7));
test('calls, new and instanceof', () => check(
  'function F() { this.x = 3 } let f = new F; return f.x + Math.max(1, 2) + (f instanceof F)',
  6
));
test('classes with private elements', () => check(
  'class A { #x = 4; get() { return this.#x } } class B extends A {} return new B().get()',
  4
));
test('properties and elements', () => check(
  'let list = [5]; p.extra = list[0]; let x = p.extra; delete p.extra; list[0] = x; return list[0] + list.length',
  6
));
test('operators', () => check(
  'return -(sum * 2) + (sum | 0) + sum % 7 + (sum < 5 ? 1 : 0) + (sum === 11000 ? 1 : 0)',
  -11000 + 11000 % 7 + 1
));
