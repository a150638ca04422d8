#!/usr/bin/env python3
"""What the shell shows to those who work on the engine: --disassemble=NAME, --count-opcodes, --count-natives,
--trace-ic, --trace-gc,
--print-ast, --heap-stats, --perf-dump, --gdb-names.

    tests/tools/probes.py [--engine build/release/bin/halfword]
"""

import argparse
import os
import re
import struct
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
from checks import check, finish

PROGRAM = """\
function get(o) { return o.v; }
function add(a, b) {
  return a +
         get(b);
}
function never() {}
for (let i = 0; i < 50; i++) add(0.5, {v: i});
print('ran');
"""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--engine", default=f"{ROOT}/build/release/bin/halfword")
    engine = os.path.abspath(parser.parse_args().engine)
    with tempfile.TemporaryDirectory() as folder:

        def shell(text, *arguments):
            """Exit code, standard output and standard error of a program."""
            with open(f"{folder}/x.js", "w") as file:
                file.write(text)
            done = subprocess.run([engine, *arguments, "x.js"], cwd=folder, capture_output=True, text=True, timeout=120)
            return done.returncode, done.stdout, done.stderr

        disassembly(shell)
        counts(shell)
        natives(shell)
        cache_trace(shell)
        tree(shell)
        collection_trace(shell)
        perf_dump(shell, folder)
        gdb_names(engine, folder)
    handler_names(engine)
    timers(engine)
    finish()


def perf_dump(shell, folder):
    """The names and the bytes of machine code, as perf reads them."""
    program = "function hot(n) { let s = 0; for (let i = 0; i < n; i++) s += i; return s; } print(hot(1e6));"
    for arguments, name in (
        (("--perf-dump",), "hot x.js:1"),
        (("--perf-dump=instructions",), "Return hot x.js:1"),
        (("--perf-dump", "--jitless"), None),
    ):
        code, out, _ = shell(program, *arguments)
        files = [entry for entry in os.listdir(folder) if re.fullmatch(r"jit-\d+\.dump", entry)]
        check(f"{arguments}: runs as without", code == 0 and out == "499999500000\n", out)
        check(f"{arguments}: one file", len(files) == 1, files)
        with open(f"{folder}/{files[0]}", "rb") as file:
            data = file.read()
        os.remove(f"{folder}/{files[0]}")
        magic, version, at = struct.unpack_from("<III", data)
        check(f"{arguments}: header", (magic, version) == (0x4A695444, 1), data[:12])
        sizes = {}
        while at < len(data):
            kind, size = struct.unpack_from("<II", data, at)
            code_size = struct.unpack_from("<Q", data, at + 40)[0]
            named = data[at + 56 : at + size - code_size - 1].decode()
            check(f"{arguments}: record of {named}", kind == 0 and b"\0" not in named.encode(), (kind, size))
            sizes[named] = max(code_size, sizes.get(named, 0))
            at += size
        if name is None:
            check(f"{arguments}: no records", not sizes, str(sizes))
        else:
            check(f"{arguments}: has {name}", sizes.get(name, 0) > 8, sorted(sizes))


def gdb_names(engine, folder):
    """gdb knows the names of machine code while it is there."""
    with open(f"{folder}/hot.js", "w", encoding="utf-8") as file:
        file.write("let s = 0;\nfunction hot(n) { for (let i = 0; i < n; i++) s += i; }\nhot(1e6);\nprint(s);\n")
    commands = ["catch syscall write", "run --gdb-names hot.js", "info functions ^hot", "kill"]
    arguments = [argument for command in commands for argument in ("-ex", command)]
    done = subprocess.run(["gdb", "-nx", "-batch", *arguments, engine], cwd=folder, capture_output=True, text=True, timeout=300)
    check(
        "gdb names machine code",
        re.search(r"^0x[0-9a-f]+  hot hot.js:2$", done.stdout, re.M),
        done.stdout[-2000:] + done.stderr[-500:],
    )


def timers(engine):
    """--heap-stats knows the memory of timers, in the isolate where they are."""
    count = 2500

    def external(*programs):
        """What the statistics say at the end of the programs, each in a clone of what the one before it left; None:
        there are no images."""
        arguments = [argument for program in programs for argument in ("-e", program)]
        done = subprocess.run([engine, "--clones", "--heap-stats", *arguments], capture_output=True, text=True, timeout=120)
        if "halfword: no image: heap images need compressed references" in done.stderr:
            return None
        found = re.search(r'"external_bytes": (\d+)', done.stderr)
        return int(found[1]) if found else -1

    many = f"for (let i = 0; i < {count}; i++) setTimeout(() => {{}}, 1e6)"
    here = external(many + "; quit()")
    check("timers are external memory", here >= count * 32, str(here))
    there = external(many, "quit()")
    if there is None:
        return
    check("they are that of a clone, too", there >= count * 32, str(there))
    left = external(many, f"for (let i = 1; i <= {count}; i++) clearTimeout(i); globalThis.kept = new ArrayBuffer(1 << 20)")
    check("those that are gone take nothing off the rest", left >= 1 << 20, str(left))


