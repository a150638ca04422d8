const price = Number(await tool('price', 'apples'));
const count = Number(await tool('ask', {question: 'How many?'}));
print(`${count} apples cost ${price * count}`);
