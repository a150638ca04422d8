#!/usr/bin/env python3
"""Runs the example programs and looks at what they do.

    tests/examples/run.py [--bin FOLDER] [NAME …]

FOLDER holds the programs, build/release/bin by default. The last line says how it went.
"""

import argparse
import concurrent.futures
import glob
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checks import check, finish

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def plugins(folder):
    scripts = sorted(glob.glob(f"{ROOT}/examples/plugins/*.js"))
    runs = [subprocess.run([f"{folder}/plugins", *scripts], capture_output=True, text=True, timeout=300) for _ in range(2)]
    text = runs[0].stdout
    check("plugins ends well", runs[0].returncode == 0, runs[0].stderr)
    # What is collected depends on addresses too: a stale word on a stack may keep a family.
    seen = [re.sub(r"\d+ collected", "", run.stdout) for run in runs]
    check("every run is the same", seen[0] == seen[1], text + runs[1].stdout)
    rows = {}
    for name, end, alive, born, died, collected in re.findall(
        r"^(\S+\.js) +([a-z ]+): (\d+) alive, energy \d+, (\d+) born, (\d+) died, (\d+) collected$", text, re.M
    ):
        rows[name] = end, int(alive), int(born), int(died), int(collected)
    ends = {name: row[0] for name, row in rows.items()}
    check(
        "limits end the islands they should",
        ends
        == {
            "sheep.js": "well",
            "wolves.js": "well",
            "clumsy.js": "well",
            "greedy.js": "out of memory",
            "endless.js": "out of fuel",
        },
        text,
    )
    for name in ("sheep.js", "wolves.js"):
        _, alive, born, died, collected = rows.get(name, ("", 0, 0, 0, 0))
        check(f"{name}: all are accounted for", born > 500 and alive + died == born, text)
        check(f"{name}: the dead are collected", 0.9 * died <= collected <= died, text)
    check("mistakes are reported", "TypeError: Creature.prototype.eat was called on what is not of class Creature" in text, text)


def fetch(base, path, body=None, headers=None):
    """Status, headers, bytes."""
    request = urllib.request.Request(base + path, data=body, headers=headers or {})
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as answer:
        return answer.code, answer.headers, answer.read()


def edge_arguments(folder, application):
    """What is wrong with a command line is said, and nothing starts."""

    def says(program, *arguments):
        done = subprocess.run([f"{folder}/{program}", *arguments], capture_output=True, text=True, timeout=60)
        return done.returncode, done.stdout + done.stderr

    for program in ("edge", "edge_load"):
        code, text = says(program, "--help")
        check(f"{program} --help", code == 0 and text.startswith(f"usage: {program} ") and "--port N" in text, text)
        code, text = says(program, "--bogus")
        check(
            f"{program}: unknown options",
            (code, text) == (2, f"{program}: there is no option --bogus; --help lists them\n"),
            text,
        )
        code, text = says(program, "--port")
        check(f"{program}: no value", (code, text) == (2, f"{program}: --port needs a value: N\n"), text)
        for port in ("70000", "-1", "http", "80x", ""):
            code, text = says(program, "--port", port)
            check(
                f"{program}: port {port!r}",
                code == 2 and text.startswith(f"{program}: --port must be a whole number from "),
                text,
            )
    check("edge: no application", says("edge")[0] == 2)
    check("edge: no file", says("edge", "/nowhere.js") == (1, "edge: cannot read /nowhere.js\n"))
    with tempfile.NamedTemporaryFile("w", suffix=".js") as file:
        for source, why in (("export default {}", "none"), ("export default {fetch: 1}", "none"), ("0", "not there")):
            file.seek(0)
            file.truncate()
            file.write(source)
            file.flush()
            code, text = says("edge", file.name)
            check(
                f"edge: {source}",
                code == 1 and "must `export default` an object with a method `fetch`" in text and why in text,
                text,
            )
    code, text = says("edge", application, "--warm", "/broken")
    check("edge: what can't be warmed", code == 1 and text.startswith("edge: --warm /broken: TypeError: "), text)
    code, text = says("edge_load", "--pid", "999999999")
    check("edge_load: no process", code == 2 and "there is no process 999999999" in text, text)


PACKAGE = {
    "node_modules/greet/package.json": '{"name": "greet", "exports": '
    '{".": "./main.mts", "./data": "./data.json", "./old": "./old.cjs"}}',
    "node_modules/greet/main.mts": "export const greet = (name: string): string => `hello ${name}`;",
    "node_modules/greet/data.json": '{"n": 7}',
    "node_modules/greet/old.cjs": "exports.x = 1",
    "part.ts": "export const late: number = 5;",
    "app.ts": """
        import { greet } from 'greet';
        import data from 'greet/data' with { type: 'json' };
        const why: string[] = [];
        for (const name of ['missing', 'greet/old', 'greet/data', 'greet/none']) {
          try { await import(name); } catch (e: any) { why.push(e.message.split('/').pop()); }
        }
        export default {
          async fetch(request: Request): Promise<Response> {
            const { late } = await import('./part.ts');
            return new Response(`${greet('you')} ${data.n} ${late} ${why.join('|')}`);
          }
        }""",
}


