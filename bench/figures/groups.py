"""The groups of benchmarks whose figures the pages show: what is run, how long it takes, and how its output is read.

In a command {octane}, {jetstream}, {quickjs} and {modules} stand for folders that the caller names.
"""

import dataclasses
import math
import statistics
from collections.abc import Callable

# Folders that an option names, and whether a benchmark can do without. A page writes the name in capitals.
FOLDERS = {"octane": False, "jetstream": False, "quickjs": True, "modules": True}
# Octane's programs that compute, and do little else.
COMPUTING = ("Richards", "DeltaBlue", "Crypto", "RayTrace", "EarleyBoyer", "NavierStokes", "Box2D", "zlib")


@dataclasses.dataclass(frozen=True)
class Group:
    name: str
    minutes: float  # of a whole run on two cores with nothing else to do
    command: str
    quick: str  # further arguments for a run that only sees that everything works
    read: Callable  # from what the command writes to --json to {row: {column: number}}
    peers: tuple = ()  # whose versions are taken down
    without_json: bool = False  # it prints a line of JSON for each result instead
    may_miss: bool = False  # exit code 1 says that a bar was missed, and the figures are there


def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def mean_row(rows, names):
    """The geometric mean of each column over those of the rows that every column has; none: an empty row."""
    columns = {column for name in names for column in rows[name]}
    whole = [name for name in names if rows[name].keys() == columns]
    mean = lambda column: round(geometric_mean([rows[name][column] for name in whole]), 3)
    return {column: mean(column) for column in sorted(columns)} if whole else {}


def turned(report):
    """{row: {column: number}} from {column: {row: number or None}}."""
    rows = {}
    for column, figures in report.items():
        for row, value in figures.items():
            if value is not None:
                rows.setdefault(row, {})[column] = round(value, 3)
    return rows


def read_octane(report):
    rows = turned(report["scores"])
    computing = [name for name in COMPUTING if name in rows]
    return rows | {"mean": mean_row(rows, list(rows))} | ({"mean-computing": mean_row(rows, computing)} if computing else {})


def read_parts(report):
    return {name: {e: round(v, 3) for e, v in best.items() if v is not None} for name, best in report["best"].items()}


def read_jetstream(report):
    rows = read_parts(report)
    return rows | {"mean": mean_row(rows, list(rows))}


def read_isolates(report):
    rows = {key: {"halfword": round(value, 3)} for key, value in report["figures"].items()}
    for row in report["rows"]:
        if "peer" in row:
            prefix = "lodash-" if row["load"] else ""
            for key, value in (("unmapped", row["cpu_us"]["p50"]), ("memory", row["private_kib_each"]), ("kept", row["rss_mib_kept"])):
                rows.setdefault(prefix + key, {})[row["peer"]] = value
        elif row["what"] == "threads":
            rows.setdefault(f"threads-{row['threads']}", {})["pool" if row["pooled"] else "made"] = row["clones_per_second"]
    return rows


def read_initial_heap(lines):
    rows = {}
    for line in lines:
        columns = {"time": line["cpu_us_each"], "private": line["private_kib_each"], "proportional": line["pss_kib_each"]}
        rows[f"{line['start'].replace(' ', '-')}-{line['isolates']}"] = columns
    return rows


def read_limits(lines):
    rows = {}
    for line in lines:
        if "family" in line and "processor_ms" in line:
            rows[line["family"]] = {"samples": line["samples"], **line["processor_ms"]}
    return rows


def read_startup(report):
    rows = {}
    for engine, programs in report.items():
        for name, one in programs.items():
            rows.setdefault(name, {})[engine] = round(statistics.median(one["us"]) / 1000, 2)
            rows.setdefault(name + "-memory", {})[engine] = round(one["peak_kib"] / 1024, 1)
    return rows


def read_gc(report):
    rows = {}
    for key, value in report.items():
        figure, _, manager = key.partition(" ")
        rows.setdefault(figure, {})[manager] = float(f"{value:.4g}")
    return rows


PARTS = "bench/parts/run.py --jetstream {jetstream} --by-cpu-time"

GROUPS = {group.name: group for group in (
    Group("octane", 2.7, "bench/octane/run.py {octane} --by-cpu-time --timeout 60 --own halfword,halfword-unoptimized --peers node,jsc",
          "--only richards,splay,crypto", read_octane, ("node", "jsc")),
    Group("octane-baseline", 4.5, "bench/octane/run.py {octane} --by-cpu-time --timeout 60 --own halfword-unoptimized,halfword-jitless "
          "--peers node-baseline,jsc-baseline,node-jitless,jsc-nojit", "--only richards,splay", read_octane, ("node", "jsc")),
    Group("jetstream", 5, f"{PARTS} --whole-jetstream --only jetstream --runs 1 --warm-up 0.8 --rounds 3 --round 0.1 "
          "--own halfword,halfword-jitless --peers node,jsc", "--only crypto,doxbee-async --warm-up 0 --rounds 1 --round 0", read_jetstream, ("node", "jsc")),
    Group("jetstream-baseline", 3.5, f"{PARTS} --whole-jetstream --only jetstream --runs 1 --warm-up 0.3 --rounds 2 --round 0.1 "
          "--own halfword-unoptimized,halfword-jitless --peers node-baseline,jsc-baseline", "--only crypto,doxbee-async --warm-up 0 --rounds 1 --round 0",
          read_jetstream, ("node", "jsc")),
    Group("parts", 2, f"{PARTS} --runs 1 --warm-up 0.2 --rounds 3 --round 0.1 --own halfword-unoptimized,halfword-jitless "
          "--peers node-jitless,jsc-nojit,hermes,qjs", "--only array_sort,doxbee-promise --warm-up 0 --rounds 1 --round 0", read_parts,
          ("node", "jsc", "hermes", "qjs")),
    Group("intl", 1, f"{PARTS} --runs 2 --rounds 5 --own halfword --peers node,jsc --only '*intl*'",
          "--runs 1 --warm-up 0 --rounds 1 --round 0", read_parts, ("node", "jsc")),
    Group("isolates", 1, "bench/isolates/run.py --modules {modules} --quickjs {quickjs}", "--quick", read_isolates,
          ("node", "quickjs-ng", "JavaScriptCore"),
          may_miss=True),
    Group("initial-heap", 0.1, "build/release/bin/isolates_bench table", "", read_initial_heap, without_json=True),
    Group("limits", 1, "build/release/bin/hostile_bench --rounds 5", "--rounds 1", read_limits, without_json=True),
    Group("startup", 0.2, "bench/startup/run.py --own halfword --peers node,jsc", "--runs 2", read_startup, ("node", "jsc")),
    Group("gc", 3, "bench/gc/run.py --cpu-time --rounds 1 --repeat 2 --managers halfword,full,boehm,mimalloc --only "
          "alloc,trees,mark,list,search,hashset,assign,dom,pause,pause1g", "--quick", read_gc, ("boehm", "mimalloc")),
)}
