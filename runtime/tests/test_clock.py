"""The logical clock: same calls, same bytes; and SQLite's date functions as SQLite has them."""

from __future__ import annotations

import asyncio
import datetime
import hashlib
import json
import os
import random
import secrets
import sqlite3
import tempfile
import threading
import time
import uuid
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from forked import in_fork
from pydantic import BaseModel
from sqlalchemy import Column, DateTime, Integer, String, create_engine, func, text
from sqlalchemy.orm import declarative_base, sessionmaker

from awm_runtime import clock

START = 1_767_225_600_123  # 2026-01-01T00:00:00.123Z


def with_clock(function: Callable[[], Any], start_ms: int = START, seed: int | None = 7) -> Any:
    def run() -> Any:
        clock.install(start_ms, 1000, 0, seed)
        return function()

    ended = in_fork(run)
    assert ended.error is None
    return ended.value


def connect() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:")
    clock.register(connection)
    return connection


def test_python_stands_at_the_logical_time_and_moves_by_calls() -> None:
    def readings() -> list[Any]:
        seen = [datetime.datetime.utcnow().isoformat(), time.time(), str(datetime.date.today())]
        clock.tick()
        clock.tick()
        return [*seen, datetime.datetime.now(datetime.UTC).isoformat(), time.time_ns(), clock.now_ms()]

    assert with_clock(readings) == [
        "2026-01-01T00:00:00.123000",
        1767225600.123,
        "2026-01-01",
        "2026-01-01T00:00:02.123000+00:00",
        1767225602123000000,
        START + 2000,
    ]


def test_waiting_still_works() -> None:
    def wait() -> bool:
        started = time.monotonic()
        asyncio.run(asyncio.wait_for(asyncio.sleep(0.01), 1))
        threading.Event().wait(0.01)
        time.sleep(0.01)
        return 0.02 < time.monotonic() - started < 5

    assert with_clock(wait) is True


EXPRESSIONS = [
    "datetime({now})",
    "date({now})",
    "time({now})",
    "julianday({now})",
    "strftime('%Y-%m-%d %H:%M:%f %s %j %w %W', {now})",
    "datetime({now}, '-3 days')",
    "datetime({now}, '-1 month', 'start of month', '+2 hours')",
    "date({now}, 'weekday 1')",
    "date({now}, 'start of year', '+400 days')",
    "datetime({now}, 'localtime')",
    "datetime({now}, 'utc')",
    "datetime({now}, 'localtime', 'utc')",
    "datetime({now}, 'unixepoch')",
    "datetime({now}, 'auto')",
    "datetime({now}, 'julianday')",
    "datetime({now}, 'nonsense')",
    "datetime({now}, NULL)",
    "unixepoch({now})",
    "unixepoch({now}, '+1 day')",
    "typeof(unixepoch({now}))",
    "typeof(julianday({now}))",
    "date({now}) > date({now}, '-1 day')",
]
UNCHANGED = [
    "datetime('2024-02-29 12:00', '+1 year')",
    "datetime(1700000000, 'unixepoch')",
    "datetime(1700000000, 'auto')",
    "datetime(2460000.5)",
    "strftime('%d/%m/%Y', '2024-05-06')",
    "date(NULL)",
    "date('not a date')",
    "time('12:30:45.678', '+1.5 seconds')",
    "strftime('%Q', '2024-01-01')",
    "julianday('2024-01-01T00:00:00Z')",
    "datetime('2024-01-01 00:00:00+02:00')",
    "typeof(date('2024-01-01'))",
]


