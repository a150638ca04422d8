#!/usr/bin/env python3
"""The shell's --inspect, seen from outside: its sockets, and clients that others wrote.

    tests/tools/inspector/run.py --engine build/release/bin/halfword [--work FOLDER]

`node inspect` looks into the shell as into node: it evaluates, breaks and steps. With npm and its registry, the
answers of scenarios.cjs are compared with node's. What is not there is said and left out.
"""

import argparse
import contextlib
import http.client
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
sys.path.insert(0, os.path.join(ROOT, "tests"))
from checks import check, finish


@contextlib.contextmanager
def listening(*argv):
    """Runs the program, which lets clients in. Gives it, its port and the path of its WebSocket."""
    program = subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        line = program.stderr.readline()
        found = re.search(r"listening on ws://127\.0\.0\.1:(\d+)(/\S+)$", line.strip())
        check("the shell says where it listens", found is not None, line)
        yield program, int(found[1]), found[2]
    finally:
        program.kill()
        program.communicate()


def get(port, path, **headers):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.putrequest("GET", path, skip_host="Host" in headers)
    for name, value in headers.items():
        connection.putheader(name.replace("_", "-"), value)
    connection.endheaders()
    answer = connection.getresponse()
    return answer.status, answer.read().decode(errors="replace") if answer.status != 101 else ""


def status(*args, **headers):
    """0: the connection was closed."""
    try:
        return get(*args, **headers)[0]
    except (http.client.HTTPException, OSError):
        return 0


def sockets(engine, program):
    with listening(engine, "--inspect-wait=127.0.0.1:0", program) as (_, port, path):
        code, listed = get(port, "/json/list")
        check("/json/list has the path of the WebSocket", code == 200 and f'"ws://127.0.0.1:{port}{path}"' in listed, listed)
        check("the path is a random number", re.fullmatch(r"/[0-9a-f-]{36}", path) is not None, path)
        check("/json is the same", get(port, "/json")[1] == listed)
        check("/json/version", '"Protocol-Version": "1.3"' in get(port, "/json/version")[1])
        check("/json/protocol", '"domain": "Runtime"' in get(port, "/json/protocol")[1])
        check("another page is not there", status(port, "/json/other") == 404)
        for host in ("127.0.0.1", "localhost", f"localhost:{port}", "[::1]:9229"):
            check(f"{host} is a local host", status(port, "/json/list", Host=host) == 200)
        for host in ("evil.example", f"evil.example:{port}", "127.0.0.1.evil.example", "localhost.evil.example", ""):
            check(f"'{host}' is no local host", status(port, "/json/list", Host=host) == 400)
        upgrade = {
            "Connection": "Upgrade",
            "Upgrade": "websocket",
            "Sec_WebSocket_Version": "13",
            "Sec_WebSocket_Key": "dGhlIHNhbXBsZSBub25jZQ==",
        }
        check("the WebSocket opens", status(port, path, Host=f"127.0.0.1:{port}", **upgrade) == 101)
        check("it does not at another path", status(port, path[:-1] + "x", Host=f"127.0.0.1:{port}", **upgrade) != 101)
        check("it does not under another name", status(port, path, Host=f"evil.example:{port}", **upgrade) != 101)
    with listening(engine, "--inspect=0", program) as (first, port, _):
        second = subprocess.run([engine, f"--inspect={port}", program], capture_output=True, text=True, timeout=60)
        check(
            "a port is taken once", second.returncode == 1 and f"can't listen on 127.0.0.1:{port}" in second.stderr, second.stderr
        )
        out, _ = first.communicate(timeout=60)
        check("without clients the program ends as ever", first.returncode == 0 and out == "started\ntimer 1\n", out)
    for address in ("0.0.0.0:9229", "example.org", "192.168.0.1", "127.0.0.1:x", "65536", "[::]:1", ":"):
        refused = subprocess.run([engine, f"--inspect={address}", program], capture_output=True, text=True, timeout=60)
        check(f"--inspect={address} is refused", refused.returncode == 1 and "loopback" in refused.stderr, refused.stderr)


