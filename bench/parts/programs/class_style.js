// What programs in the style of classes do: derived classes with constructors written and not, fields, getters, methods that call
// their parent's, bound methods, borrowed natives, calls with a spread.
class Node { constructor(kind) { this.kind = kind; } describe() { return this.kind; } get size() { return this.kind.length; } }
class Leaf extends Node {
  constructor(value) { super('leaf'); this.value = value; }
  describe() { return super.describe() + 1; }
  get sum() { return this.size + this.value; }
}
class Plain extends Node { }
class Counted extends Node { count = 1; next = null; }
const settings = { get scale() { return 2; } };
const add = function (a, b) { return this.base + a + b; }.bind({ base: 1 }, 2);
const own = Object.prototype.hasOwnProperty, pair = [3, 4], plus = (a, b) => a + b;
function iteration() {
  let n = 0;
  for (let i = 0; i < 3000; i++) {
    const leaf = new Leaf(1), plain = new Plain('plain'), counted = new Counted('counted');
    n += leaf.describe().length + leaf.sum * settings.scale + plain.size + counted.count;
    n += add(1) + plus(...pair);
    if (own.call(leaf, i % 2 ? 'value' : 'none')) n++;
  }
  if (n !== 3000 * (5 + 10 + 5 + 1 + 4 + 7) + 1500) throw new Error('wrong: ' + n);
}
