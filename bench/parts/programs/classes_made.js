// Classes and functions with prototypes that are made while the program runs, beside code that is warm: what
// mixins, factories and modules loaded on demand do.
class Shape { area() { return 0; } scale(k) { this.size *= k; return this; } }
class Square extends Shape { constructor(s) { super(); this.size = s; } area() { return this.size * this.size; } }
class Circle extends Shape { constructor(r) { super(); this.size = r; } area() { return 3 * this.size * this.size; } }

function mixin(Base, k) {
  return class extends Base { area() { return super.area() + k; } twice() { return 2 * this.area(); } };
}
function old_style(k) {
  function Counter() { this.n = k; }
  Counter.prototype = { constructor: Counter, next: function () { return this.n++; } };
  Counter.prototype.peek = function () { return this.n; };
  return Counter;
}

function iteration() {
  var sum = 0, shapes = [];
  for (var i = 0; i < 16; i++) shapes.push(i & 1 ? new Square(i) : new Circle(i));
  for (var round = 0; round < 100; round++) {
    var C = mixin(Square, round), F = old_style(round);
    sum += new C(round).twice() + new F().next();
    for (var j = 0; j < shapes.length; j++) sum += shapes[j].scale(1).area();
  }
  return sum;
}
