"""SQL in a verifier's code that can be told from its text alone, and what a database's schema says of it."""

from __future__ import annotations

import ast
import contextlib
import re
import sqlite3
from collections.abc import Iterator
from typing import Any, Final, NamedTuple, TypeGuard

_READS: Final = re.compile(r"\s*(?:select|with)\b", re.IGNORECASE)
_WRITES: Final = re.compile(
    r"\s*(?:insert\s+(?:or\s+\w+\s+)?into|replace\s+into|update\s+\w+\s+set|delete\s+from|drop\s+table|alter\s+table)\b",
    re.IGNORECASE,
)
_UNKNOWN: Final = re.compile(r"no such (?:table|column)")
_MAKES: Final = re.compile(r"\b(?:attach|create\s+(?:temp|temporary|table|view|virtual))\b", re.IGNORECASE)
_EXECUTE: Final = frozenset({"execute", "executemany", "executescript"})
_MAX_STATEMENTS: Final = 500


class _Text(ast.Constant):
    value: str


class Statement(NamedTuple):
    """A whole statement of the code; `calls` are where its text is handed on. Its holes are filled with NULL."""

    line: int
    sql: str
    calls: tuple[ast.Call, ...]


def whole_statements(tree: ast.AST) -> Iterator[Statement]:
    """Constant texts that are handed to a call as they stand, directly or through a name that is assigned once, and
    f-strings whose holes hold values. Text that is put together otherwise is left out."""
    assigned: dict[str, list[ast.expr]] = {}
    loads: dict[str, int] = {}
    passed: dict[str, list[ast.Call]] = {}
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                assigned.setdefault(name, []).append(value)
            case (
                ast.AugAssign(target=ast.Name(id=name), value=value)
                | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
            ):
                assigned.setdefault(name, []).append(value)
            case ast.Name(id=name, ctx=ast.Load()):
                loads[name] = loads.get(name, 0) + 1
            case ast.Call():
                for argument in node.args:
                    if isinstance(argument, ast.Name):
                        passed.setdefault(argument.id, []).append(node)
                    elif (sql := _text(argument)) is not None:
                        yield Statement(argument.lineno, sql, (node,))
            case _:
                pass
    for name, values in assigned.items():
        if len(values) == 1 and (sql := _text(values[0])) is not None:
            calls = passed.get(name, [])
            if calls and len(calls) == loads.get(name, 0):
                yield Statement(values[0].lineno, sql, tuple(calls))


def is_sql(text: str) -> bool:
    """Whether the text begins as a statement does."""
    return _READS.match(text) is not None or _WRITES.match(text) is not None


def literals(sql: str) -> list[str | int | float]:
    """Texts and numbers that stand in a statement."""
    texts = [text.replace("''", "'").strip("%") for text in re.findall(r"'((?:[^']|'')*)'", sql)]
    rest = re.sub(r"'(?:[^']|'')*'", "", sql)
    numbers = re.findall(r"(?<![\w.])-?\d{1,15}(?:\.\d{1,15})?(?![\w.])", rest)
    return [*texts, *(float(one) if "." in one else int(one) for one in numbers)]


def _text(node: ast.expr) -> str | None:
    if isinstance(node, ast.JoinedStr):
        return _filled(node)
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and "{" not in node.value:
        return node.value if is_sql(node.value) else None
    return None


def _filled(node: ast.JoinedStr) -> str | None:
    """An f-string with NULL in its holes; None where a hole is a part of a name."""
    sql = ""
    for part in node.values:
        if isinstance(part, ast.Constant):
            if sql.endswith("NULL") and re.match(r"[\w.\"`]", str(part.value)):
                return None
            sql += str(part.value)
        elif re.search(r"[\w.\"`]$", sql):
            return None
        else:
            sql += "NULL"
    return sql if is_sql(sql) else None


def broken(tree: ast.AST, database: str) -> list[tuple[Statement, str]]:
    """Statements that name a table or column which the database does not have, with SQLite's words."""
    if any(_MAKES.search(node.value) for node in ast.walk(tree) if _is_text(node)):
        return []  # it may ask what it made itself, or a second database by a name of its own
    with contextlib.closing(sqlite3.connect(f"file:{database}?mode=ro&immutable=1", uri=True)) as connection:
        asked = [one for one in whole_statements(tree) if _READS.match(one.sql)][:_MAX_STATEMENTS]
        return [(one, error) for one in asked if (error := _error(connection, one.sql)) is not None]


def _is_text(node: ast.AST) -> TypeGuard[_Text]:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _error(connection: sqlite3.Connection, sql: str) -> str | None:
    try:
        connection.execute(f"EXPLAIN {sql}", _Anything()).close()
    except sqlite3.ProgrammingError:
        return None  # its holes are numbered or named otherwise
    except sqlite3.Error as error:
        return str(error) if _UNKNOWN.search(str(error)) else None
    return None


class _Anything(dict[str, Any]):
    """A value for each named hole; question marks are counted by SQLite and refused, which comes after the schema."""

    def __missing__(self, key: str) -> None:
        return None


def writes(tree: ast.AST) -> list[Statement]:
    """Statements handed to `execute` that would change the database."""
    return [
        statement
        for statement in whole_statements(tree)
        if _WRITES.match(statement.sql)
        and any(isinstance(one.func, ast.Attribute) and one.func.attr in _EXECUTE for one in statement.calls)
    ]
