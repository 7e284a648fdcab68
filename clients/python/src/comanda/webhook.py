"""Receiving deliveries."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Mapping

from .errors import SignatureError
from .types import Evento


def verify_webhook(raw_body: bytes | str, headers: Mapping[str, str], secret: str) -> Evento:
    """The event of a delivery, once its signature has been checked; raises SignatureError.

    `raw_body` is the body as it came, before anybody parsed it; `secret` the webhook's `secreto_firma`.
    """
    if secret == "":
        raise SignatureError("the secret is empty")
    body = raw_body.encode() if isinstance(raw_body, str) else raw_body
    expected = hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    given = next((value for name, value in headers.items() if name.lower() == "x-svc-firma"), "")
    # Bytes: texts that are no ASCII cannot be compared.
    if not hmac.compare_digest(expected.encode(), str(given).encode()):
        raise SignatureError("the signature is not right")
    return json.loads(body)
