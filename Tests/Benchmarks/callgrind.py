# Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.
#
# Usage: callgrind.py LONG SHORT REQUESTS FUNCTIONS
# The difference of two callgrind profiles by request: what each library costs, and the dearest functions.
import collections
import pathlib
import re
import subprocess
import sys

NAMED = re.compile(r"c?(ob|fn|fl|fi|fe)=\((\d+)\)(?: (.*))?$")
COST = re.compile(r"[+\-*\d]\S* (\d+)$")


def self_costs(path):
    """Instructions by object and function, those of callees not included."""
    objects, functions, costs = {}, {}, collections.Counter()
    current_object = current_function = None
    is_call = False
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            line = line.rstrip("\n")
            if named := NAMED.match(line):
                kind, number, name = named.groups()
                table = objects if kind == "ob" else functions if kind == "fn" else None
                if table is not None and name:
                    table[number] = name
                if line.startswith("ob="):
                    current_object = number
                elif line.startswith("fn="):
                    current_function = number
            elif line.startswith("calls="):
                # The next line is what the callee cost.
                is_call = True
            elif cost := COST.match(line):
                if not is_call:
                    costs[current_object, current_function] += int(cost[1])
                is_call = False
    named_costs = collections.Counter()
    for (number, function), count in costs.items():
        library = pathlib.PurePath(objects.get(number, "?")).name
        # Recursion is numbered behind an apostrophe.
        named_costs[library, functions.get(function, "?").split("'")[0]] += count
    return named_costs


def main():
    long, short, requests, shown = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    costs = self_costs(long)
    costs.subtract(self_costs(short))
    libraries = collections.Counter()
    for (library, _), count in costs.items():
        libraries[library] += count
    print(f"{sum(costs.values()) / requests:10,.0f}  instructions a request")
    for library, count in libraries.most_common(10):
        print(f"{count / requests:10,.0f}  {library}")
    print()
    top = costs.most_common(shown)
    names = subprocess.run(
        ["swift", "demangle", "--simplified"], input="\n".join(name for (_, name), _ in top),
        text=True, capture_output=True, check=True).stdout.splitlines()
    for ((library, _), count), name in zip(top, names):
        print(f"{count / requests:10,.0f}  {library[:24]:24}  {name[:120]}")


if __name__ == "__main__":
    main()
