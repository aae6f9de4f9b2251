"""One read-only statement of a person over a recorded state, with the database as seeded attached as `initial`.

The databases were written by untrusted code and the statement may be anything: call `run` in a confined fork of its
own, and end that fork from outside when its time is over. What one step of SQLite's machine does (a pattern, a printf,
a blob) no handler interrupts.
"""

from __future__ import annotations

import contextlib
import re
import sqlite3
import time
from collections.abc import Mapping
from typing import Any, Final

from awm_runtime.sql.cells import wire_cell
from awm_runtime.sql.permission import Permission, first_word

__all__ = ["run"]

_MIB: Final = 1 << 20
_HEAP_BYTES: Final = 160 * _MIB
_VALUE_BYTES: Final = 16 * _MIB
_NAME_CHARS: Final = 500
_OPERATIONS: Final = 20_000
"""Of SQLite's machine between two looks at the clock: about a millisecond."""
_EXPLAIN: Final = re.compile(r"\s*explain(\s+query\s+plan)?\b", re.IGNORECASE)


def run(request: Mapping[str, Any]) -> dict[str, Any]:
    """`request` = {database, initial, sql, explain, timeout_ms, rows, cell, answer_bytes}.

    Returns QueryOutcome of server/host/types.ts: {kind: 'rows', columns, rows, truncated, ms}, {kind: 'plan', plan,
    ms}, {kind: 'refused', message} with SQLite's words or ours, or {kind: 'stopped', afterMs}.
    """
    started = time.perf_counter()

    def elapsed_ms() -> float:
        return round((time.perf_counter() - started) * 1000, 3)

    deadline = started + request["timeout_ms"] / 1000
    sql = str(request["sql"])
    permission = Permission(sql)
    try:
        connection = _open(str(request["database"]), str(request["initial"]))
        connection.set_progress_handler(lambda: time.perf_counter() > deadline, _OPERATIONS)
        _connect_virtual_tables(connection)
        connection.set_authorizer(permission)
        answer = _plan(connection, sql) if request["explain"] else _rows(connection, sql, request, deadline)
    except MemoryError:
        return _refused(f"It needs more memory than a query may use ({_HEAP_BYTES // _MIB} MiB).")
    except UnicodeEncodeError:
        return _refused("The statement is not valid Unicode: it holds half of a surrogate pair.")
    except (sqlite3.Error, sqlite3.Warning, ValueError, OverflowError) as error:
        if time.perf_counter() > deadline and "interrupted" in str(error):
            return {"kind": "stopped", "afterMs": elapsed_ms()}
        return _refused(permission.refusal or _explained(error))
    return answer if answer["kind"] == "refused" else {**answer, "ms": elapsed_ms()}


def _refused(message: str) -> dict[str, Any]:
    return {"kind": "refused", "message": message}


def _explained(error: Exception) -> str:
    text = str(error)
    if "one statement at a time" in text:
        return "One statement at a time: remove what stands after the first semicolon."
    if "too big" in text:
        return f"{text}: a value may have {_VALUE_BYTES // _MIB} MiB here."
    if "binding" in text:
        return f"{text} Write the values into the statement: there are no parameters here."
    if "null character" in text:
        return "The statement holds a NUL character; remove it."
    return text


def _open(database: str, initial: str) -> sqlite3.Connection:
    connection = sqlite3.connect(_uri(database), uri=True, isolation_level=None, cached_statements=0)
    connection.text_factory = lambda text: text.decode("utf-8", "replace")
    for setting in (
        "temp_store = MEMORY",
        f"hard_heap_limit = {_HEAP_BYTES}",
        "query_only = ON",
        "trusted_schema = OFF",
        "cell_size_check = ON",
    ):
        connection.execute(f"PRAGMA {setting}").close()
    connection.execute("ATTACH ? AS initial", (_uri(initial),)).close()
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _VALUE_BYTES)
    connection.setlimit(sqlite3.SQLITE_LIMIT_WORKER_THREADS, 0)
    return connection


def _connect_virtual_tables(connection: sqlite3.Connection) -> None:
    """Before the authorizer looks: an R-tree prepares the statements that it would write with."""
    for schema in ("main", "initial"):
        found = connection.execute(
            f"SELECT name FROM {schema}.sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL TABLE%' LIMIT 100"
        )
        for (name,) in found.fetchall():
            quoted = name.replace('"', '""')
            with contextlib.suppress(sqlite3.Error, ValueError):
                connection.execute(f'SELECT 1 FROM {schema}."{quoted}" LIMIT 0').close()


def _uri(path: str) -> str:
    quoted = path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    return f"file:{quoted}?mode=ro&immutable=1"


def _rows(connection: sqlite3.Connection, sql: str, request: Mapping[str, Any], deadline: float) -> dict[str, Any]:
    cursor = connection.execute(sql)
    if cursor.description is None:
        message = "There is no statement in it." if first_word(sql) == "" else "The statement has no result."
        return _refused(message)
    columns = [str(column[0])[:_NAME_CHARS] for column in cursor.description]
    rows: list[list[Any]] = []
    room: int = request["answer_bytes"] - sum(len(name) + 3 for name in columns)
    truncated = room <= 0
    while not truncated:
        row = cursor.fetchone()
        if row is None:
            break
        cells = [wire_cell(value, request["cell"]) for value in row]
        room -= sum(size for _, size in cells) + 2
        truncated = len(rows) >= request["rows"] or room < 0
        if not truncated:
            rows.append([cell for cell, _ in cells])
        if time.perf_counter() > deadline:
            raise sqlite3.OperationalError("interrupted")
    return {"kind": "rows", "columns": columns, "rows": rows, "truncated": truncated}


def _plan(connection: sqlite3.Connection, sql: str) -> dict[str, Any]:
    rows = connection.execute(f"EXPLAIN QUERY PLAN {_EXPLAIN.sub('', sql, count=1)}").fetchmany(2_000)
    return {"kind": "plan", "plan": [{"id": row[0], "parent": row[1], "detail": row[3][:2_000]} for row in rows]}
