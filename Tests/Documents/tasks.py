# Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.
"""What each program of the documents must print and send; a task has the name that is given before the block."""

import base64
import contextlib
import hashlib
import hmac
import json
import random
import re
import signal
import socket
import threading
import time

from backend import LIMIT, ROOT, Folder, backend, printed

TASKS = {}


def task(function):
    TASKS[function.__name__] = function
    return function


def expect(value, wanted):
    assert value == wanted, f"{value!r} and not {wanted!r}"


@task
def backends(program):
    """With the document's own JSON, except for the hosts, which are one server here, and the secrets."""
    text = re.search(r"## Three backends in one file.*?```json\n(.*?)```", (ROOT / "Docs/Requests.md").read_text(), re.S)[1]

    def answer(request, _):
        if request.path == "/login/oauth2/token":
            return request.respond({"access_token": "issued", "token_type": "Bearer", "expires_in": 60})
        request.respond({}, 201 if request.command == "POST" else 200)

    with backend(answer) as server, Folder(program) as folder:
        folder.write("people", "of-a-file\n")
        for host in ("people", "resorts", "orders", "login"):
            text = text.replace(f"https://{host}.example", f"{server.url}/{host}")
        text = text.replace("/run/secrets/people", str(folder.path / "people"))
        folder.write("backends.json", text)
        expect(folder.run(RESORTS_KEY="of-the-environment", ORDERS_SECRET="secret"), "200 OK 200 OK 201 Created\n")
        came = {request.path: request for request in server.requests}
        expect(came["/people/v2/users/7"].headers["Authorization"], "Bearer of-a-file")
        expect(came["/resorts/api/cities?limit=20"].headers["X-API-Key"], "of-the-environment")
        expect(came["/orders/orders"].headers["Authorization"], "Bearer issued")
        expect(json.loads(came["/orders/orders"].body), {"item": "skis"})


@task
def parameters(program):
    output, requests = printed(program, lambda request, _: request.respond(status=201), name="people")
    expect(output, "201 Created\n")
    (request,) = requests
    expect(request.command, "POST")
    path, _, query = request.path.partition("?")
    expect(path, "/people/Ann/%C3%9Cmit%2F7")
    expect(query.replace("%5B%5D", "[]").split("&"), ["fields=name", "fields=age", "page=3", "tag[]=a", "tag[]=b", "tag[]=c"])
    expect((request.headers["Accept-Language"], request.headers["X-Team"]), ("de", "blue"))
    expect((request.headers["Content-Type"], request.body), ("application/x-www-form-urlencoded", b"height=175&member=true"))


@task
def values(program):
    output, _ = printed(program, lambda request, _: request.respond({"name": "Zermatt"}))
    # The call on the queue may still be in flight when the program ends.
    assert output in ("Zermatt\n", "Zermatt\nZermatt\n"), output


@task
def coders(program):
    city = {"display_name": "Zermatt", "open_since": "1898-07-14T06:00:00Z"}
    with backend(lambda request, _: request.respond(city)) as server:
        services = [{"service": name, "baseUrl": f"{server.url}/{name}"} for name in ("resorts", "legacy")]
        with Folder(program, *services) as folder:
            expect(folder.run(), "Zermatt 1898-07-14 06:00:00 +0000\n")
        sent = {request.path: json.loads(request.body) for request in server.requests if request.body}
    expect(sent, {"/resorts/cities": city, "/legacy/cities": {"displayName": "Zermatt", "openSince": -2255277600}})


@task
def errors(program):
    expect(printed(program, lambda request, _: request.respond({"name": "Zermatt"}))[0], "Zermatt\n")
    expect(printed(program, lambda request, _: request.respond(b"gone", 410))[0], "the service says 410: gone\n")
    slow, _ = printed(program, lambda request, _: request.wait_for_leaving(), timeouts={"total": "300ms"})
    assert slow.startswith("too slow: deadlineExceeded: "), slow
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        service = {"service": "resorts", "baseUrl": f"http://127.0.0.1:{nobody.getsockname()[1]}"}
        with Folder(program, service) as folder:
            refused = folder.run()
    assert refused.startswith("safe to send again: connectFailed: "), refused


