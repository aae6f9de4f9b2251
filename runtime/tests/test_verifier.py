"""Verifier code as people and models write it, well and badly."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from forked import Ended, in_fork
from sample import build_databases, needs_sample, rows

from awm_runtime import sandbox, verifier

verifier.preload()


@pytest.fixture
def databases(tmp_path: Path) -> tuple[str, str]:
    for name in ("initial.db", "final.db"):
        connection = sqlite3.connect(tmp_path / name)
        connection.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT)")
        connection.execute("INSERT INTO t(name) VALUES (?)", (name,))
        connection.commit()
        connection.close()
    return str(tmp_path / "initial.db"), str(tmp_path / "final.db")


def verify(
    code: str,
    databases: tuple[str, str],
    *,
    deadline_s: float = 20,
    function: str = "verify_task_completion",
    **extra: Any,
) -> Ended:
    request = {
        "code": code,
        "function_name": function,
        "initial_db": databases[0],
        "final_db": databases[1],
        **extra,
    }
    return in_fork(lambda: confined_run(request), deadline_s=deadline_s)


def confined_run(request: Mapping[str, Any]) -> dict[str, Any]:
    sandbox.limit("verifier")
    sandbox.confine_verifier(read_only=[request["initial_db"], request["final_db"]])
    return verifier.run(request)


def test_returns_the_value_and_what_was_printed(databases: tuple[str, str]) -> None:
    code = """
import sqlite3
from datetime import datetime, timedelta
def verify_task_completion(initial_db_path: str, final_db_path: str, final_answer: str | None = None) -> dict:
    names = []
    for path in (initial_db_path, final_db_path):
        conn = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        names.append(conn.execute("SELECT name FROM t").fetchone()[0])
        conn.close()
    print("seen", names)
    return {"result": "complete", "names": tuple(names), "answer": final_answer, "raw": b"ab", "nan": float("nan")}
"""
    answer = verify(code, databases, final_answer="42").value
    assert answer["kind"] == "returned"
    assert answer["value"] == {
        "result": "complete",
        "names": ["initial.db", "final.db"],
        "answer": "42",
        "raw": "ab",
        "nan": None,
    }
    assert answer["typeName"] == "dict"
    assert answer["stdout"] == "seen ['initial.db', 'final.db']\n"
    assert answer["readsClock"] is False
    assert answer["ms"] > 0


@pytest.mark.parametrize(
    ("signature", "extra", "expected"),
    [
        ("initial_db_path, final_db_path", {}, [True, True]),
        ("initial_db_path, final_db_path, final_answer", {"final_answer": None}, [True, True, ""]),
        ("a, b", {}, [True, True]),
        ("a, b, c", {"final_answer": "x"}, [True, True, "x"]),
        ("final_answer", {"final_answer": "x"}, ["x"]),
    ],
)
def test_arguments_are_passed_as_the_reference_passes_them(
    databases: tuple[str, str], signature: str, extra: dict[str, Any], expected: list[Any]
) -> None:
    names = [name.strip() for name in signature.split(",")]
    code = (
        f"def verify_task({signature}):\n    return [v if not v.endswith('.db') else True for v in ({names[0]},"
        f" {', '.join(names[1:])})]\n"
    )
    assert verify(code, databases, function="verify_task", **extra).value["value"] == expected


@pytest.mark.parametrize(
    ("code", "error"),
    [
        ("def verify_task_completion(:\n", "Compile error: invalid syntax (<string>, line 1)"),
        ("raise ValueError('at import')", "Compile error: at import"),
        ("def other(): pass", "Function 'verify_task_completion' not found"),
        (
            "import subprocess\ndef verify_task_completion(): pass",
            "Compile error: Import of 'subprocess' is not permitted in verifier code",
        ),
        (
            "def verify_task_completion(a, b):\n    import socket",
            "Execution error: Import of 'socket' is not permitted in verifier code",
        ),
        (
            "def verify_task_completion(a, b):\n    return 1 // 0",
            "Execution error: integer division or modulo by zero",
        ),
        (
            "def verify_task_completion(a, b):\n    return open(a)",
            "Execution error: name 'open' is not defined",
        ),
        ("def verify_task_completion(a, b):\n    raise BaseException('out')", "Execution error: out"),
        (
            "import datetime\ndef verify_task_completion(a, b):\n    return {datetime.date(2020, 1, 1): 1}",
            "Result not JSON-serializable: keys must be str, int, float, bool or None, not date",
        ),
        (
            "def verify_task_completion(a, b):\n    x = []\n    x.append(x)\n    return x",
            "Result not JSON-serializable: maximum recursion depth exceeded",
        ),
    ],
)
def test_failures_have_the_texts_of_the_reference(databases: tuple[str, str], code: str, error: str) -> None:
    answer = verify(code, databases).value
    assert answer["kind"] == "raised"
    assert answer["error"].startswith(error)


def test_the_traceback_shows_the_verifier_and_not_the_runner(databases: tuple[str, str]) -> None:
    code = "def verify_task_completion(a, b):\n    wanted = {}\n    return wanted['total']\n"
    answer = verify(code, databases).value
    assert answer["error"] == "Execution error: 'total'"
    assert "return wanted['total']" in answer["traceback"]
    assert "line 3" in answer["traceback"]
    assert "awm_runtime" not in answer["traceback"]


def test_a_missing_database_is_named(databases: tuple[str, str]) -> None:
    code = "def verify_task_completion(a, b):\n    return {}"
    missing = databases[1] + ".gone"
    assert verify(code, (databases[0], missing)).value["error"] == f"Final DB not found: {missing}"


def test_os_is_only_its_paths(databases: tuple[str, str]) -> None:
    code = """
