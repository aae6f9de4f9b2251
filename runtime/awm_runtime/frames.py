"""Length-prefixed frames: u32 total, u32 header length (big-endian), header JSON, raw body.

`total` counts the header length field, the header and the body.
"""

import json
import socket
import struct
from collections.abc import Mapping
from typing import Any

MAX_CONTROL = 64 * 1024 * 1024
MAX_RESULT = 100 * 1024 * 1024
_PREFIX = struct.Struct(">II")


class FrameError(Exception):
    """The peer broke the frame rules."""


class PeerClosed(Exception):
    """The peer closed the connection between frames."""


Header = dict[str, Any]


def encode(header: Mapping[str, Any], body: bytes = b"") -> bytes:
    """One frame as bytes."""
    head = json.dumps(header, separators=(",", ":")).encode()
    return _PREFIX.pack(4 + len(head) + len(body), len(head)) + head + body


def _parse_header(data: bytes) -> Header:
    try:
        header = json.loads(data)
    except ValueError as error:
        raise FrameError(str(error)) from error
    if not isinstance(header, dict):
        raise FrameError("the frame header is not an object")
    return header


class Decoder:
    """Cuts a byte stream into frames; for sockets that are read when readable."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._buffer = bytearray()

    def feed(self, data: bytes) -> list[tuple[Header, bytes]]:
        """Frames that are complete now. Raises FrameError."""
        self._buffer += data
        frames: list[tuple[Header, bytes]] = []
        while len(self._buffer) >= 8:
            total, head = _PREFIX.unpack_from(self._buffer)
            if total > self._limit or head + 4 > total:
                raise FrameError(f"frame of {total} bytes with a header of {head}")
            if len(self._buffer) < 4 + total:
                break
            header = _parse_header(bytes(self._buffer[8 : 8 + head]))
            frames.append((header, bytes(self._buffer[8 + head : 4 + total])))
            del self._buffer[: 4 + total]
        return frames


def _read_exactly(sock: socket.socket, size: int) -> bytes:
    data = sock.recv(size, socket.MSG_WAITALL)
    while len(data) < size:
        more = sock.recv(size - len(data))
        if not more:
            raise PeerClosed
        data += more
    return data


def read_frame(sock: socket.socket, limit: int) -> tuple[Header, bytes]:
    """Blocks for one frame. Raises PeerClosed, FrameError."""
    total, head = _PREFIX.unpack(_read_exactly(sock, 8))
    if total > limit or head + 4 > total:
        raise FrameError(f"frame of {total} bytes with a header of {head}")
    rest = _read_exactly(sock, total - 4)
    return _parse_header(rest[:head]), rest[head:]


def send_frame(sock: socket.socket, header: Mapping[str, Any], body: bytes = b"") -> None:
    """Blocks until the frame is written."""
    sock.sendall(encode(header, body))
