// Function.prototype.toString.
test('a function is written as its source text', function () {
  function  f ( a,b ) { /* c */ return a }
  assertSame(f.toString(), 'function  f ( a,b ) { /* c */ return a }');
  assertSame(String(function* () {}), 'function* () {}');
});
test('methods and functions in a literal are written as their source text', function () {
  const o = { m ( ) { }, get  g ( ) { return 1 }, async  * ag ( ) { }, ['c' + 1] () { }, p: async x => x };
  assertSame(o.m.toString(), 'm ( ) { }');
  assertSame(Object.getOwnPropertyDescriptor(o, 'g').get.toString(), 'get  g ( ) { return 1 }');
  assertSame(o.ag.toString(), 'async  * ag ( ) { }');
  assertSame(o.c1.toString(), "['c' + 1] () { }");
  assertSame(o.p.toString(), 'async x => x');
});
test('classes and their methods are written as their source text', function () {
  class  C  { static  s ( ) { } #p = 1 }
  assertSame(C.toString(), 'class  C  { static  s ( ) { } #p = 1 }');
  assertSame(String(class {}), 'class {}');
  assertSame(C.s.toString(), 's ( ) { }');
});
test('an arrow function is written as its source text', function () {
  const arrow = ( x ) =>  x + 1;
  assertSame(arrow.toString(), '( x ) =>  x + 1');
});
test('a function of the Function constructor is written with the text it was made of', function () {
  assertSame(new Function('a', 'b', 'return a').toString(), 'function anonymous(a,b\n) {\nreturn a\n}');
});
test('natives, bound functions and proxies are written as native code', function () {
  assert(/^function push\(\) \{\s*\[native code\]\s*\}$/.test(Array.prototype.push.toString()));
  function f() {}
  assert(/\[native code\]/.test(f.bind().toString()));
  assert(/\[native code\]/.test(Function.prototype.toString.call(new Proxy(f, {}))));
  assert(/^function get size\(\) \{\s*\[native code\]\s*\}$/.test(
    Object.getOwnPropertyDescriptor(Map.prototype, 'size').get.toString()
  ));
});
test('toString needs a function', function () {
  assertThrows(TypeError, () => Function.prototype.toString.call({}));
});
