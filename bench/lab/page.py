"""What the laboratory found, as text tables, as lab.md and as one HTML page that needs nothing else.

Pictures are drawn by matplotlib from the rows and data of the run, and are inline in the page. Without matplotlib (Debian's
python3-matplotlib, tools/setup.sh --lab) the page has tables only and says so.
"""

import html
import io
import re

try:
    import matplotlib
    matplotlib.use("svg")
    import matplotlib.pyplot as plt
    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "lab", "font.size": 9, "axes.spines.top": False,
                                "axes.spines.right": False})
except ImportError:
    plt = None

FULL, SMALL, SEED = "#c03a2b", "#2d8a4e", "#9a9a9a"  # full pointers red, compressed green, as in the documents


def number(value):
    if value is None:
        return "–"
    if isinstance(value, str):
        return value
    return f"{value:,.0f}" if float(value).is_integer() else f"{value:,.4g}"


def cells(row, figures):
    """Label, seed's figure, ours with its range, unit, verdict, remark."""
    seed = figures[row.seed].value if row.seed else None
    here = number(row.value) + ("~" if row.note.startswith(("refused", "busy")) else "")
    if row.low is not None and row.low != row.high:
        here += f" ({number(row.low)} to {number(row.high)})"
    verdict = row.verdict(figures)
    remark = row.note if row.value is None or verdict == "busy" else row.why if verdict == "differs" else ""
    return [row.label, number(seed) if row.seed else "", here, row.unit, verdict, remark]


HEAD = ["", "seed", "here", "unit", "verdict", ""]


def text(experiment, rows, figures):
    table = [HEAD] + [cells(r, figures) for r in rows]
    widths = [max(len(r[i]) for r in table) for i in range(5)]
    lines = [f"{experiment.id}  {experiment.title}  [{experiment.exactness}; {experiment.command}]"]
    for r in table:
        lines.append("  " + "  ".join(c.ljust(w) for c, w in zip(r[:5], widths)) + ("  " + r[5] if r[5] else ""))
    return "\n".join(line.rstrip() for line in lines) + "\n"


def markdown(results, figures, machine, documents):
    """lab.md, from which the documents quote."""
    lines = ["# The laboratory", "", "Made by `bench/lab/run.py`; do not edit. Each table has the figure of the document beside ours.", ""]
    lines += [f"- {key}: {number(value) if not isinstance(value, str) else value}" for key, value in machine.items()]
    lines += [""] + [f"- `{key}`: {title}" for key, title in documents.items()] + [""]
    for experiment, rows in results:
        lines += [f"## {experiment.id}: {experiment.title}", "", f"{experiment.exactness}; {experiment.command}", "",
                  "| | seed | here | unit | verdict | |", "|---|---:|---:|---|---|---|"]
        lines += ["| " + " | ".join(c.replace("|", "\\|") for c in cells(r, figures)) + " |" for r in rows] + [""]
    return "\n".join(lines)


# ---- Pictures ----


def svg(figure):
    out = io.StringIO()
    figure.savefig(out, format="svg", bbox_inches="tight", metadata={"Date": None})
    plt.close(figure)
    return re.sub(r"^.*?(?=<svg)", "", out.getvalue(), flags=re.S)


def bars(rows, figures):
    """Each numeric row, the seed's figure in grey beside it; one plot a unit."""
    units = {}
    for row in rows:
        if isinstance(row.value, (int, float)):
            units.setdefault(row.unit, []).append(row)
    pictures = []
    for unit, members in units.items():
        if len(members) < 2 or not any(row.value for row in members):
            continue
        figure, axes = plt.subplots(figsize=(8, 0.7 + 0.26 * len(members)))
        for i, row in enumerate(reversed(members)):
            seed = figures[row.seed].value if row.seed else None
            is_pair = isinstance(seed, (int, float))
            axes.barh(i + 0.19 * is_pair, row.value, 0.38 if is_pair else 0.7, color=FULL if "full" in row.label else SMALL,
                      xerr=None if row.low is None else [[max(0, row.value - row.low)], [max(0, row.high - row.value)]])
            end(axes, i + 0.19 * is_pair, row.value)
            if is_pair:
                axes.barh(i - 0.19, seed, 0.38, color=SEED)
                end(axes, i - 0.19, seed)
        axes.set_yticks(range(len(members)), [r.label for r in reversed(members)])
        axes.set_ylim(-0.6, len(members) - 0.4)
        axes.set_xlabel(unit + (" (grey: the document's)" if any(r.seed for r in members) else ""))
        axes.axvline(0, color="black", linewidth=0.6)
        axes.margins(x=0.08)
        pictures.append(svg(figure))
    return pictures