@pytest.mark.parametrize("zone", ["UTC", "America/New_York", "Asia/Kathmandu"])
def test_sqlite_functions_have_their_own_semantics_at_the_logical_time(zone: str) -> None:
    def compare() -> list[tuple[str, Any, Any]]:
        os.environ["TZ"] = zone
        time.tzset()
        # The real clock is stopped in between by asking for both until the second did not change.
        for _ in range(20):
            plain = sqlite3.connect(":memory:")
            before = plain.execute("SELECT strftime('%Y-%m-%d %H:%M:%f', 'now')").fetchone()[0]
            moment = datetime.datetime.fromisoformat(before).replace(tzinfo=datetime.UTC)
            clock.install(round(moment.timestamp() * 1000), 0, 0, None)
            ours = connect()
            different = []
            for template in [*EXPRESSIONS, *UNCHANGED]:
                for now in ("'now'", "'NOW'", "x'6e6f77'") if "{now}" in template else ("",):
                    statement = "SELECT " + template.format(now=now)
                    logical = ours.execute(statement).fetchone()[0]
                    wanted = plain.execute(statement.replace(now, f"'{before}'") if now else statement).fetchone()[0]
                    if logical != wanted:
                        different.append((statement, logical, wanted))
            after = plain.execute("SELECT strftime('%Y-%m-%d %H:%M:%S', 'now')").fetchone()[0]
            if before.startswith(after):
                return different
        return [("the second changed each time", None, None)]

    ended = in_fork(compare)
    assert ended.error is None
    assert ended.value == []


def test_sqlite_keywords_defaults_and_missing_arguments() -> None:
    def read() -> list[Any]:
        connection = connect()
        connection.execute(
            "CREATE TABLE t(a INTEGER PRIMARY KEY, b DEFAULT CURRENT_TIMESTAMP, c DEFAULT (datetime('now', '-1 day')),"
            " d DEFAULT CURRENT_DATE, e DEFAULT CURRENT_TIME)"
        )
        connection.execute("INSERT INTO t(a) VALUES (1)")
        row = connection.execute("SELECT b, c, d, e FROM t").fetchone()
        rest = connection.execute(
            "SELECT datetime(), date(), time(), julianday(), strftime('%Y'), unixepoch(), current_timestamp"
        ).fetchone()
        clock.tick()
        return [*row, *rest, connection.execute("SELECT current_timestamp").fetchone()[0]]

    assert with_clock(read) == [
        "2026-01-01 00:00:00",
        "2025-12-31 00:00:00",
        "2026-01-01",
        "00:00:00",
        "2026-01-01 00:00:00",
        "2026-01-01",
        "00:00:00",
        2461041.5000014235,
        "2026",
        1767225600,
        "2026-01-01 00:00:00",
        "2026-01-01 00:00:01",
    ]


def test_dates_stay_legal_in_indexes_and_generated_columns() -> None:
    def build() -> int:
        connection = connect()
        connection.execute("CREATE TABLE t(at TEXT, day TEXT GENERATED ALWAYS AS (date(at)) STORED)")
        connection.execute("CREATE INDEX i ON t(strftime('%Y', at))")
        connection.execute("INSERT INTO t(at) VALUES ('2024-01-02 03:04:05')")
        return len(connection.execute("SELECT * FROM t WHERE day = '2024-01-02'").fetchall())

    assert with_clock(build) == 1


def test_many_rows_are_fast_enough() -> None:
    def count() -> float:
        connection = connect()
        connection.execute("CREATE TABLE t(at TEXT)")
        connection.executemany(
            "INSERT INTO t VALUES (?)",
            [(f"2024-01-{i % 28 + 1:02d} {i % 24:02d}:00:00",) for i in range(20_000)],
        )
        started = time.perf_counter()
        connection.execute("SELECT count(*) FROM t WHERE date(at) < date('now', '-1 day')").fetchone()
        return time.perf_counter() - started

    assert with_clock(count) < 2


def draw_everything() -> list[Any]:
    rows = connect().execute("SELECT random(), hex(randomblob(8)), abs(random()) % 100").fetchone()
    with tempfile.NamedTemporaryFile() as file:
        name = os.path.basename(file.name)
    return [
        str(uuid.uuid4()),
        str(uuid.uuid1()),
        str(uuid.uuid1()),
        secrets.token_hex(8),
        secrets.randbelow(1000),
        os.urandom(4).hex(),
        random.random(),
        random.randint(0, 10**6),
        random.Random().random(),
        random.SystemRandom().random(),
        name,
        *rows,
    ]


