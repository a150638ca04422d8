// Calls through bind, call and spread.
const add = function (a, b) { return this.base + a + b; }.bind({ base: 1 }, 2);
const own = Object.prototype.hasOwnProperty, object = { a: 1 }, pair = [3, 4];
const sum = (a, b) => a + b;
function iteration() {
  let n = 0;
  for (let i = 0; i < 3000; i++) {
    n += add(i) + sum(...pair);
    if (own.call(object, i % 2 ? 'a' : 'b')) n++;
  }
  if (n !== 3000 * 10 + 2999 * 1500 + 1500) throw new Error('wrong: ' + n);
}