def end(axes, place, value):
    """The value, behind the end of its bar."""
    axes.annotate(number(value), (value, place), (4 if value >= 0 else -4, 0), textcoords="offset points", fontsize=7, va="center",
                  ha="left" if value >= 0 else "right")


def blocks(data):
    """Reservations of address space, to scale, each above the other."""
    figure, axes = plt.subplots(figsize=(7, 0.5 * len(data) + 0.6))
    gib = 1 << 30
    for i, (kind, words) in enumerate(data.items()):
        color = FULL if kind == "full" else SMALL
        axes.barh(i, words["span"] / gib, left=0, color=color, alpha=0.35, edgecolor=color)
        axes.plot([(words["address"] - words["cage"]) / gib], [i], "|", color="black", markersize=14)
    axes.set_yticks(range(len(data)), [f"{k}: base {w['cage']:#x}" for k, w in data.items()])
    axes.set_xlabel("GiB from the base; | is the first object")
    return [svg(figure)]


SERIES = ["#2d8a4e", "#4c72b0", "#dd8452", "#8172b3", "#937860", "#64b5cd", "#ccb974"]


def groups(data, unit):
    """{group: {series: value}}, as horizontal bars where there are many groups or long names."""
    names = list(dict.fromkeys(name for series in data.values() for name in series))
    if set(data) & set(names) or all(len(series) > 8 for series in data.values()):  # a series of many: turn it
        data = {name: {g: series[name] for g, series in data.items() if name in series} for name in names}
        names = list(dict.fromkeys(name for series in data.values() for name in series))
    colors = {name: FULL if name == "full" else SERIES[i % len(SERIES)] for i, name in enumerate(n for n in names if n != "full")}
    colors["full"] = FULL
    width = 0.8 / len(names)
    is_long = len(data) > 6 or max(map(len, data)) > 14
    figure, axes = plt.subplots(figsize=(8, 0.9 + 0.16 * len(data) * (len(names) + 1)) if is_long else (8, 3))
    for j, name in enumerate(names):
        places = [i + j * width for i, g in enumerate(data) if name in data[g]]
        values = [data[g][name] for g in data if name in data[g]]
        (axes.barh if is_long else axes.bar)(places, values, width, label=name, color=colors[name])
    (axes.set_yticks if is_long else axes.set_xticks)([i + 0.4 - width / 2 for i in range(len(data))], list(data))
    (axes.set_xlabel if is_long else axes.set_ylabel)(unit)
    if is_long:
        axes.invert_yaxis()
    axes.legend(fontsize=7, ncols=4, loc="lower left", bbox_to_anchor=(0, 1), frameon=False)
    return [svg(figure)]


def pairs(data):
    """{label: (full, compressed)}"""
    figure, axes = plt.subplots(figsize=(7, 2.6))
    order = sorted(data, key=lambda k: -data[k][0])
    axes.bar([i - 0.2 for i in range(len(order))], [data[k][0] for k in order], 0.4, color=FULL, label="full pointers")
    axes.bar([i + 0.2 for i in range(len(order))], [data[k][1] for k in order], 0.4, color=SMALL, label="compressed")
    axes.set_xticks(range(len(order)), order)
    axes.set_ylabel("bytes an item")
    axes.legend(frameon=False)
    return [svg(figure)]


