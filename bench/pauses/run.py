#!/usr/bin/env python3
"""Pauses of the collector with a large JavaScript heap under mutation: how long operations took, and what --trace-gc
says of the collections, those while it was built included.

    bench/pauses/run.py [--engine build/release/bin/halfword] [--megabytes 1024] [--seconds 30] [--threads 0,1] [--cpus 0,1]

Pauses are wall time: beside other work on the machine they are longer, because the program waits for a processor.
"""

import argparse
import os
import re
import subprocess
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))


def percentile(values, p):
    return sorted(values)[int(p * (len(values) - 1))] if values else float("nan")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default=os.path.join(ROOT, "build/release/bin/halfword"))
    parser.add_argument("--megabytes", type=int, default=1024, help="of live objects (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--threads", default="0,1", help="values of --gc-threads to take turns with (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--cpus", default="", help="pin to these, for example 0,1")
    parser.add_argument("engine_args", nargs="*", help="more arguments for the engine")
    args = parser.parse_args()
    cpus = {int(c) for c in args.cpus.split(",") if c}
    with open(os.path.join(HERE, "heap.js")) as source, tempfile.NamedTemporaryFile("w", suffix=".js") as script:
        script.write(f"var MEGABYTES = {args.megabytes}, SECONDS = {args.seconds};\n" + source.read())
        script.flush()
        for _ in range(args.rounds):
            for threads in args.threads.split(","):
                command = [args.engine, "--trace-gc", f"--gc-threads={threads}", *args.engine_args, script.name]
                run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                     preexec_fn=(lambda: os.sched_setaffinity(0, cpus)) if cpus else None)
                result = re.search(r"^rate .*", run.stdout, re.M)
                if run.returncode != 0 or not result:
                    print(f"--gc-threads={threads}: exit {run.returncode}\n{run.stdout[-500:]}")
                    continue
                collections = [(int(m[1]), float(m[2]), float(m[3])) for m in
                               re.finditer(r"(\d+) pauses?, ([\d.]+) ms, longest ([\d.]+) ms", run.stdout)]
                pauses = sum(c[0] for c in collections)
                total = sum(c[1] for c in collections)
                print(f"--gc-threads={threads}: {result[0]}; {len(collections)} collections, {pauses} pauses, "
                      f"{total:.0f} ms in all, mean {total / max(pauses, 1):.3f} ms, longest "
                      f"{max((c[2] for c in collections), default=0):.2f} ms")


if __name__ == "__main__":
    main()
