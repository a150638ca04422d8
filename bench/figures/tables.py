"""The tables that pages show, as lines of Markdown, from the figures of a Results.

A star stands behind a figure that is not of the first run of its group.
"""

import datetime
import importlib.util
import os
import textwrap

from isolates.bars import BARS

BENCH = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
WIDTH = 100  # columns of a paragraph: prose may be wider
ENGINES = {
    "halfword": "Halfword",
    "halfword-unoptimized": "Halfword `--tier=unoptimized`",
    "halfword-jitless": "Halfword `--jitless`",
    "node": "V8",
    "jsc": "JavaScriptCore",
    "node-baseline": "V8, Sparkplug only",
    "jsc-baseline": "JavaScriptCore's baseline",
    "node-jitless": "V8 `--jitless`",
    "jsc-nojit": "JavaScriptCore without JIT",
    "hermes": "Hermes",
    "qjs": "quickjs-ng",
}
NAMES = {"node": "Node", "jsc": "JavaScriptCore", "hermes": "Hermes", "qjs": "quickjs-ng", "boehm": "Boehm's collector"}
# Digits behind the point of all figures of a group, or of a row. Other figures have three digits, and a thousandth at least.
DECIMALS = {"octane": 0, "octane-baseline": 0, "jetstream": 0, "jetstream-baseline": 0, "parts": 0, "intl": 0,
            "isolates/cycle": 0, "isolates/unmapped": 0, "isolates/memory": 0, "isolates/lodash-unmapped": 0,
            "isolates/lodash-memory": 0}

# A module of its own name would hide Python's gc.
_spec = importlib.util.spec_from_file_location("collector", os.path.join(BENCH, "gc/run.py"))
collector = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(collector)

# Rows and words of gc's table: figure, what it is, unit.
GC = (
    ("alloc", "allocation: 20 million objects of two members", "M/s"),
    ("trees", "binary trees, depth 18, 68 million nodes", "s"),
    ("trees.peak_rss", "… peak memory", "MiB"),
    ("mark", "marking 5 million nodes, random graph", "ms"),
    ("mark.object_bytes", "… bytes a node (4 members, one integer)", ""),
    ("pause.p50", "pauses, 2 million live objects, incremental: P50", "ms/1000 operations"),
    ("pause.p99", "… P99", ""),
    ("pause.p99.9", "… P99.9", ""),
    ("pause.max", "… longest", ""),
    ("pause1g.p50", "pauses, 1.5 GiB of 50 million objects: P50", "ms/1000 operations"),
    ("pause1g.p99", "… P99", ""),
    ("pause1g.max", "… longest", ""),
    ("list.sequential", "list of 4 million, in order", "ns/step"),
    ("list.sequential.cursor", "… by members", "ns/step"),
    ("list.shuffled", "… shuffled", "ns/step"),
    ("search", "search tree of 4 million", "ns/step"),
    ("hashset.insert", "hash set of members: insertion", "M/s"),
    ("hashset.hit", "… hit", "M/s"),
    ("hashset.miss", "… miss", "M/s"),
    ("assign.pointer", "stores of a pointer, with barrier", "M/s"),
    ("assign.member", "stores of a member, with barrier", "M/s"),
    ("dom.edit", "document of a million nodes, edited", "M/s"),
    ("dom.object_bytes", "… bytes a node, attributes included", ""),
)
MANAGERS = {"halfword": "halfword", "full": "full pointers", "boehm": "Boehm", "mimalloc": "mimalloc", "cppgc": "cppgc"}
LIMITS = (
    ("loops", "`loops`: JavaScript of every kind, natives that call it"),
    ("recursion", "`recursion` that takes long"),
    ("memory", "`memory` that is piled up slowly"),
    ("patterns", "`patterns`: inside natives, with arguments as large as the limit of 64 MiB allows"),
)
INTL = (
    *((f"{part}-intl", part) for part in ("DateTimeFormat", "ListFormat", "NumberFormat", "PluralRules", "RelativeTimeFormat")),
    ("intl_format_dates", "dates, formatter at hand"),
    ("intl_format_numbers", "numbers, formatter at hand"),
    ("intl_locale_string_of_dates", "`toLocaleString` of dates"),
    ("intl_locale_string_of_numbers", "`toLocaleString` of numbers"),
)
HEAPS = (("built-anew", "built anew"), ("copied-at-once", "copied at once"), ("mapped-from-a-file-in-memory", "mapped from a file in memory"),
         ("mapped-from-the-program", "mapped from the program's own file"))