def test_randomness_hangs_on_seed_and_call_only() -> None:
    def at_call(calls: int) -> list[Any]:
        for _ in range(calls):
            clock.tick()
            draw_everything()
        clock.tick()
        return draw_everything()

    def woken(calls: int) -> list[Any]:
        clock.install(START, 1000, calls, 7)
        clock.tick()
        return draw_everything()

    first = with_clock(lambda: at_call(0))
    assert len({str(value) for value in first}) == len(first)
    assert with_clock(lambda: at_call(0)) == first
    third = with_clock(lambda: at_call(2))
    assert third != first
    assert in_fork(lambda: woken(2)).value == third
    assert with_clock(lambda: at_call(0), seed=8) != first
    assert with_clock(lambda: at_call(0), seed=None) == with_clock(lambda: at_call(0), seed=0)


class NoteIn(BaseModel):
    body: str


def make_app(path: Path) -> FastAPI:
    base: Any = declarative_base()

    class Note(base):  # type: ignore[misc]
        __tablename__ = "notes"
        id = Column(Integer, primary_key=True)
        key = Column(String, default=lambda: str(uuid.uuid4()))
        body = Column(String)
        created_at = Column(DateTime, default=datetime.datetime.utcnow)
        stored_at = Column(DateTime, server_default=func.now())

    def creator() -> sqlite3.Connection:
        connection = sqlite3.connect(path, check_same_thread=False)
        clock.register(connection)
        return connection

    engine = create_engine("sqlite://", creator=creator)
    base.metadata.create_all(engine)
    make_session = sessionmaker(engine)
    app = FastAPI()

    @app.post("/notes")
    def create_note(note: NoteIn) -> dict[str, Any]:
        with make_session() as session:
            row = Note(body=note.body)
            session.add(row)
            session.commit()
            return {"id": row.id, "key": row.key, "created_at": row.created_at, "stored_at": row.stored_at}

    @app.get("/recent")
    def recent() -> list[dict[str, Any]]:
        with make_session() as session:
            found = session.execute(
                text("SELECT id, key FROM notes WHERE stored_at >= datetime('now', '-1 hour') ORDER BY random()")
            )
            return [dict(row) for row in found.mappings()]

    return app


def play(path: Path, calls: list[int]) -> list[str]:
    """Makes the calls of these numbers in one process, as a session woken at the first of them."""
    clock.install(START, 60_000, calls[0], 3)
    client = TestClient(make_app(path))
    answers = []
    for number in calls:
        clock.tick()
        response = client.get("/recent") if number % 3 == 2 else client.post("/notes", json={"body": f"n{number}"})
        answers.append(response.text)
    return answers


def test_the_same_calls_give_the_same_bytes_however_often_the_session_slept(tmp_path: Path) -> None:
    numbers = list(range(9))
    first = in_fork(lambda: play(tmp_path / "one.db", numbers)).value
    assert json.loads(first[0])["created_at"] == "2026-01-01T00:01:00.123000"
    assert json.loads(first[1])["stored_at"] == "2026-01-01T00:02:00"
    second = in_fork(lambda: play(tmp_path / "two.db", numbers)).value
    slept = [in_fork(partial(play, tmp_path / "three.db", [number])).value[0] for number in numbers]
    assert second == first
    assert slept == first
    digests = {hashlib.sha256((tmp_path / f"{name}.db").read_bytes()).hexdigest() for name in ("one", "two", "three")}
    assert len(digests) == 1


def test_without_a_clock_nothing_changes() -> None:
    def plain() -> bool:
        connection = sqlite3.connect(":memory:")
        clock.register(connection)
        clock.tick()
        now = connection.execute("SELECT unixepoch('now')").fetchone()[0]
        return not clock.installed() and abs(now - time.time()) < 5

    assert in_fork(plain).value is True
