# Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.
#
# Takes a body in the content coding it says it has, for gunicorn: Python's zlib and gzip decode it, Google's Brotli, and the
# program zstd, which refuses what is damaged or needs a larger window than 8 MB. The answer says what
# the body was: its SHA-256, its length, the coding and the framing. Another coding is refused with 415 (RFC 7694).
import gzip
import hashlib
import json
import subprocess
import zlib

import brotlicffi


def zstd(body):
    return subprocess.run(["zstd", "-d", "-c", "-q", "--memory=8MB"], input=body, capture_output=True, check=True).stdout


DECODERS = {
    "": bytes,
    "gzip": gzip.decompress,
    "deflate": zlib.decompress,
    "br": brotlicffi.decompress,
    "zstd": zstd,
}


def application(environ, start_response):
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
