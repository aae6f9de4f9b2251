"""The ten scenarios of the public set that tests may read; they are not part of the repository."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

SAMPLE = Path(__file__).resolve().parents[3] / "shared" / "awm-1k-sample"
needs_sample = pytest.mark.skipif(
    not (SAMPLE / "gen_db.jsonl").exists(), reason="the sample is not there (../shared/awm-1k-sample)"
)


def rows(name: str) -> Iterator[dict[str, Any]]:
    """The rows of one of its files."""
    with (SAMPLE / name).open(encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


def build_databases(folder: Path) -> dict[str, Path]:
    """A freshly seeded database per scenario."""
    databases: dict[str, Path] = {}
    for row in rows("gen_db.jsonl"):
        path = folder / f"{row['scenario']}.db"
        connection = sqlite3.connect(path)
        for table in row["db_schema"]["tables"]:
            for statement in (table["ddl"], *(table.get("indexes") or [])):
                connection.executescript(statement)
        connection.close()
        databases[row["scenario"]] = path
    for row in rows("gen_sample.jsonl"):
        connection = sqlite3.connect(databases[row["scenario"]])
        for table in row["sample_data"]["tables"]:
            for statement in table["insert_statements"]:
                try:
                    connection.execute(statement)
                except sqlite3.Error:
                    continue
        connection.commit()
        connection.close()
    return databases
