#!/usr/bin/env python3
"""What people type: the prompt on a pipe and on a terminal, and --print.

tests/tools/prompt.py [--engine build/release/bin/halfword]
"""

import argparse
import os
import pty
import select
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
from checks import check, finish


def piped(engine, folder, *lines):
    """Standard output and error of a prompt that reads the lines, without its prompts."""
    done = subprocess.run(
        [engine, "-i"], input="".join(line + "\n" for line in lines), cwd=folder, text=True, capture_output=True, timeout=120
    )
    return done.stdout.replace("> ", "").replace("... ", ""), done.stderr


def on_terminal(engine, folder, typed, **environment):
    """What a terminal shows of a prompt into which the bytes are typed."""
    env = {k: v for k, v in os.environ.items() if k != "NO_COLOR"} | {"TERM": "xterm", "HOME": folder} | environment
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(folder)
        os.execve(engine, [engine], env)
    os.write(terminal, typed)
    shown = b""
    while select.select([terminal], [], [], 120)[0]:
        try:
            read = os.read(terminal, 4096)
        except OSError:  # the child has ended
            break
        if not read:
            break
        shown += read
    os.waitpid(child, 0)
    os.close(terminal)
    return shown.decode(errors="replace")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--engine", default=f"{ROOT}/build/release/bin/halfword")
    engine = os.path.abspath(parser.parse_args().engine)
    with tempfile.TemporaryDirectory() as folder:
        with open(f"{folder}/lib.mjs", "w") as file:
            file.write("export const a = 1, b = 'two'; export default function lib() {}")

        out, err = piped(engine, folder, "await Promise.resolve(40 + 2)", "_ + 1")
        check("await gives its value", out.split("\n")[:2] == ["42", "43"], out + err)
        out, err = piped(engine, folder, "const x = await new Promise(done => setTimeout(done, 1, [1, 2]))", "x")
        check("declarations with await stay", "[ 1, 2 ]" in out and err == "", out + err)
        out, err = piped(engine, folder, "await Promise.reject(new RangeError('no'))", "'on'")
        check("a rejection is told", "Uncaught RangeError: no" in err and "'on'" in out, out + err)
        out, err = piped(engine, folder, "for await (const n of [1, 2]) console.log('n', n)")
        check("statements with await run", "n 1\nn 2" in out and err == "", out + err)
        out, err = piped(
            engine,
            folder,
            "import d, {a, b as c} from './lib.mjs'",
            "[d.name, a, c]",
            "import * as all from './lib.mjs'",
            "Object.keys(all)",
        )
        check("import brings names", "[ 'lib', 1, 'two' ]" in out and "[ 'a', 'b', 'default' ]" in out and err == "", out + err)
        out, err = piped(engine, folder, "import {none} from './lib.mjs'")
        check(
            "a missing export names both modules",
            "module './lib.mjs' does not provide an export named 'none', which <input 1> asks for" in err,
            out + err,
        )
        for what, lines, shown in [
            ("an unfinished expression with await goes on", ["await Promise.all([", "1,", "2])"], "[ 1, 2 ]\n"),
            (
                "an unfinished declaration with await goes on",
                ["const two = await Promise.resolve({", "n: 2})", "two.n"],
                "undefined\n2\n",
            ),
            (
                "an unfinished statement with await goes on",
                ["for await (const n of [1, 2]) {", "console.log('n', n)", "}"],
                "n 1\nn 2\nundefined\n",
            ),
            ("an unfinished import goes on", ["import {a,", "b} from './lib.mjs'", "b"], "undefined\n'two'\n"),
            ("await of what is in parentheses waits", ["await (", "Promise.resolve(3))"], "3\n"),
        ]:
            out, err = piped(engine, folder, *lines)
            check(what, out.startswith(shown) and err == "", out + err)
        out, err = piped(engine, folder, "await Promise.all([1, 2)", "'on'")
        check("a wrong entry with await is told at once", "SyntaxError: Unexpected token ')'" in err and "'on'" in out, out + err)
        out, err = piped(engine, folder, "await Promise.all([", "", "'on'")
        check(
            "an empty line ends an entry with await", "SyntaxError: Unexpected end of input" in err and "'on'" in out, out + err
        )
        out, err = piped(engine, folder, "async function f() { return await 4 }", "await f()")
        check("a function with await is declared", out.split("\n")[1] == "4" and err == "", out + err)
        out, err = piped(engine, folder, ".help", ".nothing", ".exit", "'after'")
        check(
            ".help lists, .exit ends", ".exit   ends" in out and "'after'" not in out and "no command .nothing" in err, out + err
        )
        out, err = piped(engine, folder, "({a: 'x', n: 1})")
        check("a pipe has no colours", "{ a: 'x', n: 1 }" in out and "\x1b[" not in out, out)

        shown = on_terminal(engine, folder, b"({a: 'x', n: 1})\n.exit\n")
        check("a terminal has", "a: \x1b[32m'x'\x1b[39m" in shown and "n: \x1b[33m1\x1b[39m" in shown, repr(shown))
        shown = on_terminal(engine, folder, b"({a: 'x', n: 1})\n.exit\n", NO_COLOR="1")
        check("NO_COLOR is heard", "{ a: 'x', n: 1 }" in shown and "\x1b[32m" not in shown, repr(shown))

        def shell(*arguments):
            done = subprocess.run([engine, *arguments], capture_output=True, text=True, timeout=120)
            return done.returncode, done.stdout, done.stderr

        check(
            "-p prints as inspect shows it",
            shell("-p", "({a: [1, 'x'], f() {}})") == (0, "{ a: [ 1, 'x' ], f: [Function: f] }\n", ""),
            str(shell("-p", "({a: [1, 'x'], f() {}})")),
        )
        check("--print=CODE too, strings in quotes", shell("--print='a' + 1") == (0, "'a1'\n", ""))
        check("an error prints nothing", shell("-p", "throw 1")[:2] == (1, ""))
        check("a module has no value", shell("-m", "-p", "1")[::2] == (1, "halfword: a module has no value to print\n"))
    finish()


if __name__ == "__main__":
    main()
