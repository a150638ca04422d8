#!/usr/bin/env python3
"""langchain-quickjs, unmodified, over halfword.quickjs_rs: 50 turns of an agent, each restored in a new process.

    tests/python/turns.py [--build build/release] [--turns 50] [--real]

The packages come from PyPI, once, into build/langchain. --real: some turns over quickjs-rs itself, too, to see that the test
judges rightly. The last line says how it went.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile

import wheel

ROOT = wheel.ROOT
AGENT = os.path.join(ROOT, "tests", "python", "agent.py")
NEEDS = (
    "langchain-quickjs==0.3.10",
    "deepagents==0.7.32",
    "langchain==1.5.2",
    "langchain-core==1.8.3",
    "langgraph==1.2.24",
    "langgraph-checkpoint-sqlite==3.1.2",
    "bsdiff4==1.3.2",
    "quickjs-rs==0.2.6",
)


def converse(python, turns, engine, options):
    """The turns of one conversation that were wrong, and the last of what the processes have said."""
    said, wrong = {}, []
    with tempfile.TemporaryDirectory(prefix="turns-") as folder:
        for turn in range(turns):
            argv = [python, "-X", "faulthandler", AGENT, os.path.join(folder, "states"), str(turn), "1", *options]
            done = subprocess.run(argv, text=True, capture_output=True, check=False)
            said = json.loads(done.stdout) if done.returncode == 0 else {"wrong": [[turn, done.stderr[-2000:]]]}
            if not said["wrong"] and said["engine"] != engine:
                said["wrong"] = [[turn, f"it ran over {said['engine']}"]]
            if said["wrong"]:
                wrong += said["wrong"]
                print(f"turn {turn}: {said['wrong'][0][1]}", flush=True)
                if len(wrong) > 2:
                    break
    return len(wrong), said


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=os.path.join(ROOT, "build", "release"))
    parser.add_argument("--turns", type=int, default=50)
    parser.add_argument("--real", action="store_true")
    args = parser.parse_args()
    folder = os.path.join(ROOT, "build", "langchain")
    python, _ = wheel.installed(folder, NEEDS, args.build)
    runs = [(args.turns, "halfword.quickjs_rs", [])] + ([(5, "quickjs_rs", ["--real"])] if args.real else [])
    passed = failed = 0
    for turns, engine, options in runs:
        wrong, said = converse(python, turns, engine, options)
        print(f"{turns} turns over {engine}: {wrong} wrong; the last snapshot has {said.get('snapshot', 0)} bytes", flush=True)
        passed, failed = passed + turns - wrong, failed + wrong
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
