// Getters of a class and its parent, and of an object literal, as accessors of state.
class Point {
  constructor(x, y) { this.x_ = x; this.y_ = y; }
  get x() { return this.x_; }
  get y() { return this.y_; }
  get sum() { return this.x + this.y; }
}
class Named extends Point { get name() { return 'p'; } }
const settings = { get scale() { return 2; } };
const points = Array.from({ length: 100 }, (_, i) => i % 2 ? new Point(i, 1) : new Named(i, 2));
function iteration() {
  let total = 0;
  for (let round = 0; round < 50; round++) {
    for (const p of points) total += p.x * settings.scale + p.sum;
  }
  if (total !== 5000 / 100 * (4950 * 3 + 150)) throw new Error('wrong: ' + total);
}
