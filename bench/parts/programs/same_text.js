// The same few texts given to eval and Function again and again, as templates and formulas are.
var indirect = eval;
var formulas = ['a * 2 + b', 'Math.max(a, b)', 'a > b ? a : b', 'let s = 0; for (let i = 0; i < 3; i++) s += a * i; s + b'];

function direct(a, b) {
  var sum = 0;
  for (var i = 0; i < formulas.length; i++) sum += eval(formulas[i]);
  return sum;
}

function iteration() {
  var sum = 0;
  for (var round = 0; round < 100; round++) {
    sum += direct(round, 3);
    sum += indirect('1 + ' + round % 10);
    sum += Function('a', 'b', 'return a + b * 2')(round, 1);
    sum += Function('o', 'with (o) return x + y')({x: round, y: 1});
  }
  return sum;
}