def steps(data):
    figure, axes = plt.subplots(figsize=(7, 2.4))
    axes.bar(range(len(data)), [100 + v for _, v in data], color=[FULL] + [SMALL] * (len(data) - 1))
    for i, (_, v) in enumerate(data):
        axes.annotate(f"{100 + v:.1f} %", (i, 100 + v), (0, 2), textcoords="offset points", ha="center", fontsize=8)
    axes.set_xticks(range(len(data)), [k for k, _ in data])
    axes.set_ylabel("% of full pointers")
    return [svg(figure)]


def lines(table):
    figure, axes = plt.subplots(figsize=(7, 3))
    for start in dict.fromkeys(r["start"] for r in table):
        points = [r for r in table if r["start"] == start and r["private_kib_each"] > 0]
        axes.loglog([r["isolates"] for r in points], [r["private_kib_each"] for r in points], "o-", label=start)
    axes.set_xlabel("isolates")
    axes.set_ylabel("private KiB an isolate")
    axes.legend(fontsize=7, frameon=False)
    return [svg(figure)]


def trend(data):
    """{series: {step: value}}: a line a series."""
    figure, axes = plt.subplots(figsize=(7, 3))
    for series, values in data.items():
        axes.plot(list(values), list(values.values()), "o-", label=series)
    axes.axhline(100, color=FULL, linewidth=0.6)
    axes.set_ylabel("% of full pointers")
    axes.legend(fontsize=7, frameon=False)
    return [svg(figure)]


# What the values of grouped bars are.
UNITS = {"L09": "% more than lives", "L11": "ns a load", "L12": "score against full pointers", "L15": "%", "L19": "ns a node", "L22": "private KiB of an isolate", "L23": "% called"}
FROM_DATA = {"blocks": blocks, "pairs": pairs, "steps": steps, "lines": lines, "trend": trend}


def pictures(experiment, rows, figures, data):
    if plt is None or not experiment.picture:
        return []
    if experiment.picture == "bars":
        return bars(rows, figures)
    if not data.get(experiment.id):
        return []
    if experiment.picture == "groups":
        return groups(data[experiment.id], UNITS[experiment.id])
    return FROM_DATA[experiment.picture](data[experiment.id])


STYLE = """body{font:15px/1.5 sans-serif;max-width:62em;margin:2em auto;padding:0 1em}table{border-collapse:collapse;font-size:13px}
td,th{padding:.15em .7em;border-bottom:1px solid #ddd;text-align:left}td:nth-child(2),td:nth-child(3){text-align:right}
.reproduces,.better{color:#2d8a4e}.differs{color:#c03a2b}.not-built,.refused,.busy{color:#888}svg{max-width:100%;height:auto}"""


def page(results, figures, machine, documents, data):
    out = ["<!doctype html><meta charset=utf-8><title>Halfword: the laboratory</title>", f"<style>{STYLE}</style>",
           "<h1>The laboratory</h1><p>Every figure of the documents beside ours. Full pointers are red, 32-bit references green, the "
           "documents' figures grey.</p><ul>"]
    out += [f"<li>{html.escape(k)}: {html.escape(str(v))}</li>" for k, v in {**machine, **documents}.items()]
    out.append("</ul>")
    if plt is None:
        out.append("<p>There are no pictures: matplotlib was not there (tools/setup.sh --lab).</p>")
    for experiment, rows in results:
        out.append(f"<h2 id={experiment.id}>{experiment.id}: {html.escape(experiment.title)}</h2>"
                   f"<p>{experiment.exactness}; <code>{html.escape(experiment.command)}</code></p>")
        out += pictures(experiment, rows, figures, data)
        out.append("<table><tr>" + "".join(f"<th>{h}</th>" for h in HEAD) + "</tr>")
        for row in rows:
            columns = cells(row, figures)
            kind = row.verdict(figures).replace(" ", "-")
            out.append("<tr>" + "".join(f"<td{f' class={kind}' if i == 4 and kind else ''}>{html.escape(c)}</td>"
                                        for i, c in enumerate(columns)) + "</tr>")
        out.append("</table>")
    return "\n".join(out) + "\n"
