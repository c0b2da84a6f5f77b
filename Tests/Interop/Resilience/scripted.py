#!/usr/bin/env python3
# Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.
"""The servers of an incident over real sockets: workers, a queue, times and events as in a simulation.

usage: scripted.py INCIDENT BEGIN LOG [SEED]

Each server of the document listens at its endpoint, http://127.0.0.1:PORT. The times of events are relative to BEGIN,
in seconds since 1970. At SIGTERM the requests are written to LOG, a JSON array with an entry for each: t, server,
method, target, headers, outcome. A call whose caller has left stays in the queue and is processed, as in the
simulation.
"""

import asyncio
import collections
import json
import math
import random
import re
import signal
import sys
import time

UNITS = {"ms": 1e-3, "s": 1.0, "m": 60.0, "h": 3600.0}
KEPT = ("x-request-timeout-ms", "x-envoy-expected-rq-timeout-ms", "x-envoy-attempt-count", "x-attempt", "idempotency-key")


def seconds(text):
    """Converts a time of a document to seconds."""
    number, unit = re.fullmatch(r"([\d.]+)(ms|s|m|h)", text).groups()
    return float(number) * UNITS[unit]


def drawn(spec, chance):
    """Draws how long a call takes, by the document's `time`."""
    if isinstance(spec, str):
        return seconds(spec)
    if "mean" in spec:
        taken = chance.expovariate(1 / seconds(spec["mean"]))
    else:
        median = seconds(spec["median"])
        taken = median * math.exp(chance.gauss(0, 1) * math.log(seconds(spec["p99"]) / median) / 2.3263478740408408)
    strays = spec.get("strays")
    if strays and chance.random() < strays["share"]:
        taken += seconds(strays["time"])
    return taken


class Event:
    def __init__(self, spec):
        self.spec = spec
        self.begin = seconds(spec.get("from", "0s"))
        self.end = seconds(spec["to"]) if "to" in spec else math.inf

    def covers(self, now):
        return self.begin <= now < self.end

    def __getitem__(self, key):
        return self.spec.get(key)


