#!/usr/bin/env python3
"""How long a program takes from the start of its process to its end: as an image, as its files, and on node.

    bench/startup/image.py PROGRAM [--engine build/release/bin/halfword] [--node node] [--runs 30]

`halfword build PROGRAM` makes the image. Median (least to most) of runs in turns, pinned to one core; "floor" is /bin/true.
The program is to do nothing but define things: an application's start without its work. All must print the same.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--engine", default=os.path.join(ROOT, "build/release/bin/halfword"))
    parser.add_argument("--node", default="node")
    parser.add_argument("--runs", type=int, default=30)
    parser.add_argument("--cpu", type=int, default=0)
    args = parser.parse_args()
    engine, program = os.path.abspath(args.engine), os.path.abspath(args.program)
    with tempfile.TemporaryDirectory() as folder:
        image = os.path.join(folder, "program.image")
        begin = time.perf_counter()
        subprocess.run([engine, "build", program, "-o", image], check=True)
        built = time.perf_counter() - begin
        commands = {"floor": ["/bin/true"], "image": [engine, image], "files": [engine, program]}
        if shutil.which(args.node):
            commands["node"] = [args.node, program]
        os.sched_setaffinity(0, {args.cpu})
        times = {name: [] for name in commands}
        printed = {}
        for run in range(args.runs + 1):
            for name, command in commands.items():
                begin = time.perf_counter()
                done = subprocess.run(command, capture_output=True)
                taken = time.perf_counter() - begin
                if done.returncode:
                    sys.exit(f"{name} failed:\n{done.stderr.decode()}")
                if run:
                    times[name].append(taken * 1000)
                if name != "floor":
                    printed[name] = done.stdout
        if len(set(printed.values())) != 1:
            sys.exit(f"they print different things: {printed}")
        size = os.path.getsize(image)
    print(f"image of {size / 1048576:.1f} MiB, built in {built * 1000:.0f} ms")
    for name, list_ in times.items():
        print(f"{name:6} {statistics.median(list_):7.1f} ms ({min(list_):.1f}–{max(list_):.1f})")


if __name__ == "__main__":
    main()
