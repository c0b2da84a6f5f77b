# Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.
#
# What is measured, with whom, and which bar it must pass.
import dataclasses
import json
import os
import re

MIB = 1 << 20


@dataclasses.dataclass
class Contender:
    name: str
    command: list
    counts_allocations: bool = False
    # Turns what the process printed, and the processor time it took, into a sample.
    read: object = lambda output, cpu: json.loads(output)
    # How much it moves, where that is what counts.
    mebibytes: float = 0
    # Files it makes, which are removed after each run.
    leaves: tuple = ()


@dataclasses.dataclass
class Bar:
    """A promise: `contender`'s `value` against `peer`'s, or alone where there is no peer."""

    text: str
    contender: str
    value: str
    least: float = None
    most: float = None
    peer: str = None
    # A difference where it is not a ratio.
    minus: bool = False


@dataclasses.dataclass
class Measure:
    name: str
    title: str
    contenders: list
    bars: list
    # What the table shows of every contender.
    shows: tuple = ("requestsPerSecond", "cpuMicroseconds", "contextSwitches", "peakMiB", "peakThreads")
    rounds: int = None
    # A file that is to be in memory before the first contender needs it.
    warms: str = None
    # Whether it needs neither servers nor peers.
    in_process: bool = False


def read_wrk(output, cpu):
    rate = float(re.search(r"Requests/sec:\s*([\d.]+)", output)[1])
    requests = int(re.search(r"(\d+) requests in", output)[1])
    return {"requestsPerSecond": rate, "cpuMicroseconds": cpu * 1e6 / max(1, requests)}


def read_h2load(output, cpu):
    rate = float(re.search(r"([\d.]+) req/s", output)[1])
    requests = int(re.search(r"(\d+) succeeded", output)[1])
    return {"requestsPerSecond": rate, "cpuMicroseconds": cpu * 1e6 / max(1, requests)}


def read_cpu(output, cpu):
    return {"cpuMicroseconds": cpu * 1e6}


