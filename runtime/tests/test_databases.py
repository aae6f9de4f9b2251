import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy
from forked import in_fork

from awm_runtime import databases
from awm_runtime.databases import Databases


def make(path: Path) -> str:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE t (n INTEGER)")
        connection.commit()
    return str(path)


def test_engines_open_the_current_file(tmp_path: Path) -> None:
    first, second = make(tmp_path / "1.db"), make(tmp_path / "2.db")

    def attempt() -> list[int]:
        files = Databases(first)
        files.install()
        engine = sqlalchemy.create_engine("postgresql://nowhere/at-all", echo=True)
        with engine.begin() as connection:
            connection.exec_driver_sql("INSERT INTO t VALUES (1)")
        assert files.release_all() == 0
        files.path = second
        with engine.begin() as connection:
            return [row[0] for row in connection.exec_driver_sql("SELECT count(*) FROM t")]

    assert in_fork(attempt).value == [0]


def test_connections_that_the_module_keeps_are_closed_and_counted(tmp_path: Path) -> None:
    path = make(tmp_path / "1.db")

    def attempt() -> int:
        files = Databases(path)
        files.install()
        held = sqlalchemy.create_engine("sqlite://").connect()
        count = files.release_all()
        with pytest.raises(Exception, match="closed"):
            held.exec_driver_sql("SELECT 1")
        return count

    assert in_fork(attempt).value == 1


def test_a_wal_is_moved_into_the_main_file(tmp_path: Path) -> None:
    path = make(tmp_path / "1.db")
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("INSERT INTO t VALUES (1)")
    connection.commit()
    Databases(path).settle()
    assert (tmp_path / "1.db-wal").stat().st_size == 0
    connection.close()


def test_a_hot_journal_is_rolled_back(tmp_path: Path) -> None:
    path = make(tmp_path / "1.db")

    def die() -> None:
        connection = sqlite3.connect(path)
        connection.execute("PRAGMA cache_size=1")
        connection.executemany("INSERT INTO t VALUES (?)", ((n,) for n in range(200_000)))
        raise SystemExit(0)

    in_fork(die)
    databases.recover(path)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT count(*) FROM t").fetchone() == (0,)
