# Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.
"""The resilience scenes that run over real sockets: documents for the client, the servers and the proxies."""

import json

GIVEN_UP = {"outliers": "none", "balance": "roundRobin"}


def url(port):
    return f"http://127.0.0.1:{port}"


def configuration(policies, groups, total="5s"):
    """A service with these policies and groups of ports by priority; a single port becomes its base URL."""
    ports = [(port, priority) for priority, group in enumerate(groups) for port in group]
    service = {"service": "orders", "baseUrl": url(ports[0][0]), "timeouts": {"total": total}}
    if len(ports) > 1:
        service["endpoints"] = [{"url": url(port), "priority": priority} for port, priority in ports]
        service.update(policies)
    else:
        service.update({key: value for key, value in policies.items() if key not in ("outliers", "balance")})
    return {"backendServices": [service]}


def incident(ports, rate, duration, time, events=None, workers=10, clients=1, calls=None, load=None):
    """An incident whose servers listen at these ports; the key of events is a server's index."""
    return {
        "duration": f"{duration}s", "clients": clients,
        "load": load or [{"perSecond": rate}],
        "calls": calls or [{"service": "orders", "target": "items/{id}"}],
        "servers": [
            {"endpoint": url(port), "workers": workers, "time": time,
             **({"events": events[index]} if events and index in events else {})}
            for index, port in enumerate(ports)
        ],
    }


class FailsAtOnce:
    """S3: one of ten servers responds 503 at once for ten seconds."""

    name, size, total = "S3", 10, "5s"
    policies = {"outliers": {"ejectFor": "5s"}}
    time = {"mean": "10ms"}

    @classmethod
    def incident(cls, ports):
        fails = {"from": "5s", "to": "15s", "fail": {"share": 1, "status": 503, "after": "0ms"}}
        return incident(ports, 200, 30, cls.time, {3: [fails]})

    envoy = {
        "route": {"timeout": "5s"},
        "cluster": {"outlier_detection": {"consecutive_5xx": 5, "interval": "1s", "base_ejection_time": "5s",
                                          "max_ejection_percent": 50}},
    }
    haproxy = {"retry": "  retries 0", "server": "check inter 1s fall 3 rise 5 observe layer7 error-limit 5 on-error mark-down"}

    @staticmethod
    def measure(run):
        bad = [each for each in run.arrivals if each["server"] == 3]
        back = [each["t"] for each in bad if each["t"] > 15 and each["outcome"] == 200]
        return {"share": len(bad) / len(run.arrivals), "note": f"back {min(back) - 15:.1f} s after healing" if back else "never back"}


class SlowOne:
    """S4: one of ten servers is ten times slower."""

    name, size, total = "S4", 10, "10s"
    policies = {"balance": "leastRequest"}

    @staticmethod
    def incident(ports):
        slow = {"from": "0s", "to": "1000s", "slow": 10}
        return incident(ports, 120, 40, {"mean": "100ms"}, {3: [slow]}, workers=2)

    @staticmethod
    def measure(run):
        return {"share": sum(each["server"] == 3 for each in run.arrivals) / len(run.arrivals), "note": ""}


class TooMany:
    """S7: 429 tells a hundred clients to come back after two seconds."""

    name, size, total = "S7", 1, "20s"
    policies = {"retry": 3}

    @staticmethod
    def incident(ports):
        fails = {"from": "0s", "to": "1s", "fail": {"share": 1, "status": 429, "retryAfter": "2s", "after": "5ms"}}
        load = [{"at": "0s", "perSecond": 100}, {"at": "1s", "perSecond": 0}]
        return incident(ports, 0, 6, "5ms", {0: [fails]}, workers=1000, clients=100, load=load)

    envoy = {"route": {"timeout": "20s", "retry_policy": {
        "retry_on": "retriable-status-codes", "retriable_status_codes": [429], "num_retries": 2,
        "retry_back_off": {"base_interval": "0.05s", "max_interval": "2s"},
        "rate_limited_retry_back_off": {"reset_headers": [{"name": "Retry-After", "format": "SECONDS"}],
                                        "max_interval": "12s"}}}}
    # HAProxy can neither retry 429 nor read Retry-After.
    haproxy = {"retry": "  retries 2\n  retry-on 503", "server": ""}

    @staticmethod
    def measure(run):
        first, gaps, again, twice = {}, [], [], 0
        for each in run.arrivals:
            if each["target"] not in first:
                first[each["target"]] = each["t"]
                continue
            gaps.append(each["t"] - first[each["target"]])
            again.append(each["t"])
            twice += each["outcome"] == 429
        if not gaps:
            return {"share": None, "note": "nobody came back"}
        return {"share": None, "note": f"came back {min(gaps):.2f} s to {max(gaps):.2f} s later, over "
                                       f"{max(again) - min(again):.1f} s; {twice} told again"}


