"""SQLite's date functions on the logical clock.

Each is replaced by one that puts the logical time where 'now' stood (or nothing, which means the same) and asks a plain
connection for the rest: modifiers, formats and errors are SQLite's own (https://sqlite.org/lang_datefunc.html).
Registered as deterministic: else date(column) becomes illegal in generated columns and expression indexes.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Final

from awm_runtime.clock import entropy

Value = str | bytes | int | float | None

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_VERSION: Final = sqlite3.sqlite_version_info

# Position of the time value, then the modifiers follow.
_FUNCTIONS: Final[dict[str, int]] = {
    "datetime": 0,
    "date": 0,
    "time": 0,
    "julianday": 0,
    "strftime": 1,
    **({"unixepoch": 0} if _VERSION >= (3, 38) else {}),
}
_KEYWORDS: Final[dict[str, str]] = {
    "current_timestamp": "datetime",
    "current_date": "date",
    "current_time": "time",
}
# From here on SQLite knows that 'now' is UTC already, which an explicit Z says too.
_SUFFIX: Final = "Z" if _VERSION >= (3, 46) else ""


def register(connection: sqlite3.Connection, now_ms: Callable[[], int]) -> None:
    """Overrides the functions on this connection, for as long as it lives (70 µs)."""
    for name, position in _FUNCTIONS.items():
        connection.create_function(name, -1, _override(name, position, now_ms), deterministic=True)
    for keyword, name in _KEYWORDS.items():
        connection.create_function(keyword, 0, _override(name, 0, now_ms), deterministic=True)
    if _VERSION >= (3, 43):
        connection.create_function("timediff", 2, _difference(now_ms), deterministic=True)
    connection.create_function("random", 0, _random)
    connection.create_function("randomblob", 1, lambda size: entropy.draw(max(int(size or 0), 1)))


def _override(name: str, position: int, now_ms: Callable[[], int]) -> Callable[..., Value]:
    def function(*args: Value) -> Value:
        if len(args) == position or (_VERSION >= (3, 42) and _is_one_of(args[position:], "subsec", "subsecond")):
            args = (*args[:position], _text(now_ms()), *args[position:])
        elif _is_one_of(args[position:], "now"):
            args = (*args[:position], _text(now_ms()), *args[position + 1 :])
        return _plain(name, args)

    return function


def _difference(now_ms: Callable[[], int]) -> Callable[..., Value]:
    def function(*args: Value) -> Value:
        return _plain("timediff", tuple(_text(now_ms()) if _is_one_of((arg,), "now") else arg for arg in args))

    return function


def _is_one_of(args: tuple[Value, ...], *names: str) -> bool:
    """Whether the first argument is one of these words, in any case, as text or as a blob."""
    first = args[0] if args else None
    if isinstance(first, bytes):
        first = first.decode("utf-8", "replace")
    return isinstance(first, str) and first.lower() in names


def _text(ms: int) -> str:
    moment = _EPOCH + timedelta(milliseconds=ms)
    return f"{moment:%Y-%m-%d %H:%M:%S}.{moment.microsecond // 1000:03d}{_SUFFIX}".rjust(len(_SUFFIX) + 23, "0")


def _random() -> int:
    return entropy.integer(64) - (1 << 63)


# A query over thousands of rows asks for few different dates; types are part of the key, since '1' is not 1.
@lru_cache(maxsize=4096, typed=True)
def _plain(name: str, args: tuple[Value, ...]) -> Value:
    marks = ", ".join("?" * len(args))
    row = _connection().execute(f"SELECT {name}({marks})", args).fetchone()
    value: Value = row[0]
    return value


@lru_cache(maxsize=1)
def _connection() -> sqlite3.Connection:
    return sqlite3.connect(":memory:", check_same_thread=False)
