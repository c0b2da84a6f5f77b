# Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.
#
# Takes a body in the content coding it says it has, for gunicorn: Python's zlib and gzip decode it. The answer says what
# the body was: its SHA-256, its length, the coding and the framing. Another coding is refused with 415 (RFC 7694).
import gzip
import hashlib
import json
import zlib

DECODERS = {"": bytes, "gzip": gzip.decompress, "deflate": zlib.decompress}


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
