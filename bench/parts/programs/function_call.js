// Function.prototype.call: constructors that call the one above them, borrowed methods, callbacks with a receiver.
function Shape(x, y) {
  this.x = x;
  this.y = y;
}
Shape.prototype.area = function () {
  return 0;
};
function Box(x, y, w, h) {
  Shape.call(this, x, y);
  this.w = w;
  this.h = h;
}
Box.prototype = Object.create(Shape.prototype);
Box.prototype.area = function () {
  return Shape.prototype.area.call(this) + this.w * this.h;
};
const has = Object.prototype.hasOwnProperty;
function each(list, f, receiver) {
  for (let i = 0; i < list.length; i++) f.call(receiver, list[i], i);
}
const numbers = [1, 2, 3, 4, 5, 6, 7, 8];
function iteration() {
  let total = 0;
  for (let i = 0; i < 1000; i++) {
    const box = new Box(i, i, 2, 3);
    total += box.area();
    if (has.call(box, 'w')) total++;
    each(numbers, function (n) {
      this.sum += n;
    }, box.sum === undefined ? (box.sum = 0, box) : box);
    total += box.sum;
  }
  if (total !== 43000) throw new Error('wrong: ' + total);
}
