"""Reading SQL as people and ill-wishers write it."""

from __future__ import annotations

import random
import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest
from forked import Ended, in_fork

from awm_runtime import sandbox, sql


@pytest.fixture
def databases(tmp_path: Path) -> tuple[str, str]:
    paths = (str(tmp_path / "state?#%.db"), str(tmp_path / "initial.db"))
    for path, names in zip(paths, (("first", "second"), ("first",)), strict=True):
        connection = sqlite3.connect(path)
        connection.execute("CREATE TABLE items(id INTEGER PRIMARY KEY, name TEXT UNIQUE, note)")
        connection.executemany("INSERT INTO items(name) VALUES (?)", [(name,) for name in names])
        connection.execute(
            "CREATE VIEW endless AS WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i FROM n) SELECT i FROM n"
        )
        connection.commit()
        connection.close()
    return paths


def ask(databases: tuple[str, str], text: str, *, deadline_s: float = 10, **more: Any) -> Ended:
    request = {
        "database": databases[0],
        "initial": databases[1],
        "sql": text,
        "explain": False,
        "timeout_ms": 5_000,
        "rows": 1000,
        "cell": 2000,
        "answer_bytes": 1 << 20,
        **more,
    }

    def confined() -> dict[str, Any]:
        sandbox.limit("query")
        sandbox.confine_verifier(read_only=list(databases))
        return sql.run(request)

    return in_fork(confined, deadline_s=deadline_s)


def test_answers_rows_of_the_state_and_of_the_seed(databases: tuple[str, str]) -> None:
    answer = ask(
        databases,
        "-- what is new\nSELECT name, name FROM items EXCEPT SELECT name, name FROM initial.items ORDER BY 1;",
    ).value
    assert answer["kind"] == "rows"
    assert answer["columns"] == ["name", "name"]
    assert answer["rows"] == [["second", "second"]]
    assert answer["truncated"] is False
    assert 0 < answer["ms"] < 5_000


def test_every_kind_of_value(databases: tuple[str, str]) -> None:
    text = (
        "SELECT NULL, 'é', 9007199254740991, 9007199254740992, 12.0, 1e999, x'00ff', "
        "printf('%.*c', 3000, 'x'), zeroblob(3000), CAST(x'ff41' AS TEXT), ''"
    )
    answer = ask(databases, text).value
    [row] = answer["rows"]
    assert row == [
        None,
        "é",
        9007199254740991,
        {"i": "9007199254740992"},
        {"r": "12.0"},
        {"r": "inf"},
        {"x": "00ff", "bytes": 2},
        {"t": "x" * 2000, "length": 3000},
        {"x": "00" * 2000, "bytes": 3000},
        "\ufffdA",
        "",
    ]


def test_stops_at_the_row_limit_and_at_the_answers_size(databases: tuple[str, str]) -> None:
    numbers = "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n LIMIT {}) SELECT i FROM n"
    exact, over = ask(databases, numbers.format(1000)).value, ask(databases, numbers.format(1001)).value
    assert (len(exact["rows"]), exact["truncated"]) == (1000, False)
    assert (len(over["rows"]), over["truncated"]) == (1000, True)
    wide = f"SELECT printf('%.*c', 2000, 'x') FROM ({numbers.format(900)})"
    answer = ask(databases, wide, answer_bytes=100_000).value
    assert answer["truncated"] is True
    assert 40 < len(answer["rows"]) < 50


def test_explains_as_a_tree(databases: tuple[str, str]) -> None:
    text = "EXPLAIN QUERY PLAN SELECT * FROM items a JOIN initial.items b USING (name)"
    answer = ask(databases, text, explain=True).value
    assert answer["kind"] == "plan"
    assert answer["plan"][0]["detail"].startswith("SCAN")
    assert {step["parent"] for step in answer["plan"]} == {0}


@pytest.mark.parametrize(
    "text",
    [
        "INSERT INTO items(name) VALUES ('x')",
        "EXPLAIN DELETE FROM items",
        "/* x */ UPDATE items SET name = 'x' RETURNING name",
        "CREATE TEMP TABLE t(a)",
        "DROP VIEW endless",
        "ATTACH ':memory:' AS more",
        "DETACH initial",
        "VACUUM INTO '/tmp/x.db'",
        "BEGIN",
        "PRAGMA user_version = 7",
        "PRAGMA writable_schema = 1",
        "PRAGMA query_only = OFF",
        "PRAGMA hard_heap_limit = 0",
        "PRAGMA database_list",
        "SELECT file FROM pragma_database_list",
        "PRAGMA temp_store_directory = '/tmp'",
        "SELECT load_extension('x')",
        "REINDEX",
        "ANALYZE",
        "INSERT INTO sqlite_master VALUES (1, 2, 3, 4, 5)",
    ],
)
def test_refuses_with_a_sentence(databases: tuple[str, str], text: str) -> None:
    answer = ask(databases, text).value
    assert answer["kind"] == "refused"
    assert "allowed here" in answer["message"] or "not set" in answer["message"]


