# Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.
#
# Medians with their spread, ratios of contenders that ran side by side, and which bars are met; as Markdown.
import statistics

HEADINGS = {
    "requestsPerSecond": "requests/s", "cpuMicroseconds": "CPU µs each", "peakMiB": "peak MiB", "peakThreads": "threads",
    "answers": "answers", "seconds": "seconds", "microseconds": "µs each", "allocations": "allocations",
    "wallSeconds": "wall s", "grownMiB": "grown MiB", "residentMiB": "resident MiB",
    "mebibytesPerSecond": "MiB/s", "contextSwitches": "switches", "p99Microseconds": "p99 µs", "failures": "failures",
    "p50Microseconds": "p50 µs", "p999Microseconds": "p99.9 µs", "p9999Microseconds": "p99.99 µs",
    "heldKiB": "KiB held", "iterations": "times", "allocationsBeyond": "beyond the allowance",
}


def number(value):
    if value >= 1000:
        return f"{value:,.0f}"
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def values(samples, key):
    return [sample[key] for sample in samples if key in sample and "error" not in sample]


def spread(numbers):
    """Median, and in brackets the least and the most."""
    if not numbers:
        return "failed"
    if min(numbers) == max(numbers):
        return number(numbers[0])
    return f"{number(statistics.median(numbers))} [{number(min(numbers))}–{number(max(numbers))}]"


def of_bar(bar, samples):
    """A bar's number in every round: against the peer of the same round, which ran just before or after."""
    own = [sample.get(bar.value) for sample in samples.get(bar.contender, []) if "error" not in sample]
    if not bar.peer:
        return [value for value in own if value is not None]
    other = [sample.get(bar.value) for sample in samples.get(bar.peer, []) if "error" not in sample]
    pairs = [(one, two) for one, two in zip(own, other) if one is not None and two]
    return [one - two if bar.minus else one / two for one, two in pairs]


def verdict(bar, numbers):
    if not numbers:
        return "not measured"
    middle = statistics.median(numbers)
    if bar.least is not None:
        return "met" if middle >= bar.least else f"not met: {middle / bar.least:.0%} of it"
    return "met" if middle <= bar.most else f"not met: {middle / bar.most:.2f} × as much as allowed"


def contender_table(result, measures):
    lines = []
    for measure in measures:
        samples = result["measures"][measure.name]["samples"]
        lines += ["", f"**{measure.title}** (`{measure.name}`)", ""]
        lines.append("| contender | " + " | ".join(HEADINGS[key] for key in measure.shows) + " |")
        lines.append("| --- |" + " ---: |" * len(measure.shows))
        for contender in measure.contenders:
            cells = [spread(values(samples[contender.name], key)) for key in measure.shows]
            # wrk and h2load say nothing of memory.
            if not any("error" in sample for sample in samples[contender.name]):
                cells = ["" if cell == "failed" else cell for cell in cells]
            lines.append(f"| {contender.name} | " + " | ".join(cells) + " |")
    return lines


def bar_table(result, measures):
    lines = ["| bar | measured, median [least–most] | |", "| --- | ---: | --- |"]
    for measure in measures:
        for bar in measure.bars:
            numbers = of_bar(bar, result["measures"][measure.name]["samples"])
            lines.append(f"| {bar.text} | {spread(numbers) if numbers else ''} | {verdict(bar, numbers)} |")
    return lines


def report(result, measures):
    machine = result["machine"]
    before, after = result["loadBefore"][0], result["loadAfter"][0]
    lines = [
        f"{result['started']}, {result['extent']} run of {machine['revision']}",
        f"{machine['processor']}, {machine['cores']} cores, {machine['memoryGiB']} GiB, Linux {machine['kernel']}",
        f"{machine['swift']}; {machine['libcurl']}; {machine['nginx']}; AsyncHTTPClient {machine['asyncHTTPClient']}",
        f"Load average {before:.1f} before and {after:.1f} after; client and server have a core each.",
    ]
    if before > 0.7:
        lines.append("**The machine did other work too: trust ratios and processor time, not requests/s.**")
    return "\n".join(lines + [""] + bar_table(result, measures) + contender_table(result, measures))


def comparison(old, new):
    lines = ["| measure | contender | value | old | new | new / old |", "| --- | --- | --- | ---: | ---: | ---: |"]
    for name, measure in new["measures"].items():
        for contender, samples in measure["samples"].items():
            earlier = old["measures"].get(name, {}).get("samples", {}).get(contender, [])
            for key in ("requestsPerSecond", "cpuMicroseconds", "peakMiB", "allocations", "wallSeconds", "mebibytesPerSecond"):
                one, two = values(earlier, key), values(samples, key)
                if one and two and statistics.median(one):
                    ratio = statistics.median(two) / statistics.median(one)
                    lines.append(f"| {name} | {contender} | {HEADINGS[key]} | {spread(one)} | {spread(two)} | {ratio:.2f} |")
    return "\n".join(lines)
