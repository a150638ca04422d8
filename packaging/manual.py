#!/usr/bin/env python3
"""Makes a manual page of what a program prints with --help, so that the two never differ.

packaging/manual.py NAME VERSION SUMMARY PAGE PROGRAM
"""

import os
import subprocess
import sys


def escape(line):
    line = line.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    return "\\&" + line if line.startswith((".", "\\(aq")) else line


def main():
    name, version, summary, page, program = sys.argv[1:]
    command = [sys.executable, program] if program.endswith(".py") else [program]
    text = subprocess.run(
        [*command, "--help"], stdout=subprocess.PIPE, text=True, check=True, env=dict(os.environ, COLUMNS="80")
    ).stdout
    text = text.replace(os.path.basename(program), name)
    usage, _, rest = text.partition("\n\n")
    usage = " ".join(usage.split()).removeprefix("Usage: ").removeprefix("usage: ")
    with open(page, "w") as out:
        out.write(
            f'.TH {name.upper()} 1 "" "{name} {version}"\n.SH NAME\n{escape(name)} \\- {escape(summary)}\n'
            f".SH SYNOPSIS\n{escape(usage)}\n.SH DESCRIPTION\n.nf\n"
        )
        out.writelines(escape(line) + "\n" for line in rest.strip().split("\n"))
        out.write(".fi\n")


if __name__ == "__main__":
    main()