def disassembly(shell):
    code, out, err = shell(PROGRAM, "--disassemble=add")
    lines = err.split("\n")
    check("the program runs first", code == 0 and out == "ran\n", out + err)
    check(
        "only functions of that name",
        [line for line in lines if line.startswith("function")] == ['function "add" [32, 84) x.js:2'],
        err,
    )
    check(
        "source lines stand above, once each",
        [line for line in lines if line.startswith(";")] == ["; 4:          get(b);", "; 3:   return a +"]
        and lines[2].startswith("; 4"),
        err,
    )

    def learned(opcode):
        return [lines[i + 1].strip() for i, line in enumerate(lines) if re.match(rf" *\d+  {opcode} ", line)]

    check("a global has its cell", learned("LdaGlobal") == ["^ monomorphic: property cell"], err)
    check("a call knows its callee", learned("CallUndefined") == ["^ monomorphic: function get"], err)
    check("an operator knows its types", learned("Add") == ["^ double"], err)
    err = shell(PROGRAM, "--disassemble=get")[2]
    check(
        "a property knows shape and place",
        re.search(r"GetNamed .*\n +\^ monomorphic: \{v\}#[0-9a-f]+ in the object at \d+\n", err),
        err,
    )
    err = shell(PROGRAM, "--disassemble=never")[2]
    check("a function that was not called has no code", "never called, so not compiled" in err, err)
    err = shell(PROGRAM.replace("50", "1"), "--disassemble=get")[2]
    check("a cold function says so", "cold: nothing has been learned after 1 misses" in err and "^" not in err, err)
    err = shell(PROGRAM, "--disassemble=nobody")[2]
    check("no such function", err == "halfword: there is no function named 'nobody'\n", err)
    err = shell("function get(o) { return o.v; } for (let i = 0; i < 200; i++) get({['k' + i]: 1, v: i});", "--disassemble=get")[
        2
    ]
    check("many shapes", re.search(r"GetNamed .*\n +\^ megamorphic", err), err)
    code, out, err = shell("print('not run')", "--disassemble")
    check(
        "without a name nothing runs", code == 0 and out.startswith("function (anonymous)") and "\nnot run" not in out, out + err
    )


def counts(shell):
    code, out, err = shell("for (let i = 0; i < 1000; i++);", "--count-opcodes=1")
    rows = {what: count for count, what in re.findall(r"^ +(\d+) +[\d.]+ %  (.*)$", err, re.M)}
    check(
        "each execution is counted",
        rows.get("IncReg") == "1000" and rows.get("JumpLoopIfLess") == "1001" and rows.get("Halt") == "1",
        err,
    )
    check(
        "one pair was asked for",
        [k for k in rows if " " in k] == ["LdaSmi JumpLoopIfLess"] and rows["LdaSmi JumpLoopIfLess"] == "1001",
        err,
    )
    total = int(re.search(r"^opcodes: (\d+) instructions", err, re.M)[1])
    check("the counts add up", total == sum(int(v) for k, v in rows.items() if " " not in k), err)
    err = shell("for (let i = 0; i < 1000; i++);", "--count-opcodes")[2]
    check("some pairs without a number", len(re.findall(r"%  \w+ \w+$", err, re.M)) > 5, err)
    err = shell("function* g() { yield 1; yield 2 } for (let v of g());", "--count-opcodes=0")[2]
    check("resumed frames are counted", re.search(r" 2 +[\d.]+ %  Yield$", err, re.M) and "pairs" not in err, err)
    err = shell("for (let i = 0; i < 1000; i++);", "--count-opcodes", "--clones", "-e", "for (let i = 0; i < 70; i++);")[2]
    if shell("", "--version")[1].endswith("(32-bit references)\n"):  # images need them
        check("clones count together", re.search(r" 1070 +[\d.]+ %  IncReg$", err, re.M), err)
    code, out, err = shell("", "--count-opcodes=x")
    check("a number is a number", (code, err) == (1, "halfword: bad value of --count-opcodes: 'x'\n"), err)
    code, out, err = shell("", "--memory-limit=8G")
    check("a limit is within the cage", code == 1 and "is more than the cage of" in err, err)


