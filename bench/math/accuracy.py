#!/usr/bin/env python3
"""How often Math's functions of an engine, and the C library's, miss the nearest double, and how far they are off at worst.

    bench/math/accuracy.py [--count 20000] ENGINE ...

ENGINE is a command that runs a file of JavaScript and has print or console.log. Arguments are random, as those of
tools/math_table.py are: half from the usual range, half from all doubles. MPFR says what is right (python3-gmpy2). A miss is a
result that is not the nearest double; the distance from the real result is in units of the last place, of which a right one
is off by half of one at most.
"""

import argparse
import ctypes
import ctypes.util
import os
import random
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tools"))
import math_table as table

gmpy2 = table.gmpy2
PROGRAM = """
var out = typeof print === 'function' ? print : console.log;
var all = %s, f64 = new Float64Array(1), u32 = new Uint32Array(f64.buffer);
function of(hex) { u32[1] = parseInt(hex.slice(0, 8), 16); u32[0] = parseInt(hex.slice(8), 16); return f64[0]; }
function hex(n) { return ('0000000' + n.toString(16)).slice(-8); }
for (var name in all) {
  var rows = all[name], results = [];
  for (var i = 0; i < rows.length; i++) {
    f64[0] = Math[name].apply(Math, rows[i].match(/.{16}/g).map(of));
    results.push(hex(u32[1]) + hex(u32[0]));
  }
  out(name + ' ' + results.join(' '));
}
"""


def by_engine(command, arguments):
    rows = {name: ["".join(f"{table.to_bits(a):016x}" for a in one) for one in many] for name, many in arguments.items()}
    with tempfile.NamedTemporaryFile("w", suffix=".js") as file:
        file.write(PROGRAM % rows)
        file.flush()
        done = subprocess.run([*command.split(), file.name], capture_output=True, text=True, check=True)
    lines = (line.split() for line in done.stdout.splitlines())
    return {name: [table.of_bits(int(word, 16)) for word in words] for name, *words in lines}


def by_c(arguments):
    library = ctypes.CDLL(ctypes.util.find_library("m"))
    results = {}
    for name, many in arguments.items():
        function = getattr(library, name)
        function.restype, function.argtypes = ctypes.c_double, [ctypes.c_double] * len(many[0])
        results[name] = [function(*one) for one in many]
    return results


def distance(name, arguments, result):
    """In units of the last place of the nearest double. Nothing where there is no such thing."""
    value = table.evaluate(name, arguments, table.PRECISE.copy())
    near = table.rounded(name, arguments)
    if not gmpy2.is_finite(value) or near in (0, float("inf"), float("-inf")) or result != result:
        return None
    place = gmpy2.mpfr(2) ** max(gmpy2.get_exp(gmpy2.mpfr(near)) - 53, -1074)
    return float(abs(value - result) / place) if abs(result) != float("inf") else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engines", nargs="+", metavar="ENGINE")
    parser.add_argument("--count", type=int, default=20000)
    args = parser.parse_args()
    arguments = {}
    for name in [*table.RANGES, *(n for n in table.RANGES2 if n != "remainder")]:
        generator = random.Random("accuracy " + name)
        usual, wide = table.random_arguments(name, generator)
        arguments[name] = [usual() if i % 2 else wide() for i in range(args.count)]
    columns = {os.path.basename(engine.split()[0]): by_engine(engine, arguments) for engine in args.engines}
    columns["C library"] = by_c(arguments)
    print(f"{'':8}" + "".join(f"{name:>24}" for name in columns))
    print(f"{'':8}" + f"{'missed':>16}{'worst':>8}" * len(columns))
    for name, many in arguments.items():
        line = f"{name:8}"
        for results in columns.values():
            missed = worst = 0
            for one, result in zip(many, results[name]):
                right = table.rounded(name, one)
                if result != right and not (result != result and right != right):
                    missed += 1
                worst = max(worst, distance(name, one, result) or 0)
            line += f"{100 * missed / len(many):15.3f}%{worst:8.2f}"
        print(line, flush=True)


if __name__ == "__main__":
    main()
