"""Live events, in order and each once."""

from __future__ import annotations

import http.client
import json
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ._http import Http, delay_before
from .errors import ComandaError, ResetError
from .types import Evento

SILENCE_SECONDS_MAX = 60.0
"""The service sends something every 25 seconds."""
RETRY_SECONDS = 2.0
PING = "conexion.ping"
_RETRY = re.compile(r"[1-9][0-9]{2,5}")
"""Milliseconds, three to six digits: 0 would make a busy loop, and `sleep` refuses a thousand years."""


@dataclass
class _Message:
    event: str = "message"
    data: str = ""
    id: str | None = None
    retry_seconds: float | None = None


def follow(
    http_: Http,
    after: str | None,
    types: list[str] | None,
    on_reset: Callable[[], None] | None,
) -> Iterator[Evento]:
    """Yields events and reconnects by itself, where it was, until the iterator is closed."""
    for message, is_reset in _follow_messages(http_, after, types):
        if message.event != PING:
            yield json.loads(message.data)
        elif is_reset:
            if on_reset is None:
                raise ResetError("events are missing: read the orders anew")
            # Outside of the retries: an error of the caller's own, as of a full disk, is no broken connection.
            on_reset()


def _follow_messages(
    http_: Http, after: str | None, types: list[str] | None
) -> Iterator[tuple[_Message, bool]]:
    """The stream's messages, pings included, and whether each follows a gap."""
    last_id = after
    retry_seconds = RETRY_SECONDS
    failures = 0
    while True:
        try:
            # Every ping repeats how its connection began: only the first one counts, or one gap would become many.
            is_first = True
            for message in _connect(http_, types, last_id):
                is_reset = is_first and last_id is not None and _is_reset(message)
                is_first = False
                failures = 0
                retry_seconds = message.retry_seconds or retry_seconds
                yield message, is_reset
                last_id = message.id or last_id
            # The service begins each stream with a ping: without a message, a proxy answered.
            if is_first:
                raise ConnectionError("the stream ended before its first message")
            http_.wait(random.random() * retry_seconds)
        except (ComandaError, OSError, http.client.HTTPException) as error:
            delay = delay_before(error, failures, "GET")
            if delay is None:
                raise
            failures += 1
            http_.wait(delay)


def _is_reset(message: _Message) -> bool:
    return message.event == PING and json.loads(message.data)["reanudacion"] == "reiniciada"


def _connect(http_: Http, types: list[str] | None, last_id: str | None) -> Iterator[_Message]:
    """The messages of one connection, which ends when nothing comes for too long."""
    response = http_.open(
        "/stream",
        query={"eventos": types},
        headers={} if last_id is None else {"Last-Event-ID": last_id},
        timeout=SILENCE_SECONDS_MAX,
    )
    message = _Message()
    with response:
        for raw in iter(response.readline, b""):
            # Cut off within a line, perhaps within a character: the next connection brings the message again.
            if not raw.endswith(b"\n"):
                return
            line = raw.decode().rstrip("\r\n")
            if line == "":
                if message.data != "":
                    message.data = message.data[:-1]
                    yield message
                message = _Message(retry_seconds=message.retry_seconds)
                continue
            name, _, value = line.partition(":")
            value = value.removeprefix(" ")
            if name == "data":
                message.data += value + "\n"
            elif name == "event":
                message.event = value
            elif name == "id":
                message.id = value
            elif name == "retry" and _RETRY.fullmatch(value):
                message.retry_seconds = int(value) / 1000
