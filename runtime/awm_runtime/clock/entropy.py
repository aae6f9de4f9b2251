"""Randomness that is drawn from a seed: the `random` module, os.urandom, and through it uuid4 and secrets."""

from __future__ import annotations

import os
import random
import tempfile
import uuid
from typing import Any, Final

_stream: Final = random.Random(0)
_plain_seed: Final = random.Random.seed
# Any node will do; bit 40 says that it belongs to no network card (RFC 4122, 4.5).
_NODE: Final = 0x0100_0000_0001


def draw(size: int) -> bytes:
    """In place of os.urandom."""
    if size < 0:
        raise ValueError("negative argument not allowed")
    return _stream.randbytes(size)


def _getrandom(size: int, flags: int = 0) -> bytes:  # noqa: ARG001 (the kernel's flags mean nothing here)
    return draw(size)


def integer(bits: int) -> int:
    """A non-negative integer of so many bits."""
    return _stream.getrandbits(bits)


def install() -> None:
    """Replaces the sources of entropy of this process. Only a `from os import urandom` that was made before keeps
    the kernel's."""
    os.urandom = draw
    os.getrandom = _getrandom
    setattr(random, "_urandom", draw)  # SystemRandom, and secrets with it  # noqa: B010
    random.Random.seed = _seed  # type: ignore[method-assign]
    random.seed = _module_seed
    # uuid1 from Python's clock instead of libuuid's.
    setattr(uuid, "_generate_time_safe", None)  # noqa: B010
    setattr(uuid, "_node", _NODE)  # noqa: B010


def reseed(seed: int, calls: int) -> None:
    """Starts the randomness of call number `calls`."""
    _plain_seed(_stream, f"{seed}:{calls}:bytes")
    _module_seed(f"{seed}:{calls}")
    # Temporary names come from a generator that is kept; it is made anew from the stream.
    setattr(tempfile, "_name_sequence", None)  # noqa: B010


def _seed(self: random.Random, a: Any = None, version: int = 2) -> None:
    """random.Random.seed that takes what the kernel would give from the stream."""
    _plain_seed(self, integer(256) if a is None else a, version)


def _module_seed(a: Any = None, version: int = 2) -> None:
    shared: random.Random = getattr(random, "_inst")  # noqa: B009
    _seed(shared, a, version)
