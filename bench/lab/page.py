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
    here = number(row.value) + ("~" if row.note.startswith("refused") else "")
    if row.low is not None and row.low != row.high:
        here += f" ({number(row.low)} to {number(row.high)})"
    verdict = row.verdict(figures)
    remark = row.note if row.value is None else row.why if verdict == "differs" else ""
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
        if len(members) < 2:
            continue
        figure, axes = plt.subplots(figsize=(7, 0.6 + 0.28 * len(members)))
        for i, row in enumerate(reversed(members)):
            seed = figures[row.seed].value if row.seed else None
            axes.barh(i + 0.18, row.value, 0.36, color=FULL if "full" in row.label else SMALL,
                      xerr=None if row.low is None else [[max(0, row.value - row.low)], [max(0, row.high - row.value)]])
            if isinstance(seed, (int, float)):
                axes.barh(i - 0.18, seed, 0.36, color=SEED)
        axes.set_yticks(range(len(members)), [r.label for r in reversed(members)])
        axes.set_xlabel(unit + " (grey: the document's)")
        pictures.append(svg(figure))
    return pictures


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


def groups(data):
    """{group: {series: value}}"""
    names = list(next(iter(data.values())))
    figure, axes = plt.subplots(figsize=(7, 3))
    width = 0.8 / len(names)
    for j, name in enumerate(names):
        axes.bar([i + j * width for i in range(len(data))], [d[name] for d in data.values()], width, label=name,
                 color=FULL if name == "full" else None)
    axes.set_xticks([i + 0.4 - width / 2 for i in range(len(data))], list(data))
    axes.set_ylabel("ns a load")
    axes.legend(fontsize=7, ncols=4)
    return [svg(figure)]


def pairs(data):
    """{label: (full, compressed)}"""
    figure, axes = plt.subplots(figsize=(7, 2.6))
    order = sorted(data, key=lambda k: -data[k][0])
    axes.bar([i - 0.2 for i in range(len(order))], [data[k][0] for k in order], 0.4, color=FULL, label="full pointers")
    axes.bar([i + 0.2 for i in range(len(order))], [data[k][1] for k in order], 0.4, color=SMALL, label="compressed")
    axes.set_xticks(range(len(order)), order)
    axes.set_ylabel("bytes an item")
    axes.legend()
    return [svg(figure)]


def steps(data):
    figure, axes = plt.subplots(figsize=(7, 2.4))
    axes.bar(range(len(data)), [100 + v for _, v in data], color=[FULL] + [SMALL] * (len(data) - 1))
    axes.set_xticks(range(len(data)), [k for k, _ in data])
    axes.set_ylabel("% of full pointers")
    return [svg(figure)]


def lines(table):
    figure, axes = plt.subplots(figsize=(7, 3))
    for start in dict.fromkeys(r["start"] for r in table):
        points = [r for r in table if r["start"] == start]
        axes.loglog([r["isolates"] for r in points], [r["private_kib_each"] for r in points], "o-", label=start)
    axes.set_xlabel("isolates")
    axes.set_ylabel("private KiB an isolate")
    axes.legend(fontsize=7)
    return [svg(figure)]


FROM_DATA = {"blocks": blocks, "groups": groups, "pairs": pairs, "steps": steps, "lines": lines}


def pictures(experiment, rows, figures, data):
    if plt is None or not experiment.picture:
        return []
    if experiment.picture == "bars":
        return bars(rows, figures)
    return FROM_DATA[experiment.picture](data[experiment.id]) if experiment.id in data else []


STYLE = """body{font:15px/1.5 sans-serif;max-width:62em;margin:2em auto;padding:0 1em}table{border-collapse:collapse;font-size:13px}
td,th{padding:.15em .7em;border-bottom:1px solid #ddd;text-align:left}td:nth-child(2),td:nth-child(3){text-align:right}
.reproduces,.better{color:#2d8a4e}.differs{color:#c03a2b}.not-built,.refused{color:#888}svg{max-width:100%;height:auto}"""


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