import os
import os.path
def verify_task_completion(a, b):
    try:
        os.listdir("/")
    except AttributeError:
        return os.path.basename(a)
"""
    assert verify(code, databases).value["value"] == "initial.db"


def test_databases_in_wal_mode_and_large_sorts_need_no_writing(databases: tuple[str, str]) -> None:
    connection = sqlite3.connect(databases[1])
    connection.execute("PRAGMA journal_mode=WAL")
    connection.executemany("INSERT INTO t(name) VALUES (?)", [("x" * 1000,)] * 8000)
    connection.commit()
    connection.close()
    code = """
import sqlite3
def verify_task_completion(initial_db_path, final_db_path):
    counts = []
    for connect in (
        lambda: sqlite3.connect(final_db_path),
        lambda: sqlite3.connect(f"file:{final_db_path}", uri=True),
        lambda: sqlite3.connect(f"file:{final_db_path}?mode=ro", uri=True),
    ):
        conn = connect()
        rows = conn.execute("SELECT name FROM t ORDER BY name DESC, id DESC").fetchall()
        conn.execute("CREATE TEMP TABLE u AS SELECT name FROM t ORDER BY name")
        counts.append(len(rows))
        conn.close()
    return counts
"""
    assert verify(code, databases).value["value"] == [8001, 8001, 8001]


def test_hostile_verifiers_end_as_answers(databases: tuple[str, str]) -> None:
    escape = (
        "[c for c in ().__class__.__base__.__subclasses__() if c.__name__ == '_wrap_close'][0].__init__.__globals__"
    )
    body = {
        "allocates": "return len(bytearray(2 << 30))",
        "allocates in SQL": "import sqlite3\n    return len(sqlite3.connect(':memory:')"
        ".execute('SELECT group_concat(hex(zeroblob(1000000))) FROM (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL"
        " SELECT i+1 FROM n WHERE i < 900) SELECT i FROM n)').fetchone()[0])",
        "opens a socket": "import urllib.parse as u\n    return u.sys.modules['socket'].socket()",
        "forks": f"return {escape}['fork']()",
        "runs a program": f"return {escape}['system']('touch /tmp/escaped')",
        "reads files": f"return {escape}['listdir']('/root')",
        "kills": f"return {escape}['kill']({escape}['getppid'](), 9)",
    }
    answers = {
        name: verify(f"def verify_task_completion(a, b):\n    {code}\n", databases).value for name, code in body.items()
    }
    assert answers["allocates"]["kind"] == "raised"
    assert "MemoryError" in answers["allocates"]["traceback"]
    assert answers["allocates"]["error"].startswith("Execution error: MemoryError: it needs more memory")
    assert answers["allocates in SQL"]["kind"] == "raised"
    for name in ("opens a socket", "forks", "reads files", "kills"):
        assert answers[name]["kind"] == "raised", (name, answers[name])
        assert "Permission" in answers[name]["traceback"] or "KeyError" in answers[name]["traceback"], answers[name]
    assert answers["runs a program"]["value"] != 0
    assert not Path("/tmp/escaped").exists()


def test_a_loop_is_the_callers_deadline(databases: tuple[str, str]) -> None:
    started = time.monotonic()
    ended = verify("def verify_task_completion(a, b):\n    while True: pass", databases, deadline_s=1)
    assert ended.timed_out
    assert time.monotonic() - started < 5


def test_printing_and_results_are_capped(databases: tuple[str, str]) -> None:
    answer = verify(
        "def verify_task_completion(a, b):\n    for _ in range(3000): print('x' * 1000)\n    return {}",
        databases,
    ).value
    assert len(answer["stdout"]) < 66_000
    assert answer["stdout"].endswith("characters more")
    answer = verify("def verify_task_completion(a, b):\n    return 'x' * (50 << 20)", databases).value
    assert answer["kind"] == "raised"
    assert "are the limit" in answer["error"]


@pytest.mark.parametrize(
    ("line", "reads"),
    [
        ("from datetime import datetime; datetime.now()", True),
        ("import datetime as d; d.date.today()", True),
        ("import time; time.time()", True),
        ("from time import time as clock; clock()", True),
        ("q = \"SELECT * FROM t WHERE a > datetime('now', '-1 day')\"", True),
        ("q = f\"SELECT date('now') FROM {t}\"", True),
        ('q = "SELECT CURRENT_TIMESTAMP"', True),
        ("q = \"SELECT strftime('%Y', 'now')\"", True),
        ("q = \"SELECT strftime('%Y-%m', created_at) FROM t\"", False),
        ("from datetime import datetime; datetime.fromisoformat('2024-01-01')", False),
        ("from datetime import time; time(1, 2)", False),
        ("q = \"SELECT date(created_at), time FROM t WHERE status = 'now'\"", False),
    ],
)
def test_reading_the_clock_is_seen(databases: tuple[str, str], line: str, reads: bool) -> None:
    code = f"t = 't'\ndef verify_task_completion(a, b):\n    {line}\n    return 1\n"
    assert verify(code, databases).value["readsClock"] is reads


@needs_sample
def test_all_hundred_verifiers_of_the_sample_run_on_untouched_databases(tmp_path: Path) -> None:
    initial = build_databases(tmp_path)
    final = {key: Path(shutil.copy(path, tmp_path / f"{key}_final.db")) for key, path in initial.items()}
    outcomes: dict[tuple[str, int], dict[str, Any]] = {}
    observed: dict[tuple[str, int], dict[str, Any]] = {}
    for row in rows("gen_verifier.pure_code.jsonl"):
        key = row["scenario"]
        at, code, databases = (key, row["task_idx"]), row["verification"]["code"], (str(initial[key]), str(final[key]))
        outcomes[at] = verify(code, databases, final_answer="").value
        observed[at] = verify(code, databases, final_answer="", observe=True).value
    assert len(outcomes) == 100
    raised = {at: outcome["error"] for at, outcome in outcomes.items() if outcome["kind"] != "returned"}
    assert raised == {}
    assert {outcome["value"]["result"] for outcome in outcomes.values()} <= {"complete", "others"}
    complete = [at for at, outcome in outcomes.items() if outcome["value"]["result"] == "complete"]
    clocks = [at for at, outcome in outcomes.items() if outcome["readsClock"]]
    # Being observed changes nothing of what they say.
    for at, outcome in observed.items():
        assert (outcome["value"], outcome["stdout"]) == (outcomes[at]["value"], outcomes[at]["stdout"])
        assert outcome["endedAtLine"] > 1
    # The others end before they read, for want of an answer.
    assert sum(bool(outcome["reads"]) for outcome in observed.values()) > 75
    # The public set is known for verifiers that pass on the untouched database: these are the sample's.
    assert len(complete) == 25
    assert len(clocks) == 3


OBSERVED = """
import sqlite3
def helper(path):
    return sqlite3.connect(path).execute("WITH c AS (SELECT name FROM t) SELECT count(*) FROM c").fetchone()
