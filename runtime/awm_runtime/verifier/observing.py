"""What a verifier looked at and where it ended, for the person who reads its verdict. Seen from outside of its code: it
finds the builtins, modules and results that it always does."""

from __future__ import annotations

import contextlib
import sqlite3
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import CodeType, FrameType
from typing import Any, Final

_MAX_TABLES: Final = 500
_MAX_COLUMNS: Final = 2_000

Tracer = Callable[[FrameType, str, Any], Any]


class Reads:
    """Tables and columns that the statements on watched connections name."""

    def __init__(self) -> None:
        self._columns: dict[str, set[str]] = {}
        self._too_many = False

    def watch(self, connection: sqlite3.Connection) -> None:
        """Every statement that is prepared from now on is seen; all are allowed. A verifier that sets an authorizer of
        its own takes this one away."""
        sqlite3.Connection.set_authorizer(connection, self._note)

    def _note(self, action: int, table: str | None, column: str | None, *_: object) -> int:
        if action != sqlite3.SQLITE_READ or not table:
            return sqlite3.SQLITE_OK
        if table not in self._columns and len(self._columns) >= _MAX_TABLES:
            self._too_many = True
            return sqlite3.SQLITE_OK
        columns = self._columns.setdefault(table, set())
        if column and column not in columns:
            self._too_many = self._too_many or len(columns) >= _MAX_COLUMNS
            if not self._too_many:
                columns.add(column)
        return sqlite3.SQLITE_OK

    def found(self, databases: list[str]) -> list[dict[str, Any]] | None:
        """By name, without the subqueries and CTEs that SQLite names likewise; no columns where rows were only counted.
        SQLite does not say what a generated column is made of: who reads one reads the whole row. None: too many."""
        seen, too_many = sorted(self._columns.items()), self._too_many
        self._columns = {}  # the connections below are watched too
        known: dict[str, _Columns] = {}
        for path in databases:
            for name, columns in _tables(path).items():
                known.setdefault(name, _Columns(set(), set())).add(columns)
        if too_many:
            return None
        return [
            {"table": table, "columns": sorted(known[table.lower()].read_by(columns))}
            for table, columns in seen
            if table.lower() in known
        ]


@dataclass(frozen=True)
class _Columns:
    """Of one table."""

    plain: set[str]
    generated: set[str]

    def add(self, other: _Columns) -> None:
        self.plain.update(other.plain)
        self.generated.update(other.generated)

    def read_by(self, columns: set[str]) -> set[str]:
        return columns | self.plain if columns & self.generated else columns


def _tables(path: str) -> dict[str, _Columns]:
    tables = {"sqlite_master": _Columns(set(), set())}
    with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')").fetchall()
        tables.update((str(name).lower(), _Columns(set(), set())) for (name,) in rows)
        made = "SELECT name FROM sqlite_master WHERE type = 'table' AND upper(sql) LIKE '% AS%(%'"
        for (name,) in connection.execute(made).fetchall():
            columns = connection.execute("SELECT name, hidden FROM pragma_table_xinfo(?)", (name,)).fetchall()
            generated = {str(column) for column, hidden in columns if hidden in (2, 3)}
            plain = {str(column) for column, hidden in columns if hidden == 0}
            tables[str(name).lower()] = _Columns(plain, generated)
    return tables


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
