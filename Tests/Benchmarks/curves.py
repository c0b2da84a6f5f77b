#!/usr/bin/env python3
# Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.
#
# Draws the latencies of the benchmark's tail as a picture for Docs/Performance.md.
#
#   curves.py REPORT.json   takes the curves of a report (Tests/benchmark --only tail --json REPORT.json), keeps their
#                           numbers in Docs/Curves/tail.json and draws Docs/Curves/tail.svg
#   curves.py --check       fails if the picture is not the one of the numbers (Tests/Style/curves)
import json
import math
import pathlib
import re
import statistics
import sys
from html import escape

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "Docs/Curves"
NUMBERS, PICTURE = FOLDER / "tail.json", FOLDER / "tail.svg"
NAMES = {"ours": "swift-resource-request", "async-http": "AsyncHTTPClient"}
COLORS = {"ours": "#d9480f", "async-http": "#1c7ed6"}

WIDTH, HEIGHT = 820, 420
LEFT, RIGHT, TOP, BOTTOM = 84, 40, 56, 58
SHARES = [0.5, 0.9, 0.99, 0.999, 0.9999]


def numbers_of(report):
    """Of each contender, by share of the requests: the median of the rounds, the least and the most, in µs."""
    curves = {}
    for name, samples in report["measures"]["tail"]["samples"].items():
        rounds = [dict(map(tuple, sample["curve"])) for sample in samples if "curve" in sample]
        if name in NAMES and rounds:
            curves[name] = [
                [share, statistics.median(times), min(times), max(times)]
                for share in sorted(rounds[0])
                for times in [[curve[share] for curve in rounds]]
            ]
    machine = report["machine"]
    about = f"{machine['processor']}, {machine['cores']} cores; {machine['nginx'].removeprefix('nginx version: ')}; {report['started'][:10]}"
    return {"about": about, "curves": curves}


def written(numbers):
    """As JSON, with a point a line."""
    text = json.dumps(numbers, indent=1)
    return re.sub(r"\[\s+(-?[\d.e-]+),\s+([\d.]+),\s+([\d.]+),\s+([\d.]+)\s+\]", r"[\1, \2, \3, \4]", text) + "\n"


def across(share):
    """A share's place: each nine of it is as wide as the one before."""
    most = math.log10(1 / (1 - SHARES[-1]))
    least = math.log10(1 / (1 - SHARES[0]))
    nines = (math.log10(1 / (1 - min(share, SHARES[-1]))) - least) / (most - least)
    return LEFT + nines * (WIDTH - LEFT - RIGHT)


def path(points):
    return " ".join(f"{'L' if place else 'M'}{x:.1f} {y:.1f}" for place, (x, y) in enumerate(points))


def drawn(numbers):
    curves = numbers["curves"]
    times = [time for curve in curves.values() for point in curve if point[0] <= SHARES[-1] for time in point[1:]]
    least, most = math.floor(math.log10(min(times)) * 2) / 2, math.ceil(math.log10(max(times)) * 2) / 2

    def down(time):
        return TOP + (most - math.log10(time)) / (most - least) * (HEIGHT - TOP - BOTTOM)

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="system-ui, sans-serif"'
        ' font-size="13" role="img">',
        "<title>Latency by percentile at 10,000 requests a second</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
        f'<text x="{LEFT}" y="24" font-size="15" font-weight="600" fill="#212529">'
        "Latency at 10,000 requests/s, one core (lower is better)</text>",
        f'<text x="{LEFT}" y="43" font-size="11" fill="#868e96">{escape(numbers["about"])}; line: median of the rounds,'
        " band: least to most</text>",
    ]
    for step in (1, 2, 5):
        for power in range(1, 7):
            time = step * 10**power
            if least <= math.log10(time) <= most:
                y = down(time)
                label = f"{time / 1000:g} ms" if time >= 1000 else f"{time} µs"
                lines.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#dee2e6"/>')
                lines.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end" fill="#495057">{label}</text>')
    for share in SHARES:
        x = across(share)
        lines.append(f'<path d="M{x:.1f} {TOP}V{HEIGHT - BOTTOM}" stroke="#f1f3f5"/>')
        lines.append(
            f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 20}" text-anchor="middle" fill="#495057">{share * 100:g} %</text>'
        )
    middle = (LEFT + WIDTH - RIGHT) / 2
    lines.append(
        f'<text x="{middle:.0f}" y="{HEIGHT - 16}" text-anchor="middle" fill="#495057">share of the requests that took no'
        " longer</text>"
    )
    for name, curve in curves.items():
        curve = [point for point in curve if point[0] <= SHARES[-1]]
        band = [(across(point[0]), down(point[3])) for point in curve]
        band += [(across(point[0]), down(point[2])) for point in reversed(curve)]
        lines.append(f'<path d="{path(band)}Z" fill="{COLORS[name]}" fill-opacity="0.15"/>')
        line = [(across(point[0]), down(point[1])) for point in curve]
        lines.append(f'<path d="{path(line)}" fill="none" stroke="{COLORS[name]}" stroke-width="2.5"/>')
        x, y = line[len(line) // 2]
        lines.append(
            f'<text x="{x:.1f}" y="{y + (40 if name == "ours" else -36):.1f}" fill="{COLORS[name]}" font-weight="600"'
            f">{NAMES[name]}</text>"
        )
    return "\n".join([*lines, "</svg>", ""])


def main():
    if sys.argv[1:] == ["--check"]:
        numbers = json.loads(NUMBERS.read_text())
        if drawn(numbers) != PICTURE.read_text():
            sys.exit("Docs/Curves/tail.svg is not the picture of tail.json: draw it with Tests/Benchmarks/curves.py")
        print("the picture of the tail: fine")
        return
    if len(sys.argv) > 1:
        numbers = numbers_of(json.loads(pathlib.Path(sys.argv[1]).read_text()))
        NUMBERS.write_text(written(numbers))
    PICTURE.write_text(drawn(json.loads(NUMBERS.read_text())))


main()