@task
def download(program):
    film = random.Random(1).randbytes(3 << 20)
    half = len(film) // 2
    is_half = threading.Event()

    def answer(request, number):
        if number == 1:
            request.respond(film[:half], length=len(film), ETag='"film"')
            is_half.set()
            return request.wait_for_leaving()
        start = int(re.fullmatch(r"bytes=(\d+)-", request.headers["Range"])[1])
        assert request.headers["If-Range"] == '"film"', request.headers.items()
        request.respond(film[start:], 206, ETag='"film"', Content_Range=f"bytes {start}-{len(film) - 1}/{len(film)}")

    with backend(answer) as server, Folder(program, {"service": "files", "baseUrl": server.url}) as folder:
        process = folder.start()
        assert is_half.wait(LIMIT)
        part = folder.path / "film.mp4.part"
        end = time.monotonic() + LIMIT
        while not (part.exists() and part.stat().st_size) and time.monotonic() < end:
            threading.Event().wait(0.01)
        # A first signal may come before the program listens to it, and is then ignored.
        while process.poll() is None and time.monotonic() < end:
            process.send_signal(signal.SIGINT)
            with contextlib.suppress(Exception):
                process.wait(0.1)
        output, errors = process.communicate()
        expect((process.returncode, errors), (0, b""))
        assert output.endswith(b"\nstopped; run it again for the rest\n"), output
        kept = part.stat().st_size
        assert 0 < kept <= half, kept
        output = folder.run()
        assert output.startswith("\r") and "\r100 %" in output, output
        assert output.endswith(f"\n{len(film)} bytes, resumed from {kept}\n"), output
        whole = (folder.path / "film.mp4").read_bytes()
        expect(hashlib.sha256(whole).hexdigest(), hashlib.sha256(film).hexdigest())
        assert not part.exists()


EVENTS = b": hello\n\nretry: 1\nid: 42\ndata: one\n\nevent: news\nid: 43\ndata: two\n\n"


def answer_events(request, number):
    if number == 1:
        return request.respond(EVENTS, Content_Type="text/event-stream")
    request.respond(status=204)


@task
def events(program):
    output, requests = printed(program, answer_events, name="news")
    expect(output, "message one 42\nnews two 43\n")
    expect([request.headers["Last-Event-ID"] for request in requests], ["41", "43"])
    expect(requests[0].headers["Accept"], "text/event-stream")


@task
def updates(program):
    output, _ = printed(program, answer_events, name="news")
    lines = output.splitlines()
    expect(lines[:4], ["live 200 OK", "alive:  hello", "message one", "news two"])
    assert re.fullmatch(r"again in .* the stream ended", lines[4]) and len(lines) == 5, lines


@task
def middleware(program):
    def slow(request, _):
        threading.Event().wait(0.6)  # longer than the limit, however fast the machine is
        request.respond({})

    output, requests = printed(program, slow)
    assert re.fullmatch(r"slow: http://127\.0\.0\.1:\d+/cities 200 OK\n200 OK\n", output), output
    assert re.fullmatch(r"call-\d+", requests[0].headers["X-Request-ID"]), requests[0].headers.items()


@task
def features(program):
    tenancy = {"tenant": "acme"}
    output, requests = printed(program, lambda request, _: request.respond({}), name="orders", tenancy=tenancy)
    expect(output, "200 OK\n")
    expect(requests[0].headers["X-Tenant"], "acme")


@task
def signing(program):
    """With the document's own components; the request has no body to digest."""
    components = json.loads(re.search(r'"components": (\[.*?\])', (ROOT / "Docs/Signing.md").read_text())[1])
    expect(components, ["@method", "@target-uri", "content-digest"])
    signature = {"keyId": "billing-7", "key": "czNjcmV0", "components": components}
    output, requests = printed(program, lambda request, _: request.respond({}), name="orders", signature=signature)
    expect(output, "200 OK\n")
    signed = requests[0].headers["Signature-Input"]
    assert signed.startswith('sig1=("@method" "@target-uri");created=') and signed.endswith(';keyid="billing-7"'), signed
    parameters = signed.removeprefix("sig1=")
    target = f'http://{requests[0].headers["Host"]}{requests[0].path}'
    base = f'"@method": GET\n"@target-uri": {target}\n"@signature-params": {parameters}'
    code = base64.b64encode(hmac.digest(b"s3cret", base.encode(), "sha256")).decode()
    expect(requests[0].headers["Signature"], f"sig1=:{code}:")


