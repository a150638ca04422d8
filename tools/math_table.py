#!/usr/bin/env python3
"""Writes tests/js/builtins/numbers_and_dates/math_table.js: arguments of Math's functions, `**` and `%`, and the
results, correctly rounded by MPFR.

    tools/math_table.py [--check]

Arguments are edges (of ranges, of exponents, of what overflows), numbers at random, and hard ones: of many at random those
whose result is nearest to the middle of two doubles, where an approximation must be best, and some that are published as
the worst. --check writes nothing and fails where the file is not what would be written. Needs python3-gmpy2.
"""

import os
import random
import struct
import sys

import system_python

try:
    import gmpy2
except ImportError:
    system_python.go_on_there("the table of Math needs gmpy2 (Debian: python3-gmpy2)")

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FILE = os.path.join(ROOT, "tests/js/builtins/numbers_and_dates/math_table.js")
COUNT = 500  # arguments of each function
HARD = 120
DOUBLE = gmpy2.context(precision=53, emin=-1073, emax=1024, subnormalize=True)
PRECISE = gmpy2.context(precision=200)

# Where most programs use a function; random arguments come from there and from all doubles.
RANGES = {
    "acos": (-1, 1),
    "acosh": (1, 100),
    "asin": (-1, 1),
    "asinh": (-20, 20),
    "atan": (-10, 10),
    "atanh": (-1, 1),
    "cbrt": (-1000, 1000),
    "cos": (-100, 100),
    "cosh": (-20, 20),
    "exp": (-50, 50),
    "expm1": (-5, 5),
    "log": (0, 100),
    "log10": (0, 1000),
    "log1p": (-1, 10),
    "log2": (0, 100),
    "sin": (-100, 100),
    "sinh": (-20, 20),
    "tan": (-100, 100),
    "tanh": (-5, 5),
}
RANGES2 = {
    "atan2": ((-10, 10), (-10, 10)),
    "hypot": ((-10, 10), (-10, 10)),
    "pow": ((0, 20), (-20, 20)),
    "remainder": ((-1000, 1000), (-10, 10)),
}
# From the literature on correct rounding (Lefèvre, Muller, Zimmermann).
PUBLISHED = {
    "sin": ["0x1.e0000000001c2p-20", "0x1.598bae9e632f6p-7", "0x1.6ac5b262ca1ffp+849"],
    "cos": ["0x1.8000000000009p-23", "0x1.8000000000024p-22", "0x1.6ac5b262ca1ffp+849"],
    "tan": ["0x1.dffffffffff1fp-22", "0x1.dfffffffffc7cp-21"],
    "exp": ["0x1.00000000000bap-1", "-0x1.0000000000001p-51"],
    "atan": ["0x1.7ba49f739829fp-1", "0x1.6419079bbf601p-6"],
    "cbrt": ["0x1.9b78223aa307cp+1"],
    "log": ["0x1.62e42fefa39efp-1", "0x1.fffffffffffffp-1"],
}


def to_bits(value):
    return struct.unpack("<Q", struct.pack("<d", value))[0]


def of_bits(bits):
    return struct.unpack("<d", struct.pack("<Q", bits))[0]


def evaluate(name, arguments, context):
    """The function of doubles in the context; special cases as ECMAScript has them."""
    gmpy2.set_context(context)
    numbers = [gmpy2.mpfr(a, 53) if a == a else gmpy2.nan() for a in arguments]
    if name == "pow":
        base, exponent = arguments
        if exponent != exponent or (abs(base) == 1 and exponent in (float("inf"), float("-inf"))):
            return gmpy2.nan()
        return numbers[0] ** numbers[1]
    if name == "remainder":
        return gmpy2.fmod(*numbers)
    return getattr(gmpy2, name)(*numbers)


def rounded(name, arguments):
    return float(evaluate(name, arguments, DOUBLE.copy()))


def hardness(name, arguments):
    """How near the result is to the middle of two doubles, as a part of a last place: 0 is hardest. Exact ones are easy."""
    value = evaluate(name, arguments, PRECISE.copy())
    near = rounded(name, arguments)
    if not gmpy2.is_finite(value) or near == 0 or value == near or abs(near) < 2.0**-1000 or abs(near) > 2.0**1000:
        return 1
    place = gmpy2.mpfr(2) ** (gmpy2.get_exp(gmpy2.mpfr(near)) - 53)
    return float(abs(abs(value - near) / place - gmpy2.mpfr("0.5")))


