# Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.
#
# A gunicorn application that checks signatures of requests: below /aws with botocore, which signs what it received once
# more, and below /message with http-message-signatures. 200 with what it covers for a signature that holds, 403 with the
# reason for another.
# SIGNED_KEYS names a directory, where it leaves a private key for each algorithm, and the shared key.
import base64
import datetime
import os
import pathlib
from unittest import mock

import botocore.auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from http_message_signatures import HTTPMessageVerifier, MappingKeyResolver, algorithms

AWS_KEY, AWS_SECRET = "AKIDEXAMPLE", "s3cret-of-aws"
SHARED = base64.b64encode(b"a shared key of 32 bytes or more").decode()
ALGORITHMS = {
    "hmac-sha256": (algorithms.HMAC_SHA256, None),
    "ed25519": (algorithms.ED25519, ed25519.Ed25519PrivateKey.generate),
    "ecdsa-p256-sha256": (algorithms.ECDSA_P256_SHA256, lambda: ec.generate_private_key(ec.SECP256R1())),
    "ecdsa-p384-sha384": (algorithms.ECDSA_P384_SHA384, lambda: ec.generate_private_key(ec.SECP384R1())),
    "rsa-pss-sha512": (algorithms.RSA_PSS_SHA512, lambda: rsa.generate_private_key(65537, 2048)),
    "rsa-v1_5-sha256": (algorithms.RSA_V1_5_SHA256, lambda: rsa.generate_private_key(65537, 2048)),
}

keys = pathlib.Path(os.environ["SIGNED_KEYS"])
keys.mkdir(exist_ok=True)
public_keys = {}
for name, (_, generate) in ALGORITHMS.items():
    if generate is None:
        public_keys[name] = base64.b64decode(SHARED)
        (keys / name).write_text(SHARED)
        continue
    private = generate()
    public_keys[name] = private.public_key()
    (keys / name).write_bytes(
        private.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
    )


class Request:
    def __init__(self, environ):
        self.method = environ["REQUEST_METHOD"]
        self.headers = {
            name[5:].replace("_", "-").title(): value for name, value in environ.items() if name.startswith("HTTP_")
        }
        for name in ["CONTENT_TYPE", "CONTENT_LENGTH"]:
            if environ.get(name):
                self.headers[name.replace("_", "-").title()] = environ[name]
        self.url = "http://" + environ["HTTP_HOST"] + environ["RAW_URI"]
        self.body = environ["wsgi.input"].read()


def check_message(request):
    name = request.url.split("/message/")[1].split("/")[0].split("?")[0]
    resolver = MappingKeyResolver(public_keys=public_keys, private_keys={})
    verifier = HTTPMessageVerifier(signature_algorithm=ALGORITHMS[name][0], key_resolver=resolver)
    (result,) = verifier.verify(request, body=request.body or None)
    return ", ".join(str(component) for component in result.covered_components)


def check_aws(request):
    field = request.headers["Authorization"]
    parts = dict(part.strip().split("=", 1) for part in field.split(" ", 1)[1].split(","))
    key, _, region, service, _ = parts["Credential"].split("/")
    assert key == AWS_KEY, "another key"
    signed = parts["SignedHeaders"].split(";")
    headers = {name: value for name, value in request.headers.items() if name.lower() in signed}
    token = headers.pop("X-Amz-Security-Token", None)
    time = datetime.datetime.strptime(headers.pop("X-Amz-Date"), "%Y%m%dT%H%M%SZ").replace(tzinfo=datetime.timezone.utc)
    unsigned = headers.get("X-Amz-Content-Sha256") == "UNSIGNED-PAYLOAD"
    if not unsigned:
        headers.pop("X-Amz-Content-Sha256", None)
    again = AWSRequest(request.method, request.url, headers, request.body)
    signer = (botocore.auth.S3SigV4Auth if service == "s3" else botocore.auth.SigV4Auth)(
        Credentials(AWS_KEY, AWS_SECRET, token), service, region
    )
    # It signs every body over plain HTTP, whatever it is told.
    signer._should_sha256_sign_payload = lambda _: not unsigned
    with mock.patch("botocore.auth.get_current_datetime", return_value=time):
        signer.add_auth(again)
    assert again.headers["Authorization"] == field, "expected " + again.headers["Authorization"]
    return ", ".join(signed)


def application(environ, start_response):
    request = Request(environ)
    try:
        told = check_message(request) if "/message/" in request.url else check_aws(request)
        status = "200 OK"
    except Exception as error:
        told, status = f"{type(error).__name__}: {error}", "403 Forbidden"
    start_response(status, [("Content-Type", "text/plain; charset=utf-8")])
    return [told.encode()]