def edge_packages(folder):
    """An application in TypeScript that imports a package."""
    with tempfile.TemporaryDirectory() as place:
        for name, text in PACKAGE.items():
            path = os.path.join(place, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w") as file:
                file.write(text)
        server = subprocess.Popen([f"{folder}/edge", f"{place}/app.ts", "--port", "0"], stdout=subprocess.PIPE, text=True)
        try:
            base = server.stdout.readline().strip().rstrip("/")
            status, _, body = fetch(base, "/") if base else (0, None, b"")
            wanted = (
                "hello you 7 5 node_modules|old.cjs is no module; a bundler can make one of it|"
                "data.json is JSON: import it with {type: 'json'}|app.ts"
            )
            check("edge: an application with packages", status == 200 and body.decode() == wanted, body.decode())
        finally:
            server.kill()
            server.wait()


def edge(folder):
    edge_packages(folder)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    application = f"{ROOT}/examples/edge/application.js"
    edge_arguments(folder, application)
    server = subprocess.Popen(
        [
            f"{folder}/edge",
            application,
            "--port",
            str(port),
            "--memory",
            "32",
            "--timeout",
            "4000",
            "--threads",
            "12",
            "--warm",
            "/none",
            "--warm",
            "/echo",
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        base = server.stdout.readline().strip().rstrip("/")
        check("edge listens", base == f"http://127.0.0.1:{port}", base)
        # All at once: what goes well and what meets limits.
        asked = [
            ("/", None),
            ("/loop", None),
            ("/slow", None),
            ("/greedy", None),
            ("/?again", None),
            ("/none", None),
            ("/broken", None),
            ("/late", None),
            ("/never", None),
            ("/bytes", bytes(range(256))),
        ] * 2 + [("/", None)] * 10
        with concurrent.futures.ThreadPoolExecutor(len(asked)) as pool:
            answers = list(pool.map(lambda a: (a[0], *fetch(base, *a)), asked))
        wanted = {
            "/": (200, b"hello, visitor number 1\n"),
            "/?again": (200, b"hello, visitor number 1\n"),
            "/slow": (200, b"done\n"),
            "/none": (404, b"not found\n"),
            "/loop": (503, b"deadline passed\n"),
            "/late": (503, b"the answer comes too late\n"),
            "/never": (500, b"the answer never comes\n"),
            "/bytes": (200, bytes(reversed(range(256)))),
        }
        for path, status, _, body in answers:
            if path == "/broken":
                check("an exception is 500", status == 500 and body.startswith(b"TypeError: "), f"{status} {body}")
            elif path == "/greedy":  # on a busy machine its time may end before its memory
                check(
                    "no memory is 503", status == 503 and body in (b"out of memory\n", b"deadline passed\n"), f"{status} {body}"
                )
            else:
                check(f"{path} in parallel", (status, body) == wanted[path], f"{status} {body}")
        status, headers, body = fetch(base, "/echo?x=%C3%A9", "smörgås".encode(), {"X-One": "1", "Content-Type": "text/x"})
        echo = json.loads(body)
        check(
            "requests arrive whole",
            echo["method"] == "POST" and echo["body"] == "smörgås" and ["x-one", "1"] in echo["headers"],
            body.decode(),
        )
        check(
            "no headers but the client's",
            not any(name.startswith(("remote_", "local_")) for name, _ in echo["headers"]),
            body.decode(),
        )
        request = urllib.request.Request(base + "/echo", method="OPTIONS")
        with urllib.request.urlopen(request, timeout=60) as answer:
            check("OPTIONS reaches the application", json.loads(answer.read())["method"] == "OPTIONS")
        status, _, body = fetch(base, "/broken")
        check("clients see no stacks", body.count(b"\n") == 1, body.decode())
        check("types are passed on", headers["content-type"] == "application/json", str(headers))
        check("the server lives", fetch(base, "/")[2] == b"hello, visitor number 1\n")
    finally:
        server.terminate()
        server.wait(30)


def sandbox(folder):
    """A script goes on in one process after the other; one of its states twice, with different answers."""
    kSuspended = 10
    with tempfile.TemporaryDirectory() as work:
        state, other = f"{work}/state.image", f"{work}/other.image"

        def step(*argv):
            done = subprocess.run([f"{folder}/sandbox", *argv], capture_output=True, text=True, timeout=60)
            return done.returncode, done.stdout + done.stderr

        steps = [step("run", f"{ROOT}/examples/sandbox/script.js", state), step("resume", state, "2"), step("resume", state, "3")]
        check("the script waits for its tools", [s[0] for s in steps] == [kSuspended] * 3, str(steps))
        if steps[-1][0] != kSuspended:
            return
        shutil.copy(state, other)
        for image, count, total in ((state, "4", 26), (other, "1", 11)):
            price = step("resume", image, "5")
            code, text = step("resume", image, count)
            check(f"the script ends with {total}", code == 0 and f"{total} in all" in text, f"{steps} {price} {text}")


EXAMPLES = {"plugins": plugins, "edge": edge, "sandbox": sandbox}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", default=f"{ROOT}/build/release/bin")
    parser.add_argument("names", nargs="*")
    args = parser.parse_args()
    for name, function in EXAMPLES.items():
        if args.names and name not in args.names:
            continue
        if os.access(f"{args.bin}/{name}", os.X_OK):
            function(args.bin)
        else:
            check(f"{name} is built", False)
    finish()


if __name__ == "__main__":
    main()
