"""Receiving deliveries."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterable, Sequence
from typing import Protocol

from .errors import SignatureError
from .types import Evento

_SIGNATURES_MAX = 4


class _Headers(Protocol):
    """Not `Mapping`: the headers of `http.server` and of Flask are none."""

    def items(self) -> Iterable[tuple[str, str]]: ...


def verify_webhook(
    raw_body: bytes | str, headers: _Headers, secret: str | Sequence[str]
) -> Evento:
    """Checks the signature of a delivery and returns its event; raises SignatureError.

    `raw_body` is the body as it came, before anybody parsed it; `secret` the webhook's `secreto_firma`, or
    all that may be in use while it is rotated.
    """
    secrets = [secret] if isinstance(secret, str) else list(secret)
    if not secrets or not all(secrets):
        raise SignatureError.of("secret", "the secret is empty: give secreto_firma of the webhook")
    if any(each.startswith("whsec_") for each in secrets):
        raise SignatureError.of(
            "secret",
            "the secret has the form of Standard Webhooks (whsec_…): give secreto_firma as it is,"
            " 64 hexadecimal characters",
        )
    if not isinstance(raw_body, (str, bytes, bytearray)):
        raise SignatureError.of(
            "body",
            "the body was parsed already: give it as it came, such as `request.get_data()` of Flask or"
            " `await request.body()` of FastAPI",
        )
    body = raw_body.encode() if isinstance(raw_body, str) else raw_body
    # During a rotation the second header carries the signatures by the other secrets.
    given = [
        signature.encode()
        for name, value in headers.items()
        if name.lower() in ("x-svc-firma", "x-svc-firma-alterna")
        for signature in str(value).split(" ", _SIGNATURES_MAX)
        if signature
    ]
    if not given:
        raise SignatureError.of(
            "header",
            "the header X-Svc-Firma is missing: give the headers of the request, and let no proxy drop them",
        )
    expected = [hmac.new(each.encode(), body, hashlib.sha256).hexdigest().encode() for each in secrets]
    # Compared as bytes: `compare_digest` refuses texts that are not ASCII.
    if not any(hmac.compare_digest(ours, theirs) for ours in expected for theirs in given):
        raise SignatureError.of(
            "mismatch",
            "the signature does not match: the secret is that of another webhook, or the body was changed,"
            " perhaps parsed and written anew",
        )
    return json.loads(body)
