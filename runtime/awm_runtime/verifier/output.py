"""What a verifier gives back: its value as JSON, and what it printed."""

from __future__ import annotations

import io
import math
from typing import Any, Final

PRINTED_CHARS: Final = 64 * 1024


def encodable(value: Any) -> Any:
    """As the reference does: tuples are lists, bytes are text, what JSON does not know is its str()."""
    if isinstance(value, dict):
        return {str(key) if isinstance(key, tuple) else key: encodable(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [encodable(item) for item in value]
    if isinstance(value, bytes):
        return value.decode("utf-8", errors="ignore")
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if value is None or isinstance(value, str | int):
        return value
    return str(value)


class CappedText(io.TextIOBase):
    """What was printed, up to a limit; the rest is counted."""

    def __init__(self) -> None:
        super().__init__()
        self._parts: list[str] = []
        self._room = PRINTED_CHARS
        self._lost = 0

    def writable(self) -> bool:
        return True

    def write(self, text: str, /) -> int:
        kept = text[: self._room]
        if kept:
            self._parts.append(kept)
            self._room -= len(kept)
        self._lost += len(text) - len(kept)
        return len(text)

    def text(self) -> str:
        """All that was kept, and how much was not."""
        note = f"\n… {self._lost} characters more" if self._lost else ""
        return "".join(self._parts) + note
