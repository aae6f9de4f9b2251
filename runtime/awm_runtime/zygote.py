"""A scenario's zygote: builds its databases, runs its module once, then forks a session per request.

It runs untrusted code and holds nothing but its own scenario. It talks to root in JSON packets (SEQPACKET);
what is large goes through files of its scratch folder, which root copies out.
"""

import contextlib
import gc
import json
import os
import select
import signal
import socket
import sqlite3
import sys
import time
import traceback
from collections.abc import Iterator
from typing import Any, NamedTuple, NoReturn

from fastapi import FastAPI
from sqlalchemy.orm import configure_mappers

from awm_runtime import clock, databases, findings, inline, layers, scenario, seed, tools
from awm_runtime.calls import Caller
from awm_runtime.databases import Databases
from awm_runtime.procs import describe_status, die_with_parent
from awm_runtime.session import Session
from awm_runtime.tools import Learned
from awm_runtime.warming import steps as warm_steps

PACKET = 60_000
"""Bytes of the largest packet between root and zygote."""


class BuildFailed(Exception):
    """The scenario does not run; the message is for people."""


class Built(NamedTuple):
    """A scenario whose module has run."""

    app: FastAPI
    caller: Caller
    learned: Learned
    stateful: bool


class Timer:
    """Milliseconds by phase."""

    def __init__(self) -> None:
        self.phases: dict[str, float] = {}
        self._last = time.perf_counter()

    def lap(self, phase: str) -> None:
        now = time.perf_counter()
        self.phases[phase] = round((now - self._last) * 1000, 2)
        self._last = now


def _read_file(path: str | None) -> bytes | None:
    if path is None:
        return None
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return None


def _write_file(path: str, data: bytes) -> None:
    with open(path, "wb") as file:
        file.write(data)