def node_inspect(engine, program):
    if not shutil.which("node"):
        return print("skipped: there is no node")
    with listening(engine, "--inspect-wait=127.0.0.1:0", program) as (shell, port, _):
        client = subprocess.Popen(
            ["node", "inspect", f"127.0.0.1:{port}"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        # Its prompt takes no command before it has asked what it asks first.
        for command in ("", 'exec("counter + 41")', 'exec("object")', 'exec("nothing.at.all")', ".exit"):
            time.sleep(1)
            client.stdin.write(command + "\n")
            client.stdin.flush()
        printed, _ = client.communicate(timeout=60)
        check("node inspect evaluates", "42" in printed, printed)
        check("node inspect shows objects", "{ a: 1, list: Array(2) }" in printed, printed)
        check("node inspect shows errors", "nothing is not defined" in printed, printed)
        out, _ = shell.communicate(timeout=60)
        check("the program ends after its client", shell.returncode == 0 and out == "started\ntimer 1\n", out)


class Client:
    """`node inspect`, of which each command waits for what it is to print."""

    def __init__(self, port):
        self.process = subprocess.Popen(
            ["node", "inspect", f"127.0.0.1:{port}"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        self.printed = ""
        self.seen = 0
        self.grown = threading.Condition()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        while piece := os.read(self.process.stdout.fileno(), 4096):
            with self.grown:
                self.printed += piece.decode(errors="replace")
                self.grown.notify()

    def expect(self, pattern):
        """Waits for it, behind what was waited for before, and then for a prompt."""

        def arrived():
            return re.search(pattern + r"[\s\S]*debug> ", self.printed[self.seen :])

        with self.grown:
            self.grown.wait_for(arrived, timeout=60)
            found = arrived()
            self.seen = len(self.printed)
        return found is not None

    def ask(self, name, command, pattern):
        self.process.stdin.write((command + "\n").encode())
        self.process.stdin.flush()
        check(f"node inspect {name}", self.expect(pattern), self.printed)


DEBUGGED = """\
function add(a, b) {
  const sum = a + b;
  return sum;
}
let total = 0;
for (let i = 1; i < 3; i++) {
  total = add(total, i);
}
debugger;
console.log('total', total);
"""


def node_inspect_debugs(engine, work):
    if not shutil.which("node"):
        return print("skipped: there is no node")
    program = os.path.join(work, "debugged.js")
    with open(program, "w") as out:
        out.write(DEBUGGED)
    with listening(engine, "--inspect-brk=127.0.0.1:0", program) as (shell, port, _):
        client = Client(port)
        check("--inspect-brk stops at the first statement", client.expect(r"Break on start in .*debugged\.js:5"), client.printed)
        client.ask("sets a breakpoint", "sb(2)", r"> 2   const sum")
        client.ask("goes on to it", "c", r"break in .*debugged\.js:2")
        client.ask("evaluates in the frame", "exec('a + b + 40')", "41")
        client.ask("shows the stack", "bt", r"#0 add .*debugged\.js:2:\d+\s+#1 .*debugged\.js:7")
        client.ask("steps", "next", r"break in .*debugged\.js:3")
        client.ask("assigns", "exec('total = 100')", "100")
        client.ask("steps out", "out", r"break in .*debugged\.js:6")
        client.ask("stops a second time", "c", r"break in .*debugged\.js:2")
        client.ask("removes a breakpoint", "clearBreakpoint('debugged.js', 2)", "")
        client.ask("stops at debugger", "c", r"break in .*debugged\.js:9")
        client.process.stdin.write(b"c\n.exit\n")
        client.process.stdin.flush()
        out, _ = shell.communicate(timeout=60)
        check("the program ends as without a debugger", shell.returncode == 0 and out == "total 3\n", out)
        client.process.kill()
    with listening(engine, "--inspect-brk=127.0.0.1:0", program) as (shell, port, _):
        client = Client(port)
        client.expect("Break on start")
        client.process.kill()
        out, _ = shell.communicate(timeout=60)
        check("a client that goes ends the pause", shell.returncode == 0 and out == "total 3\n", out)


PROFILED = """\
function hot(n) {
  let sum = 0;
  for (let i = 0; i < n; i++) sum += i % 7;
  return sum;
}
setTimeout(() => console.log(hot(3e7)), 20);
"""


def cpu_profile(engine, work):
    program = os.path.join(work, "profiled.js")
    with open(program, "w") as out:
        out.write(PROFILED)
    path = os.path.join(work, "x.cpuprofile")
    done = subprocess.run([engine, f"--cpu-profile={path}", program], capture_output=True, text=True, timeout=120)
    check("a program that is recorded prints what it does", done.returncode == 0 and done.stdout == "89999995\n", done.stderr)
    with open(path) as file:
        profile = json.load(file)
    hot = [n for n in profile["nodes"] if n["callFrame"]["functionName"] == "hot"]
    check("the hot function is there", len(hot) == 1 and hot[0]["hitCount"] > 0, str(profile["nodes"]))
    place = [hot[0]["callFrame"][key] for key in ("url", "lineNumber", "columnNumber")]
    check("it has its place", place == [program, 0, 0], str(place))
    check("its time is spent in the loop", {tick["line"] for tick in hot[0]["positionTicks"]} <= {1, 3}, str(hot))
    check("waiting is nobody's time", any(n["callFrame"]["functionName"] == "(idle)" for n in profile["nodes"]))
    done = subprocess.run([engine, "--cpu-profile", program], capture_output=True, text=True, timeout=120, cwd=work)
    written = [name for name in os.listdir(work) if re.fullmatch(r"halfword-\d+\.cpuprofile", name)]
    check("a profile has a name of its own", done.returncode == 0 and len(written) == 1, str(os.listdir(work)))
    done = subprocess.run([engine, "--cpu-profile=/nowhere/x", "-e", "1"], capture_output=True, text=True, timeout=60)
    check("a file that can't be written", done.returncode == 1 and "/nowhere/x" in done.stderr, done.stderr)
    done = subprocess.run([engine, f"--cpu-profile={path}", "-e", "throw 1"], capture_output=True, text=True, timeout=60)
    check("what ends badly is written, too", done.returncode == 1 and os.path.getsize(path) > 100, done.stderr)


COVERED = """\
function used(n) {
  if (n > 2) {
    return 'big';
  }
  const x = n ? 'one' : 'zero';
  for (let i = 0; i < n; i++) {
    x + i;
  }
  return x;
}
function unused() {
  return 1;
}
class Made {
  constructor() {
    this.x = 1;
  }
  never() {
    return 2;
  }
}
new Made();
used(0), used(1), used(5), used(2);
switch (used(2)) {
  case 1:
    used(7);
    break;
  default:
    used(8);
}
try {
  null.x;
} catch (e) {
  used(e);
}
"""


def counts_of_lines(folder, program):
    """How often the first thing on each line ran."""
    (name,) = os.listdir(folder)
    with open(os.path.join(folder, name)) as file:
        (script,) = [s for s in json.load(file)["result"] if s["url"] == f"file://{program}"]
    counts = [0] * len(COVERED)
    for function in sorted(script["functions"], key=lambda f: f["ranges"][0]["startOffset"] - f["ranges"][0]["endOffset"]):
        for r in function["ranges"]:
            counts[r["startOffset"] : r["endOffset"]] = [r["count"]] * (r["endOffset"] - r["startOffset"])
    starts = [m.start(1) for m in re.finditer(r"^ *(\S)", COVERED, re.M)]
    return [counts[at] for at in starts]


def coverage(engine, work):
    program = os.path.join(work, "covered.js")
    with open(program, "w") as out:
        out.write(COVERED)
    own = os.path.join(work, "own", "coverage")
    done = subprocess.run([engine, f"--coverage={own}", program], capture_output=True, text=True, timeout=60)
    check("coverage is written into a new folder", done.returncode == 0 and len(os.listdir(own)) == 1, done.stderr)
    lines = counts_of_lines(own, program)
    check("lines are counted", lines[1:3] == [7, 2] and lines[10:13] == [0, 0, 0], str(lines))
    if not shutil.which("node"):
        return print("skipped: there is no node")
    nodes = os.path.join(work, "coverage-of-node")
    subprocess.run(["node", program], env={**os.environ, "NODE_V8_COVERAGE": nodes}, timeout=60)
    by_node = counts_of_lines(nodes, program)
    # V8 counts a loop's beginning once more.
    differing = [(i + 1, a, b) for i, (a, b) in enumerate(zip(lines, by_node)) if a != b and not (a and b)]
    check("the same lines ran as in node", len(lines) == len(by_node) and not differing, str(differing))


def node_inspect_pauses(engine, work):
    """A loop without an end is paused, looked at, and ended."""
    if not shutil.which("node"):
        return print("skipped: there is no node")
    program = os.path.join(work, "endless.js")
    with open(program, "w") as out:
        out.write("let turns = 0;\nlet goes = true;\nwhile (goes) {\n  turns++;\n}\nconsole.log('ended', turns > 0);\n")
    with listening(engine, "--inspect-brk=127.0.0.1:0", program) as (shell, port, _):
        client = Client(port)
        check("it stops at the first statement", client.expect(r"Break on start in .*endless\.js:1"), client.printed)
        client.process.stdin.write(b"c\n")
        client.process.stdin.flush()
        time.sleep(1)
        client.ask("pauses a program that runs", "pause", r"break in .*endless\.js:[34]")
        client.ask("evaluates there", "exec('turns > 0')", "true")
        client.ask("ends the loop", "exec('goes = false')", "false")
        client.process.stdin.write(b"c\n.exit\n")
        client.process.stdin.flush()
        out, _ = shell.communicate(timeout=60)
        check("the loop has ended", shell.returncode == 0 and out == "ended true\n", out)
        client.process.kill()


def answers(port, work):
    done = subprocess.run(["node", "scenarios.cjs", str(port)], cwd=work, capture_output=True, text=True, timeout=120)
    check("the scenarios run to their end", done.returncode == 0, done.stderr)
    return done.stdout.splitlines()


def scenarios(engine, work):
    for name in ("package.json", "scenarios.cjs"):
        shutil.copy(os.path.join(HERE, name), work)
    if (
        not shutil.which("npm")
        or subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--prefix", work], capture_output=True).returncode != 0
    ):
        return print("skipped: chrome-remote-interface can't be had from npm")
    program = os.path.join(work, "waits.js")
    with open(program, "w") as out:
        out.write("setInterval(() => {}, 1000);\n")
    found = []
    for argv in ((engine, "--inspect=127.0.0.1:0", program), ("node", "--inspect=127.0.0.1:0", program)):
        with listening(*argv) as (_, port, _):
            found.append(answers(port, work))
    check("there are scenarios", len(found[0]) == len(found[1]) > 50, str([len(lines) for lines in found]))
    for own, node in zip(*found):
        check(f"the answer is node's: {json.loads(own)[0]}", own == node, f"{own}\n{node}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", required=True)
    parser.add_argument("--work", help="where to install what npm gives (a temporary folder)")
    args = parser.parse_args()
    engine = os.path.abspath(args.engine)
    with tempfile.TemporaryDirectory() as temporary:
        program = os.path.join(temporary, "program.js")
        with open(program, "w") as out:
            out.write(
                "let counter = 1;\nvar object = {a: 1, list: [1, 2]};\nconsole.log('started');\n"
                "setTimeout(() => console.log('timer', counter), 300);\n"
            )
        sockets(engine, program)
        node_inspect(engine, program)
        node_inspect_debugs(engine, temporary)
        node_inspect_pauses(engine, temporary)
        cpu_profile(engine, temporary)
        coverage(engine, temporary)
        scenarios(engine, args.work or temporary)
    finish()


main()
