// Objects of derived classes: constructors written and not, fields, a method that calls its parent's.
class Node { constructor(kind) { this.kind = kind; } describe() { return this.kind; } }
class Leaf extends Node { constructor(value) { super('leaf'); this.value = value; } describe() { return super.describe() + 1; } }
class Plain extends Node { }
class Counted extends Node { count = 1; next = null; }
function iteration() {
  let length = 0;
  for (let i = 0; i < 3000; i++) {
    const leaf = new Leaf(i), plain = new Plain('plain'), counted = new Counted('counted');
    length += leaf.describe().length + plain.kind.length + counted.count;
  }
  if (length !== 3000 * 11) throw new Error('wrong: ' + length);
}