NATIVES = """\
[1, 2, 3].map(function (x) { return Math.floor(x); });
Math.max.call(null, 1, 2); Math.max.apply(null, [1, 2]); Math.max.apply({length: 1}, {length: 2, 0: 1});
function f() { return Math.min.apply(null, arguments); } f(1, 2);
'abc'.charCodeAt(1); 'abc'.charCodeAt('1'); 'abc'.charCodeAt({valueOf: function () { return 'abc'.charCodeAt(0) - 97; }});
new Map([]).size; [3, 1, 2].sort(function (a, b) { return a - b; });
for (let i = 0; i < 1000; i++) Math.sqrt(i);
"""


def natives(shell):
    code, out, err = shell(NATIVES, "--count-natives")
    rows = {name: int(count) for count, name in re.findall(r"^ +(\d+)  (.*)$", err, re.M)}
    check(
        "natives that a call does itself are counted once",
        (rows.get("sqrt"), rows.get("floor"), rows.get("charCodeAt")) == (1000, 3, 4),
        err,
    )
    check(
        "call and apply, and what they call",
        (rows.get("call"), rows.get("apply"), rows.get("max"), rows.get("min")) == (1, 3, 3, 1),
        err,
    )
    check(
        "natives that are JavaScript, accessors, constructors", all(rows.get(n) == 1 for n in ("map", "sort", "size", "Map")), err
    )
    total = re.search(r"^natives: (\d+) of (\d+) were called$", err, re.M)
    check("how many of how many", total and int(total[1]) == len(rows) and 500 < int(total[2]) < 2000, err)
    check(
        "nothing else",
        set(rows)
        <= {"sqrt", "floor", "charCodeAt", "call", "apply", "max", "min", "map", "sort", "size", "Map", "Symbol.iterator"},
        err,
    )
    err = shell("print(1); Math.sin(1)", "--count-natives", "--jitless")[2]
    check("the shell's own are none", re.search(r"^natives: 1 of ", err, re.M), err)
    err = shell("function g() { throw 1 } try { [1].forEach(g) } catch (e) {} Math.abs('x'); Math.abs(1)", "--count-natives")[2]
    check("an exception on the way", re.search(r" 1  forEach\n", err) and re.search(r" 2  abs\n", err), err)
    if shell("", "--version")[1].endswith("(32-bit references)\n"):  # images need them
        err = shell("Math.sin(1);", "--count-natives", "--clones", "-e", "Math.sin(1); [].map(Math.sin)")[2]
        check("clones count together", re.search(r" 2  sin\n", err) and re.search(r" 1  map\n", err), err)


def cache_trace(shell):
    code, out, err = shell(
        "function get(o) { return o.v; }\nfor (let i = 0; i < 200; i++) get({['k' + i]: 1, v: i});", "--trace-ic"
    )
    mine = [line for line in err.split("\n") if line.startswith('ic: "get" x.js:1:28 GetNamed: ')]
    states = [re.sub(r":.*", "", line.split("GetNamed: ")[1]) for line in mine]
    check(
        "a site learns, learns more, gives up",
        states == ["uninitialized -> monomorphic", "monomorphic -> polymorphic", "polymorphic -> megamorphic"],
        err,
    )
    check(
        "the new state is told in full",
        re.search(r"-> monomorphic: \{k\d, v\}#[0-9a-f]+ in the object at \d+$", mine[0] if mine else ""),
        err,
    )
    err = shell(
        "function f(a, o) { o.v; return a + 1 }\nfor (let i = 0; i < 20; i++) f(i, {v: 1});\nf('x', {v: 1}); f({}, {v: 1});",
        "--trace-ic",
    )[2]
    check(
        "types that an operator meets",
        re.findall(r'ic: "f" x.js:1:\d+ AddSmi: (.*)', err)
        == ["only Smis so far -> interned string", "interned string -> interned string, object"],
        err,
    )
    err = shell(
        """class A { get v() { return this.w; } }
                   const a = new A(); function f() { return a.v; } for (let i = 0; i < 20; i++) f();""",
        "--trace-ic",
    )[2]
    check("getters run inside the access that learns them", re.search(r'ic: "f" .* -> monomorphic: .*getter in slot', err), err)
    err = shell(
        "function f(x) { return x.a.b } for (let i = 0; i < 20; i++) try { f({a: i % 2 ? null : {b: 1}}) } catch {}", "--trace-ic"
    )[2]
    check("exceptions leave sites behind", err.count('ic: "f"') == 2, err)