@pytest.mark.parametrize(
    "text",
    [
        "SELECT name FROM pragma_table_info('items')",
        "PRAGMA table_info(items)",
        "PRAGMA initial.index_list('items')",
        "SELECT l.name, i.name FROM pragma_index_list('items') l, pragma_index_info(l.name) i",
        "SELECT name, sql FROM sqlite_schema UNION ALL SELECT name, sql FROM initial.sqlite_master",
        "PRAGMA user_version",
        "PRAGMA integrity_check",
        "VALUES (1), (2)",
        "EXPLAIN SELECT 1",
        "SELECT json_extract('{\"a\": 1}', '$.a'), value FROM json_each('[1, 2]')",
    ],
)
def test_allows_what_reads(databases: tuple[str, str], text: str) -> None:
    answer = ask(databases, text).value
    assert answer["kind"] == "rows", answer
    assert answer["rows"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("SELECT 1; SELECT 2", "One statement at a time"),
        ("SELEC 1", 'near "SELEC": syntax error'),
        ("SELECT * FROM nowhere", "no such table: nowhere"),
        (" -- nothing\n ; ", "no statement"),
        ("SELECT ?", "no parameters here"),
        ("SELECT 1\0", "NUL"),
        ("SELECT '\ud800'", "Unicode"),
        ("SELECT zeroblob(20000000)", "16 MiB"),
        ("UPDATE sqlite_master SET sql = ''", "may not be modified"),
        ("SELECT abs(-9223372036854775808)", "integer overflow"),
    ],
)
def test_says_what_is_wrong(databases: tuple[str, str], text: str, words: str) -> None:
    answer = ask(databases, text).value
    assert answer["kind"] == "refused"
    assert words in answer["message"]


@pytest.mark.parametrize(
    "text",
    [
        "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n",
        "SELECT count(*) FROM endless",
        "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n LIMIT 9999) "
        "SELECT sum(a.i * b.i * c.i) FROM n a, n b, n c",
    ],
)
def test_stops_what_has_no_end(databases: tuple[str, str], text: str) -> None:
    started = time.monotonic()
    answer = ask(databases, text, timeout_ms=300).value
    assert answer["kind"] == "stopped"
    assert answer["afterMs"] >= 300
    assert time.monotonic() - started < 8


@pytest.mark.parametrize(
    "text",
    [
        "SELECT group_concat(x) FROM (WITH RECURSIVE n(x) AS (SELECT printf('%.*c', 9000000, 'x') UNION ALL "
        "SELECT x || 'y' FROM n LIMIT 40) SELECT x FROM n)",
        "WITH RECURSIVE n(x) AS (SELECT randomblob(8000000) UNION ALL SELECT randomblob(8000000) FROM n LIMIT 40) "
        "SELECT x FROM n ORDER BY x",
        "SELECT " + ", ".join(["zeroblob(16000000)"] * 200),
    ],
)
def test_memory_is_bounded(databases: tuple[str, str], text: str) -> None:
    ended = ask(databases, text, timeout_ms=60_000, deadline_s=60)
    assert ended.error is None
    assert ended.value["kind"] == "refused"
    assert "memory" in ended.value["message"] or "too big" in ended.value["message"]


def test_reads_virtual_tables(databases: tuple[str, str]) -> None:
    connection = sqlite3.connect(databases[0])
    connection.execute("CREATE VIRTUAL TABLE words USING fts5(text)")
    connection.execute("INSERT INTO words VALUES ('hello world')")
    connection.execute("CREATE VIRTUAL TABLE places USING rtree(id, low, high)")
    connection.execute("INSERT INTO places VALUES (1, 2, 3)")
    connection.commit()
    connection.close()
    text = "SELECT text, high FROM words, places WHERE words MATCH 'hello' AND low < 5"
    assert ask(databases, text).value["rows"] == [["hello world", {"r": "3.0"}]]
    assert "not allowed" in ask(databases, "INSERT INTO places VALUES (2, 2, 3)").value["message"]


def test_a_damaged_database_is_told_in_sqlites_words(databases: tuple[str, str]) -> None:
    Path(databases[0]).write_bytes(b"not a database at all, but long enough to be read as one" * 100)
    answer = ask(databases, "SELECT 1 FROM items").value
    assert answer == {"kind": "refused", "message": "file is not a database"}


def test_a_view_runs_nothing_that_a_statement_may_not(databases: tuple[str, str]) -> None:
    connection = sqlite3.connect(databases[0])
    connection.execute("CREATE VIEW sly AS SELECT load_extension('x') AS y")
    connection.execute("CREATE VIEW paths AS SELECT file FROM pragma_database_list")
    connection.commit()
    connection.close()
    for view in ("sly", "paths"):
        answer = ask(databases, f"SELECT * FROM {view}").value
        assert answer["kind"] == "refused", answer


def test_bytes_that_untrusted_code_wrote_end_in_an_answer(databases: tuple[str, str]) -> None:
    plain = Path(databases[0]).read_bytes()
    dice = random.Random(7)
    for _ in range(40):
        damaged = bytearray(plain)
        for _ in range(8):
            damaged[dice.randrange(len(damaged))] = dice.randrange(256)
        Path(databases[0]).write_bytes(damaged)
        ended = ask(databases, "SELECT i.*, s.* FROM items i, sqlite_schema s")
        assert ended.error is None
        assert ended.value["kind"] in ("rows", "refused", "stopped")