@task
def testing(program):
    with Folder(program) as folder:
        output = folder.run()
    assert output.count("passed after") == 2 and "Test run with 1 test" in output, output


@task
def clock(program):
    testing(program)


@task
def ways(program):
    output, requests = printed(program, lambda request, _: request.respond({}))
    # The calls after the first may still be in flight when the program ends.
    expect(output.splitlines()[0], "200 OK")
    expect(requests[0].path, "/cities")


@task
def script(program):
    output, requests = printed(program, lambda request, _: request.respond(b"Zermatt, Davos"))
    expect(output, "200 OK\nZermatt, Davos\n")
    expect(len(requests), 2)


@task
def many(program):
    """With the document's own limits."""
    text = re.search(r"## Many requests with a limit.*?```json\n(.*?)```", (ROOT / "Docs/Concurrency.md").read_text(), re.S)[1]
    with backend(lambda request, _: request.respond({"name": request.path})) as server, Folder(program) as folder:
        folder.write("backends.json", text.replace("https://resorts.example", server.url))
        expect(folder.run(), "1000\n")
        expect({request.path for request in server.requests}, {f"/api/cities/{number}" for number in range(1, 1001)})
        assert server.most_open <= 8, server.most_open


@task
def retries(program):
    def answer(request, number):
        request.respond({}, 503 if number == 1 else 201)

    output, requests = printed(program, answer, name="orders", idempotencyKey={})
    expect([request.headers["Idempotency-Key"] for request in requests], ['"order-7"'] * 2)
    lines = output.splitlines()
    assert len(lines) == 2 and "503" in lines[0] and "201" in lines[1], lines


@task
def cache(program):
    output, requests = printed(program, lambda request, _: request.respond([], Cache_Control="max-age=60"), cache=True)
    first, second = output.splitlines()
    # Some seconds of the lifetime may have passed.
    assert re.fullmatch(r"ResourceRequest; fwd=uri-miss; stored; ttl=\d+", first), first
    assert re.fullmatch(r"ResourceRequest; hit; ttl=\d+", second), second
    expect(len(requests), 1)


@task
def recorder(program):
    with backend(lambda request, _: request.respond(["Zermatt"])) as server:
        with Folder(program, {"service": "resorts", "baseUrl": server.url}) as folder:
            expect(folder.run(), "200 OK\n")
            (entry,) = json.loads((folder.path / "now.har").read_text())["log"]["entries"]
            expect(entry["request"]["url"], f"{server.url}/cities")
            expect(entry["response"]["status"], 200)


@task
def reload(program):
    with Folder(program, {"service": "resorts", "baseUrl": "https://old.example"}) as folder:
        folder.write("backends-new.json", json.dumps({"backendServices": [{"service": "resorts", "baseUrl": "https://new.example"}]}))
        generation, digest, is_back = folder.run().split()
        expect((generation, is_back), ("3", "true"))
        assert len(digest) > 6, digest


@task
def watching(program):
    """The file changes once the program has sent a request; the program sends others until one goes to the new URL."""
    with Folder(program) as folder:

        def point_to(name):
            services = [{"service": "resorts", "baseUrl": f"{server.url}/{name}"}]
            folder.write("new.json", json.dumps({"backendServices": services}))
            (folder.path / "new.json").rename(folder.path / "backends.json")

        def answer(request, number):
            if number == 1:
                point_to("new")
            request.respond(request.path.split("/")[1].encode())

        with backend(answer) as server:
            point_to("old")
            expect(folder.run(), "2\n")
            expect(server.requests[0].path, "/old/cities")


