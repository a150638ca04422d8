"""The isolates of other engines that this machine has, measured by the programs of peer.h."""

import json
import os
import shutil
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
# How many of each are made: their heaps are large.
COUNTS = {"quickjs-ng": 500, "JavaScriptCore": 60, "V8": 60}


def compile(compiler, work, output, *arguments):
    """False: what it needs isn't here."""
    done = subprocess.run([compiler, "-O2", "-o", os.path.join(work, output), *arguments], capture_output=True, text=True)
    return done.returncode == 0


def quickjs(work, checkout):
    """A runtime with a context, of a checkout of quickjs-ng; its library is built if it isn't there."""
    if not checkout:
        return None
    folders = (checkout, os.path.join(checkout, "build"), os.path.join(work, "quickjs"))
    if not any(os.path.exists(os.path.join(f, "libqjs.a")) for f in folders):
        subprocess.run(["cmake", "-S", checkout, "-B", folders[-1], "-DCMAKE_BUILD_TYPE=Release"], check=True, capture_output=True)
        subprocess.run(["cmake", "--build", folders[-1], "--target", "qjs", "-j2"], check=True, capture_output=True)
    library = next(os.path.join(f, "libqjs.a") for f in folders if os.path.exists(os.path.join(f, "libqjs.a")))
    sources = [os.path.join(HERE, name) for name in ("peer_main.c", "peer_quickjs.c", "peer.c")]
    if not compile("cc", work, "peer_quickjs", "-I", checkout, *sources, library, "-lm", "-lpthread"):
        return None
    return [os.path.join(work, "peer_quickjs")]


def javascriptcore(work, _):
    """A virtual machine of libjavascriptcoregtk; its header and library are in Debian's libjavascriptcoregtk-4.0-dev or 4.1-dev."""
    for package in ("javascriptcoregtk-4.1", "javascriptcoregtk-4.0"):
        flags = subprocess.run(["pkg-config", "--cflags", "--libs", package], capture_output=True, text=True)
        sources = [os.path.join(HERE, name) for name in ("peer_main.c", "peer_jsc.c", "peer.c")]
        if flags.returncode == 0 and compile("cc", work, "peer_jsc", *sources, *flags.stdout.split()):
            return [os.path.join(work, "peer_jsc")]
    return None


def v8(work, _):
    """An isolate with a context, of the V8 in node; its headers lie beside node."""
    node = shutil.which("node")
    if not node:
        return None
    prefix = os.path.dirname(os.path.dirname(os.path.realpath(node)))
    if not compile("cc", work, "peer.o", "-c", "-fPIC", os.path.join(HERE, "peer.c")):
        return None
    if not compile("g++", work, "peer_v8.node", "-std=c++20", "-shared", "-fPIC", "-I", os.path.join(prefix, "include/node"),
                   os.path.join(HERE, "peer_v8.cc"), os.path.join(work, "peer.o")):
        return None
    script = f"require({json.dumps(os.path.join(work, 'peer_v8.node'))}).measure(+process.argv[1], process.argv[2])"
    return ["node", "-e", script]


PEERS = {"quickjs-ng": quickjs, "JavaScriptCore": javascriptcore, "V8": v8}


def measure(work, checkout, lodash, share):
    """Rows {peer, load, cpu_us: {p50, p99}, private_kib_each, rss_mib_kept}; peers that are absent are left out."""
    rows = []
    for name, build in PEERS.items():
        command = build(work, checkout)
        if not command:
            print(f"  {name}: not here")
            continue
        for load in [None] + ([lodash] if lodash else []):
            count = max(COUNTS[name] // (share * (5 if load else 1)), 5)
            done = subprocess.run([*command, str(count), *([load] if load else [])], capture_output=True, text=True, check=True)
            rows.append({"peer": name, "load": os.path.basename(load) if load else None, **json.loads(done.stdout)})
    return rows
