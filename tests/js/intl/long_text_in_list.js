// flags: --memory-limit=1G
// exit: 3
// What a list takes is counted in 64 bits: twelve bytes for each of so many characters are eight in 32 bits.
let text = 'x';
const length = Math.ceil(2 ** 32 / 12);
for (const bit of length.toString(2).slice(1)) text = text + text + (bit === '1' ? 'x' : '');
if (text.length !== length) print('not ok: ' + text.length);
new Intl.ListFormat('en').format([text]);
print('not ok: there was memory for it');
