# Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.
#
# Runs the observed service before a backend, and looks at everything it shows. Called by check, with the program's path.
import http.client
import http.server
import json
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time

TRACE = "0af7651916cd43dd8448eb211c80319c"


class Backend(http.server.BaseHTTPRequestHandler):
    """Answers at once, but for one person, whose answer waits until somebody says so."""

    protocol_version = "HTTP/1.1"
    asked, goes_on = threading.Event(), threading.Event()
    seen = []

    def do_GET(self):
        Backend.seen.append(dict(self.headers))
        if self.path.endswith("/slow"):
            Backend.asked.set()
            Backend.goes_on.wait(20)
        status = 404 if self.path.endswith("/nobody") else 200
        body = json.dumps({"path": self.path}).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def ask(port, path, headers={}):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


def document(backend, number):
    return json.dumps(
        {"backendServices": [{"service": "people", "baseUrl": f"http://127.0.0.1:{backend}/g{number}", "retry": 2, "concurrency": 50}]}
    )


def reload_under_load(port, file, backend):
    """Changes the file again and again while four threads ask; every answer must be well."""
    is_over = threading.Event()
    statuses, paths = [], set()

    def load():
        while not is_over.is_set():
            status, body = ask(port, "/people/ann")
            statuses.append(status)
            paths.add(body)

    threads = [threading.Thread(target=load) for _ in range(4)]
    for thread in threads:
        thread.start()
    generations = set()
    for number in range(1, 6):
        file.with_suffix(".new").write_text(document(backend, number))
        file.with_suffix(".new").rename(file)
        wanted = f"/g{number}/people/ann"
        end = time.monotonic() + 60
        while time.monotonic() < end:
            status, body = ask(port, "/people/ann")
            assert status == 200, (status, body)
            if wanted in body:
                break
        else:
            raise AssertionError(f"the change number {number} was not taken")
        generations.add(json.loads(ask(port, "/status")[1])["generation"])
    is_over.set()
    for thread in threads:
        thread.join()
    assert set(statuses) == {200}, set(statuses)
    assert generations == {2, 3, 4, 5, 6}, generations
    return len(statuses)


def main(program):
    # Room for every connection that the service opens at once.
    http.server.ThreadingHTTPServer.request_queue_size = 128
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Backend)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    backend = server.server_address[1]
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "backends.json")
        file.write_text(document(backend, 0))
        errors = pathlib.Path(folder, "errors").open("w+")
        service = subprocess.Popen(
            [program], stdout=subprocess.PIPE, stderr=errors, text=True,
            env={"PATH": "/usr/bin:/bin", "SERVICE_CONFIG": str(file), "SERVICE_LOG": "debug", "SERVICES_PEOPLE_TIMEOUTS_TOTAL": "15s"},
        )
        try:
            port = int(re.fullmatch(r"http://127\.0\.0\.1:(\d+)\n", service.stdout.readline())[1])
            lines = []
            reader = threading.Thread(target=lambda: lines.extend(service.stdout))
            reader.start()

            assert ask(port, "/people/ann", {"traceparent": f"00-{TRACE}-b7ad6b7169203331-01"})[0] == 200
            assert Backend.seen[-1]["traceparent"].startswith(f"00-{TRACE}-"), Backend.seen[-1]
            assert ask(port, "/people/nobody")[0] == 502

            file.write_text('{"backendServices": [{"service": "people", "baseUrl": "http://h", "tiemouts": {}}]}')
            end = time.monotonic() + 60
            while time.monotonic() < end:
                if json.loads(ask(port, "/status")[1])["reloads"]["rejected"]:
                    break
            calls = reload_under_load(port, file, backend)

            status = json.loads(ask(port, "/status")[1])
            assert status["reloads"]["rejected"] == 1 and status["reloads"]["taken"] == 5, status["reloads"]
            assert "connections" in status, status
            metrics = ask(port, "/metrics")[1]
            for name in (
                "http_client_request_duration_seconds_bucket", "http_client_active_requests", "http_client_open_connections",
                "resource_client_retry_budget", "resource_client_concurrency_limit", "resource_client_config_rejected_total 1.0",
            ):
                assert name in metrics, (name, metrics)

            # An answer under way ends well, though the service is told to end meanwhile.
            slow = []
            asking = threading.Thread(target=lambda: slow.append(ask(port, "/people/slow")))
            asking.start()
            assert Backend.asked.wait(20)
            service.send_signal(signal.SIGTERM)
            Backend.goes_on.set()
            asking.join()
            assert slow[0][0] == 200, slow
            assert service.wait(30) == 0, service.returncode
            reader.join()
        finally:
            service.kill()
            service.wait()
        errors.seek(0)
        log = errors.read()
        assert "tiemouts" in log and "did you mean" in log, log
        assert "service people: 404" in log, log
        spans = [json.loads(line) for line in lines if line.startswith("{")]
        traced = {span["kind"]: span for span in spans if span["trace"] == TRACE}
        assert set(traced) == {"server", "internal", "client"}, traced
        assert traced["client"]["span"] == "GET people/{name}" or traced["client"]["span"] == "GET /g0/people/{name}", traced
        assert traced["client"]["parent"] == traced["internal"]["id"], traced
        assert traced["internal"]["parent"] == traced["server"]["id"], traced
        assert traced["client"]["attributes"]["http.response.status_code"] == 200, traced
    server.shutdown()
    print(f"the observed service: fine ({calls} answers during five reloads, {len(spans)} spans)")


main(sys.argv[1])
