// expect-stdout: { a: 1, b: 'x', c: [ 1, 2, 3 ], d: { e: { f: [Object] } } }
// expect-stdout: <ref *1> { name: 'loop', self: [Circular *1] }
// expect-stdout: Map(2) { 1 => { a: 2 }, 'x' => [ 1 ] } Set(2) { 1, 'a' }
// expect-stdout: [ 1, <1 empty item>, 3 ] [ 1, 2, x: 1 ]
// expect-stdout: [Function: f] [class A] [class B extends A] [AsyncFunction: g] [Function (anonymous)]
// expect-stdout: { get: [Getter], both: [Getter/Setter], set: [Setter] }
// expect-stdout: [Object: null prototype] {} B { x: 1 } Uint8Array(2) [ 0, 0 ]
// expect-stdout:   48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59,
// expect-stdout:   ... 100 more items
// expect-stdout: [ 'it', "it's", `"'` ] -0 [ -0 ] 10n Symbol(s) { 'a-b': 2, [Symbol(k)]: 1 }
// expect-stdout: 42 is 42.5 and {"a":1} { b: 1 } 100% rest [ 'x' ]
// expect-stdout: /a/g 1970-01-01T00:00:00.000Z Invalid Date [Number: 3] [String: 'abc']
// expect-stdout: Promise { 4 } Promise { <pending> } WeakMap { <items unknown> }
// expect-stdout:   indented
// expect-stdout: │ 0       │ 1  │ 'xx' │      │
// expect-stdout: default: 2
// The layout of console.log is node's.
console.log({ a: 1, b: 'x', c: [1, 2, 3], d: { e: { f: { g: 1 } } } });
const loop = { name: 'loop' };
loop.self = loop;
console.log(loop);
console.log(new Map([[1, { a: 2 }], ['x', [1]]]), new Set([1, 'a']));
console.log([1, , 3], Object.assign([1, 2], { x: 1 }));
class A {}
class B extends A { x = 1; }
console.log(function f() {}, A, B, async function g() {}, () => {});
console.log({ get get() { throw 1; }, get both() { throw 1; }, set both(v) {}, set set(v) {} });
console.log(Object.create(null), new B(), new Uint8Array(2));
console.log(Array.from({ length: 200 }, (_, i) => i));
console.log(['it', "it's", '"\''], -0, [-0], 10n, Symbol('s'), { [Symbol('k')]: 1, 'a-b': 2 });
console.log('%i is %d and %j %O 100%% %s', 42.9, 42.5, { a: 1 }, { b: 1 }, 'rest', ['x']);
console.log(/a/g, new Date(0), new Date(NaN), new Number(3), new String('abc'));
console.log(Promise.resolve(4), new Promise(() => {}), new WeakMap());
console.group();
console.log('indented');
console.groupEnd();
console.table([{ a: 1, b: 'xx' }, { a: 22, c: true }]);
console.count();
console.count();
