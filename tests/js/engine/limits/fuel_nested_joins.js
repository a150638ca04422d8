// flags: --fuel=100000
// exit: 3
// Each array that is joined is compared with those around it, which costs fuel too.
let nested = [];
for (let i = 0; i < 1500; i++) nested = [nested];
const text = String(nested);
print('not ok joined ' + text.length);
