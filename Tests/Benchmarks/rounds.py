#!/usr/bin/env python3
# Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.
#
# Runs the contenders of every measure in turn, A B C A B C …, each in a process of its own that is pinned to one core,
# and hands what they say to table.py. Called by Tests/benchmark, within Tests/Benchmarks/servers.
import argparse
import json
import os
import pathlib
import platform
import re
import resource
import subprocess
import sys
import threading
import time

import measures
import table

HERE = pathlib.Path(__file__).resolve().parent
BENCH = HERE / ".build/release/bench"
# With the trait Telemetry, which has packages of its own.
TELEMETRY_BENCH = HERE / ".build-telemetry/release/bench"
COUNTER = HERE / ".build/allocations.so"


def watch(process, peak):
    """The most threads and memory the process had, seen from outside: what it says of itself is not all there is."""
    while process.poll() is None:
        try:
            peak["threads"] = max(peak["threads"], len(os.listdir(f"/proc/{process.pid}/task")))
            memory = re.search(r"VmHWM:\s*(\d+)", pathlib.Path(f"/proc/{process.pid}/status").read_text())
            peak["MiB"] = max(peak["MiB"], int(memory[1]) / 1024 if memory else 0)
        except OSError:
            return
        time.sleep(0.05)


def run_once(contender):
    """One run: what the process printed, and what the kernel says of it."""
    environment = dict(os.environ)
    if contender.counts_allocations:
        environment["LD_PRELOAD"] = str(COUNTER)
    core = os.environ.get("BENCH_CLIENT_CORE", str(max(os.sched_getaffinity(0))))
    command = ["taskset", "--cpu-list", core, *map(str, contender.command)]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
    peak = {"threads": 0, "MiB": 0}
    watcher = threading.Thread(target=watch, args=(process, peak))
    watcher.start()
    output, errors = process.communicate()
    wall = time.perf_counter() - start
    watcher.join()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if process.returncode != 0:
        return {"error": f"exit {process.returncode}: {errors.strip()[:200]}"}
    sample = contender.read(output, cpu)
    sample["wallSeconds"] = wall
    sample["peakThreads"] = max(peak["threads"], sample.get("threads", 0))
    if contender.mebibytes:
        sample["mebibytesPerSecond"] = contender.mebibytes / wall
        sample.setdefault("peakMiB", peak["MiB"])
    for path in contender.leaves:
        pathlib.Path(path).unlink(missing_ok=True)
    if contender.leaves:
        # What one has left to be written is not the next one's burden.
        os.sync()
    if sample.get("failures"):
        sample["error"] = f"{sample['failures']} failed: {sample.get('firstFailure', '')}"[:200]
    return sample


def run(measure, rounds):
    """Every contender once in each round, so that whatever the machine does meanwhile, it does to all."""
    samples = {contender.name: [] for contender in measure.contenders}
    given_up = set()
    if measure.warms:
        subprocess.run(["cat", measure.warms], stdout=subprocess.DEVNULL, check=True)
    if measure.contenders[0].leaves:
        # A virtual machine gives memory slowly to the first who fills it: to none of those who are measured.
        run_once(measure.contenders[0])
    for _ in range(measure.rounds or rounds):
        for contender in measure.contenders:
            if contender.name in given_up:
                continue
            sample = run_once(contender)
            samples[contender.name].append(sample)
            if "error" in sample:
                print(f"  {measure.name}, {contender.name}: {sample['error']}", file=sys.stderr)
                given_up.add(contender.name)
    return samples


def version_of(*command):
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return "not here"
    return next(iter((done.stdout + done.stderr).strip().splitlines()), "")


def machine():
    processor = re.search(r"model name\s*:\s*(.*)", pathlib.Path("/proc/cpuinfo").read_text())
    memory = int(re.search(r"MemTotal:\s*(\d+)", pathlib.Path("/proc/meminfo").read_text())[1])
    return {
        "processor": processor[1] if processor else platform.machine(),
        "cores": len(os.sched_getaffinity(0)),
        "memoryGiB": round(memory / 2**20),
        "kernel": platform.release(),
        "swift": version_of("swift", "--version"),
        "libcurl": version_of("curl", "--version"),
        "nginx": version_of("/usr/sbin/nginx", "-v"),
        "asyncHTTPClient": "1.37.0",
        "revision": version_of("git", "-C", str(HERE), "describe", "--always", "--dirty"),
    }


def main():
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--in-process", action="store_true")
    parser.add_argument("--telemetry", action="store_true")
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--rounds", type=int)
    parser.add_argument("--json", type=pathlib.Path, default=HERE / ".build/benchmark.json")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--compare", nargs=2, type=pathlib.Path)
    options = parser.parse_args()
    if options.compare:
        print(table.comparison(*(json.loads(path.read_text()) for path in options.compare)))
        return
    extent = "quick" if options.quick else "full" if options.full else "usual"
    chosen = [
        measure
        for measure in measures.all_of(extent, BENCH, HERE.parent.parent)
        if not options.only or any(measure.name.startswith(name) for name in options.only)
        if measure.in_process or not options.in_process
    ]
    if options.telemetry:
        chosen = [measures.telemetry(options.quick, TELEMETRY_BENCH)]
    if options.list:
        print("\n".join(f"{measure.name:26}{measure.title}" for measure in chosen))
        return
    rounds = options.rounds or (7 if options.full else 5)
    result = {
        "extent": extent, "machine": machine(), "started": time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime()),
        "loadBefore": os.getloadavg(), "measures": {},
    }
    for measure in chosen:
        print(f"{measure.name}: {measure.title}", file=sys.stderr, flush=True)
        result["measures"][measure.name] = {"title": measure.title, "samples": run(measure, rounds)}
    result["loadAfter"] = os.getloadavg()
    options.json.parent.mkdir(parents=True, exist_ok=True)
    options.json.write_text(json.dumps(result, indent=1) + "\n")
    print(table.report(result, chosen))
    print(f"\nSamples: {options.json}")


if __name__ == "__main__":
    main()