def all_of(extent, bench, root):
    quick, full = extent == "quick", extent == "full"
    seconds = 0.35 if quick else 2 if full else 1
    url = {name: os.environ.get(f"BENCH_{name}", "") for name in (
        "SMALL", "LARGE", "SINK", "SLOW", "H2", "NAMED", "OBJECT", "TOKEN")}

    def load(mode, *words):
        return Contender(mode, [bench, mode, *words])

    def peers(*words, quick_ones=("ours", "ours-on-loop", "async-http", "bare"), also=("ours-curl", "transport", "urlsession")):
        return [load(mode, *words) for mode in (quick_ones if quick else (*quick_ones, *also))]

    def beside(where, times, time=None, bare=None, on_loop=None):
        """At least so many times AsyncHTTPClient's and libcurl's rate, with at most such a part of the former's time."""
        bars = [Bar(f"{where}: ≥ {times} × AsyncHTTPClient's requests/s", "ours", "requestsPerSecond", least=times, peer="async-http")]
        if time:
            text = f"{where}: ≤ {time} of AsyncHTTPClient's processor time"
            bars.append(Bar(text, "ours", "cpuMicroseconds", most=time, peer="async-http"))
        for name, least in (("ours", bare), ("ours-on-loop", on_loop)):
            if least:
                text = f"{where}{', on the loop' if on_loop else ''}: ≥ {least} × bare libcurl's requests/s"
                bars.append(Bar(text, name, "requestsPerSecond", least=least, peer="bare"))
        return bars

    measures = []
    for in_flight in (1, 64, 1024):
        words = ("--url", url["SMALL"], "--in-flight", in_flight, "--seconds", seconds)
        contenders = peers(*words)
        if not quick:
            wrk = ["wrk", "-t1", f"-c{in_flight}", f"-d{max(1, int(seconds))}s", url["SMALL"]]
            contenders.append(Contender("wrk", wrk, read=read_wrk))
        bars = beside(f"GET, {in_flight} in flight", *{
            1: (1.5, 0.52, None, 1.0), 64: (3.0, 0.36, 1.25), 1024: (2.5, None, 1.25)}[in_flight])
        if in_flight == 64:
            bars.append(Bar("GET, 64 in flight: ≤ 0.06 context switches", "ours", "contextSwitches", most=0.06))
        measures.append(Measure(f"get-{in_flight}", f"GET of 75 bytes, {in_flight} in flight", contenders, bars))
    both = [
        Contender(f"ours at {count}", [bench, "ours", "--url", url["SMALL"], "--in-flight", count, "--seconds", seconds])
        for count in (64, 1024)
    ]
    text = "GET, 1,024 in flight: ≥ 0.9 × the requests/s at 64"
    bars = [Bar(text, "ours at 1024", "requestsPerSecond", least=0.9, peer="ours at 64")]
    measures.append(Measure("growth", "GET of 75 bytes: 1,024 in flight beside 64", both, bars))

    words = ("--url", url["LARGE"], "--requests", 3 if quick else 10, "--warm-up", 1)
    bars = beside("64 MiB answer", 2)
    bars.append(Bar("64 MiB answer: resident ≤ 64 + 40 MiB", "ours", "peakMiB", most=104))
    contenders = peers(*words, quick_ones=("ours", "async-http", "bare"), also=("urlsession",))
    measures.append(Measure("get-64-mib", "GET of 64 MiB, buffered, 1 in flight", contenders, bars))

    for in_flight in (64,) if quick else (1, 64):
        words = ("--url", url["SINK"], "--in-flight", in_flight, "--seconds", seconds, "--body-bytes", 1024)
        contenders = peers(*words, quick_ones=("ours", "async-http", "bare"), also=("ours-on-loop", "urlsession"))
        bars = beside(f"POST of 1 KiB, {in_flight} in flight", 2, 0.5)
        measures.append(Measure(f"post-1-kib-{in_flight}", f"POST of 1 KiB of JSON, {in_flight} in flight", contenders, bars))
    words = ("--url", url["SINK"], "--body-bytes", 64 * MIB, "--requests", 2 if quick else 6, "--warm-up", 1)
    contenders = peers(*words, quick_ones=("ours", "async-http", "bare"), also=("urlsession",))
    bars = beside("POST of 64 MiB", 1.1)
    measures.append(Measure("post-64-mib", "POST of 64 MiB, 1 in flight", contenders, bars))

    if url["H2"]:
        for in_flight in (1, 64):
            words = ("--url", url["H2"], "--in-flight", in_flight, "--seconds", seconds)
            bars = beside(f"TLS, {in_flight} in flight", *((1.6, None, None, 1.0) if in_flight == 1 else (3.0, 0.36, 1.6)))
            contenders = peers(*words, also=("ours-curl",))
            measures.append(Measure(f"tls-{in_flight}", f"GET of 75 bytes over TLS, {in_flight} in flight", contenders, bars))
        words = ("--url", url["H2"], "--in-flight", 64, "--seconds", seconds, "--http2")
        contenders = peers(*words, quick_ones=("ours", "async-http", "bare"), also=("ours-on-loop", "ours-curl"))
        if not quick:
            h2load = ["h2load", "-c1", "-m64", "-n", 20000, url["H2"]]
            contenders.append(Contender("h2load", h2load, read=read_h2load))
        bars = beside("HTTP/2 over TLS, 64 streams", 4.5, 0.25, 1.6)
        measures.append(Measure("h2-64", "GET of 75 bytes over HTTP/2 and TLS, 64 streams", contenders, bars))
        large = url["H2"].removesuffix("small") + "large"
        for name, title, extra in (("tls", "TLS", ()), ("h2", "HTTP/2 and TLS", ("--http2",))):
            words = ("--url", large, "--requests", 3 if quick else 10, "--warm-up", 1, *extra)
            contenders = peers(*words, quick_ones=("ours", "async-http", "bare"))
            measures.append(Measure(f"{name}-64-mib", f"GET of 64 MiB over {title}, buffered, 1 in flight", contenders, []))

    for name, address in (("slow", url["SLOW"]), ("slow-by-name", url["NAMED"])):
        if not address:
            continue
        words = ("--url", address, "--in-flight", 10_000, "--requests", 10_000, "--warm-up", 0, "--connections", 10_000)
        contenders = peers(*words, quick_ones=("ours",), also=("async-http",))
        where = "10,000 in flight" + (", by name" if name != "slow" else "")
        bars = [
            Bar(f"{where}: all complete", "ours", "answers", least=10_000),
            Bar(f"{where}: resident ≤ 120 MB", "ours", "peakMiB", most=115),
            Bar(f"{where}: at most 4 threads", "ours", "peakThreads", most=4),
        ]
        shows = ("answers", "seconds", "peakMiB", "peakThreads")
        title = "10,000 requests at once to a server that takes a second" + (", by name" if name != "slow" else "")
        measures.append(Measure(name, title, contenders, bars, shows, rounds=1 if quick else 3))

    measures += tail(url, 2 if quick else 10, bench)
    words = ("--url", url["OBJECT"], "--in-flight", 64, "--seconds", seconds)
    pair = [
        Contender("ours", [bench, "value", *words]),
        Contender("foundation", [bench, "value", "--with", "foundation", *words]),
    ]
    text = "value of 1 KiB, 64 in flight: ≥ 1.3 × the requests/s with JSONDecoder"
    bars = [Bar(text, "ours", "requestsPerSecond", least=1.3, peer="foundation")]
    measures.append(Measure("value-64", "An object of 1 KiB as a value, 64 in flight, by our decoder and Foundation's", pair, bars))

    ports, words = os.environ.get("BENCH_PORTS", ""), ("--url", url["SMALL"], "--in-flight", 64, "--seconds", seconds)
    pair = [
        Contender(name, [bench, "endpoints-load", "--ports", some, *words])
        for name, some in (("one endpoint", ports.split(",")[0]), ("three endpoints", ports))
    ]
    text = "64 in flight over three endpoints: ≥ 0.9 × the requests/s over one"
    bars = [Bar(text, "three endpoints", "requestsPerSecond", least=0.9, peer="one endpoint")]
    measures.append(Measure("endpoints-64", "GET of 75 bytes by the standard policies, 64 in flight", pair, bars))

    measures += transfers(512 if quick else 4096, bench)
    measures += in_memory(quick, bench)
    tool = root / "Samples/.build/release/resource"
    if tool.exists():
        target = url["SMALL"]

        def several(*command):
            return ["sh", "-c", 'n=0; while [ $n -lt 5 ]; do "$@" >/dev/null; n=$((n+1)); done', "sh", *command]

        contenders = [
            Contender("resource", several(tool, "send", "GET", target), read=lambda output, cpu: {}),
            Contender("curl", several("curl", "--silent", target), read=lambda output, cpu: {}),
        ]
        bars = [Bar("resource send GET: ≤ 3 × curl's wall time", "resource", "wallSeconds", most=3, peer="curl")]
        measures.append(Measure("tool", "Five times the command line tool, beside curl", contenders, bars, ("wallSeconds",)))
    if full:
        words = ("--url", url["SMALL"], "--in-flight", 64, "--requests", 1_000_000, "--warm-up", 20_000)
        bars = [Bar("1,000,000 requests: resident memory grows by less than 1 MiB", "ours", "grownMiB", most=1)]
        shows = ("requestsPerSecond", "grownMiB", "residentMiB")
        measures.append(Measure("million", "1,000,000 requests", [load("ours", *words)], bars, shows, rounds=1))
    return measures


