"""The circumstances of a run: the machine, what else it had to do, the commit, and the versions of the peers."""

import os
import re
import shutil
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def printed(*argv):
    """The text that a command prints, or nothing where it fails or is not there."""
    try:
        done = subprocess.run(argv, capture_output=True, text=True, cwd=ROOT)
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def machine():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        fields = dict(re.findall(r"^(model name|cpu family|model)\s*: (.*)$", file.read(), re.M))
    name = re.sub(r"\((?:R|TM)\)", "", fields.get("model name", os.uname().machine)).strip()
    if "cpu family" in fields:
        name += f" (family {fields['cpu family']}, model {fields['model']})"
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return {"processor": name, "cores": os.cpu_count(), "memory_gib": round(memory / 2**30), "kernel": os.uname().release}


def load():
    """Processes that want to run, the mean over a minute."""
    return round(os.getloadavg()[0], 2)


def commit():
    """The commit of the sources, and whether they have changed since. The file of the figures changes while they are taken."""
    sources = ("src", "include", "shell", "bench", "cmake", ":!bench/results.json")
    changed = printed("git", "status", "--porcelain", "--untracked-files=no", "--", *sources)
    return printed("git", "rev-parse", "--short=8", "HEAD") + (" with changes" if changed else "")


def package_version(package):
    return re.sub(r"^\d+:|[-+].*$", "", printed("dpkg-query", "--show", "--showformat=${Version}", package))


def program_version(program):
    """The version of a program in the PATH, by its --version or by the package that it is of."""
    path = os.environ.get("HALFWORD_PEER_" + program.upper()) or shutil.which(program)
    if not path:
        return ""
    version = re.search(r"\d+(?:\.\d+)+", printed(path, "--version"))
    return version[0] if version else package_version(printed("dpkg", "--search", os.path.realpath(path)).partition(":")[0])


PACKAGES = {
    "boehm": ("libgc-dev",),
    "mimalloc": ("libmimalloc-dev",),
    "JavaScriptCore": ("libjavascriptcoregtk-4.1-dev", "libjavascriptcoregtk-4.0-dev"),
}


def quickjs_version(checkout):
    """The version of a checkout of quickjs-ng, by its header."""
    try:
        with open(os.path.join(checkout, "quickjs.h"), encoding="utf-8") as file:
            return ".".join(re.findall(r"^#define QJS_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)$", file.read(), re.M))
    except OSError:
        return ""


def versions(names, quickjs=None):
    """{name: version} of those peers that are here; quickjs: a checkout of quickjs-ng."""
    found = {}
    for name in names:
        if name == "quickjs-ng":
            version = quickjs_version(quickjs) if quickjs else ""
        else:
            version = next(filter(None, map(package_version, PACKAGES.get(name, ()))), "") or program_version(name)
        if version:
            found[name] = version
    return found
