# Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.
#
# Runs the Hummingbird service before three backends, and looks at everything that README.md promises. Called by check,
# with the program's path. Whatever is waited for is an event; the limits only end what went wrong.
import contextlib
import gzip
import hashlib
import http.client
import http.server
import json
import pathlib
import random
import re
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

LIMIT = 60  # seconds
PHOTO = random.Random(1).randbytes(1 << 20)
MEBIBYTES = 64
DIGEST = hashlib.sha256(PHOTO * MEBIBYTES).hexdigest()
# What buffers of the kernel and the windows of the service hold in all; the photo is larger.
UNREAD = 24 << 20


class Server(http.server.ThreadingHTTPServer):
    """A backend on a free port."""

    request_queue_size = 128
    daemon_threads = True

    def __init__(self, handler):
        super().__init__(("127.0.0.1", 0), handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_address[1]}"

    def handle_error(self, *_):
        pass  # A service that leaves is what is tested.


class Backend(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self, body, status=200, **fields):
        body = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        for name, value in fields.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def wait_for_leaving(self, where):
        """Says that a request is here, and then that its connection ended."""
        where.arrived.set()
        self.connection.settimeout(LIMIT)
        try:
            while self.connection.recv(65536):
                pass
        except ConnectionError:
            pass
        where.left.set()
        self.close_connection = True

    def log_message(self, *_):
        pass


class Call:
    def __init__(self):
        self.arrived, self.left, self.goes_on = threading.Event(), threading.Event(), threading.Event()


class Resorts(Backend):
    seen, slow, last = [], Call(), Call()

    def do_GET(self):
        Resorts.seen.append((self.path, dict(self.headers)))
        if self.path == "/resorts/slow":
            return self.wait_for_leaving(Resorts.slow)
        if self.path == "/resorts/last":
            Resorts.last.arrived.set()
            Resorts.last.goes_on.wait(LIMIT)
        self.answer({"name": self.path.rpartition("/")[2], "beds": 12})


class Prices(Backend):
    seen, status, slow, last = [], 200, Call(), threading.Event()

    def do_GET(self):
        Prices.seen.append((self.path, dict(self.headers)))
        if "resort=slow" in self.path:
            return self.wait_for_leaving(Prices.slow)
        if "resort=last" in self.path:
            Prices.last.set()
        self.answer({"total": 120.5, "currency": "CHF"}, Prices.status)


class Photos(Backend):
    seen, upload, stalled, broken = [], Call(), Call(), Call()
    sent = 0

    def do_GET(self):
        Photos.seen.append((self.path, dict(self.headers)))
        if self.path.startswith("/photos/nothing"):
            return self.answer(b"", 404)
        if self.path == "/photos/packed":
            return self.answer(gzip.compress(PHOTO[:1000]), Content_Encoding="gzip", Content_Type="image/x-raw")
        self.send_response(200)
        self.send_header("Content-Type", "image/x-raw")
        self.send_header("Content-Length", str(len(PHOTO) * MEBIBYTES))
        self.end_headers()
        if self.path == "/photos/stalled":
            self.wfile.write(PHOTO[:1000])
            return self.wait_for_leaving(Photos.stalled)
        Photos.sent = 0
        for _ in range(MEBIBYTES):
            for start in range(0, len(PHOTO), 65536):
                self.wfile.write(PHOTO[start : start + 65536])
                Photos.sent += 65536

    def do_PUT(self):
        Photos.seen.append((self.path, dict(self.headers)))
        if self.path == "/photos/broken":
            return self.wait_for_leaving(Photos.broken)
        Photos.upload.goes_on.wait(LIMIT)
        digest, read = hashlib.sha256(), 0
        while chunk := self.chunk(read):
            digest.update(chunk)
            read += len(chunk)
        self.answer({"digest": digest.hexdigest(), "bytes": read})

    def chunk(self, read):
        if "Content-Length" in self.headers:
            return self.rfile.read(min(65536, int(self.headers["Content-Length"]) - read))
        size = int(self.rfile.readline(), 16)
        chunk = self.rfile.read(size)
        self.rfile.readline()
        return chunk


