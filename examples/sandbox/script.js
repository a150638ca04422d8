let total = 0;
for (const fruit of ['apples', 'pears']) {
  const price = Number(tool('price', fruit));
  const count = Number(tool('ask', {question: `How many ${fruit}?`}));
  print(`${count} ${fruit} cost ${price * count}`);
  total += price * count;
}
print(`${total} in all`);