# The isolates that are compared: prefix of the rows, column, what it is.
PEERS = (
    ("", "halfword", "Halfword, its slot mapped and unmapped"),
    ("", "quickjs-ng", "quickjs-ng, a runtime and a context"),
    ("", "JavaScriptCore", "JavaScriptCore, a virtual machine"),
    ("", "V8", "V8, an isolate and a context"),
    ("lodash-", "halfword", "Halfword, a clone of an image with lodash"),
    ("lodash-", "quickjs-ng", "quickjs-ng, lodash evaluated in each"),
    ("lodash-", "JavaScriptCore", "JavaScriptCore, the same"),
    ("lodash-", "V8", "V8, the same"),
)


def in_digits(value, decimals=None):
    """A number as the pages write it."""
    if decimals is None:
        size = abs(value)
        text = f"{value:,.{0 if size >= 100 else 1 if size >= 10 else 2 if size >= 0.1 else 3}f}"
        return text.rstrip("0").rstrip(".") if "." in text else text
    return f"{value:,.{decimals}f}"


def in_words(group, row, column, value):
    """The one text that a figure has on all pages."""
    if ":" in column:
        return in_digits(value, 0 if value >= 100 else 1 if value >= 10 else 2)
    if column == "samples":
        return in_digits(value, 0)
    return in_digits(value, DECIMALS.get(f"{group}/{row}", DECIMALS.get(group)))


def cell(results, group, row, column, unit=""):
    """A figure in a table, with a star if another run than the first has it; nothing where none has."""
    value, run = results.find(group, row, column)
    if value is None:
        return ""
    star = " \\*" if run is not results.runs(group)[0] else ""
    return in_words(group, row, column, value) + (f" {unit}" if unit else "") + star


def lines_of(header, rows, left=1):
    """A table whose columns behind the first `left` are right-aligned. Columns and rows without a figure are left out."""
    kept = [i for i in range(len(header)) if i < left or any(row[i] for row in rows)]
    mark = lambda i: "---" if i < left else "---:"
    row_of = lambda cells: "| " + " | ".join(cells[i] for i in kept) + " |"
    shown = [row for row in rows if any(row[left:])]
    return [row_of(header), row_of([mark(i) for i in range(len(header))]), *map(row_of, shown)]


def grid(results, group, columns, rows=None):
    """Engines side by side; columns: {column: title}, rows: ((row, words), …) or all that there are, the mean last."""
    if rows is None:
        names = [row for row in results.rows(group) if not row.startswith("mean")]
        rows = [*((name, name) for name in names), ("mean", "geometric mean")]
    return lines_of(["", *columns.values()],
                    [[words, *(cell(results, group, row, column) for column in columns)] for row, words in rows])


def engines(*names, **ratios):
    """{column: title} of engines, and of ratios last."""
    return {name: ENGINES[name] for name in names} | {key.replace("__", ":"): title for key, title in ratios.items()}


def isolates(results):
    rows = []
    for key, (words, bar, unit) in BARS.items():
        shown = cell(results, "isolates", key, "halfword", unit)
        if shown:
            missed = bar is not None and results.find("isolates", key, "halfword")[0] > bar
            rows.append([words, shown, f"{bar:,g} {unit}".strip() if bar is not None else "–", "**missed**" if missed else ""])
    return lines_of(["", "measured", "bar", ""], rows)


def isolates_of_others(results):
    def pair(row, column, unit):
        shown = cell(results, "isolates", row, column, unit)
        ratio = results.find("isolates", row, column + ":halfword")[0] if column != "halfword" else None
        return shown + (f" ({in_digits(ratio, 1 if ratio < 10 else 0)})" if shown and ratio else "")

    rows = [[words, pair(prefix + "unmapped", column, "µs"), pair(prefix + "memory", column, "KiB"),
             cell(results, "isolates", prefix + "kept", column, "MiB")] for prefix, column, words in PEERS]
    return lines_of(["", "make, run `1 + 1`, destroy", "private memory", "kept after 60 (quickjs-ng: 500) were destroyed"], rows)