def tail(url, seconds, bench):
    """Latencies at a fixed rate, from when a request was due."""
    shows = ("p50Microseconds", "p99Microseconds", "p999Microseconds", "p9999Microseconds", "cpuMicroseconds")
    words = ("--url", url["SMALL"], "--rate", 10_000, "--seconds", seconds, "--in-flight", 64)
    pair = [Contender(mode, [bench, mode, *words]) for mode in ("ours", "async-http")]
    bars = [
        Bar("10,000 requests/s: p50 ≤ 150 µs", "ours", "p50Microseconds", most=150),
        Bar("10,000 requests/s: p99 ≤ ½ of AsyncHTTPClient's", "ours", "p99Microseconds", most=0.5, peer="async-http"),
        Bar("10,000 requests/s: p99.9 ≤ 2 ms", "ours", "p999Microseconds", most=2000),
    ]
    rows = [Measure("tail", "GET of 75 bytes, 10,000 requests/s, whether or not those before have ended", pair, bars, shows)]
    urls = ("--url", url["SMALL"], "--large", url["LARGE"], "--slow", url["SLOW"], "--token", url["TOKEN"])
    others = {
        "body": "a body of 64 MiB", "handler": "a handler that blocks 20 ms", "cancellations": "1,000 cancellations/s",
        "token": "a token refresh a second",
    }
    contenders = [
        Contender(name, [bench, "disturbed", "--with", name, "--rate", 2000, "--seconds", seconds, *urls])
        for name in ("none", *others)
    ]
    bars = [
        Bar(f"beside {text}: p99 of others ≤ 1 ms more", name, "p99Microseconds", most=1000, peer="none", minus=True)
        for name, text in others.items()
    ]
    rows.append(Measure("disturbed", "2,000 requests/s beside what may disturb them", contenders, bars, shows))
    return rows


