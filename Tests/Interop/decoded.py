# Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.
#
# A gunicorn application that decodes a body by the content coding it announces: with Python's zlib and gzip, Google's
# Brotli, and the program zstd, which refuses damaged data and windows above 8 MB. The response describes the body: its
# SHA-256, its length, the coding and the framing. Other codings are refused with 415 (RFC 7694), and with ?plain all
# codings.
#
# ?coding=NAME returns the output of `seq 200000` in that coding: in chunks, or with &length at a known length; with
# &cut=N, without its last N bytes, which the framing does not show.
import gzip
import hashlib
import json
import subprocess
import urllib.parse
import zlib

import brotlicffi


def zstd(body):
    return subprocess.run(["zstd", "-d", "-c", "-q", "--memory=8MB"], input=body, capture_output=True, check=True).stdout


NUMBERS = b"".join(b"%d\n" % number for number in range(1, 200_001))


def zstd_encoded(body):
    return subprocess.run(["zstd", "-c", "-q"], input=body, capture_output=True, check=True).stdout


ENCODERS = {
    "gzip": gzip.compress,
    "deflate": zlib.compress,
    "br": lambda body: brotlicffi.compress(body, quality=5),
    "zstd": zstd_encoded,
}


def encoded(asked, start_response):
    coding = asked["coding"][0]
    body = ENCODERS[coding](NUMBERS)
    body = body[: len(body) - int(asked.get("cut", ["0"])[0])]
    fields = [("Content-Type", "text/plain"), ("Content-Encoding", coding)]
    if "length" in asked:
        fields.append(("Content-Length", str(len(body))))
    start_response("200 OK", fields)
    return [body[place : place + 10_000] for place in range(0, len(body), 10_000)]


DECODERS = {
    "": bytes,
    "gzip": gzip.decompress,
    "deflate": zlib.decompress,
    "br": brotlicffi.decompress,
    "zstd": zstd,
}


def application(environ, start_response):
    asked = urllib.parse.parse_qs(environ["QUERY_STRING"], keep_blank_values=True)
    if "coding" in asked:
        return encoded(asked, start_response)
    coding = environ.get("HTTP_CONTENT_ENCODING", "")
    sent = environ["wsgi.input"].read()
    if coding not in DECODERS or (environ["QUERY_STRING"] == "plain" and coding):
        start_response("415 Unsupported Media Type", [("Accept-Encoding", "identity"), ("Content-Length", "0")])
        return [b""]
    body = DECODERS[coding](sent)
    answer = {
        "sha256": hashlib.sha256(body).hexdigest(),
        "length": len(body),
        "sent": len(sent),
        "coding": coding,
        "announced": "CONTENT_LENGTH" in environ,
    }
    text = json.dumps(answer).encode()
    start_response("200 OK", [("Content-Type", "application/json"), ("Content-Length", str(len(text)))])
    return [text]
