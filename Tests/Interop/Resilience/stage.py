# Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.
"""What a scene over real sockets needs: ports, processes that end with it, the calls, and the servers' records."""

import contextlib
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
# Finds nginx and HAProxy even if sbin is not in PATH.
os.environ["PATH"] += os.pathsep + "/usr/sbin"
# An nginx started by root reads a private directory only if its workers run as root.
USER = "user root;" if os.geteuid() == 0 else ""


def built(package, product, *options):
    """Builds a program, with paths relative to the root; returns its path."""
    build = ["swift", "build", "--package-path", package, *options]
    if "--skip-build" not in sys.argv:
        with subprocess.Popen([*build, "--product", product], cwd=ROOT, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT) as made:
            subprocess.run([str(ROOT / "Tests/terse")], stdin=made.stdout, stdout=sys.stderr, check=False)
        if made.returncode:
            sys.exit(f"{product} does not build")
    scratch = options[1] if options else f"{package}/.build"
    return str(ROOT / scratch / "debug" / product)


def incident_program():
    """The program that makes the calls, in the root's build folder, as Tests/Interop/run builds it."""
    return built("Tests/Interop", "incident", "--scratch-path", ".build")


def free_ports(count):
    with contextlib.ExitStack() as stack:
        held = [stack.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(count)]
        return [each.getsockname()[1] for each in held]


def quantile(values, share):
    """The smallest value that this share of the values does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, max(0, -(-int(share * len(ordered) * 1000) // 1000) - 1))] if ordered else None


class Stage:
    """The directory and the processes of one scene."""

    def __enter__(self):
        self.directory = pathlib.Path(tempfile.mkdtemp())
        self.processes = []
        return self

    def __exit__(self, *error):
        for process in reversed(self.processes):
            self.end(process)
        shutil.rmtree(self.directory, ignore_errors=True)

    def write(self, name, content):
        path = self.directory / name
        path.write_text(content if isinstance(content, str) else json.dumps(content, indent=1), encoding="utf-8")
        return str(path)

    def start(self, *command, name):
        with open(self.directory / f"{name}.out", "w", encoding="utf-8") as out:
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=out, start_new_session=True)
        process.called = name
        self.processes.append(process)
        return process

    def end(self, process, number=signal.SIGTERM):
        """Ends a process and waits for it."""
        if process in self.processes:
            self.processes.remove(process)
        if process.poll() is None:
            process.send_signal(number)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def await_port(self, process, port):
        for _ in range(200):
            if process.poll() is not None:
                break
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                return
            time.sleep(0.05)
        sys.exit(f"{process.called} does not listen:\n{(self.directory / (process.called + '.out')).read_text()}")

    def nginx(self, name, servers, http=""):
        """Starts an nginx with these server blocks, in the foreground."""
        (self.directory / f"{name}-tmp").mkdir(exist_ok=True)
        kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        path = self.write(
            f"{name}.conf",
            f"daemon off; pid {self.directory}/{name}.pid; error_log {self.directory}/{name}.error; worker_processes 1;\n"
            f"{USER}\nevents {{ worker_connections 4096; }}\nhttp {{\n"
            + "".join(f"  {kind}_temp_path {self.directory}/{name}-tmp;\n" for kind in kinds)
            + "  log_format arrival '$msec $server_port $request_method $uri $status';\n"
            + f"  access_log {self.directory}/{name}.log arrival;\n  {http}\n{servers}\n}}\n",
        )
        return self.start("nginx", "-p", str(self.directory), "-e", f"{self.directory}/{name}.error", "-c", path, name=name)

    def scripted(self, incident, begin, seed=1):
        """Starts the servers of an incident; returns a function that ends them and returns what arrived."""
        path = self.write("servers.json", incident)
        log = self.directory / "arrivals.json"
        process = self.start(sys.executable, str(HERE / "scripted.py"), path, repr(begin), str(log), str(seed),
                             name="scripted")
        for _ in range(200):
            if "listening" in (self.directory / "scripted.out").read_text():
                break
            if process.poll() is not None:
                sys.exit((self.directory / "scripted.out").read_text())
            time.sleep(0.05)

        def arrivals():
            self.end(process)
            return [each for each in json.loads(log.read_text()) if each["target"].startswith("/items/")]

        return arrivals

    def calls(self, program, configuration, incident, begin, seed=1):
        """Makes the calls of an incident; returns a dictionary for each call, and the client's status at the end."""
        paths = self.write("configuration.json", configuration), self.write("incident.json", incident)
        made = subprocess.run([program, *paths, repr(begin), str(seed)], capture_output=True, text=True, timeout=600)
        if made.returncode:
            sys.exit(f"incident: {made.stderr}")
        lines = [json.loads(line) for line in made.stdout.splitlines()]
        return lines[:-1], lines[-1]
