"""What a verifier looked at and where it ended, for the person who reads its verdict. Seen from outside of its code: it
finds the builtins, modules and results that it always does."""

from __future__ import annotations

import contextlib
import sqlite3
import sys
from collections.abc import Callable, Iterator
from types import CodeType, FrameType
from typing import Any, Final

_MAX_TABLES: Final = 500
_MAX_COLUMNS: Final = 2_000

Tracer = Callable[[FrameType, str, Any], Any]


class Reads:
    """Tables and columns that the statements on watched connections name."""

    def __init__(self) -> None:
        self._columns: dict[str, set[str]] = {}

    def watch(self, connection: sqlite3.Connection) -> None:
        """Every statement that is prepared from now on is seen; all are allowed. A verifier that sets an authorizer of
        its own takes this one away."""
        sqlite3.Connection.set_authorizer(connection, self._note)

    def _note(self, action: int, table: str | None, column: str | None, *_: object) -> int:
        if action == sqlite3.SQLITE_READ and table and (table in self._columns or len(self._columns) < _MAX_TABLES):
            columns = self._columns.setdefault(table, set())
            if column and len(columns) < _MAX_COLUMNS:
                columns.add(column)
        return sqlite3.SQLITE_OK

    def found(self, databases: list[str]) -> list[dict[str, Any]]:
        """By name, without the subqueries and CTEs that SQLite names likewise."""
        seen = sorted(self._columns.items())
        self._columns = {}  # the connections below are watched too
        known = {name for path in databases for name in _tables(path)}
        return [{"table": table, "columns": sorted(columns)} for table, columns in seen if table.lower() in known]


def _tables(path: str) -> set[str]:
    with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')").fetchall()
        return {str(name).lower() for (name,) in rows} | {"sqlite_master"}
    return set()


class Ending:
    """The line at which the outermost call of a function returned."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.line: int | None = None
        self._code: CodeType | None = getattr(function, "__code__", None)

    @contextlib.contextmanager
    def watched(self) -> Iterator[None]:
        sys.settrace(self._enter)
        try:
            yield
        finally:
            sys.settrace(None)

    def _enter(self, frame: FrameType, _event: str, _value: object) -> Tracer | None:
        if frame.f_code is not self._code:
            return None
        frame.f_trace_lines = False
        return self._leave

    def _leave(self, frame: FrameType, event: str, _value: object) -> Tracer:
        if event == "return":
            self.line = frame.f_lineno
        return self._leave
