"""The JavaScript engines a benchmark can run: Halfword in both widths and the peers found on this machine.

An engine is a name and the command that runs a classic script in the global scope. Peers are looked for in this
order: --engine NAME=COMMAND, the environment variable HALFWORD_PEER_<NAME>, the PATH. Nothing is installed.
"""

import dataclasses
import os
import resource
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

BENCH = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(BENCH)


@dataclasses.dataclass
class Engine:
    name: str
    command: list  # what comes before the script's path
    jit: bool = False

    def argv(self, script):
        return self.command + [script]


# Ways of running Halfword: name, attribute of the arguments with the shell's path, its options, generates machine code at run time.
OWN = [
    ("halfword", "halfword", [], True),
    ("halfword-unoptimized", "halfword", ["--tier=unoptimized"], True),
    ("halfword-jitless", "halfword", ["--jitless"], False),
    ("halfword-full", "halfword_full", [], True),
]
DEFAULT_OWN = "halfword,halfword-jitless,halfword-full"

# name, program, arguments before the script, generates machine code at run time
# V8's baseline row also forbids the WebAssembly path for asm.js, which is an optimizing compiler by another door.
PEERS = [
    ("node-jitless", "node", ["--jitless", os.path.join(BENCH, "node_global.js")], False),
    ("jsc-nojit", "jsc", ["--useJIT=false"], False),
    ("hermes", "hermes", ["-w"], False),
    ("qjs", "qjs", ["--script"], False),
    ("duk", "duk", [], False),
    ("node-baseline", "node", ["--sparkplug", "--always-sparkplug", "--no-maglev", "--no-opt", "--no-validate-asm",
                               os.path.join(BENCH, "node_global.js")], True),
    ("jsc-baseline", "jsc", ["--useDFGJIT=false"], True),
    ("jsc", "jsc", [], True),
    ("node", "node", [os.path.join(BENCH, "node_global.js")], True),
]
DEFAULT_PEERS = "node-jitless,jsc-nojit,hermes,qjs,duk,node-baseline,jsc-baseline,jsc"


def add_arguments(parser, peers=DEFAULT_PEERS):
    parser.add_argument("--halfword", default=os.path.join(ROOT, "build/release/bin/halfword"),
                        help="the compressed build (default: %(default)s); left out if absent")
    parser.add_argument("--halfword-full", default=os.path.join(ROOT, "build/full-pointers/bin/halfword"),
                        help="the full-pointer twin (default: %(default)s); left out if absent")
    parser.add_argument("--own", default=DEFAULT_OWN, metavar="LIST",
                        help="which ways of running Halfword, comma-separated, of " + ", ".join(row[0] for row in OWN) +
                        " (default: %(default)s)")
    parser.add_argument("--engine", action="append", default=[], metavar="NAME=COMMAND",
                        help="one more engine, or another command for a named one; may be repeated")
    parser.add_argument("--peers", default=peers, metavar="LIST",
                        help="which peers to look for, comma-separated, 'all' or 'none' (default: %(default)s)")
    parser.add_argument("--cpu", type=int, default=max(os.sched_getaffinity(0)),
                        help="the core everything is pinned to (default: %(default)s)")


def find(args):
    """The engines of a run, Halfword first. Prints what is left out."""
    given = dict(e.split("=", 1) for e in args.engine)
    engines = []
    own = args.own.split(",")
    if unknown := set(own) - {row[0] for row in OWN}:
        sys.exit(f"no way of running Halfword: {', '.join(sorted(unknown))}")
    for name, attribute, flags, jit in OWN:
        path = getattr(args, attribute)
        if name in given:
            engines.append(Engine(name, shlex.split(given.pop(name)), jit))
        elif name in own and path and os.access(path, os.X_OK):
            engines.append(Engine(name, [path] + flags, jit))
    wanted = [p[0] for p in PEERS] if args.peers == "all" else [p for p in args.peers.split(",") if p and p != "none"]
    for name, program, flags, jit in PEERS:
        if name in given:
            engines.append(Engine(name, shlex.split(given.pop(name)), jit))
        elif name in wanted:
            path = os.environ.get("HALFWORD_PEER_" + program.upper()) or shutil.which(program)
            if path:
                engines.append(Engine(name, [path] + flags, jit))
            else:
                print(f"not found, left out: {name} ({program})")
    engines += [Engine(name, shlex.split(command)) for name, command in given.items()]
    return engines


@dataclasses.dataclass
class Run:
    status: int  # exit code, negative for a signal, None for a timeout
    out: str
    err: str
    wall: float
    cpu: float
    peak_rss: int  # bytes

    @property
    def share(self):
        """CPU time over wall time: well below one, the machine was busy with something else."""
        return self.cpu / self.wall if self.wall else 1.0


def peak_memory(pid):
    """The most memory that a process has had at once so far, in bytes; None: it has ended. (What rusage says in the end
    includes the memory of the program that started it.)"""
    try:
        with open(f"/proc/{pid}/status", encoding="utf-8") as status:
            return next((int(line.split()[1]) * 1024 for line in status if line.startswith("VmHWM:")), None)
    except OSError:
        return None


def pinned(argv, cpu, timeout=None, env=None, stack_mb=None):
    """Runs a command on one core and returns its Run."""

    def prepare():
        os.sched_setaffinity(0, {cpu})
        if stack_mb:
            resource.setrlimit(resource.RLIMIT_STACK, (stack_mb << 20, resource.getrlimit(resource.RLIMIT_STACK)[1]))

    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        start = time.monotonic()
        process = subprocess.Popen(argv, stdin=subprocess.DEVNULL, stdout=out, stderr=err, env=env, preexec_fn=prepare)
        deadline = start + timeout if timeout else None
        timed_out = False
        pid, nap = 0, 0.0005
        peak = 0
        while True:
            peak = peak_memory(process.pid) or peak
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            if pid:
                break
            if deadline and time.monotonic() > deadline and not timed_out:
                timed_out = True
                process.kill()
            time.sleep(nap)
            nap = min(nap * 1.3, 0.02)
        wall = time.monotonic() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        texts = []
        for stream in (out, err):
            stream.seek(0)
            texts.append(stream.read().decode("utf-8", "replace"))
        return Run(None if timed_out else process.returncode, texts[0], texts[1], wall,
                   usage.ru_utime + usage.ru_stime, peak or usage.ru_maxrss * 1024)


def table(rows, header):
    """Rows of strings as aligned text, the first column to the left and the others to the right."""
    widths = [max(len(str(r[i])) for r in [header] + rows) for i in range(len(header))]
    line = lambda r: "  ".join(str(c).ljust(w) if i == 0 else str(c).rjust(w) for i, (c, w) in enumerate(zip(r, widths)))
    return "\n".join([line(header), line(["-" * w for w in widths])] + [line(r) for r in rows])