class Deadline:
    """S9: a deadline of a second, three attempts, and a server that takes 600 ms to fail."""

    name, size, total = "S9", 1, "1s"
    policies = {"retry": {"attempts": 3, "backoff": {"base": "1ms", "max": "1ms"}},
                "deadline": {"send": "X-Request-Timeout-Ms"}}

    @staticmethod
    def incident(ports):
        fails = {"from": "0s", "to": "20s", "fail": {"share": 1, "status": 503}}
        return incident(ports, 8, 10, "600ms", {0: [fails]}, workers=1000)

    envoy = {"route": {"timeout": "1s", "retry_policy": {
        "retry_on": "retriable-status-codes", "retriable_status_codes": [503], "num_retries": 2,
        "retry_back_off": {"base_interval": "0.001s", "max_interval": "0.001s"}}}}
    haproxy = {"retry": "  retries 2\n  retry-on 503", "server": "", "total": "1s"}

    @staticmethod
    def measure(run):
        seen, told = set(), {1: [], 2: []}
        for each in run.arrivals:
            number = 2 if each["target"] in seen else 1
            seen.add(each["target"])
            fields = each["headers"]
            value = fields.get("x-request-timeout-ms") or fields.get("x-envoy-expected-rq-timeout-ms")
            if value:
                told[number].append(int(value))
        note = "told nothing" if not told[1] else f"told ≤ {max(told[1])} ms, then ≤ {max(told[2], default=0)} ms"
        ends = sorted(run.ended)
        return {"share": None, "note": f"{note}; answered after {ends[len(ends) // 2]:.0f} ms"}


class Restart:
    """S11: three nginx are stopped and restarted, one after another; half of the calls are POST."""

    name, size, total = "S11", 3, "5s"
    policies = {"resilience": "standard", "retryBudget": {"tokens": 100}}
    # When each nginx is down: from, to.
    gone = [(3, 6), (10, 13), (17, 20)]

    @staticmethod
    def incident(ports):
        calls = [{"service": "orders", "target": "items/{id}"}, {"service": "orders", "method": "POST", "target": "items/{id}"}]
        return incident(ports, 150, 26, {"mean": "150ms"}, workers=50, calls=calls)

    envoy = {
        "route": {"timeout": "5s", "retry_policy": {
            "retry_on": "connect-failure,refused-stream,reset,gateway-error", "num_retries": 2,
            "retry_back_off": {"base_interval": "0.05s", "max_interval": "2s"},
            "retry_host_predicate": [{"name": "envoy.retry_host_predicates.previous_hosts", "typed_config": {
                "@type": "type.googleapis.com/envoy.extensions.retry.host.previous_hosts.v3.PreviousHostsPredicate"}}],
            "host_selection_retry_max_attempts": 5}},
        "post": {"timeout": "5s", "retry_policy": {"retry_on": "connect-failure,refused-stream", "num_retries": 2}},
        "cluster": {"outlier_detection": {"consecutive_5xx": 5, "interval": "1s", "base_ejection_time": "5s",
                                          "max_ejection_percent": 50}},
    }
    haproxy = {"retry": "  retries 2\n  retry-on conn-failure empty-response response-timeout 502 503 504",
               "server": "check inter 1s fall 3 rise 1 observe layer4 error-limit 5 on-error mark-down"}

    @staticmethod
    def measure(run):
        twice = len(run.arrivals) - len({each["target"] for each in run.arrivals if each["method"] == "POST"}) \
            - sum(each["method"] == "GET" for each in run.arrivals)
        failed = {method: sum(not each["well"] for each in run.calls if each["method"] == method) for method in ("GET", "POST")}
        return {"share": None, "note": f"GET failed {failed['GET']}, POST failed {failed['POST']}, POST twice {twice}"}


def restarting_nginx(number, port, behind):
    """The server blocks of an nginx in front of a scripted server."""
    return f"""server {{ listen 127.0.0.1:{port};
  location = /healthz {{ access_log off; return 200; }}
  location / {{ proxy_pass http://127.0.0.1:{behind}; proxy_next_upstream off; proxy_http_version 1.1; }} }}"""


class Priorities:
    """S6: two priorities of a hundred endpoints each, of which some are healthy, as found by health checks."""

    name, total, seconds = "S6", "5s", 12
    rows = [((72, 100), 100), ((50, 100), 70), ((25, 100), 35), ((25, 25), 50), ((5, 65), 7.14)]
    policies = {"health": {"path": "/healthz", "interval": "2s", "unhealthy": 1, "healthy": 1}}
    check = {"timeout": "1s", "interval": "2s", "no_traffic_interval": "2s", "unhealthy_threshold": 1,
             "healthy_threshold": 1, "http_health_check": {"path": "/healthz"}}
    haproxy = {"retry": "  retries 0", "server": "check inter 2s fall 1 rise 1"}

    @staticmethod
    def nginx(groups, up):
        down = [port for group, count in zip(groups, up) for port in group[count:]]
        marks = "".join(f"    {port} 1;\n" for port in down)
        listens = "".join(f"  listen 127.0.0.1:{port};\n" for group in groups for port in group)
        return (f"""server {{\n{listens}
  location = /healthz {{ access_log off; if ($ailing) {{ return 503; }} return 200; }}
  location / {{ return 200 "ok\\n"; }} }}""", f"map_hash_max_size 4096;\n  map $server_port $ailing {{ default 0;\n{marks}  }}")


def copied(document):
    return json.loads(json.dumps(document))
