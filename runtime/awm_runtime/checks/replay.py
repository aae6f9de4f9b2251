"""Plays probes against a built scenario, in forks of its zygote that are confined as sessions are."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import hashlib
import json
import os
import shutil
import signal
import sqlite3
import tempfile
import time
from collections.abc import Iterator, Sequence
from typing import Any, Final, NoReturn, Protocol

from fastapi import FastAPI
from sqlalchemy.orm import configure_mappers

from awm_runtime import calls, clock, sandbox
from awm_runtime.calls import Caller, ToolError
from awm_runtime.checks.judge import Answer, Call, Played, Probed, probe
from awm_runtime.procs import die_with_parent
from awm_runtime.session import Lifespan
from awm_runtime.tools import Learned

# A moment in the time that seeds tend to speak of; every play has the same.
_START_MS: Final = 1_767_600_000_000
_TICK_MS: Final = 1_000
_CALL_SECONDS: Final = 5
_PLAY_SECONDS: Final = 60.0
_VALUES_PER_COLUMN: Final = 3
_TEXT_CHARS: Final = 200_000


class Files(Protocol):
    """Where the scenario's engines find the database."""

    path: str


class Built(Protocol):
    """What a zygote has made of a scenario."""

    @property
    def app(self) -> FastAPI:
        """The application."""

    @property
    def caller(self) -> Caller:
        """Calls its tools."""

    @property
    def learned(self) -> Learned:
        """Tools and operations."""


def probe_built(files: Files, built: Built, *, template: str, scratch: str) -> Probed:
    """`probe` of a scenario built in this process. `template` is the database a session starts from,
    `scratch` a folder that may be written. Forks; takes a few seconds."""
    with contextlib.suppress(Exception):  # a broken mapper shows itself in each call
        configure_mappers()  # else each fork does it: 50 ms
    gc.collect()
    gc.freeze()
    player = _Player(files, built, template, scratch)
    learned = built.learned
    return probe(learned["tools"], learned["operations"], known_values(template), player.play)


def known_values(path: str) -> dict[str, list[Any]]:
    """A few values per column name, and per table the keys under the name that references give them."""
    known: dict[str, list[Any]] = {}
    with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        for table in _tables(connection):
            for _, column, _, _, _, key in connection.execute(f"PRAGMA table_info({_quoted(table)})").fetchall():
                query = f"SELECT DISTINCT {_quoted(column)} FROM {_quoted(table)} WHERE {_quoted(column)} IS NOT NULL"
                values = [row[0] for row in connection.execute(f"{query} LIMIT {_VALUES_PER_COLUMN}")]
                if key == 1:
                    known[f"{_singular(table)}_id"] = values
                elif column.lower() not in known:
                    known[column.lower()] = values
    return known


def _tables(connection: sqlite3.Connection) -> list[str]:
    rows = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    return sorted(row[0] for row in rows)


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _singular(table: str) -> str:
    name = table.lower()
    if name.endswith("ies"):
        return name[:-3] + "y"
    if name.endswith(("sses", "xes", "ches", "shes")):
        return name[:-2]
    return name[:-1] if name.endswith("s") and not name.endswith("ss") else name


class _Player:
    def __init__(self, files: Files, built: Built, template: str, scratch: str) -> None:
        self._files = files
        self._built = built
        self._template = template
        self._scratch = scratch

    def play(self, groups: Sequence[Sequence[Call]]) -> Played:
        folder = tempfile.mkdtemp(prefix="probe-", dir=self._scratch)
        try:
            path = os.path.join(folder, os.path.basename(self._files.path))
            shutil.copyfile(self._template, path)
            deadline = time.monotonic() + _PLAY_SECONDS
            answers: list[Answer | None] = []
            for group in groups:
                answers += self._in_fork(folder, path, group, len(answers), deadline)
            return Played(answers, _digests(path))
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def _in_fork(
        self, folder: str, path: str, made: Sequence[Call], calls_before: int, deadline: float
    ) -> list[Answer | None]:
        """One answer per call; None for those that the process did not live to answer."""
        left = deadline - time.monotonic()
        if left <= 0:
            return [None] * len(made)
        reader, writer = os.pipe()
        parent = os.getpid()
        child = os.fork()
        if child == 0:
            os.close(reader)
            die_with_parent(parent)
            # The zygote may not send signals: the child ends itself.
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            self._answer(folder, path, made, calls_before, writer, left)
        os.close(writer)
        with os.fdopen(reader, "rb") as file:
            lines = file.read().splitlines()
        os.waitpid(child, 0)
        answers: list[Answer | None] = [Answer(*json.loads(line)) for line in lines[: len(made)]]
        return answers + [None] * (len(made) - len(answers))

    def _answer(
        self, folder: str, path: str, made: Sequence[Call], calls_before: int, writer: int, left: float
    ) -> NoReturn:
        try:
            null = os.open(os.devnull, os.O_RDWR)
            for descriptor in (0, 1, 2):
                os.dup2(null, descriptor)
            sandbox.limit("session")
            sandbox.confine_session(work_dir=folder)
            self._files.path = path
            clock.install(_START_MS, _TICK_MS, calls_before, 1)
            asyncio.run(self._serve(made, writer, calls_before > 0, left))
        finally:
            os._exit(0)

    async def _serve(self, made: Sequence[Call], writer: int, resumed: bool, left: float) -> None:
        ends = time.monotonic() + left
        if not resumed:
            signal.setitimer(signal.ITIMER_REAL, _CALL_SECONDS)
            await Lifespan(self._built.app).startup()
        for call in made:
            signal.setitimer(signal.ITIMER_REAL, max(min(_CALL_SECONDS, ends - time.monotonic()), 0.001))
            clock.tick()
            answer = await self._call(call)
            line = json.dumps([answer.status, answer.text[:_TEXT_CHARS], answer.raised]).encode() + b"\n"
            while line:
                line = line[os.write(writer, line) :]

    async def _call(self, call: Call) -> Answer:
        with _noted_exceptions() as noted:
            try:
                result = await self._built.caller.call(call.tool, json.loads(json.dumps(call.arguments)))
                answer = Answer(result.status, result.text)
            except ToolError as error:
                answer = Answer(error.status, str(error))
        return answer._replace(raised=noted[0] if noted else None)


@contextlib.contextmanager
def _noted_exceptions() -> Iterator[list[str]]:
    """What the application raises is turned into a plain 500 and logged: here it is kept."""
    noted: list[str] = []
    plain = calls.log_traceback
    calls.log_traceback = lambda error: noted.append(f"{type(error).__name__}: {error}")
    try:
        yield noted
    finally:
        calls.log_traceback = plain


def _digests(path: str) -> dict[str, str]:
    """A hash of each table's rows."""
    digests: dict[str, str] = {}
    try:
        with contextlib.closing(sqlite3.connect(path, timeout=1)) as connection:
            for table in _tables(connection):
                digest = hashlib.sha256()
                for row in connection.execute(f"SELECT * FROM {_quoted(table)}"):
                    digest.update(repr(row).encode(errors="surrogatepass"))
                digests[table] = digest.hexdigest()
    except sqlite3.Error:
        return {}
    return digests
