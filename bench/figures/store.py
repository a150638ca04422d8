"""bench/results.json: the figures that README.md and the pages show, and where each comes from.

    {group: [run, …]}                     a group of benchmarks, the run that was made last first
    run: date, commit, machine, versions, commands, figures, and where they are known load, seconds, note
    figures: {row: {column: number}}      a benchmark's row; the column is an engine, a memory manager or a statistic

Another run stays as long as it has a figure that no run before it in the list has, of a peer that was not there, say. A page
marks such figures with a star. A key names a figure: GROUP/ROW/COLUMN. GROUP/ROW/A:B is A divided by B, both of one run. A run
of which no more than a ratio is known has a column of that name.
"""

import datetime
import json
import os

FIELDS = {"date": str, "commit": str, "machine": dict, "versions": dict, "commands": list, "figures": dict}
OPTIONAL = {"load": int | float, "seconds": int, "note": str}


class Unknown(Exception):
    """A key that names no figure."""


def lookup(run, row, column):
    """The figure or the ratio of two, of this very run; None: it is not there."""
    columns = run["figures"].get(row, {})
    if column in columns:
        return columns[column]
    over, _, under = column.partition(":")
    if over in columns and columns.get(under):
        return columns[over] / columns[under]
    return None


def problems_of(groups):
    """Yields a sentence for each fault of a results file's shape."""
    if not isinstance(groups, dict) or not all(isinstance(runs, list) for runs in groups.values()):
        yield "it is no object of groups, each a list of runs"
        return
    for group, runs in groups.items():
        if not runs or not all(isinstance(run, dict) for run in runs):
            yield f"{group} has no run"
            continue
        for run in runs:
            where = f"{group}, run of {run.get('date', 'no date')}"
            for field, kind in FIELDS.items():
                if not isinstance(run.get(field), kind):
                    yield f"{where}: it has no {field}"
            for field in run.keys() - FIELDS.keys():
                if field not in OPTIONAL or not isinstance(run[field], OPTIONAL[field]):
                    yield f"{where}: {field} is none of its fields"
            figures = run.get("figures")
            for row, columns in figures.items() if isinstance(figures, dict) else ():
                numbers = columns.values() if isinstance(columns, dict) else [None]
                if "/" in row or not all(isinstance(value, int | float) for value in numbers):
                    yield f"{where}: {row} is no row of numbers"
            try:
                datetime.date.fromisoformat(run.get("date", ""))
            except (TypeError, ValueError):
                yield f"{where}: its date is none"


class Results:
    def __init__(self, path):
        """An absent file has no groups. A file of another shape raises ValueError."""
        self.path, self.groups = path, {}
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                try:
                    self.groups = json.load(file)
                except ValueError as error:
                    raise ValueError(f"{path}: {error}") from error
        wrong = list(problems_of(self.groups))
        if wrong:
            raise ValueError(f"{path}: " + "; ".join(wrong))

    def save(self):
        """All or nothing: a run that is interrupted here leaves the old file."""
        with open(self.path + ".new", "w", encoding="utf-8") as file:
            json.dump(self.groups, file, indent=1, ensure_ascii=False)
            file.write("\n")
        os.replace(self.path + ".new", self.path)

    def runs(self, group):
        if group not in self.groups:
            raise Unknown(f"no run of {group} is in {os.path.basename(self.path)}")
        return self.groups[group]

    def find(self, group, row, column):
        """(the figure, its run), of the first run that has it; (None, None): none has."""
        for run in self.runs(group):
            value = lookup(run, row, column)
            if value is not None:
                return value, run
        return None, None

    def rows(self, group):
        """The names of all rows: those of the first run in its order, then what only others have."""
        return list(dict.fromkeys(row for run in self.runs(group) for row in run["figures"]))

    def get(self, key):
        """(the figure of a key, its run). Raises Unknown."""
        parts = key.split("/")
        value, run = self.find(*parts) if len(parts) == 3 else (None, None)
        if value is None:
            raise Unknown(f"{key} is no figure")
        return value, run

    def put(self, group, run):
        """Puts a new run in front, and drops those whose every figure the ones before them have."""
        kept = [run]
        for old in self.groups.get(group, []):
            names = ((row, column) for row, columns in old["figures"].items() for column in columns)
            if any(all(lookup(newer, row, column) is None for newer in kept) for row, column in names):
                kept.append(old)
        self.groups[group] = kept
