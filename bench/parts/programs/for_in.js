// for-in over objects of few and of many properties, with and without properties on the way to them.
class Point {
  constructor(x, y, z) {
    this.x = x;
    this.y = y;
    this.z = z;
  }
  length() {
    return Math.hypot(this.x, this.y, this.z);
  }
}
const point = new Point(1, 2, 3), literal = { a: 1, b: 2, c: 3, d: 4 }, wide = {};
for (let i = 0; i < 30; i++) wide['key' + i] = i;
const derived = Object.create({ above: 1 }, { own: { value: 1, enumerable: true } });

function sum(object) {
  let total = 0;
  for (const key in object) total += object[key];
  return total;
}
function copy(object) {
  const made = {};
  for (const key in object) made[key] = object[key];
  return made;
}
function iteration() {
  let total = 0;
  for (let i = 0; i < 1000; i++) {
    total += sum(point) + sum(literal) + sum(wide) + copy(literal).d;
    if (i % 10 === 0) total += sum(derived);
  }
  if (total !== 455200) throw new Error('wrong: ' + total);
}
