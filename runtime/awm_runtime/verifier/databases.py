"""Lets verifiers open their databases in a process that may not write anywhere."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from typing import Any


def open_without_writing(paths: frozenset[str], opened: Callable[[sqlite3.Connection], None] | None = None) -> None:
    """The verifier's folder is not writable, and SQLite wants to write in two cases: temporary files (kept in memory
    instead), and a database that its app put in WAL mode (opened as immutable: it is a frozen copy). `opened`
    is told of each connection."""
    plain_connect = sqlite3.connect
    in_wal_mode = {path for path in paths if _is_in_wal_mode(path)}

    def connect(database: Any, *args: Any, **options: Any) -> sqlite3.Connection:
        path = os.fsdecode(database) if isinstance(database, str | bytes | os.PathLike) else ""
        if path in in_wal_mode and not options.get("uri"):
            database, options["uri"] = f"file:{_quoted(path)}?immutable=1", True
        elif options.get("uri") and any(path.startswith(f"file:{known}") for known in in_wal_mode):
            database = path + ("&" if "?" in path else "?") + "immutable=1"
        connection: sqlite3.Connection = plain_connect(database, *args, **options)
        connection.execute("PRAGMA temp_store=MEMORY").close()
        if opened is not None:
            opened(connection)
        return connection

    sqlite3.connect = connect  # type: ignore[assignment]


def _quoted(path: str) -> str:
    return path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")


def _is_in_wal_mode(path: str) -> bool:
    """The read version of SQLite's file header (https://sqlite.org/fileformat2.html, 1.3.3)."""
    try:
        with open(path, "rb") as file:
            return file.read(20)[19:] == b"\x02"
    except OSError:
        return False
