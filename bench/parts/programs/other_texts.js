// Texts for eval and Function that never come again.
var indirect = eval, number = 0;

function direct(x) { return eval('x + ' + number); }

function iteration() {
  var sum = 0;
  for (var round = 0; round < 100; round++) {
    number++;
    sum += direct(round);
    sum += indirect('let s' + number + ' = 0; for (let i = 0; i < 3; i++) s' + number + ' += 2 * i; s' + number);
    sum += Function('a', 'b', 'let s = 0; for (let i = 0; i < 3; i++) s += a * i; return s + b + ' + number)(1, 2);
  }
  return sum;
}