def transfers(mebibytes, bench):
    """Bodies that do not fit in memory, beside curl, which is told not to ask before it sends."""
    count, size = mebibytes * MIB, f"{mebibytes // 1024} GiB" if mebibytes >= 1024 else f"{mebibytes} MiB"
    source, directory, sink = (os.environ.get(f"BENCH_{name}", "") for name in ("SPARSE", "SCRATCH", "SINK"))
    source_file, target = f"{directory}/{mebibytes}", f"{directory}/download"
    source = f"{source}{mebibytes}"

    def left_by(words):
        return (target,) if target in words else ()

    def of(mode, name, *words, amount=mebibytes):
        command = [bench, mode, "--with", name, "--bytes", amount * MIB, *words]
        return Contender(name, command, mebibytes=amount, leaves=left_by(words))

    def curl(*words, name="curl", amount=mebibytes):
        command = ["curl", "--silent", "--show-error", "--fail", "--header", "Expect:", *words]
        return Contender(name, command, read=read_cpu, mebibytes=amount, leaves=left_by(words))

    def bars(title, peer="curl"):
        bars = [Bar(f"{title}: resident ≤ 40 MiB at the peak", "ours", "peakMiB", most=40)]
        if peer:
            bars.append(Bar(f"{title}: ≥ 0.9 × {peer}", "ours", "mebibytesPerSecond", least=0.9, peer=peer))
        return bars

    synced = Contender(
        "curl, then sync", ["sh", "-c", 'curl --silent --fail --output "$1" "$2" && sync "$1"', "sh", target, source],
        read=read_cpu, mebibytes=mebibytes, leaves=(target,))
    slow, shows = mebibytes // 4, ("mebibytesPerSecond", "cpuMicroseconds", "peakMiB", "peakThreads")
    slow_source = source[: -len(str(mebibytes))] + str(slow)
    up, down = ("--url", sink), ("--url", source)
    both = ("ours", "async-http")
    to_sink = curl("--upload-file", source_file, "--output", "/dev/null", sink)
    return [
        Measure(
            "transfers-up-file", f"{size} up from a file",
            [*(of("upload-file", name, *up, "--file", source_file) for name in both), to_sink],
            bars(f"{size} up from a file"), shows, rounds=3, warms=source_file),
        Measure(
            "transfers-up-stream", f"{size} up from a stream, beside curl's from a file",
            [*(of("upload-stream", name, *up) for name in both), to_sink],
            bars(f"{size} up from a stream"), shows, rounds=3, warms=source_file),
        Measure(
            "transfers-down-file", f"{size} down to a file, on the disk at the end",
            [*(of("download-file", name, *down, "--file", target) for name in both), synced, curl("--output", target, source)],
            bars(f"{size} down to a file", "curl, then sync"), shows, rounds=3, warms=source_file),
        Measure(
            "transfers-down-slow", f"{slow} MiB down to a reader that rests 2 ms after each MiB",
            [of("download-slow", name, "--url", slow_source, amount=slow) for name in both],
            bars(f"{slow} MiB down to a slow reader", None), shows, rounds=3),
    ]


def telemetry(quick, bench):
    """What logs, metrics and traces cost a call; `bench` is built with their traits."""
    count = 30_000 if quick else 200_000
    contenders = [
        Contender(label, [bench, "telemetry", "--iterations", count, "--with", name], counts_allocations=True)
        for name, label in (("none", "without"), ("unused", "on, nothing bootstrapped"), ("memory", "in memory"))
    ]

    def bar(contender, value, most, text):
        return Bar(text, contender, value, most=most, peer="without", minus=True)

    unused, kept = "on, nothing bootstrapped", "in memory"
    return Measure(
        "telemetry", "A call with logs, metrics and traces on", contenders,
        [
            bar(unused, "cpuMicroseconds", 0.5, "traits on, nothing bootstrapped: ≤ 0.5 µs more"),
            bar(unused, "allocations", 2, "traits on, nothing bootstrapped: ≤ 2 allocations more"),
            bar(kept, "cpuMicroseconds", 5, "tracer and metrics in memory: ≤ 5 µs more"),
        ],
        ("microseconds", "cpuMicroseconds", "allocations"), in_process=True)


