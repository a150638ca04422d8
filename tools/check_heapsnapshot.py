#!/usr/bin/env python3
"""Checks that a .heapsnapshot is one: counts, indices, types, and that everything is reachable from the root.

    %(prog)s FILE [--has NAME ...] [--path NAME]

--has: some object must have that name. --path prints a shortest way from the root to the first object of that name.
Exits with 1 and a sentence at the first fault.
"""

import argparse
import collections
import json
import sys


class Snapshot:
    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            self.json = json.load(file)
        head = self.json["snapshot"]
        meta = head["meta"]
        self.nodes, self.edges, self.strings = self.json["nodes"], self.json["edges"], self.json["strings"]
        self.node_fields, self.edge_fields = meta["node_fields"], meta["edge_fields"]
        self.node_types, self.edge_types = meta["node_types"][0], meta["edge_types"][0]
        self.node_count, self.edge_count = head["node_count"], head["edge_count"]
        self.width = len(self.node_fields)

    def node(self, n, field):
        return self.nodes[n * self.width + self.node_fields.index(field)]

    def name(self, n):
        return self.strings[self.node(n, "name")]

    def check(self):
        """Returns (source, kind, label, target) of each edge, in order."""

        def require(condition, sentence):
            if not condition:
                sys.exit(f"not a heap snapshot: {sentence}")

        require(self.node_fields[:5] == ["type", "name", "id", "self_size", "edge_count"], "columns of nodes")
        require(self.edge_fields == ["type", "name_or_index", "to_node"], "columns of edges")
        require(len(self.nodes) == self.node_count * self.width, "node_count is not the number of nodes")
        require(len(self.edges) == self.edge_count * 3, "edge_count is not the number of edges")
        require(len(set(self.strings)) == len(self.strings), "a string is in the table twice")
        ids, result, e = set(), [], 0
        for n in range(self.node_count):
            require(self.node(n, "type") < len(self.node_types), f"type of node {n}")
            require(self.node(n, "name") < len(self.strings), f"name of node {n}")
            require(self.node(n, "self_size") >= 0, f"size of node {n}")
            ids.add(self.node(n, "id"))
            for _ in range(self.node(n, "edge_count")):
                require(e < self.edge_count, "nodes have more edges than there are")
                kind, label, target = self.edges[e * 3 : e * 3 + 3]
                require(kind < len(self.edge_types), f"type of edge {e}")
                kind = self.edge_types[kind]
                if kind not in ("element", "hidden"):
                    require(label < len(self.strings), f"name of edge {e}")
                    label = self.strings[label]
                require(target % self.width == 0 and target // self.width < self.node_count, f"target of edge {e}")
                result.append((n, kind, label, target // self.width))
                e += 1
        require(e == self.edge_count, "there are edges that no node has")
        require(len(ids) == self.node_count, "two nodes have one id")
        return result


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("--has", action="append", default=[])
    parser.add_argument("--path")
    args = parser.parse_args()
    snapshot = Snapshot(args.file)
    edges = snapshot.check()
    outgoing = collections.defaultdict(list)
    for source, _, label, target in edges:
        outgoing[source].append((label, target))
    reached, queue = {0: None}, collections.deque([0])
    while queue:
        n = queue.popleft()
        for label, target in outgoing[n]:
            if target not in reached:
                reached[target] = (n, label)
                queue.append(target)
    if len(reached) != snapshot.node_count:
        sys.exit(f"not a heap snapshot: {snapshot.node_count - len(reached)} nodes can't be reached")
    names = {snapshot.name(n) for n in range(snapshot.node_count)}
    for name in args.has:
        if name not in names:
            sys.exit(f"no object has the name '{name}'")
    if args.path:
        n = next((n for n in range(snapshot.node_count) if snapshot.name(n) == args.path), None)
        if n is None:
            sys.exit(f"no object has the name '{args.path}'")
        steps = []
        while reached[n] is not None:
            source, label = reached[n]
            steps.append(f"{label}: {snapshot.name(n)}")
            n = source
        print("\n".join(reversed(steps)))
    size = sum(snapshot.node(n, "self_size") for n in range(snapshot.node_count))
    print(f"{snapshot.node_count} nodes, {snapshot.edge_count} edges, {size} bytes")


if __name__ == "__main__":
    main()