def initial_heap(results):
    rows = []
    for key, words in HEAPS:
        for count in (1, 10, 100, 1000):
            cells = [cell(results, "initial-heap", f"{key}-{count}", column) for column in ("private", "proportional", "time")]
            rows.append([words if count == 1 else "", f"{count:,}", *cells])
    return lines_of(["", "n", "private KiB each", "proportional KiB each", "µs each"], rows, left=2)


def limits(results):
    columns = {"samples": "samples", "p50": "median", "p99": "P99", "max": "longest"}
    return grid(results, "limits", columns, LIMITS)


def gc(results):
    rows = [[words, unit, *(cell(results, "gc", row, column) for column in MANAGERS)] for row, words, unit in GC]
    return lines_of(["benchmark", "unit", *MANAGERS.values()], rows, left=2)


def gc_bars(results):
    """The bars of the collector, as bench/gc/run.py judges them, run by run."""
    rows = {}
    for run in results.runs("gc"):
        figures = {(row, column): value for row, columns in run["figures"].items() for column, value in columns.items()}
        for row in collector.judged(figures):
            rows.setdefault(row[0], row)
    return collector.bars(rows.values())


TABLES = {
    "octane": lambda r: grid(r, "octane", engines("halfword", "halfword-unoptimized", "node", "jsc", halfword__node="speed, V8's is 1")),
    "octane-baseline": lambda r: grid(r, "octane-baseline", engines(
        "halfword-unoptimized", "halfword-jitless", "node-baseline", "jsc-baseline", "node-jitless", "jsc-nojit")),
    "jetstream": lambda r: grid(r, "jetstream", engines("halfword", "halfword-jitless", "node", "jsc", node__halfword="speed, V8's is 1",
                                                        jsc__halfword="speed, JavaScriptCore's is 1")),
    "jetstream-baseline": lambda r: grid(r, "jetstream-baseline", engines(
        "halfword-unoptimized", "halfword-jitless", "node-baseline", "jsc-baseline")),
    "parts": lambda r: grid(r, "parts", engines(
        "halfword-unoptimized", "halfword-jitless", "node-jitless", "jsc-nojit", "hermes", "qjs")),
    "intl": lambda r: grid(r, "intl", engines("halfword", "node", "jsc", halfword__node="Halfword / V8"), INTL),
    "isolates": isolates,
    "isolates-of-others": isolates_of_others,
    "initial-heap": initial_heap,
    "limits": limits,
    "gc": gc,
    "gc-bars": gc_bars,
}


def day(date):
    return datetime.date.fromisoformat(date).strftime("%-d %B %Y")


def machine(run):
    parts = run["machine"]
    words = parts.get("processor", "a machine that nobody took down")
    if words[0].isupper():
        words = f"{'an' if words[0] in 'AEIO' else 'a'} {words}"
    if "cores" in parts:
        words += f", {parts['cores']} cores"
    if "memory_gib" in parts:
        words += f", {parts['memory_gib']} GiB"
    return words + (f", Linux {parts['kernel']}" if "kernel" in parts else "")


def where(run):
    """Machine, day and commit of a run."""
    return f"on {machine(run)}, {day(run['date'])}, commit {run['commit']}"


def source(results, group):
    """The paragraph that says where a group's figures come from, and the command."""
    run, *others = results.runs(group)
    text = f"These figures were measured {where(run)}."
    if run["versions"]:
        peers = ", ".join(f"{NAMES.get(name, name)} {version}" for name, version in run["versions"].items())
        text += f" The peers were {peers}." if len(run["versions"]) > 1 else f" The peer was {peers}."
    text += f" {run['note']}" if "note" in run else ""
    if others:
        text += f" A star marks figures of {'other runs' if len(others) > 1 else 'another run'}: {'; '.join(map(where, others))}."
        text += "".join(f" {other['note']}" for other in others if "note" in other)
    commands = [line for command in run["commands"] for line in shell_lines(command)]
    return [*textwrap.wrap(text, WIDTH, break_on_hyphens=False, break_long_words=False), "", *commands]


def shell_lines(command):
    """A command as an indented block, broken before options."""
    first, *options = command.split(" --")
    lines = ["    " + first]
    for option in options:
        if len(lines[-1]) + len(option) + 3 > WIDTH:
            lines[-1] += " \\"
            lines.append("        --" + option)
        else:
            lines[-1] += " --" + option
    return lines