def in_memory(quick, bench):
    def with_(name, mode, count, allocations=False, label=None):
        command = [bench, mode, "--iterations", count, *(("--with", name) if name else ())]
        return Contender(label or name, command, counts_allocations=allocations)

    def against_foundation(mode, title, count, bar):
        pair = [with_("ours", mode, count), with_("foundation", mode, count)]
        return Measure(mode, title, pair, [bar], ("microseconds", "cpuMicroseconds", "peakMiB"))

    few, many = (5, 30_000) if quick else (20, 200_000)
    shows = ("microseconds", "cpuMicroseconds", "allocations")
    pipeline = [with_("transport", "pipeline", many, True), with_("", "pipeline", many, True, label="client")]
    above = {"contender": "client", "peer": "transport", "minus": True}

    def cost(name, mode, title, text, most, allocations=None):
        """What something costs beside a client without it."""
        pair = [with_("none", mode, many, True, label="without"), with_("", mode, many, True, label="with it")]
        above = {"contender": "with it", "peer": "without", "minus": True}
        bars = [Bar(f"{text}: ≤ {most} µs more", value="cpuMicroseconds", most=most, **above)]
        if allocations:
            bars.append(Bar(f"{text}: ≤ {allocations} allocations more", value="allocations", most=allocations, **above))
        return Measure(name, title, pair, bars, shows)

    def choice(count, most):
        kinds = ("leastRequest", "random", "roundRobin", "peakEWMA")
        one = Contender("one", [bench, "endpoints", "--iterations", many, "--endpoints", 1], counts_allocations=True)
        of = [
            Contender(kind, [bench, "endpoints", "--iterations", many, "--endpoints", count, "--with", kind], True)
            for kind in kinds
        ]
        bars = [
            Bar(f"{kind} among {count:,} endpoints: ≤ {most * 1000:.0f} ns more than one endpoint",
                kind, "cpuMicroseconds", most=most, peer="one", minus=True) for kind in kinds
        ]
        return Measure(f"endpoint-choice-{count}", f"A call of a service with {count:,} endpoints", [one, *of], bars, shows)

    def coding(document, title, least):
        words = ("coding", "--iterations", few, "--document", document)
        pair = [Contender(name, [bench, *words, "--with", name]) for name in ("ours", "foundation")]
        # Counting costs time, and more of it where more is allocated.
        counted = [dataclasses.replace(each, name=f"{each.name}, counted", counts_allocations=True) for each in pair]
        bars = [Bar(f"{title}: ≥ {least} × Foundation's speed", "foundation", "cpuMicroseconds", least=least, peer="ours")]
        if not document.startswith("encode"):
            text = f"{title}: allocates no more than texts, arrays, an object each, and 4"
            bars.append(Bar(text, "ours, counted", "allocationsBeyond", most=0))
            text = f"{title}: holds ≤ 0.7 of what Foundation's holds"
            bars.append(Bar(text, "ours, counted", "heldKiB", most=0.7, peer="foundation, counted"))
        shows = ("cpuMicroseconds", "allocations", "heldKiB")
        return Measure(f"coding-{document}", f"{title}, beside Foundation's coder", [*pair, *counted], bars, shows)

    hit = [with_(name, "cache-hit", many, True, label=label) for name, label in (("none", "without"), ("", "hit"))]
    rows = [
        Measure(
            "cache-hit-1k", "An answer of 1 KiB from a cache in memory, and the same client without a cache", hit,
            [Bar("cache hit of 1 KiB: ≤ 2 µs through the client", "hit", "cpuMicroseconds", most=2)], shows),
        cost("cache-miss", "cache-miss", "An answer of 1 KiB that the cache does not have, and stores", "cache miss", 2),
        cost("policies-standard", "policies", "The standard policies with three endpoints", "standard policies", 1.5, 6),
        choice(100, 0.3),
        choice(1000, 0.5),
        coding("flat", "Decoding flat objects", 5),
        coding("shuffled", "Decoding shuffled members", 4.5),
        coding("nested", "Decoding nested objects", 3.8),
        coding("doubles", "Decoding doubles", 7),
        coding("tenth", "Decoding a tenth of the members", 6),
        coding("dictionary", "Decoding a dictionary", 5),
        coding("small", "Decoding 200 bytes", 4.5),
        coding("encode-flat", "Encoding flat objects", 3),
        coding("encode-nested", "Encoding nested objects", 3),
        coding("encode-doubles", "Encoding doubles", 3),
        coding("encode-dictionary", "Encoding a dictionary", 3),
        Measure(
            "router", "Routing among 1,000 services", [with_("", "router", many, True, label="router")],
            [Bar("router: ≤ 2 µs a request", "router", "cpuMicroseconds", most=2)], shows),
        Measure(
            "pipeline", "The client over a transport that answers at once, and that transport alone", pipeline,
            [
                Bar("pipeline: ≤ 0.89 µs above the transport", value="cpuMicroseconds", most=0.89, **above),
                Bar("pipeline: ≤ 2 allocations above the transport", value="allocations", most=2, **above),
            ], shows),
        Measure(
            "reload-document", "A document of 1,000 services, read, checked and taken",
            [with_("", "reload-document", few, label="reload")],
            [Bar("reload of 1,000 services: ≤ 50 ms", "reload", "microseconds", most=50_000)], shows),
        Measure(
            "reload-calls", "Calls while the configuration changes, and while it does not",
            [with_(name, "reload-calls", 500 if quick else 10_000, label=label) for name, label in (("none", "still"), ("", "changing"))],
            [
                Bar("calls during reloads: p99 within 10 %", "changing", "p99Microseconds", most=1.1, peer="still"),
                Bar("calls during reloads: none fails", "changing", "failures", most=0),
                Bar("10,000 reloads: ≤ 4 MiB grown", "changing", "grownMiB", most=4),
            ], ("p99Microseconds", "microseconds", "failures", "grownMiB")),
        Measure(
            "wake-up", "Two threads that wake one another over eventfd, there and back",
            [with_("", "wake-up", many // 10, label="wake-up")], [], ("microseconds", "cpuMicroseconds", "contextSwitches")),
        against_foundation(
            "json-read", "JSON text of 1 MB into values, beside JSONSerialization", few,
            Bar("JSON text of 1 MB, read: ≤ ½ of JSONSerialization's time", "ours", "cpuMicroseconds", most=0.5, peer="foundation")),
        against_foundation(
            "json-write", "JSON text of 1 MB from values, beside JSONSerialization", max(3, few // 4),
            Bar("JSON text of 1 MB, written: ≤ ½ of JSONSerialization's time", "ours", "cpuMicroseconds", most=0.5, peer="foundation")),
        against_foundation(
            "decode", "Decodable of 1 MB through the client, beside JSONDecoder alone", few,
            Bar("Decodable: no slower than JSONDecoder (5 % for the measure)", "ours", "cpuMicroseconds", most=1.05, peer="foundation")),
    ]
    if not quick:
        rows += disk_cache(bench)
    return [dataclasses.replace(row, in_process=True) for row in rows]


def disk_cache(bench):
    index = Contender("scan", [bench, "cache-index", "--files", 100_000, "--iterations", 1])
    # Two processes at once on one directory; the first to find a wrong body ends both rows with an error.
    two = 'd=$(mktemp -d) && { "$0" "$@" "$d" & "$0" "$@" "$d" >/dev/null && wait $!; s=$?; rm -r "$d"; exit $s; }'
    shared = Contender(
        "two processes", ["sh", "-c", two, bench, "cache-shared", "--iterations", 100_000, "--directory"])
    return [
        Measure(
            "cache-index", "A scan of a disk cache of 100,000 files", [index],
            [Bar("scan of 100,000 files: < 1 s", "scan", "seconds", most=1)], ("seconds", "peakMiB"), rounds=1),
        Measure(
            "cache-shared", "Two processes that share a disk cache, 100,000 requests each, every body checked", [shared],
            [Bar("two processes: no wrong body", "two processes", "iterations", least=100_000)],
            ("iterations", "seconds", "cpuMicroseconds"), rounds=1),
    ]