def edges():
    pi = 3.141592653589793
    positive = [
        0.0,
        float("inf"),
        of_bits(1),
        of_bits(2),
        of_bits((1 << 52) - 1),
        of_bits(1 << 52),
        of_bits((1 << 52) + 1),
        of_bits((0x7FF << 52) - 1),
        1.0,
        of_bits(to_bits(1.0) - 1),
        of_bits(to_bits(1.0) + 1),
        0.5,
        2.0,
        3.0,
        8.0,
        10.0,
        100.0,
        1000.0,
        1e22,
        1e300,
        2.718281828459045,
        0.6931471805599453,
        709.782712893384,
        709.7827128933841,
        710.4758600739439,
        710.475860073944,
        744.0,
        745.1332191019411,
        745.1332191019412,
        1023.0,
        1024.0,
        1074.0,
        1075.0,
        2.0**31,
        2.0**32,
        2.0**52,
        2.0**53,
        2.0**63,
        2.0**64,
    ]
    positive += [pi / 4 * n for n in range(1, 9)] + [2.0**-n for n in (8, 20, 26, 27, 28, 29, 30, 53, 54, 55, 300, 537, 600)]
    return [sign * value for value in positive for sign in (1.0, -1.0)] + [float("nan")]


def anywhere(generator):
    """Any double, each exponent as likely as another."""
    while True:
        value = of_bits(generator.getrandbits(64))
        if value == value and abs(value) != float("inf"):
            return value


def random_arguments(name, generator):
    """Two functions that make arguments: from where the function is used, and from all doubles."""
    if name in RANGES:
        return lambda: (generator.uniform(*RANGES[name]),), lambda: (anywhere(generator),)

    def wide():  # two numbers that have something to do with one another
        x = anywhere(generator)
        return x, x * generator.uniform(-1, 1) * 2.0 ** generator.randint(-30, 30)

    return lambda: tuple(generator.uniform(*r) for r in RANGES2[name]), wide


def arguments_of(name, generator):
    usual, wide = random_arguments(name, generator)
    if name in RANGES:
        chosen = [(value,) for value in edges() + [float.fromhex(text) for text in PUBLISHED.get(name, ())]]
    else:
        first = [
            0.0,
            -0.0,
            1.0,
            -1.0,
            0.5,
            -2.0,
            3.0,
            float("inf"),
            float("-inf"),
            float("nan"),
            of_bits(1),
            of_bits((0x7FF << 52) - 1),
        ]
        chosen = [(x, y) for x in first for y in first]
    if name != "remainder":  # which is exact
        tried = [usual() for _ in range(20000)]
        chosen += sorted(tried, key=lambda arguments: hardness(name, arguments))[:HARD]
    while len(chosen) < COUNT:
        chosen.append(usual() if len(chosen) % 2 else wide())
    return chosen


def text_of(name):
    """Sixteen hexadecimal digits for each argument and for the result."""
    generator = random.Random(name)
    words = []
    for arguments in arguments_of(name, generator):
        arguments = [float("nan") if a != a else a for a in arguments]
        result = rounded(name, arguments)
        bits = [to_bits(a) for a in arguments] + [to_bits(result) if result == result else 0x7FF8 << 48]
        words.append("".join(f"{b:016x}" for b in bits))
    return words


def make():
    out = [
        "// Math's functions, ** and % are correctly rounded: bit for bit what MPFR says. Written by tools/math_table.py.",
        "// A row is the bits of the arguments and of the result.",
    ]
    out.append("const table = {")
    for name in sorted([*RANGES, *RANGES2]):
        out.append(f"  {name}: `")
        out += ["    " + word for word in text_of(name)]
        out.append("  `,")
    out.append("};")
    out.append(
        """const doubles = new Float64Array(1);
const bits = new BigUint64Array(doubles.buffer);
function numbersOf(row) {
  return row.match(/.{16}/g).map((digits) => {
    bits[0] = BigInt('0x' + digits);
    return doubles[0];
  });
}
for (const [name, text] of Object.entries(table)) {
  const rows = text.trim().split(/\\s+/);
  const tried = { pow: [Math.pow, (x, y) => x ** y], remainder: [(x, y) => x % y] }[name] ?? [Math[name]];
  test(name + ' is correctly rounded', () => {
    assert(rows.length >= COUNT);
    for (const row of rows) {
      const numbers = numbersOf(row);
      const expected = numbers.pop();
      for (const compute of tried) assertSame(compute(...numbers), expected, `${name}(${numbers.join(', ')})`);
    }
  });
}""".replace("COUNT", str(COUNT))
    )
    return "\n".join(out) + "\n"


def main():
    text = make()
    if "--check" in sys.argv:
        with open(FILE) as file:
            if file.read() != text:
                sys.exit(f"{FILE} is not what tools/math_table.py writes")
    else:
        with open(FILE, "w") as file:
            file.write(text)


if __name__ == "__main__":
    main()
