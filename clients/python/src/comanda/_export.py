"""A table as one file, read as it arrives."""

from __future__ import annotations

import io
from http.client import HTTPResponse, IncompleteRead


class Export(io.BufferedReader):
    """A file; `X-Posicion` is in its `headers`. Reading raises IncompleteRead after the last byte of one that was cut."""

    def __init__(self, response: HTTPResponse) -> None:
        super().__init__(_Body(response))
        self.headers = response.headers


class _Body(io.RawIOBase):
    """An `HTTPResponse` hides a cut from who reads lines, and its `readinto` loses the bytes before one."""

    def __init__(self, response: HTTPResponse) -> None:
        self._response = response
        self._left = response.length or 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:
        data = self._response.read1(len(buffer))
        self._left -= len(data)
        if not data and self._left > 0:
            raise IncompleteRead(b"", self._left)
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        self._response.close()
        super().close()
