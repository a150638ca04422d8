// expect-stdout: xx... 10000 more characters: 1
// expect-stdout: yy'... 10000 more characters: 2
// expect-stdout: [Symbol(zz
// expect-stdout: zz... 10000 more characters)]: 3
// expect-stdout: 00... 2042 more characters
// expect-stdout: sum 12042 digits
// expect-stdout: [class cc
// expect-stdout: cc... 10000 more characters]
// expect-stdout: Object [cc
// expect-stdout: cc... 10000 more characters] {
// expect-stderr: Warning: console.time() keeps 1000 labels, and no more
// not-on-node: where texts are cut is Halfword's
// Of names and of numbers inside of objects only the first characters are shown; texts of their own are whole.
console.log({ ['x'.repeat(20000)]: 1 });
console.log({ [' ' + 'y'.repeat(19999)]: 2 });
console.log({ [Symbol('z'.repeat(20000))]: 3 });
console.log([10n ** 12041n]);
console.log('sum %s', String(10n ** 12041n).length + ' digits');
console.log({ ['c'.repeat(20000)]: class {} }['c'.repeat(20000)]);
console.log(Object.assign(Object.create({ [Symbol.toStringTag]: 'c'.repeat(20000) }), { a: 1 }));
for (let i = 0; i < 2000; i++) console.time('label' + i);