@task
def handler(program):
    output, requests = printed(program, lambda request, _: request.respond(b"Zermatt"), deadline={"send": "X-Left"})
    expect(output, '(status: 200 OK, body: "Zermatt")\n')
    assert 0 < int(requests[0].headers["X-Left"]) <= 2000, requests[0].headers.items()
    output, _ = printed(program, lambda request, _: request.wait_for_leaving())
    expect(output, '(status: 504 Gateway Timeout, body: "")\n')
    output, _ = printed(program, lambda request, _: request.respond(status=500))
    expect(output, '(status: 502 Bad Gateway, body: "")\n')


@task
def problem(program):
    def answer(request, title, type, **more):
        body = json.dumps({"type": f"https://shop.example/problems/{type}", "title": title, **more}).encode()
        request.respond(body, 403, Content_Type="application/problem+json")

    title = "You do not have enough credit."
    output, _ = printed(program, lambda request, _: answer(request, title, "out-of-credit", balance=30), name="shop")
    expect(output, "30\n")
    output, _ = printed(program, lambda request, _: answer(request, title, "other"), name="shop")
    assert output.startswith(f"unsuccessfulStatus: the response is 403 Forbidden: {title}"), output


@task
def conditions(program):
    def answer(request, number):
        status = {1: 200, 2: 304, 3: 412, 4: 412}[number]
        request.respond({}, status, ETag='"1"', Last_Modified="Sun, 06 Nov 1994 08:49:37 GMT")

    output, requests = printed(program, answer)
    expect(output, "unchanged\nchanged by somebody else: read it again\nthere is one already\n")
    _, again, update, creation = (request.headers for request in requests)
    expect((again["If-None-Match"], again["If-Modified-Since"]), ('"1"', "Sun, 06 Nov 1994 08:49:37 GMT"))
    expect(update["If-Match"], '"1"')
    expect(creation["If-None-Match"], "*")


@task
def pages(program):
    def answer(request, number):
        links = {"Link": f'<?page={number + 1}>; rel="next"'} if number < 3 else {}
        request.respond([{"title": f"issue {number}"}], **links)

    output, requests = printed(program, answer, name="github")
    expect(output, "issue 1\nissue 2\nissue 3\n")
    path = "/repos/apple/swift/issues"
    expect([request.path for request in requests], [f"{path}?per_page=100", f"{path}?page=2", f"{path}?page=3"])


@task
def upload(program):
    big = random.Random(2).randbytes(3 << 20)
    with backend(lambda request, _: request.respond(status=201)) as server:
        with Folder(program, {"service": "files", "baseUrl": server.url}) as folder:
            (folder.path / "big.bin").write_bytes(big)
            *progress, status = folder.run().splitlines()
    expect((progress[-1], status), (f"{len(big)} {len(big)}", "201 Created"))
    (request,) = server.requests
    expect((request.headers["Content-Length"], request.headers["Expect"]), (str(len(big)), "100-continue"))
    expect(hashlib.sha256(request.body).hexdigest(), hashlib.sha256(big).hexdigest())


@task
def rows(program):
    def answer(request, _):
        if request.path == "/camera":
            parts = b"".join(b"--x\r\nContent-Type: image/jpeg\r\n\r\n" + b"." * size + b"\r\n" for size in (10, 20))
            return request.respond(parts + b"--x--\r\n", Content_Type="multipart/x-mixed-replace; boundary=x")
        request.respond(b'{"name": "Ann"}\n{"name": "Lee"}\n', Content_Type="application/x-ndjson")

    expect(printed(program, answer, name="data")[0], "Ann\nLee\n10\n20\n")


@task
def elements(program):
    body = {"data": {"page": [0], "orders": [{"id": 1}, {"id": 2, "items": ["skis"]}], "more": {}}}
    expect(printed(program, lambda request, _: request.respond(body), name="shop")[0], "1\n2\n")


@task
def testserver(program):
    with Folder(program) as folder:
        expect(folder.run(), "Ann 2\n")


@task
def secured(program):
    with Folder(program) as folder:
        expect(folder.run(), "over HTTP/2 HTTP/2\n")


@task
def stub(program):
    with Folder(program) as folder:
        expect(folder.run(), "you asked for /a 1\n")