def document(folder, **prices):
    """The sample's own document, with time limits that end nothing here before the check does; and its path."""
    content = json.loads(pathlib.Path(__file__).with_name("backends.json").read_text())
    for service in content["backendServices"]:
        limits = service.setdefault("timeouts", {})
        limits.update({name: "10m" for name in ("read", *limits)})
    content["backendServices"][1].update(prices)
    file = pathlib.Path(folder, f"backends-{len(prices)}.json")
    file.write_text(json.dumps(content))
    return str(file)


class Service:
    """The service under test; with its memory and its log."""

    def __init__(self, program, environment):
        self.process = subprocess.Popen(
            [program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env={"PATH": "/usr/bin:/bin", **environment},
        )
        self.log = []
        threading.Thread(target=lambda: self.log.extend(self.process.stderr), daemon=True).start()
        self.port = int(re.fullmatch(r"http://127\.0\.0\.1:(\d+)\n", self.process.stdout.readline())[1])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    @property
    def peak(self):
        """The most memory it ever had, in MiB."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmHWM:\s+(\d+) kB", status)[1]) / 1024

    def ask(self, path, method="GET", body=None, headers={}, **kinds):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=LIMIT)
        with contextlib.closing(connection):
            connection.request(method, path, body=body, headers=headers, **kinds)
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()

    def offer(self, resort="zermatt", **headers):
        fields = {name.replace("_", "-"): value for name, value in headers.items()}
        status, fields, body = self.ask(f"/offers/{resort}?nights=3", headers=fields)
        return status, fields, json.loads(body)

    def wait_until_closed(self):
        """Waits until it takes no connection any more."""
        end = time.monotonic() + LIMIT
        while time.monotonic() < end:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=LIMIT).close()
            except ConnectionRefusedError:
                return
            except ConnectionResetError:
                pass  # It was in the queue when the service closed that.
        raise AssertionError("the service goes on taking connections")

    def connect(self, head):
        """A connection on which the head of a request went out."""
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=LIMIT)
        connection.sendall(head.replace("\n", "\r\n").encode() + b"\r\n\r\n")
        return connection


def three_backends_in_one_document(service):
    status, _, offer = service.offer()
    assert status == 200, offer
    assert offer == {"resort": {"name": "zermatt", "beds": 12}, "price": {"total": 120.5, "currency": "CHF"}}, offer
    assert Resorts.seen[-1][1]["X-API-Key"] == "key of this check", Resorts.seen
    assert Prices.seen[-1][0] == "/prices?resort=zermatt&nights=3", Prices.seen
    # A value never adds a segment.
    assert service.offer("saas%2Ffee")[0] == 200 and Resorts.seen[-1][0] == "/resorts/saas%2Ffee", Resorts.seen[-1]
    assert service.ask("/nowhere")[0] == 404


def parameters(service):
    asked = len(Resorts.seen)
    queries = ("", "?nights=", "?nights=three", "?nights=0", "?nights=29", "?nights=-1")
    for path in [f"/offers/zermatt{query}" for query in queries] + ["/offers/%ff?nights=3", "/offers/%2e%2e?nights=3"]:
        status, _, body = service.ask(path)
        assert status == 400, (path, status, body)
    assert len(Resorts.seen) == asked, "a request that is not valid reached a backend"
    # A path does not lead out of the service that the route belongs to.
    for path in ("/photos/../offers/zermatt", "/photos/%2e%2e/secrets", "/photos/a/../../secrets"):
        status, _, body = service.ask(path)
        assert (status, json.loads(body)) == (400, {"error": {"message": "pathEscapesBase"}}), (path, status, body)
    assert service.ask("/photos/nothing?a=1%2B1&b=%7Bx%7D")[0] == 404
    assert Photos.seen[-1][0] == "/photos/nothing?a=1%2B1&b=%7Bx%7D", Photos.seen[-1]


def deadlines(service):
    status, _, body = service.offer("slow", X_Request_Timeout_Ms="2000")
    assert (status, body) == (504, {"error": {"message": "deadlineExceeded"}}), (status, body)
    left = int(Resorts.seen[-1][1]["X-Request-Timeout-Ms"])
    assert 0 < left <= 2000, left
    # Both calls ended with it, on the wire.
    assert Resorts.slow.left.wait(LIMIT) and Prices.slow.left.wait(LIMIT)
    # It holds for streams, and goes on as one field.
    Photos.stalled.__init__()
    with contextlib.closing(service.connect("GET /photos/stalled HTTP/1.1\nHost: h\nX-Request-Timeout-Ms: 2000")) as client:
        assert Photos.stalled.left.wait(LIMIT)
        received = b""
        while chunk := client.recv(65536):
            received += chunk
        assert received.startswith(b"HTTP/1.1 200") and not received.endswith(b"0\r\n\r\n"), "a broken body looks whole"
    fields = [value for name, value in Photos.seen[-1][1].items() if name.lower() == "x-request-timeout-ms"]
    assert len(fields) == 1 and 0 < int(fields[0]) <= 2000, fields


def client_goes_away(service):
    # Before anything is answered: both calls of the handler end.
    Resorts.slow.__init__(), Prices.slow.__init__()
    client = service.connect("GET /offers/slow?nights=3 HTTP/1.1\nHost: h")
    assert Resorts.slow.arrived.wait(LIMIT) and Prices.slow.arrived.wait(LIMIT)
    assert not Resorts.slow.left.is_set()
    client.close()
    assert Resorts.slow.left.wait(LIMIT), "the call went on though its client was gone"
    assert Prices.slow.left.wait(LIMIT)
    # In the middle of a download that stands still, where nothing is left to write.
    Photos.stalled.__init__()
    client = service.connect("GET /photos/stalled HTTP/1.1\nHost: h")
    answer = http.client.HTTPResponse(client)
    answer.begin()
    assert answer.read(1000) == PHOTO[:1000] and Photos.stalled.arrived.wait(LIMIT)
    answer.close(), client.close()
    assert Photos.stalled.left.wait(LIMIT), "the download went on though its client was gone"
    # In the middle of an upload.
    client = service.connect("PUT /photos/broken HTTP/1.1\nHost: h\nContent-Length: 1000000")
    client.sendall(b"only the beginning")
    assert Photos.broken.arrived.wait(LIMIT)
    client.close()
    assert Photos.broken.left.wait(LIMIT), "the upload went on though its client was gone"


def one_connection(service):
    """A connection is used again, and a client that leaves later on is noticed too."""
    client = http.client.HTTPConnection("127.0.0.1", service.port, timeout=LIMIT)
    client.connect()
    socket_of_all = client.sock
    for method, path, body in (("GET", "/offers/zermatt?nights=3", None), ("PUT", "/photos/small", PHOTO), ("GET", "/nowhere", None)):
        client.request(method, path, body)
        answer = client.getresponse()
        answer.read()
        assert answer.headers["Connection"] is None and client.sock is socket_of_all, answer.headers.items()
    Resorts.slow.__init__(), Prices.slow.__init__()
    client.request("GET", "/offers/slow?nights=3")
    assert Resorts.slow.arrived.wait(LIMIT) and Prices.slow.arrived.wait(LIMIT)
    client.close()
    assert Resorts.slow.left.wait(LIMIT) and Prices.slow.left.wait(LIMIT), "the call went on though its client was gone"


def streams(service):
    before = service.peak
    # Up: the backend does not read at first, so the client cannot send all of it.
    client = service.connect(
        f"PUT /photos/up HTTP/1.1\nHost: h\nContent-Type: image/x-raw\nContent-Length: {len(PHOTO) * MEBIBYTES}"
    )
    view, sent = memoryview(PHOTO), 0
    client.setblocking(False)
    # Nobody takes any more when a second passes without room; less patience only makes the test easier.
    while sent < len(PHOTO) * MEBIBYTES and select.select([], [client], [], 1)[1]:
        start = sent % len(PHOTO)
        sent += client.send(view[start : start + 65536])
    assert sent < UNREAD, f"{sent >> 20} MiB were taken in though nobody read them"
    Photos.upload.goes_on.set()
    client.settimeout(LIMIT)
    while sent < len(PHOTO) * MEBIBYTES:
        start = sent % len(PHOTO)
        piece = view[start : start + 65536]
        client.sendall(piece)
        sent += len(piece)
    answer = http.client.HTTPResponse(client)
    answer.begin()
    assert json.loads(answer.read()) == {"digest": DIGEST, "bytes": sent}
    assert Photos.seen[-1][1]["Content-Type"] == "image/x-raw", Photos.seen[-1]
    # And in chunks, where the length is not known.
    status, _, body = service.ask("/photos/chunks", "PUT", iter([PHOTO] * 3), {"Transfer-Encoding": "chunked"}, encode_chunked=True)
    assert status == 200 and json.loads(body)["bytes"] == 3 << 20, body
    # Down: the client does not read at first, so the backend cannot send all of it.
    client = service.connect("GET /photos/down HTTP/1.1\nHost: h")
    answer = http.client.HTTPResponse(client)
    answer.begin()
    # As above: a second in which the backend sends nothing.
    held = -1
    while held != Photos.sent:
        held = Photos.sent
        select.select([], [], [], 1)
    assert held < UNREAD, f"{held >> 20} MiB were taken in though nobody read them"
    digest = hashlib.sha256()
    while chunk := answer.read(65536):
        digest.update(chunk)
    assert digest.hexdigest() == DIGEST and answer.headers["Content-Type"] == "image/x-raw"
    assert answer.headers["Content-Length"] == str(len(PHOTO) * MEBIBYTES), answer.headers.items()
    grown = service.peak - before
    assert grown < UNREAD >> 20, f"{grown:.0f} MiB more memory for streams"
    # What a backend says passes as it is; a body that it compressed is whole and decoded.
    assert service.ask("/photos/nothing")[0] == 404
    status, fields, body = service.ask("/photos/packed", headers={"Accept-Encoding": "gzip"})
    assert (status, body, fields["Content-Encoding"]) == (200, PHOTO[:1000], None), (status, fields.items())
    return grown


def broken_backend(service):
    # Four failures open the breaker; from then on the backend is spared.
    Prices.status = 503
    answers = [service.offer() for _ in range(6)]
    Prices.status = 200
    assert [status for status, _, _ in answers[-2:]] == [503, 503], [answer[0] for answer in answers]
    assert {status for status, _, _ in answers} == {502, 503}, [answer[0] for answer in answers]
    assert answers[-1][2] == {"error": {"message": "circuitOpen"}}, answers[-1]
    assert 1 <= int(answers[-1][1]["Retry-After"]) <= 31, answers[-1][1].items()


def limits_and_shutdown(program, folder, urls):
    config = document(folder, rate={"requests": 1, "per": "10m"}, timeouts={"total": "5m"})
    with socket.socket() as nobody:
        # Bound and not listening: whoever connects is refused, and nobody else takes the port.
        nobody.bind(("127.0.0.1", 0))
        urls = {**urls, "PHOTOS_URL": f"http://127.0.0.1:{nobody.getsockname()[1]}", "SERVICE_CONFIG": config}
        with Service(program, urls) as service:
            status, _, body = service.ask("/photos/any")
            assert (status, json.loads(body)) == (502, {"error": {"message": "connectFailed"}}), (status, body)
            # A response under way ends well, though the service is told to end meanwhile. It takes the one price there is.
            last = []
            asking = threading.Thread(target=lambda: last.append(service.offer("last")))
            asking.start()
            assert Resorts.last.arrived.wait(LIMIT) and Prices.last.wait(LIMIT)
            status, fields, body = service.offer()
            assert (status, body) == (503, {"error": {"message": "rateLimited"}}), (status, body)
            assert 300 <= int(fields["Retry-After"]) <= 601, fields.items()
            service.process.send_signal(signal.SIGTERM)
            service.wait_until_closed()
            Resorts.last.goes_on.set()
            asking.join()
            assert last[0][0] == 200, last
            assert service.process.wait(LIMIT) == 0, service.process.returncode


def main(program):
    resorts, prices, photos = Server(Resorts), Server(Prices), Server(Photos)
    urls = {"RESORTS_URL": resorts.url, "PRICES_URL": prices.url, "PHOTOS_URL": photos.url, "RESORTS_KEY": "key of this check"}
    with tempfile.TemporaryDirectory() as folder:
        with Service(program, {**urls, "SERVICE_CONFIG": document(folder)}) as service:
            three_backends_in_one_document(service)
            parameters(service)
            deadlines(service)
            client_goes_away(service)
            grown = streams(service)
            one_connection(service)
            broken_backend(service)
        limits_and_shutdown(program, folder, urls)
    print(f"the Hummingbird service: fine ({MEBIBYTES} MiB each way took {grown:.0f} MiB of memory)")


main(sys.argv[1])
