"""The exceptions that the client raises."""

from __future__ import annotations

import json
import re
import socket
import ssl
import urllib.error
from email.message import Message


class ComandaError(Exception):
    """An answer of the API that is an error."""

    status: int
    codigo: str
    """The API's own name of the error, as `llave_revocada`; empty when something before the API answered."""
    validos: list[str] | None
    """The values that are allowed."""
    request_id: str
    """Names the request in the service's log: say it when you ask for help."""
    retry_after: float | None
    """Seconds after which to try again, if the answer says so."""

    # No constructor of its own: unpickling would call it with the message alone, and a pool of processes would break.
    @classmethod
    def of(cls, status: int, headers: Message, body: bytes) -> ComandaError:
        fields = _fields(body)
        location = headers.get("Location")
        elsewhere = f", redirected to {location}" if location else ""
        said = fields.get("error")
        error = cls(f"{fields['codigo']}: {said}" if said else f"HTTP {status}{elsewhere}")
        error.status = status
        error.codigo = fields.get("codigo", "")
        error.validos = fields.get("valores_validos")
        error.request_id = headers.get("X-Request-Id", "")
        # A proxy may send a date instead; the service never does.
        seconds = re.fullmatch(r"[0-9]{1,6}", headers.get("Retry-After", ""))
        error.retry_after = float(seconds[0]) if seconds else None
        return error


def _fields(body: bytes) -> dict:
    try:
        fields = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    return fields if isinstance(fields, dict) and "codigo" in fields else {}


class ResetError(Exception):
    """The stream cannot go on without a gap: read the orders anew, then follow again."""


class NetworkError(urllib.error.URLError):
    """The service could not be reached, or the connection to it broke; `reason` is the error of the system or of TLS."""

    message: str = ""
    """What happened, and what to try."""

    def __str__(self) -> str:
        return self.message

    @classmethod
    def of(cls, url: str, error: OSError) -> NetworkError:
        reason = getattr(error, "reason", None) or error
        advice = next((each for kinds, each in _ADVICE if isinstance(reason, kinds)), None)
        made = cls(reason)
        made.message = f"{url}: {reason}" + (f"; {advice}" if advice else "")
        return made


_ADVICE: list[tuple[tuple[type[BaseException], ...], str]] = [
    ((ConnectionRefusedError,), "nothing listens there: does the service run, and are host and port right?"),
    ((socket.gaierror,), "the name is not found: check its spelling and the network"),
    ((TimeoutError,), "no answer: is a firewall in between, or is the address right?"),
    (
        (ssl.SSLCertVerificationError,),
        "its certificate is not trusted: name its authority in SSL_CERT_FILE",
    ),
    ((ssl.SSLError,), "TLS failed: should url begin with http://?"),
    ((ConnectionError,), "the connection broke: try again"),
]


class SignatureError(Exception):
    """A delivery that the service did not send, or that cannot be checked; `reason` says what is wrong."""

    reason: str = ""
    """One of `body`, `header`, `secret`, `mismatch`."""

    @classmethod
    def of(cls, reason: str, message: str) -> SignatureError:
        error = cls(message)
        error.reason = reason
        return error
