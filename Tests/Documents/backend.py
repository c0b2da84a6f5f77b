# Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.
"""A backend that responds as a function says, and the programs that run against it."""

import contextlib
import http.server
import json
import pathlib
import subprocess
import tempfile
import threading
import types

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIMIT = 60  # seconds; only failures take this long


class Request(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def take(self):
        self.body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        # A copy, since this object serves all requests of its connection.
        seen = types.SimpleNamespace(command=self.command, path=self.path, headers=self.headers, body=self.body)
        with self.server.lock:
            self.server.requests.append(seen)
            number = len(self.server.requests)
        self.server.answer(self, number)

    do_GET = do_POST = do_PUT = take

    def respond(self, body=b"", status=200, length=None, **fields):
        """Responds; a `length` above that of the body makes the client wait for more."""
        if not isinstance(body, bytes):
            fields.setdefault("Content_Type", "application/json")
            body = json.dumps(body).encode()
        self.send_response(status)
        for name, value in fields.items():
            self.send_header(name.replace("_", "-"), value)
        if status not in (204, 304):
            self.send_header("Content-Length", str(len(body) if length is None else length))
        self.end_headers()
        if status not in (204, 304):
            self.wfile.write(body)

    def wait_for_leaving(self):
        """Waits until the client leaves, without responding."""
        self.connection.settimeout(LIMIT)
        with contextlib.suppress(ConnectionError):
            while self.connection.recv(65536):
                pass
        self.close_connection = True

    def log_message(self, *_):
        pass


class Backend(http.server.ThreadingHTTPServer):
    """A server on a free port that responds by a function of the request and its number."""

    request_queue_size = 128
    daemon_threads = True

    def __init__(self, answer):
        super().__init__(("127.0.0.1", 0), Request)
        self.answer, self.requests, self.lock = answer, [], threading.Lock()
        self.open, self.most_open = 0, 0
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_address[1]}"

    def process_request_thread(self, request, address):
        with self.lock:
            self.open += 1
            self.most_open = max(self.open, self.most_open)
        super().process_request_thread(request, address)
        with self.lock:
            self.open -= 1

    def handle_error(self, *_):
        pass  # The client may leave.


@contextlib.contextmanager
def backend(answer):
    server = Backend(answer)
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()


class Folder:
    """The working directory of a program, with a backends.json."""

    def __init__(self, program, *services, **others):
        self.program = program
        self.temporary = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.temporary.name)
        self.write("backends.json", json.dumps({"backendServices": services, **others}))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.temporary.cleanup()

    def write(self, name, text):
        (self.path / name).write_text(text)

    def start(self, **environment):
        return subprocess.Popen(
            [self.program], cwd=self.path, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env={"PATH": "/usr/bin:/bin", "TZ": "UTC", **environment},
        )

    def run(self, **environment):
        """Returns what the program prints, which must end successfully; tests print to stderr."""
        process = self.start(**environment)
        try:
            output, errors = process.communicate(timeout=LIMIT)
        finally:
            process.kill()
        assert process.returncode == 0 and not (output and errors), (process.returncode, output, errors.decode())
        return (output or errors).decode()


def printed(program, answer, *services, name="resorts", **keys):
    """Runs a program against one backend; returns its output and the requests that the backend received."""
    with backend(answer) as server:
        with Folder(program, *services, {"service": name, "baseUrl": server.url, **keys}) as folder:
            return folder.run(), server.requests
