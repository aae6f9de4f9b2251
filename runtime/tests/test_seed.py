import sqlite3

import pytest

from awm_runtime import seed
from awm_runtime.seed import Rows, Table

TIMED = (
    "CREATE TABLE t (\n  id INTEGER PRIMARY KEY,\n  name TEXT,\n  at DATETIME DEFAULT CURRENT_TIMESTAMP,\n"
    "  day TEXT DEFAULT (date('now'))\n);"
)
PLAIN = "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT)"


def tables(ddl: str) -> list[Table]:
    return [{"name": "t", "ddl": ddl, "indexes": []}]


def rows(*statements: str) -> list[Rows]:
    return [{"tableName": "t", "insertStatements": list(statements)}]


def test_failing_statements_are_skipped_and_told() -> None:
    connection = sqlite3.connect(":memory:")
    errors = seed.build(
        connection,
        [{"name": "t", "ddl": PLAIN, "indexes": ["CREATE INDEX i ON t(name)", "CREATE INDEX j ON t(nope)"]}],
        rows("INSERT INTO t VALUES (1, 'a')", "INSERT INTO t VALUES (1, 'b')", "INSERT INTO t VALUES (2, 'ü')"),
    )
    assert connection.execute("SELECT * FROM t").fetchall() == [(1, "a"), (2, "ü")]
    assert [(error["statement"], error["message"]) for error in errors] == [
        ("CREATE INDEX j ON t(nope)", "no such column: nope"),
        ("INSERT INTO t VALUES (1, 'b')", "UNIQUE constraint failed: t.id"),
    ]


@pytest.mark.parametrize(
    ("ddl", "statement", "reads"),
    [
        (PLAIN, "INSERT INTO t VALUES (1, 'a')", False),
        (PLAIN, "INSERT INTO t VALUES (1, 'do it now')", False),
        (PLAIN, "INSERT INTO t VALUES (1, datetime('now', '-1 day'))", True),
        (PLAIN, "INSERT INTO t VALUES (1, CURRENT_DATE)", True),
        (TIMED, "INSERT INTO t (id, name) VALUES (1, 'a')", True),
        (TIMED, "INSERT INTO t (id, name, at) VALUES (1, 'a', '2024-01-01')", True),
        (TIMED, "INSERT INTO t (id, name, at, day) VALUES (1, 'a', '2024-01-01', '2024-01-01')", False),
        (TIMED, "INSERT INTO t VALUES (1, 'a', '2024-01-01', '2024-01-01')", False),
        (TIMED, "WITH x AS (SELECT 1) INSERT INTO t (id) SELECT * FROM x", True),
    ],
)
def test_whether_a_seed_reads_the_clock(ddl: str, statement: str, reads: bool) -> None:
    assert seed.reads_clock(tables(ddl), rows(statement)) is reads
