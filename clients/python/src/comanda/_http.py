"""Sends requests with the key, retries them if that is safe, and raises errors of the API as exceptions."""

from __future__ import annotations

import http.client
import json
import random
import ssl
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from datetime import date, datetime
from typing import Any
from urllib.parse import urlencode, urlsplit

from .errors import ComandaError, NetworkError

BACKOFF_SECONDS = 0.5
BACKOFF_SECONDS_MAX = 30.0
FIELDS = {"id", "datos", "pedido_id", "categorias", "kpis"}
"""Every answer has one of these."""
EXCERPT_BYTES = 60
ANSWER_MB_MAX = 256
"""More than a page of a hundred orders of 1 MB, the largest there are."""
ERROR_BYTES_MAX = CHUNK_BYTES = 65_536

Query = Mapping[str, "str | int | bool | datetime | date | list[str] | None"]


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect would carry the key elsewhere."""

    def redirect_request(self, *_: Any) -> None:
        return None


_opener = urllib.request.build_opener(_NoRedirect)


class Http:
    def __init__(
        self, url: str, key: str, retries: int, timeout: float, wait: Callable[[float], None]
    ) -> None:
        # Refused here: each attempt would fail as if the service were away, and `events` would try for ever.
        for name, value in (("url", url), ("key", key)):
            if not isinstance(value, str) or not value.strip():
                raise ValueError(f"{name} is missing")
        if not retries >= 0:
            raise ValueError(f"retries must be 0 or more: {retries}")
        if not 0 < timeout <= threading.TIMEOUT_MAX:
            raise ValueError(f"timeout must be seconds, more than 0: {timeout}")
        # A key read from a file ends with a line break: the standard library would refuse it, and show it.
        url, self._key = url.strip(), key.strip()
        if urlsplit(url).scheme not in ("http", "https") or not urlsplit(url).hostname:
            raise ValueError(f"url must begin with https:// or http://: {url}")
        self._base = url.rstrip("/").removesuffix("/api") + "/api"
        self._retries = retries
        self._timeout = timeout
        self.wait = wait

    def open(self, path: str, **call: Any) -> http.client.HTTPResponse:
        """The answer, its body not yet read."""
        return self._repeat(lambda: self._attempt(path, **call), call)

    def json(self, path: str, **call: Any) -> Any:
        def read() -> Any:
            with self._attempt(path, **call) as response:
                return _parse(_read(response), self._base + path)

        # The body is read within the retries, because the connection may break within it.
        return self._repeat(read, call)

    def _repeat(self, work: Callable[[], Any], call: Mapping[str, Any]) -> Any:
        attempts = 0
        while True:
            try:
                return work()
            except (ComandaError, OSError, http.client.HTTPException) as error:
                delay = delay_before(error, attempts, call.get("method", "GET"))
                if delay is None or attempts >= self._retries:
                    raise
                self.wait(delay)
                attempts += 1

    def _attempt(
        self,
        path: str,
        *,
        method: str = "GET",
        query: Query | None = None,
        body: Any = None,
        headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
        at_least: float = 0.0,
    ) -> http.client.HTTPResponse:
        address = self._base + path + _encode(query or {})
        content = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(address, data=content, method=method)
        request.add_header("Authorization", f"Bearer {self._key}")
        if content is not None:
            request.add_header("Content-Type", "application/json")
        for name, value in (headers or {}).items():
            request.add_header(name, value)
        try:
            return _opener.open(request, timeout=max(timeout or self._timeout, at_least))
        except urllib.error.HTTPError as error:
            with error:
                raise ComandaError.of(error.code, error.headers, error.read(ERROR_BYTES_MAX)) from None
        except OSError as error:
            raise NetworkError.of(self._base, error) from error


def _read(response: http.client.HTTPResponse) -> bytes:
    """The whole body. One that never ends, of a broken proxy, must not fill the memory."""
    body = bytearray()
    while chunk := response.read(CHUNK_BYTES):
        body += chunk
        if len(body) > ANSWER_MB_MAX * 1_000_000:
            raise ValueError(f"{response.url} answered more than {ANSWER_MB_MAX} MB")
    return bytes(body)


def _parse(body: bytes, url: str) -> Any:
    """The service's answer. Fails if another site or a proxy answered."""
    try:
        value = json.loads(body)
    except ValueError:
        # Some proxies end a broken answer as if it were whole: it begins like one of the service.
        if body[:1] in (b"", b"{"):
            raise http.client.IncompleteRead(body) from None
        raise
    if not isinstance(value, dict) or FIELDS.isdisjoint(value):
        raise ValueError(f"{url} answered {body[:EXCERPT_BYTES].decode(errors='replace')}")
    return value


def delay_before(error: Exception, attempts: int, method: str) -> float | None:
    """How long to wait before a retry; None if there must be none.

    A request over the limit was not carried out, so any may be retried; after any other error only one that reads is.
    """
    is_answer = isinstance(error, ComandaError)
    is_over_limit = is_answer and error.status == 429
    # A certificate that is refused and an invalid address are permanent, unlike other broken connections.
    is_untrusted = isinstance(getattr(error, "reason", None), ssl.SSLCertVerificationError)
    is_lasting = is_untrusted or isinstance(error, http.client.InvalidURL)
    is_broken = error.status >= 502 if is_answer else not is_lasting
    if not is_over_limit and not (method == "GET" and is_broken):
        return None
    asked = error.retry_after or 0.0 if is_answer else 0.0
    return asked + random.random() * min(BACKOFF_SECONDS * 2**attempts, BACKOFF_SECONDS_MAX)


def _encode(query: Query) -> str:
    """Lists are joined by commas, as the API takes them."""
    given = {
        name: ",".join(value) if isinstance(value, list) else plain(value)
        for name, value in query.items()
        if value is not None
    }
    return f"?{urlencode(given)}" if given else ""


def plain(value: str | int | bool | datetime | date | None) -> str:
    if isinstance(value, datetime) and value.tzinfo is None:
        raise ValueError(
            f"{value!r} has no time zone: use datetime(…, tzinfo=ZoneInfo(\"Europe/Madrid\"))"
            " or datetime.now(timezone.utc)"
        )
    if isinstance(value, (datetime, date)):
        return value.isoformat()
    return str(value).lower() if isinstance(value, bool) else str(value)
