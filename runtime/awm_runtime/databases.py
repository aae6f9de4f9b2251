"""Binds a scenario's engines to the current session's database file.

The reference rewrites the scenario's `create_engine(...)` line to `create_engine('sqlite:///<file>',
connect_args={'check_same_thread': False})`; here every engine gets a creator that opens whatever file is current.
"""

import contextlib
import gc
import os
import sqlite3
import stat
import weakref
from typing import Any

import sqlalchemy
import sqlalchemy.engine
import sqlalchemy.engine.create
from sqlalchemy.orm import close_all_sessions

from awm_runtime import clock

_real_create_engine = sqlalchemy.create_engine


class Connection(sqlite3.Connection):
    """A connection that can be found again."""


class Databases:
    """The engines of one zygote and the file that they open."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._engines: list[sqlalchemy.Engine] = []
        self._connections: weakref.WeakSet[Connection] = weakref.WeakSet()
        self.changes = 0

    def install(self) -> None:
        """From now on `create_engine` makes bound engines, by whatever name it is imported."""
        sqlalchemy.create_engine = self._create_engine
        sqlalchemy.engine.create_engine = self._create_engine
        sqlalchemy.engine.create.create_engine = self._create_engine

    def _create_engine(self, *_args: Any, **_kwargs: Any) -> sqlalchemy.Engine:
        name = os.path.basename(self.path)
        engine = _real_create_engine(
            f"sqlite:///{name}", connect_args={"check_same_thread": False}, creator=self._connect
        )
        self._engines.append(engine)
        return engine

    def _connect(self) -> Connection:
        connection = sqlite3.connect(self.path, check_same_thread=False, factory=Connection)
        clock.register(connection)
        self._connections.add(connection)
        return connection

    def _open(self) -> list[Connection]:
        return list(self._connections)

    def release_all(self) -> int:
        """Closes every connection before a fork. Returns how many the module still held."""
        close_all_sessions()
        for connection in self._open():
            with contextlib.suppress(sqlite3.Error):
                self.changes += connection.total_changes
        for engine in self._engines:
            engine.dispose()
        if any(self._is_open(connection) for connection in self._open()):
            gc.collect()
        held = [connection for connection in self._open() if self._is_open(connection)]
        for connection in held:
            connection.close()
        return len(held)

    @staticmethod
    def _is_open(connection: Connection) -> bool:
        try:
            connection.in_transaction  # noqa: B018  (raises where closed)
        except sqlite3.ProgrammingError:
            return False
        return True

    def settle(self) -> None:
        """After a call: transactions that nobody holds are rolled back, a WAL is moved into the main file."""
        if any(self._in_transaction(connection) for connection in self._open()):
            gc.collect()
        if _has_content(self.path + "-wal"):
            checkpoint(self.path)

    @staticmethod
    def _in_transaction(connection: Connection) -> bool:
        try:
            return connection.in_transaction
        except sqlite3.Error:
            return False


def _has_content(path: str) -> bool:
    try:
        found = os.lstat(path)
    except OSError:
        return False
    return stat.S_ISREG(found.st_mode) and found.st_size > 0


def checkpoint(path: str) -> None:
    """Moves a write-ahead log into the main file, so that the file alone is the database."""
    with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(path, timeout=1)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def recover(path: str) -> None:
    """Lets SQLite roll back a hot journal, or replay a WAL, that a killed call left."""
    if not (_has_content(path + "-journal") or _has_content(path + "-wal")):
        return
    with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(path, timeout=1)) as connection:
        connection.execute("SELECT count(*) FROM sqlite_master").fetchall()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
