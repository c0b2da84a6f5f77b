# Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.
#
# Four services before one backend: each for itself, with shared state, and through a proxy. Called by run, with the folder of
# the built programs.
import contextlib
import http.client
import http.server
import json
import os
import pathlib
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

INSTANCES, THREADS, SECONDS = 4, 8, 4
HERE = pathlib.Path(__file__).parent
TOKEN_KEY = secrets.token_hex(32)


class Backend(http.server.BaseHTTPRequestHandler):
    """Tokens, people, who may be stored, and jokes, which may not; it counts what reaches it."""

    protocol_version = "HTTP/1.1"
    lock = threading.Lock()
    tokens = people = jokes = at_once = most_at_once = 0
    delay = 0.02

    def do_GET(self):
        is_joke = self.path.startswith("/jokes")
        with Backend.lock:
            if is_joke:
                Backend.jokes += 1
                Backend.at_once += 1
                Backend.most_at_once = max(Backend.most_at_once, Backend.at_once)
            else:
                Backend.people += 1
        if is_joke:
            time.sleep(Backend.delay)
            with Backend.lock:
                Backend.at_once -= 1
        self.answer({"value": {"joke": "An instance walks into a fleet."}}, "no-store" if is_joke else "public, max-age=60")

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        with Backend.lock:
            Backend.tokens += 1
        self.answer({"access_token": f"token-{Backend.tokens}", "token_type": "Bearer", "expires_in": 600}, "no-store")

    def answer(self, value, caching):
        body = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", caching)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass

    @classmethod
    def begin(cls, delay=0.02):
        cls.tokens = cls.people = cls.jokes = cls.most_at_once = 0
        cls.delay = delay


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, *_):
        """Those who asked end while their connections are open."""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextlib.contextmanager
def running(command, **options):
    process = subprocess.Popen(command, **options)
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@contextlib.contextmanager
def services(programs, config, url, shared=None):
    """Four services; gives their ports."""
    with contextlib.ExitStack() as stack:
        ports = []
        for _ in range(INSTANCES):
            command = [f"{programs}/service", "--config", str(config)]
            environment = dict(os.environ, BACKEND_URL=url, SHARED=shared or "", CLIENT_SECRET="hush", TOKEN_KEY=TOKEN_KEY)
            process = stack.enter_context(running(command, stdout=subprocess.PIPE, text=True, env=environment))
            line = process.stdout.readline().strip()
            if not line.startswith("http://"):
                sys.exit("a service has not started")
            ports.append(int(line.rsplit(":", 1)[1]))
        yield ports


def load(ports, seconds=SECONDS):
    """Asks each service for the same greeting by some threads.

    Returns how many jokes a second reached the backend, and how many greetings failed.
    """
    begin, lock, failures = time.monotonic(), threading.Lock(), []

    def ask(port):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        while time.monotonic() < begin + seconds:
            connection.request("GET", "/greetings/Ann")
            answer = connection.getresponse()
            answer.read()
            if answer.status != 200:
                with lock:
                    failures.append(answer.status)
        connection.close()

    threads = [threading.Thread(target=ask, args=[port]) for port in ports for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    # The last ones have waited for their turns, too.
    return Backend.jokes / (time.monotonic() - begin), len(failures)


def listens(path):
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as probe:
        probe.connect(str(path))
        return True
    return False


@contextlib.contextmanager
def shared_server(folder):
    """A server of the system at a socket; in Debian's redis-tools it has the name of another program."""
    program = shutil.which("valkey-server") or shutil.which("redis-server") or shutil.which("redis-check-rdb")
    if not program:
        sys.exit("there is no redis-server, and no redis-tools of Debian")
    name, path = folder / "redis-server", folder / "socket"
    name.symlink_to(program)
    command = [name, "--port", "0", "--unixsocket", path, "--save", "", "--dir", folder]
    with running(command, stdout=subprocess.DEVNULL) as process:
        # The socket is there a moment before it listens.
        while not listens(path):
            if process.poll() is not None:
                sys.exit("the shared server has not started")
            time.sleep(0.02)
        yield process, f"unix://{path}"


@contextlib.contextmanager
def proxy(programs, folder, url):
    """HAProxy, as `resource config export` configures it by the same JSON; gives its address."""
    port, file = free_port(), folder / "haproxy.cfg"
    command = [f"{programs}/resource", "config", "export", HERE / "limited.json", "--to", "haproxy", "--listen", f"127.0.0.1:{port}"]
    exported = subprocess.run(command, env=dict(os.environ, BACKEND_URL=url), capture_output=True, text=True)
    if exported.returncode:
        sys.exit(exported.stderr)
    file.write_text(exported.stdout)
    with running(["haproxy", "-db", "-q", "-f", file]):
        end = time.monotonic() + 10
        while time.monotonic() < end:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                break
            time.sleep(0.02)
        yield f"http://127.0.0.1:{port}"


def row(*cells):
    print("  {:<44}{:>16}{:>12}{:>16}".format(*cells), flush=True)


def main(programs):
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    server = Server(("127.0.0.1", 0), Backend)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}"
    failed = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        print(f"\n{INSTANCES} services, asked for the same greeting by {THREADS} threads each. What reaches the backend:\n")
        row("", "each for itself", "shared", "through HAProxy")
        with services(programs, HERE / "backends.json", url) as ports:
            Backend.begin()
            rate, lost = load(ports)
            each, failed = (rate, Backend.people, Backend.tokens), failed + lost
        with shared_server(folder) as (process, address):
            with services(programs, HERE / "shared.json", url, address) as ports:
                Backend.begin()
                rate, lost = load(ports)
                row("requests/s, where the file says 40", f"{each[0]:.0f}", f"{rate:.0f}", "–")
                row("fetches of one person whom all ask for", each[1], Backend.people, "–")
                row("fetches of the token for people", each[2], Backend.tokens, "–")
                process.kill()
                Backend.begin()
                rate, more = load(ports)
                row("requests/s, the shared server killed", "–", f"{rate:.0f}", "–")
                failed += lost + more
        with services(programs, HERE / "limited.json", url) as ports:
            Backend.begin(delay=0.05)
            failed += load(ports, 2)[1]
            each = Backend.most_at_once
        with proxy(programs, folder, url) as address, services(programs, HERE / "plain.json", address) as ports:
            Backend.begin(delay=0.05)
            failed += load(ports, 2)[1]
            row("requests at once, where the file says 4", each, "–", Backend.most_at_once)
    print(f"\nGreetings that failed: {failed}")
    server.shutdown()
    sys.exit(1 if failed else 0)


main(sys.argv[1])