def collection_trace(shell):
    number = r"\d+\.\d [KM]iB"
    line = re.compile(
        rf"^gc: full, (\w+): {number} -> ({number}), ({number}) freed, {number} external; (\d+) -> (\d+) blocks; "
        r"(\d+) pauses?, \d+\.\d{3} ms, longest \d+\.\d{3} ms; marking \d+\.\d{3} ms, sweeping \d+\.\d{3} ms$",
        re.M,
    )
    code, out, err = shell("let kept; for (let i = 0; i < 100000; i++) kept = {i}; gc(); gc();", "--trace-gc")
    found = line.findall(err)
    check("a line for each collection", len(found) == 2 == len(err.split("\n")) - 1 and {f[0] for f in found} == {"request"}, err)
    check(
        "what a collection freed",
        found and found[0][2].endswith("MiB") and int(found[0][3]) > int(found[0][4]) and found[1][2].endswith("KiB"),
        err,
    )
    err = shell("let kept; for (let i = 0; i < 3e6; i++) kept = {i};", "--trace-gc")[2]
    found = line.findall(err)
    check(
        "allocation begins collections",
        len(found) >= 3 and {f[0] for f in found} == {"allocation"} and all(int(f[5]) > 1 for f in found),
        err,
    )
    err = shell("let a = ''; for (let i = 0; i < 1e5; i++) a = [i];", "--trace-gc", "--gc-stress=10000")[2]
    check("stress is a reason", {f[0] for f in line.findall(err)} == {"stress"}, err)


def tree(shell):
    code, out, err = shell(
        """let a = 1;
function f(p, q) {
  let r = p + q, s = 2;
  return () => r + a + s.t[p](1);
}
throw 0;
""",
        "--print-ast",
    )
    check("the tree is printed and nothing runs", (code, err) == (0, ""), err)
    for what, text in (
        ("the script's variables", "Function script [0, 99)\n  scope script\n    let a: script scope, captured\n"),
        ("what is captured is in an environment", "scope function, environment of 3\n"),
        ("a parameter that stays is a register", "parameter q: register of parameter 1\n"),
        ("a variable's slot", "let r: environment slot 1, captured\n"),
        ("a use from an inner function", "Identifier r: environment slot 1, 0 up, may be the hole [69, 70)"),
        ("operators by name", "BinaryExpression +"),
        ("chains link by link", "+: Chain [77, 86)\n"),
        ("nothing is left lazy", "Function arrow"),
    ):
        check(what, text in out, out)
    check("each line has one node", all(re.match(r"^ *\S", line) for line in out.split("\n")[:-1]), out)
    code, out, err = shell("class C { static accessor x = 1 }", "--harmony", "--print-ast")
    check(
        "proposals are parsed",
        code == 0 and all(kind in out for kind in ("static field\n", "static getter\n", "static setter\n")),
        out + err,
    )
    check("with what they add", "storage: PrivateName #x accessor storage" in out, out)
    code, out, err = shell("let 1", "--print-ast")
    check("what does not parse", code == 2 and out == "" and re.fullmatch(r"SyntaxError: .*\nx\.js:1:\d+\n", err), err)
    code, out, err = shell("[" * 100_000, "--print-ast")
    check("what nests too deeply", code == 2 and err.startswith("RangeError: Maximum call stack size exceeded\n"), err)
    code, out, err = shell("x" + ".y" * 100_000 + ";" + "if (0); else " * 100_000 + ";", "--print-ast")
    check(
        "what leans without bound",
        code == 0 and out.count("  .y\n") == 100_000 and out.count("if: ") == 100_000,
        out[-300:] + err,
    )


def handler_names(engine):
    def renamed(text):
        return subprocess.run([sys.executable, f"{ROOT}/tools/perf_names.py"], input=text, capture_output=True, text=True).stdout

    for how in ([], ["-C"]):
        symbols = subprocess.run(["nm", *how, engine], capture_output=True, text=True, check=True).stdout
        symbols = "\n".join(line for line in symbols.split("\n") if "sanitizer" not in line)
        shown = renamed(symbols)
        names = set(re.findall(r" t (op:[\w.]+)$", shown, re.M))
        check(
            f"nm {how}: handlers, tiers, instructions behind Wide",
            {"op:Ldar", "op:GetNamed", "op:GetNamed.word_b", "op:Add.number", "op:Wide.LdaConst"} <= names,
            str(sorted(names)),
        )
        check(
            f"nm {how}: no handler keeps its symbol",
            symbols.count("Handler") > shown.count("Handler") and not re.search("Handler<|HandlerIL", shown),
            "\n".join(line for line in shown.split("\n") if re.search("Handler<|HandlerIL", line)),
        )
    stack = "main;Handler<(Opcode)0, (Tier)0, false>::Run;Handler<(Opcode)0, (Tier)2, true>::Run 12\n"
    check("a folded stack keeps its form", renamed(stack) == "main;op:LdaSmi;op:Wide.LdaSmi.slow 12\n", renamed(stack))
    check("what is unknown stays", renamed("Handler<(Opcode)255, (Tier)0, false>::Run\n").startswith("Handler<(Opcode)255"))


if __name__ == "__main__":
    main()