def verify_task_completion(initial_db_path, final_db_path, final_answer=None):
    helper(final_db_path)
    if final_answer == "raise":
        helper("nowhere/at/all")
    return {"result":
            "others"}
"""


def test_tells_what_was_read_and_where_it_ended(databases: tuple[str, str]) -> None:
    answer = verify(OBSERVED, databases, observe=True, final_answer="").value
    assert answer["value"] == {"result": "others"}
    assert answer["reads"] == [{"table": "t", "columns": ["name"]}]
    assert answer["endedAtLine"] == 9
    raised = verify(OBSERVED, databases, observe=True, final_answer="raise").value
    assert raised["kind"] == "raised"
    assert raised["endedAtLine"] == 4
    assert raised["reads"] == [{"table": "t", "columns": ["name"]}]
    syntax = verify("def verify_task_completion(:", databases, observe=True).value
    assert (syntax["endedAtLine"], syntax["reads"]) == (1, [])


READS = """
import sqlite3
def verify_task(initial_db_path, final_db_path):
    db = sqlite3.connect(final_db_path)
    return {"found": db.execute({sql}).fetchall()}
"""


@pytest.mark.parametrize(
    ("sql", "reads"),
    [
        ("SELECT count(*) FROM t", [("t", [])]),
        ("SELECT * FROM priced", [("priced", ["cents", "id", "note", "price"])]),
        ("SELECT price FROM priced", [("priced", ["cents", "id", "note", "price"])]),
        ("SELECT note FROM priced", [("priced", ["note"])]),
        ("WITH t2 AS (SELECT note FROM priced) SELECT count(*) FROM t2", [("priced", ["note"])]),
        ("SELECT * FROM notes", [("notes", ["note"]), ("priced", ["note"])]),
    ],
)
def test_reads_are_what_sqlite_says(databases: tuple[str, str], sql: str, reads: list[tuple[str, list[str]]]) -> None:
    with contextlib.closing(sqlite3.connect(databases[1])) as db:
        db.executescript(
            "CREATE TABLE priced (id INTEGER PRIMARY KEY, cents INT, note TEXT,"
            " price REAL GENERATED ALWAYS AS (cents / 100.0));"
            "CREATE VIEW notes AS SELECT note FROM priced"
        )
    answer = verify(READS.replace("{sql}", repr(sql)), databases, function="verify_task", observe=True).value
    assert [(read["table"], read["columns"]) for read in answer["reads"]] == reads


def test_reads_that_are_too_many_are_not_told(databases: tuple[str, str]) -> None:
    sql = "; ".join(f"CREATE TABLE m{n} (a)" for n in range(501))
    with contextlib.closing(sqlite3.connect(databases[1])) as db:
        db.executescript(sql)
    code = READS.replace("return", "for n in range(501): db.execute(f'SELECT a FROM m{n}')\n    return")
    answer = verify(code.replace("{sql}", "'SELECT 1'"), databases, function="verify_task", observe=True).value
    assert (answer["kind"], "reads" in answer) == ("returned", False)


def test_without_being_asked_it_observes_nothing(databases: tuple[str, str]) -> None:
    answer = verify(OBSERVED, databases, final_answer="").value
    assert "reads" not in answer
    assert "endedAtLine" not in answer