class Server:
    def __init__(self, number, spec, begin, log, seed):
        self.number, self.begin, self.log = number, begin, log
        self.port = int(spec["endpoint"].rstrip("/").rpartition(":")[2])
        self.workers, self.limit, self.time = spec.get("workers", 10), spec.get("queue"), spec["time"]
        self.events = [Event(event) for event in spec.get("events", [])]
        self.chance = random.Random(f"{seed} {number}")
        self.queue, self.busy = collections.deque(), 0
        self.windows = {}
        self.connections = set()
        self.listener = None

    @property
    def now(self):
        return time.time() - self.begin

    async def open(self):
        loop = asyncio.get_running_loop()
        if not any(event["refuse"] and event.covers(self.now) for event in self.events):
            await self.listen()
        for event in self.events:
            if event["refuse"]:
                loop.call_later(max(0, event.begin - self.now), self.refuse)
                if event.end < math.inf:
                    loop.call_later(event.end - self.now, lambda: asyncio.ensure_future(self.listen()))
            elif event["workers"] is not None:
                for moment in (event.begin, event.end):
                    if moment < math.inf:
                        loop.call_later(max(0, moment - self.now), self.work)

    async def listen(self):
        loop = asyncio.get_running_loop()
        self.listener = await loop.create_server(lambda: Connection(self), "127.0.0.1", self.port, backlog=1024)

    def refuse(self):
        if self.listener:
            self.listener.close()
            self.listener = None
        for connection in list(self.connections):
            connection.leave()

    def arrive(self, answer):
        """Accepts a call, deciding in the order of a simulated server; gives `answer` an outcome, now or later."""
        now = self.now
        taken, chance = drawn(self.time, self.chance), self.chance.random()
        outcome = (200, None)
        for index, event in enumerate(self.events):
            if not event.covers(now):
                continue
            fail, limit = event["fail"], event["limit"]
            if fail and chance < fail.get("share", 1):
                wait = fail.get("retryAfter")
                outcome = ("reset" if fail.get("reset") else fail["status"], wait and math.ceil(seconds(wait)))
                if "after" in fail:
                    asyncio.get_running_loop().call_later(seconds(fail["after"]), answer, outcome)
                    return outcome
            elif limit and not self.admits(index, limit, now):
                wait = limit.get("retryAfter")
                answer(outcome := (429, wait and math.ceil(seconds(wait))))
                return outcome
        if self.limit is not None and self.busy >= self.working(now) and len(self.queue) >= self.limit:
            answer(outcome := (503, None))
            return outcome
        self.queue.append((taken, outcome, answer))
        self.work()
        return outcome

    def admits(self, index, limit, now):
        window = int(now / seconds(limit["per"]))
        last, count = self.windows.get(index, (window, 0))
        count = count if last == window else 0
        self.windows[index] = (window, count + 1 if count < limit["requests"] else count)
        return count < limit["requests"]

    def working(self, now):
        workers = self.workers
        for event in self.events:
            if event["workers"] is not None and event.covers(now):
                workers = event["workers"]
        return workers

    def work(self):
        while self.queue and self.busy < self.working(self.now):
            taken, outcome, answer = self.queue.popleft()
            self.busy += 1
            now = self.now
            asyncio.get_running_loop().call_later(self.finish(taken, now) - now, self.done, outcome, answer)

    def finish(self, work, now):
        """When this much work ends that begins now, considering events that slow it down or stall it."""
        changes = sorted({edge for event in self.events for edge in (event.begin, event.end) if edge > now})
        for edge in [*changes, math.inf]:
            factor = 1.0
            for event in self.events:
                if event.covers(now):
                    factor = math.inf if event["stall"] else factor * (event["slow"] or 1)
            if now + work * factor <= edge:
                return now + work * factor
            work -= (edge - now) / factor
            now = edge
        return now

    def done(self, outcome, answer):
        self.busy -= 1
        answer(outcome)
        self.work()


class Connection(asyncio.Protocol):
    def __init__(self, server):
        self.server, self.data, self.awaited, self.leaving = server, b"", False, False

    def connection_made(self, transport):
        self.transport = transport
        self.server.connections.add(self)

    def connection_lost(self, error):
        self.server.connections.discard(self)

    def leave(self):
        self.leaving = True
        if not self.awaited:
            self.transport.abort()

    def data_received(self, data):
        self.data += data
        head, end, rest = self.data.partition(b"\r\n\r\n")
        if not end or self.awaited:
            return
        first, *lines = head.decode("latin-1").split("\r\n")
        fields = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        length = int(fields.get("content-length", 0))
        if len(rest) < length:
            return
        self.data, self.awaited = rest[length:], True
        method, target, _ = first.split(" ")
        entry = {"t": self.server.now, "server": self.server.number, "method": method, "target": target,
                 "headers": {name: fields[name] for name in KEPT if name in fields}}
        self.server.log.append(entry)
        entry["outcome"] = self.server.arrive(self.answer)[0]

    def answer(self, outcome):
        status, wait = outcome
        self.awaited = False
        if status == "reset":
            self.transport.abort()
        elif not self.transport.is_closing():
            fields = f"Retry-After: {wait}\r\n" if wait is not None else ""
            self.transport.write(f"HTTP/1.1 {status} -\r\nContent-Length: 3\r\n{fields}\r\nok\n".encode())
            if self.leaving:
                self.transport.close()
            elif self.data:
                self.data_received(b"")


async def main():
    document, begin, path, *seed = sys.argv[1:]
    with open(document, encoding="utf-8") as file:
        specs = json.load(file)["servers"]
    log = []
    for number, spec in enumerate(specs):
        await Server(number, spec, float(begin), log, seed[0] if seed else "1").open()
    ended = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, ended.set)
    print("listening", flush=True)
    await ended.wait()
    with open(path, "w", encoding="utf-8") as file:
        json.dump(log, file)


asyncio.run(main())
