"""The shape of a database's tables, to hold schema.sql and an app's models against each other."""

import sqlite3
from pathlib import Path
from typing import Any

from sqlalchemy import MetaData, create_engine


def table_shapes(connection: sqlite3.Connection) -> dict[str, dict[str, Any]]:
    """Per table its columns (affinity, not null, key position), foreign keys and unique sets of columns."""
    shapes: dict[str, dict[str, Any]] = {}
    for (table,) in connection.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    ).fetchall():
        columns = {
            name: (affinity(kind), bool(notnull or key), key)
            for _, name, kind, notnull, _, key in connection.execute(f'PRAGMA table_info("{table}")')
        }
        references = sorted(
            (source, target, column, on_delete)
            for _, _, target, source, column, _, on_delete, _ in connection.execute(
                f'PRAGMA foreign_key_list("{table}")'
            )
        )
        unique = sorted(
            [row[2] for row in connection.execute(f'PRAGMA index_info("{index[1]}")')]
            for index in connection.execute(f'PRAGMA index_list("{table}")').fetchall()
            if index[2] and index[3] != "pk"
        )
        shapes[table] = {"columns": columns, "references": references, "unique": unique}
    return shapes


def affinity(kind: str) -> str:
    """SQLite's affinity of a declared type (https://sqlite.org/datatype3.html, 3.1)."""
    kind = kind.upper()
    for words, name in (("INT", "INTEGER"), ("CHAR CLOB TEXT", "TEXT"), ("REAL FLOA DOUB", "REAL")):
        if any(word in kind for word in words.split()):
            return name
    return "NUMERIC" if kind else "BLOB"


def model_shapes(metadata: MetaData, path: Path) -> dict[str, dict[str, Any]]:
    """The shapes that the models' own create_all gives."""
    engine = create_engine(f"sqlite:///{path}")
    metadata.create_all(engine)
    engine.dispose()
    connection = sqlite3.connect(path)
    try:
        return table_shapes(connection)
    finally:
        connection.close()