class Zygote:
    """State of one zygote process."""

    def __init__(self, control: socket.socket, config: dict[str, Any], body: bytes) -> None:
        self._control = control
        self._config = config
        self._body = body
        self._timer = Timer()
        self.scratch: str = config["scratch"]
        self.files = Databases(os.path.join(self.scratch, f"{config['name']}.db"))

    def _path(self, name: str) -> str:
        return os.path.join(self.scratch, name)

    def build(self) -> Built:
        """Makes the databases, runs the module, derives the tools; writes the results. Raises BuildFailed."""
        config = self._config
        source = json.loads(self._body)
        self._body = b""
        logical = config.get("clock")
        if logical is not None:
            clock.install(logical["startMs"], logical["tickMs"], 0, None)
        report: dict[str, Any] = {}
        initial = self._databases(source, report)
        app, code = self._module(source["code"])
        held = self.files.release_all()
        databases.checkpoint(self.files.path)
        template = _read_file(self.files.path) or b""
        _write_file(self._path("template.db"), template)
        report["moduleWrites"] = template != initial
        report["readsClock"] = report["readsClock"] or self.files.changes > 0
        self._timer.lap("module")
        known = _read_file(config.get("learned"))
        if known is None:
            learned: Learned = tools.derive(app)
            found = [*findings.static(source["code"]), *findings.routes(app)]
            if held:
                found.append(
                    {"code": "mutable_state", "message": "The module keeps a database connection open.", "details": {}}
                )
            report["learned"] = {
                "toolsJson": json.dumps(learned["tools"], ensure_ascii=False, separators=(",", ":")),
                "operations": learned["operations"],
                "findings": found,
            }
            if code is not None:
                _write_file(self._path("code.marshal"), code)
        else:
            stored = json.loads(known)
            learned = {"tools": json.loads(stored["toolsJson"]), "operations": stored["operations"]}
            found = stored["findings"]
        stateful = any(finding["code"] == "mutable_state" for finding in found)
        self._timer.lap("tools")
        caller = Caller(app, learned)
        report["timings"] = self._timer.phases
        _write_file(self._path("built.json"), json.dumps(report).encode())
        return Built(app, caller, learned, stateful)

    def _databases(self, source: dict[str, Any], report: dict[str, Any]) -> bytes:
        cached = self._config.get("template")
        if cached is not None:
            template = _read_file(cached)
            if template is None:
                raise BuildFailed("the cached template is gone")
            _write_file(self.files.path, template)
            report.update(seedErrors=[], readsClock=False)
            self._timer.lap("database")
            return template
        with contextlib.closing(sqlite3.connect(":memory:")) as connection:
            clock.register(connection)
            errors = seed.build(connection, source["tables"], source["seed"])
            # An empty database is an empty file, which SQLite does not serialize.
            initial = connection.serialize() if connection.execute("PRAGMA page_count").fetchone()[0] else b""
        report["seedErrors"] = errors
        failed = frozenset(error["statement"] for error in errors)
        report["readsClock"] = seed.reads_clock(source["tables"], source["seed"], failed)
        _write_file(self._path("initial.db"), initial)
        _write_file(self.files.path, initial)
        self._timer.lap("database")
        return initial

    def _module(self, code: str) -> tuple[FastAPI, bytes | None]:
        self.files.install()
        inline.install()
        try:
            compiled, fresh = scenario.compile_code(code, _read_file(self._config.get("code")))
            self._timer.lap("compile")
            return scenario.execute(compiled), fresh
        except Exception as error:
            trace = "".join(traceback.format_exception(error)[-12:])
            raise BuildFailed(f"{type(error).__name__}: {error}\n{trace}") from error
        except SystemExit as stop:
            raise BuildFailed(f"the module exits ({stop.code})") from stop

    def send(self, packet: dict[str, Any]) -> None:
        """To root."""
        self._control.sendall(json.dumps(packet).encode())

    def serve(self, built: Built) -> NoReturn:
        """Forks a session per request until root hangs up; warms the routes when told to and nothing else waits."""
        startup_log = self._startup_log()
        with contextlib.suppress(Exception):  # a broken mapper shows itself in each call, as with the reference
            configure_mappers()
        self._freeze()
        wake_read, wake_write = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        signal.set_wakeup_fd(wake_write, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        poll = select.poll()
        poll.register(self._control, select.POLLIN)
        poll.register(wake_read, select.POLLIN)
        warming: Iterator[None] | None = None
        while True:
            ready = dict(poll.poll(None if warming is None else 0))
            if not ready and warming is not None and next(warming, self) is self:
                warming = None
                self._freeze()
                self.send({"event": "warmed"})
            if wake_read in ready:
                with contextlib.suppress(BlockingIOError):
                    os.read(wake_read, 4096)
                self._reap()
            if self._control.fileno() in ready:
                data, handles, _, _ = socket.recv_fds(self._control, PACKET, 1)
                if not data:
                    os._exit(0)
                if handles:
                    self._open(json.loads(data), handles[0], built, startup_log, (wake_read, wake_write))
                elif built.stateful:
                    self.send({"event": "warmed"})
                else:
                    warming = warming or warm_steps(built.caller, built.learned, self.files)

    @staticmethod
    def _freeze() -> None:
        gc.collect()
        gc.freeze()

    def _open(
        self, request: dict[str, Any], handle: int, built: Built, startup_log: bytes, extra: tuple[int, int]
    ) -> None:
        parent = os.getpid()
        pid = os.fork()
        if pid == 0:
            try:
                os.setpgid(0, 0)
                die_with_parent(parent)
                signal.set_wakeup_fd(-1)
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                self._control.close()
                for descriptor in extra:
                    os.close(descriptor)
                sock = socket.socket(fileno=handle)
                Session(sock, request, built.app, built.caller, self.files).run(startup_log)
            finally:
                os._exit(1)
        os.close(handle)
        self.send({"event": "forked", "session": request["session"], "pid": pid})

    def _reap(self) -> None:
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if pid == 0:
                return
            self.send({"event": "exited", "pid": pid, **describe_status(status)})

    def _startup_log(self) -> bytes:
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(Exception):
                stream.flush()
        return (_read_file(self._path("startup.log")) or b"")[: 256 * 1024]


def enter(config: dict[str, Any], parent: int) -> None:
    """Leaves root's world: own group, own output, own folder, confined."""
    os.setpgid(0, 0)
    die_with_parent(parent)
    scratch: str = config["scratch"]
    os.chdir(scratch)
    output = os.open("startup.log", os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o600)
    os.dup2(output, 1)
    os.dup2(output, 2)
    os.close(output)
    layers.confine_zygote(config["readOnly"], [scratch, config["sessionsDir"]])


def run(control: socket.socket, config: dict[str, Any], body: bytes, parent: int) -> NoReturn:
    """The zygote's whole life, in the fork that root made for it."""
    try:
        enter(config, parent)
        zygote = Zygote(control, config, body)
        del body
        try:
            built = zygote.build()
        except BuildFailed as error:
            zygote.send({"event": "failed", "message": str(error)[:20_000]})
            os._exit(0)
        zygote.send({"event": "built"})
        if not config["stay"]:
            os._exit(0)
        zygote.serve(built)
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(1)
