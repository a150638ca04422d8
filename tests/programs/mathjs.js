// mathjs: its expression parser, matrices, big and complex numbers.
const math = require('./node_modules/mathjs/lib/browser/math.js');
console.log(math.version);
for (const e of ['1.2 * (2 + 4.5)', 'sqrt(-4)', 'sin(45 deg) ^ 2', '9 / 3 + 2i', 'det([-1, 2; 3, 1])', '12.7 cm to inch', '5.08 cm + 2 inch', 'a = 5; b = a^2; [a, b, a:3:b]', 'f(x, y) = x^y; f(2, 10)', 'inv([1, 2; 3, 4])', 'bignumber(1)/3', 'fraction(1, 3) + fraction(1, 6)', 'derivative("x^3 + sin(x)", "x")', 'simplify("2x + 3x - x^2/x")', 'factorial(20)', 'combinations(52, 5)', 'std([2, 4, 6])', 'eigs([2, 0; 0, 3]).values', 'format(pi, 12)', '0xff + 0b11', 'true and not false', 'x = [1, 2, 3]; x .* 2', 'cross([1,2,3],[4,5,6])', 'mod(-7, 3)', 'gcd(24, 36)', 'isPrime(7919)', '"text"[2:3]', '1 km/h to m/s', 'sort([3,1,2], "desc")', 'rationalize("2x/y - y/(x+1)")', 'solve_ = lusolve([1,2;3,5],[4;7])']) {
  let r;
  try { r = math.format(math.evaluate(e), { precision: 12 }); } catch (err) { r = err.name + ': ' + err.message; }
  console.log(e, '=>', r);
}
const parser = math.parser();
parser.evaluate('g(n) = n < 2 ? n : g(n - 1) + g(n - 2)');
console.log(parser.evaluate('g(15)'));
const tree = math.parse('2 * x ^ 2 + log(x) / 3');
console.log(tree.toTex(), tree.toString({ parenthesis: 'all' }), tree.compile().evaluate({ x: 4 }).toFixed(10));
const m = math.random([6, 6], -1, 1);
console.log(math.format(math.round(math.multiply(m, math.inv(m)), 6)));
console.log(math.chain(3).add(4).multiply(2).done(), math.bignumber('1e-30').plus(1).toString(), math.format(math.complex('2+3i').pow ? math.pow(math.complex(2, 3), 2) : 0));
