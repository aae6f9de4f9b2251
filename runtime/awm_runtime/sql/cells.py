"""Values as lib/contracts/evidence.ts sends them."""

from __future__ import annotations

from typing import Any, Final

_SAFE: Final = (1 << 53) - 1
_AROUND: Final = 32
"""Bytes around a clipped or spelled-out value."""


def wire_cell(value: Any, limit: int) -> tuple[Any, int]:
    """A WireCell, and about how many bytes it takes as JSON. `limit`: characters of text, or bytes of a blob."""
    match value:
        case None:
            return None, 5
        case str():
            clipped = value[:limit]
            # Escaped as ASCII, a character outside of it takes up to twelve bytes.
            size = _AROUND + (len(clipped) if clipped.isascii() else 12 * len(clipped))
            return (value if len(value) <= limit else {"t": clipped, "length": len(value)}), size
        case int():
            return (value if -_SAFE <= value <= _SAFE else {"i": str(value)}), _AROUND
        case float():
            return {"r": repr(value)}, 2 * _AROUND
        case _:
            return {"x": value[:limit].hex(), "bytes": len(value)}, _AROUND + 2 * min(len(value), limit)
