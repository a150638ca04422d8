#!/usr/bin/env python3
"""Writes the notices of a package: its own licence with the names of all works of others that it has inside, and their licences.

    packaging/notices.py COPYRIGHT THIRD_PARTY --own LICENSE [--crate FOLDER]... [--rust] [--work NAME=LICENCE]...
        [--sources NAME=FOLDER]... [--file FILE]...

--crate: a folder with Cargo.toml and Cargo.lock; what is compiled into its library is noted with its licences, as `cargo
metadata` has them, and what only builds it by name. --rust: the standard library of Rust. --work: something with its licence's
file. --sources: something whose licence leaves it to the C files below a folder to say whose they are. --file: an archive or
header of the system, whose licence is the "copyright" of its Debian package.
"""

import argparse
import glob
import html
import json
import os
import re
import subprocess
import sys

LICENCE_FILE = re.compile(r"(LICEN[CS]E|COPYING|COPYRIGHT|NOTICE|UNLICENSE)", re.I)


def fail(sentence):
    sys.exit(f"notices.py: {sentence}")


def read(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read().strip("\n")


class Notices:
    """Texts of licences, each once, with the works that they are of."""

    def __init__(self):
        self.texts, self.builders = {}, []

    def add(self, work, texts):
        for text in texts:
            works = self.texts.setdefault(text, [])
            if work not in works:
                works.append(work)

    def crate(self, folder):
        done = subprocess.run(
            ["cargo", "metadata", "--locked", "--format-version", "1", "--manifest-path", f"{folder}/Cargo.toml"],
            capture_output=True,
            text=True,
        )
        if done.returncode:
            fail(f"cargo has no metadata of {folder}:\n{done.stderr}")
        metadata = json.loads(done.stdout)
        packages = {package["id"]: package for package in metadata["packages"]}
        nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}

        def expands_macros(identity):
            return any("proc-macro" in target["kind"] for target in packages[identity]["targets"])

        inside, pending = set(), [metadata["resolve"]["root"]]
        while pending:
            identity = pending.pop()
            if identity not in inside and not expands_macros(identity):
                inside.add(identity)
                pending += [d["pkg"] for d in nodes[identity]["deps"] if any(kind["kind"] is None for kind in d["dep_kinds"])]
        for identity, package in sorted(packages.items(), key=lambda entry: entry[1]["name"]):
            name = f"{package['name']} {package['version']}, a crate of Rust"
            if package["source"] is None:
                continue  # our own
            if identity not in inside:
                self.builders.append(name)
                continue
            root = os.path.dirname(package["manifest_path"])
            files = sorted(
                f
                for pattern in ("*", "vendor/*")
                for f in glob.glob(f"{root}/{pattern}")
                if LICENCE_FILE.match(os.path.basename(f)) and os.path.isfile(f)
            )
            if not files:
                fail(f"there is no licence in {root}")
            self.add(f"{name}, {package['license']}", map(read, files))

    def rust(self):
        root = subprocess.run(["rustc", "--print", "sysroot"], capture_output=True, text=True, check=True).stdout.strip()
        version = subprocess.run(["rustc", "--version"], capture_output=True, text=True, check=True).stdout.split()[1]
        for path in (
            f"{root}/share/doc/rust/COPYRIGHT-library.html",
            f"{root}/share/doc/rust/COPYRIGHT",
            *glob.glob("/usr/share/doc/libstd-rust*-dev/copyright"),
        ):
            if os.path.exists(path):
                text = read(path)
                if path.endswith(".html"):
                    text = html.unescape(re.sub(r"<[^>]*>", "", text))
                    text = re.sub(r"\n\s*\n\s*\n+", "\n\n", "\n".join(line.rstrip() for line in text.splitlines())).strip()
                return self.add(f"the standard library of Rust {version}", [text])
        return fail("Rust's library has no notices on this machine")

    def sources(self, work, folder):
        holders = set()
        for path in glob.glob(f"{folder}/**/*.[ch]", recursive=True):
            holders.update(
                re.sub(r"\s+", " ", found).rstrip(".")
                for found in re.findall(r"Copyright \([cC]\)(?:.*(?:and|,)\n)?.*", read(path))
            )
        if not holders:
            fail(f"nobody has a copyright in {folder}")
        self.add(work, ["\n".join(sorted(holders))])

    def system(self, path):
        """Debian's package of a file. Elsewhere it can't be known, and that is said."""
        real = os.path.realpath(path)
        for name in (real, real.removeprefix("/usr")):
            try:
                done = subprocess.run(["dpkg-query", "--search", name], capture_output=True, text=True)
            except FileNotFoundError:
                break
            if done.returncode == 0:
                package = re.match(r"[^:,]+", done.stdout)[0]
                version = subprocess.run(["dpkg-query", "-W", "-f", "${Version}\n", package], capture_output=True, text=True)
                return self.add(
                    f"{package} {version.stdout.split()[0]}, Debian's package with {os.path.basename(path)}",
                    [read(f"/usr/share/doc/{package}/copyright")],
                )
        return self.add(os.path.basename(path), ["Its licence is the one of this system's own copy."])

    def write(self, copyright_file, third_party_file, own):
        works = sorted({work for works in self.texts.values() for work in works})
        with open(copyright_file, "w", encoding="utf-8") as file:
            file.write(
                f"Halfword\n\n{read(own)}\n\nIt has parts of these works inside. "
                "Their notices are in the file THIRD_PARTY beside this one;\n"
                "Debian has the Apache License in /usr/share/common-licenses/Apache-2.0 too.\n\n"
            )
            file.writelines(f"  {work}\n" for work in works)
            if self.builders:
                file.write("\nThese helped to build it, or would on other systems. Nothing of them is inside:\n\n")
                file.writelines(f"  {work}\n" for work in sorted(self.builders))
        line = "-" * 80
        with open(third_party_file, "w", encoding="utf-8") as file:
            file.write("Notices of works of which Halfword has parts inside\n")
            for text, works in self.texts.items():
                file.write(f"\n{line}\n" + "".join(f"{work}\n" for work in works) + f"{line}\n\n{text}\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("copyright")
    parser.add_argument("third_party")
    parser.add_argument("--own", required=True)
    parser.add_argument("--rust", action="store_true")
    for kind in ("crate", "work", "sources", "file"):
        parser.add_argument(f"--{kind}", action="append", default=[])
    arguments = parser.parse_args()
    notices = Notices()
    for work in arguments.work:
        name, _, path = work.partition("=")
        notices.add(name, [read(path)])
    for work in arguments.sources:
        name, _, folder = work.partition("=")
        notices.sources(name, folder)
    for folder in arguments.crate:
        notices.crate(folder)
    if arguments.rust:
        notices.rust()
    for path in arguments.file:
        notices.system(path)
    notices.write(arguments.copyright, arguments.third_party, arguments.own)


if __name__ == "__main__":
    main()
