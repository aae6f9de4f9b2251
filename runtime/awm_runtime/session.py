"""A session: a fork of the zygote that answers tool calls over its own connection to Node."""

import asyncio
import contextlib
import json
import os
import random
import socket
import struct
import sys
import time
from typing import Any, NoReturn

from fastapi import FastAPI

from awm_runtime import clock, databases, frames, layers
from awm_runtime.calls import Caller, ToolError, log, log_traceback
from awm_runtime.databases import Databases

_PREFIX = struct.Struct(">II")
MAX_LOG = 32 * 1024 * 1024
"""Bytes of a session's server.log."""


def _redirect_output(work_dir: str) -> None:
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
    log_file = os.open(os.path.join(work_dir, "server.log"), flags, 0o600)
    os.dup2(log_file, 1)
    os.dup2(log_file, 2)
    os.close(log_file)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(line_buffering=True)  # type: ignore[union-attr]


def _cap_log() -> None:
    """A log past its limit is cut there and ends; what a single call writes is bounded by RLIMIT_FSIZE."""
    with contextlib.suppress(OSError):
        if os.fstat(2).st_size <= MAX_LOG:
            return
        os.ftruncate(2, MAX_LOG)
        null = os.open(os.devnull, os.O_WRONLY | os.O_CLOEXEC)
        os.dup2(null, 1)
        os.dup2(null, 2)
        os.close(null)


class Lifespan:
    """Runs the application's start-up handlers, and its shut-down handlers at the end."""

    def __init__(self, app: FastAPI) -> None:
        self._app = app
        self._inbox: asyncio.Queue[dict[str, str]] = asyncio.Queue()
        self._outbox: asyncio.Queue[dict[str, str]] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None

    async def _run(self) -> None:
        scope = {"type": "lifespan", "asgi": {"version": "3.0", "spec_version": "2.0"}, "state": {}}
        try:
            await self._app(scope, self._inbox.get, self._outbox.put)  # type: ignore[arg-type]
        except Exception as error:
            log_traceback(error)
            await self._outbox.put({"type": "lifespan.failed"})

    async def startup(self) -> bool:
        """False where a handler failed."""
        self._task = asyncio.get_running_loop().create_task(self._run())
        await self._inbox.put({"type": "lifespan.startup"})
        return (await self._outbox.get())["type"] == "lifespan.startup.complete"

    async def shutdown(self) -> None:
        """Bounded: the process ends anyway."""
        if self._task is None:
            return
        await self._inbox.put({"type": "lifespan.shutdown"})
        await asyncio.wait([self._task], timeout=0.5)


async def _read(loop: asyncio.AbstractEventLoop, sock: socket.socket, size: int) -> bytes:
    data = await loop.sock_recv(sock, min(size, 1 << 20))
    while data and len(data) < size:
        more = await loop.sock_recv(sock, min(size - len(data), 1 << 20))
        if not more:
            return b""
        data += more
    return data


async def _answer(caller: Caller, tool: str, body: bytes) -> tuple[dict[str, Any], bytes]:
    started = time.perf_counter_ns()
    header: dict[str, Any]
    try:
        arguments = json.loads(body) if body else {}
        result = await caller.call(tool, arguments or {})
        header, text = {"kind": "ok", "status": result.status}, result.text
    except ToolError as error:
        header, text = {"kind": "error", "status": error.status}, str(error)
    header["us"] = (time.perf_counter_ns() - started) // 1000
    encoded = text.encode("utf-8", "surrogatepass")
    if len(encoded) > frames.MAX_RESULT:
        return {"kind": "too_large", "bytes": len(encoded), "us": header["us"]}, b""
    return header, encoded


class Session:
    """Everything that one session process knows."""

    def __init__(
        self, sock: socket.socket, request: dict[str, Any], app: FastAPI, caller: Caller, files: Databases
    ) -> None:
        self._sock = sock
        self._request = request
        self._app = app
        self._caller = caller
        self._files = files

    def run(self, startup_log: bytes) -> NoReturn:
        """Never returns: the process ends with the connection."""
        code = 1
        try:
            self._prepare(startup_log)
            loop = asyncio.SelectorEventLoop()
            asyncio.set_event_loop(loop)
            loop.run_until_complete(self._serve(loop))
            code = 0
        except SystemExit as stop:
            code = stop.code if isinstance(stop.code, int) else 1
        except BaseException as error:  # the process ends; its log says why
            log_traceback(error)
        finally:
            os._exit(code & 0xFF)

    def _prepare(self, startup_log: bytes) -> None:
        request = self._request
        work_dir: str = request["workDir"]
        os.chdir(work_dir)
        _redirect_output(work_dir)
        layers.confine_session(work_dir)
        self._files.path = request["dbPath"]
        databases.recover(request["dbPath"])
        logical = request["clock"]
        if logical is not None:
            clock.install(logical["startMs"], logical["tickMs"], request["callsBefore"], request["seed"])
        else:
            random.seed()  # else all forks would draw the same numbers
        if not request["resumed"] and startup_log:
            os.write(2, startup_log)

    async def _serve(self, loop: asyncio.AbstractEventLoop) -> None:
        sock = self._sock
        sock.setblocking(False)
        lifespan = Lifespan(self._app)
        if not self._request["resumed"]:
            log(f"INFO:     Started server process [{os.getpid()}]\nINFO:     Waiting for application startup.\n")
            if not await lifespan.startup():
                log("ERROR:    Application startup failed. Exiting.\n")
                raise SystemExit(3)
            log("INFO:     Application startup complete.\n")
            self._files.settle()
        await self._send(loop, {"kind": "ready", "pid": os.getpid()}, b"")
        while True:
            prefix = await _read(loop, sock, 8)
            if not prefix:
                break
            total, head = _PREFIX.unpack(prefix)
            if total > frames.MAX_CONTROL or head + 4 > total:
                raise frames.FrameError(f"frame of {total} bytes")
            rest = await _read(loop, sock, total - 4)
            if not rest:
                break
            header = json.loads(rest[:head])
            if header["op"] == "close":
                if header["reason"] == "closed":
                    await lifespan.shutdown()
                break
            clock.tick()
            answer, text = await _answer(self._caller, header["tool"], rest[head:])
            self._files.settle()
            _cap_log()
            answer["id"] = header["id"]
            await self._send(loop, answer, text)

    async def _send(self, loop: asyncio.AbstractEventLoop, header: dict[str, Any], body: bytes) -> None:
        await loop.sock_sendall(self._sock, frames.encode(header, body))
