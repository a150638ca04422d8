// flags: --memory-limit=24M
// exit: 3
// expect-stderr: out of memory
// The array that does not fit any more ends the program: it never sees one without its elements.
const sources = ['1,', '1.5,', '"x",'];
const makers = sources.map((element) => new Function('return [' + element.repeat(200000) + ']'));
const kept = [];
for (let i = 0; ; i++) {
  const array = makers[i % 3]();
  if (array.length !== 200000) print('not ok has ' + array.length + ' elements');
  kept.push(array);
}
