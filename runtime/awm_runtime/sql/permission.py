"""What a statement may do: read rows, call functions, and ask about the schema."""

from __future__ import annotations

import re
import sqlite3
from typing import Final

_READING: Final = frozenset(
    {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE}
)
# They take a name, or nothing. database_list is not among them: it tells where this server keeps its files.
_SCHEMA_PRAGMAS: Final = frozenset(
    {
        "table_info",
        "table_xinfo",
        "table_list",
        "index_list",
        "index_info",
        "index_xinfo",
        "foreign_key_list",
        "foreign_key_check",
        "collation_list",
        "function_list",
        "module_list",
        "pragma_list",
        "compile_options",
        "integrity_check",
        "quick_check",
    }
)
# With a value these would write.
_PLAIN_PRAGMAS: Final = frozenset(
    {
        "user_version",
        "application_id",
        "schema_version",
        "data_version",
        "page_count",
        "page_size",
        "freelist_count",
        "encoding",
        "journal_mode",
        "auto_vacuum",
    }
)
# SQLite asks for an update of these when it connects a virtual table; it modifies neither for any statement.
_SCHEMA_TABLES: Final = frozenset({"sqlite_master", "sqlite_schema", "sqlite_temp_master", "sqlite_temp_schema"})
_REFUSED_FUNCTIONS: Final = frozenset({"load_extension", "fts3_tokenizer", "readfile", "writefile", "edit"})
_SPACE: Final = re.compile(r"(?:\s+|--[^\n]*(?:\n|$)|/\*.*?(?:\*/|$)|;)*", re.DOTALL)
_WORD: Final = re.compile(r"[A-Za-z_]+")


def first_word(sql: str) -> str:
    """The statement's first word in upper case, after spaces and comments; '' where nothing is left."""
    start = _SPACE.match(sql)
    rest = sql[start.end() :] if start else sql
    word = _WORD.match(rest)
    return word.group().upper() if word else rest[:1]


class Permission:
    """SQLite's authorizer for one statement; `refusal` is the sentence for what it denied first."""

    def __init__(self, sql: str) -> None:
        self.refusal: str | None = None
        self._sql = sql

    def __call__(self, action: int, first: str | None, second: str | None, _schema: object, _by: object) -> int:
        refusal = self._judge(action, first, second)
        if refusal is None:
            return sqlite3.SQLITE_OK
        self.refusal = self.refusal or refusal
        return sqlite3.SQLITE_DENY

    def _judge(self, action: int, first: str | None, second: str | None) -> str | None:
        if action == sqlite3.SQLITE_FUNCTION and (second or "").lower() in _REFUSED_FUNCTIONS:
            return f"The function {second} is not allowed here."
        if action in _READING or (action == sqlite3.SQLITE_UPDATE and first in _SCHEMA_TABLES):
            return None
        if action == sqlite3.SQLITE_PRAGMA:
            return _judge_pragma((first or "").lower(), second)
        return (
            f"Recorded states are only read: {first_word(self._sql)} is not allowed here. "
            "Write SELECT, WITH … SELECT, VALUES, EXPLAIN, or a PRAGMA that tells of the schema."
        )


def _judge_pragma(name: str, value: str | None) -> str | None:
    if name in _SCHEMA_PRAGMAS or (name in _PLAIN_PRAGMAS and value is None):
        return None
    if name in _PLAIN_PRAGMAS:
        return f"Recorded states are only read: PRAGMA {name} can be asked for here, not set."
    return f"PRAGMA {name} is not allowed here; those that tell of the schema are: table_info, index_list and the like."
