"""The root process: trusted, single-threaded, forks zygotes and errands (a verifier, a query), and hands each its
connection to Node.

Node's requests come as frames on descriptor 3; sessions and errands connect to a Unix socket in a private folder.
Root reads one `open` frame from such a connection and passes the descriptor on; it never reads what follows.
"""

import contextlib
import gc
import hmac
import importlib.metadata
import json
import os
import platform
import resource
import select
import selectors
import signal
import socket
import struct
import sys
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NoReturn

from awm_runtime import RUNTIME_VERSION, checking, errands, files, frames, layers, procs, verifier, zygote

_PACKAGES = ("fastapi", "starlette", "pydantic", "sqlalchemy", "fastapi-mcp", "mcp", "httpx", "jsonschema")
_OPEN_LIMIT = 64 * 1024
_MAX_SESSIONS_PER_ZYGOTE = 4096
_EXTRA_CHILDREN = 8
_SWEEP_SECONDS = 5.0
# Killed processes of untrusted code that have not gone by then are left to init.
_STOP_SECONDS = 1.5
_STALL_SECONDS = 30.0
# A hostile zygote can hold up each end of its own sessions so long, for all others too.
_REAPED_MS = 20
_PID_LIMIT = 1 << 22  # the kernel's PID_MAX_LIMIT
_SIGNAL_NAME = 32
_EXIT_CODE = 255
_PREFIX = struct.Struct(">II")


def _pid_of(packet: dict[str, Any]) -> int:
    """The process that a zygote names; 0 for what can be none."""
    pid = packet.get("pid")
    return pid if type(pid) is int and 0 < pid < _PID_LIMIT else 0


def _status_of(packet: dict[str, Any]) -> dict[str, Any]:
    """How a session ended, as its zygote says: only what Node takes."""
    status: dict[str, Any] = {}
    name, code = packet.get("signal"), packet.get("exitCode")
    if isinstance(name, str) and len(name) <= _SIGNAL_NAME:
        status["signal"] = name
    if type(code) is int and 0 <= code <= _EXIT_CODE:
        status["exitCode"] = code
    return status


_Life = Callable[[socket.socket, dict[str, Any], bytes, int], NoReturn]
"""What a named child does with its control socket, request and root's pid."""


@dataclass
class _Child:
    """A zygote, builder or errand: a direct child of root."""

    name: str
    pid: int
    control: socket.socket | None
    request: dict[str, Any] | None = None
    """The prepare request that is not answered yet."""
    outbox: deque[tuple[bytes, socket.socket]] = field(default_factory=deque)
    """Sessions to be forked that the zygote's socket has no room for yet."""
    stalled_since: float | None = None
    warming: list[int] = field(default_factory=list)
    """Requests to be answered when its routes are warm."""
    sessions: dict[str, int] = field(default_factory=dict)
    """Session → pid as the zygote says (0 until it says so); checked against /proc before it is used."""


@dataclass
class _Connection:
    """A connection whose open frame is being read."""

    sock: socket.socket
    data: bytes = b""


class Root:
    """The state of the root process."""

    def __init__(self, control: socket.socket, socket_path: str, token: str, sandbox: dict[str, Any]) -> None:
        self._sandbox = sandbox
        self._control = control
        self._decoder = frames.Decoder(frames.MAX_CONTROL)
        self._token = token
        self._selector = selectors.DefaultSelector()
        self._children: dict[int, _Child] = {}
        self._zygotes: dict[str, _Child] = {}
        self._sessions: dict[str, _Child] = {}
        self._kills: dict[str, list[int]] = {}
        self._doomed: set[str] = set()
        self._spare: _Child | None = None
        """Forked in advance for the next errand: the fork takes as long as most verifiers run."""
        self._pid = os.getpid()
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._listener.bind(socket_path)
        self._listener.listen(1024)
        self._listener.setblocking(False)
        self._running = True
        wake_read, wake_write = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        signal.set_wakeup_fd(wake_write, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.signal(signal.SIGTERM, self._stop)
        self._wake = wake_read

    def _stop(self, *_: Any) -> None:
        self._running = False

    def serve(self) -> None:
        """Until Node hangs up or SIGTERM."""
        self._send(self._hello())
        self._selector.register(self._control, selectors.EVENT_READ, self._read_control)
        self._selector.register(self._listener, selectors.EVENT_READ, self._accept)
        self._selector.register(self._wake, selectors.EVENT_READ, self._reap)
        gc.collect()
        gc.freeze()
        self._spare = self._fork_errand()
        sweep = time.monotonic() + _SWEEP_SECONDS
        while self._running:
            for key, _ in self._selector.select(_SWEEP_SECONDS):
                key.data()
            if self._spare is None and self._running:
                self._spare = self._fork_errand()
            if time.monotonic() >= sweep:
                self._sweep()
                sweep = time.monotonic() + _SWEEP_SECONDS
        procs.end_descendants(self._pid, _STOP_SECONDS)

    def _hello(self) -> dict[str, Any]:
        return {
            "event": "hello",
            "pid": self._pid,
            "version": RUNTIME_VERSION,
            "python": platform.python_version(),
            "packages": {name: importlib.metadata.version(name) for name in _PACKAGES},
            "sandbox": self._sandbox,
        }

    def _send(self, header: dict[str, Any], body: bytes = b"") -> None:
        try:
            frames.send_frame(self._control, header, body)
        except OSError:
            self._running = False

    # Node's requests

    def _read_control(self) -> None:
        data = self._control.recv(1 << 20)
        if not data:
            self._running = False
            return
        for header, body in self._decoder.feed(data):
            self._request(header, body)

    def _request(self, header: dict[str, Any], body: bytes) -> None:
        match header["op"]:
            case "prepare":
                self._fork_named(header, body, zygote.run)
            case "check":
                self._fork_named(header, body, checking.run)
            case "retire":
                self._retire(header)
            case "kill":
                self._kill(header)
            case "warm":
                self._warm(header)
            case "memory":
                child = self._zygotes.get(header["zygote"])
                self._send({"id": header["id"], "ok": True, "pssKib": procs.pss_kib(child.pid) if child else 0})
            case _:
                self._send({"id": header["id"], "ok": False, "code": "runtime_failed", "message": "unknown request"})

    def _close_inherited(self, *keep: socket.socket) -> None:
        """In a fork: drops every descriptor that is root's own."""
        signal.set_wakeup_fd(-1)
        for number in (signal.SIGCHLD, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)
        kept = sorted(sock.fileno() for sock in keep)
        low = 3
        for descriptor in kept:
            os.closerange(low, descriptor)
            low = descriptor + 1
        os.closerange(low, resource.getrlimit(resource.RLIMIT_NOFILE)[0])

    def _fork(self, run: Callable[[socket.socket], NoReturn]) -> tuple[int, socket.socket]:
        """A child that does `run` with the other end of the socket. Raises OSError where the machine has no room."""
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        try:
            pid = os.fork()
        except OSError:
            ours.close()
            theirs.close()
            raise
        if pid == 0:
            self._close_inherited(theirs)
            run(theirs)
        theirs.close()
        return pid, ours

    def _fork_named(self, header: dict[str, Any], body: bytes, run: _Life) -> None:
        try:
            pid, ours = self._fork(lambda theirs: run(theirs, header, body, self._pid))
        except OSError as error:
            message = f"no process could be started: {error.strerror}"
            self._send({"id": header["id"], "ok": False, "code": "runtime_failed", "message": message})
            return
        ours.setblocking(False)
        child = _Child(header["zygote"], pid, ours, header)
        self._children[pid] = child
        self._zygotes[child.name] = child
        self._selector.register(ours, selectors.EVENT_READ, lambda: self._ready(child))

    def _retire(self, header: dict[str, Any]) -> None:
        child = self._zygotes.pop(header["zygote"], None)
        if child is not None:
            self._hang_up(child)
            procs.kill_child_of(self._pid, child.pid)
        self._send({"id": header["id"], "ok": True})

    def _warm(self, header: dict[str, Any]) -> None:
        child = self._zygotes.get(header["zygote"])
        if child is not None and child.control is not None:
            with contextlib.suppress(OSError):
                child.control.send(files.dump({"op": "warm"}))
                child.warming.append(header["id"])
                return
        self._send({"id": header["id"], "ok": True})

    def _warmed(self, child: _Child) -> None:
        for request in child.warming:
            self._send({"id": request, "ok": True})
        child.warming.clear()

    def _kill(self, header: dict[str, Any]) -> None:
        session: str = header["session"]
        child = self._sessions.get(session)
        if child is None:
            self._send({"id": header["id"], "ok": True})
            return
        self._kills.setdefault(session, []).append(header["id"])
        self._kill_session(child, session)

    def _kill_session(self, child: _Child, session: str) -> None:
        if child.control is None:
            procs.kill_child_of(self._pid, child.pid)
            return
        pid = child.sessions.get(session, 0)
        if pid == 0:
            self._doomed.add(session)
        elif not procs.kill_child_of(child.pid, pid):
            self._drain(child)
            if session in child.sessions and self._speaks_soon(child):
                self._drain(child)
            if session in child.sessions:
                self._session_ended(child, session, {})

    # Zygotes

    def _hang_up(self, child: _Child) -> None:
        if child.control is not None and child.control.fileno() >= 0:
            self._selector.unregister(child.control)
            child.control.close()
        for _, sock in child.outbox:
            sock.close()
        child.outbox.clear()

    def _read_zygote(self, child: _Child) -> None:
        control = child.control
        if control is None or control.fileno() < 0:
            return
        try:
            data = control.recv(zygote.PACKET)
            packet = files.parse_object(data) if data else None
        except BlockingIOError:
            return
        except (OSError, ValueError):
            packet = None
        if packet is None:
            # Its end is seen by waitpid; a zygote that hung up or talks nonsense has no further use.
            self._hang_up(child)
            procs.kill_child_of(self._pid, child.pid)
            return
        match packet.get("event"):
            case "built":
                self._built(child)
            case "failed":
                message = packet.get("message")
                reason = message if isinstance(message, str) else "the build failed and did not say why"
                self._answer(child, {"ok": False, "code": "scenario_broken", "message": reason})
            case "forked":
                self._forked(child, packet.get("session"), _pid_of(packet))
            case "warmed":
                self._warmed(child)
            case "exited":
                self._child_exited(child, packet)
            case _:
                pass

    def _answer(self, child: _Child, header: dict[str, Any], body: bytes = b"") -> None:
        request, child.request = child.request, None
        if request is not None:
            self._send({"id": request["id"], **header}, body)

    def _built(self, child: _Child) -> None:
        request = child.request
        if request is None:
            return
        scratch: str = request["scratch"]
        try:
            body = files.read_untrusted(os.path.join(scratch, "built.json"), frames.MAX_CONTROL // 2)
            copied = [
                name
                for name in ("initial.db", "template.db", "code.marshal")
                if files.copy_untrusted(os.path.join(scratch, name), os.path.join(request["out"], name))
            ]
        except (OSError, ValueError) as error:
            self._answer(child, {"ok": False, "code": "runtime_failed", "message": f"the build's files: {error}"})
            return
        self._answer(child, {"ok": True, "pid": child.pid, "files": copied}, body)

    def _forked(self, child: _Child, session: Any, pid: int) -> None:
        if not isinstance(session, str) or session not in child.sessions or pid == 0:
            return
        child.sessions[session] = pid
        if session in self._doomed:
            self._doomed.discard(session)
            self._kill_session(child, session)

    def _child_exited(self, child: _Child, packet: dict[str, Any]) -> None:
        pid = _pid_of(packet)
        if pid == 0:
            return
        for session, known in child.sessions.items():
            if known == pid:
                if procs.parent_of(known) == child.pid:
                    # It lives: only a zygote that hides its children would say otherwise.
                    procs.kill_child_of(self._pid, child.pid)
                    return
                self._session_ended(child, session, _status_of(packet))
                return

    def _session_ended(self, child: _Child, session: str, status: dict[str, Any]) -> None:
        child.sessions.pop(session, None)
        self._sessions.pop(session, None)
        self._doomed.discard(session)
        for request in self._kills.pop(session, []):
            self._send({"id": request, "ok": True, "status": status})
        self._send({"event": "exited", "session": session, "status": status})

    # Connections of sessions and errands

    def _accept(self) -> None:
        with contextlib.suppress(BlockingIOError):
            while True:
                sock, _ = self._listener.accept()
                sock.setblocking(False)
                connection = _Connection(sock)
                self._selector.register(sock, selectors.EVENT_READ, lambda it=connection: self._read_open(it))
                self._read_open(connection)

    def _read_open(self, connection: _Connection) -> None:
        sock = connection.sock
        try:
            while True:
                wanted = 8
                if len(connection.data) >= 8:
                    total, _ = _PREFIX.unpack_from(connection.data)
                    wanted = 4 + total
                    if not 4 <= total <= _OPEN_LIMIT:
                        raise frames.FrameError("open frame too large")
                if len(connection.data) == wanted and wanted > 8:
                    break
                data = sock.recv(wanted - len(connection.data))
                if not data:
                    raise frames.PeerClosed
                connection.data += data
            [(header, _)] = frames.Decoder(_OPEN_LIMIT).feed(connection.data)
        except BlockingIOError:
            return
        except (OSError, ValueError, frames.FrameError, frames.PeerClosed):
            self._drop(sock)
            return
        self._selector.unregister(sock)
        # The folder is private and forks have no sockets: this guards where neither holds.
        if hmac.compare_digest(str(header.get("token")), self._token):
            self._open(sock, header)
        sock.close()

    def _drop(self, sock: socket.socket) -> None:
        self._selector.unregister(sock)
        sock.close()

    def _open(self, sock: socket.socket, header: dict[str, Any]) -> None:
        del header["token"]
        session: str = header["session"]
        if header["kind"] in ("verify", "query", "inspect"):
            self._run_errand(sock, session, header)
            return
        child = self._zygotes.get(header["zygote"])
        if child is None or child.control is None or len(child.sessions) >= _MAX_SESSIONS_PER_ZYGOTE:
            return  # Node sees the connection close
        child.sessions[session] = 0
        self._sessions[session] = child
        child.outbox.append((files.dump(header), sock.dup()))
        self._flush(child)

    def _flush(self, child: _Child) -> None:
        """Hands over what the zygote has room for; the rest when it has read on."""
        control = child.control
        if control is None or control.fileno() < 0:
            return
        try:
            while child.outbox:
                packet, sock = child.outbox[0]
                socket.send_fds(control, [packet], [sock.fileno()])
                sock.close()
                child.outbox.popleft()
                child.stalled_since = None
        except BlockingIOError:
            child.stalled_since = child.stalled_since or time.monotonic()
        except OSError:
            procs.kill_child_of(self._pid, child.pid)
            return
        events = selectors.EVENT_READ | (selectors.EVENT_WRITE if child.outbox else 0)
        self._selector.modify(control, events, lambda: self._ready(child))

    def _ready(self, child: _Child) -> None:
        self._read_zygote(child)
        if child.outbox:
            self._flush(child)

    def _fork_errand(self) -> _Child | None:
        try:
            pid, ours = self._fork(lambda theirs: errands.run(theirs, self._pid))
        except OSError:
            return None
        child = _Child("", pid, ours)
        self._children[pid] = child
        return child

    def _run_errand(self, sock: socket.socket, session: str, header: dict[str, Any]) -> None:
        child, self._spare = self._spare or self._fork_errand(), None
        if child is None:
            return  # Node sees the connection close
        control, child.control = child.control, None
        child.name, child.sessions[session] = session, child.pid
        self._sessions[session] = child
        if control is not None:
            with contextlib.suppress(OSError), control:  # it was killed while it waited: Node sees the connection close
                packet = json.dumps({key: header[key] for key in ("kind", "readOnly", "background")}).encode()
                socket.send_fds(control, [packet], [sock.fileno()])

    # The kernel's news

    def _reap(self) -> None:
        with contextlib.suppress(BlockingIOError):
            os.read(self._wake, 4096)
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if pid == 0:
                return
            child = self._children.pop(pid, None)
            if child is not None:
                if child is self._spare:
                    self._spare = None
                    child.control, control = None, child.control
                    if control is not None:
                        control.close()
                self._child_gone(child, procs.describe_status(status))

    def _child_gone(self, child: _Child, status: dict[str, Any]) -> None:
        self._drain(child)
        self._hang_up(child)
        for session in list(child.sessions):
            self._session_ended(child, session, status)
        self._warmed(child)
        message = f"the scenario's process ended while it was built ({status})"
        self._answer(child, {"ok": False, "code": "scenario_broken", "message": message})
        if self._zygotes.get(child.name) is child:
            del self._zygotes[child.name]
            self._send({"event": "zygote_gone", "zygote": child.name, "status": status})

    def _drain(self, child: _Child) -> None:
        """Packets that it sent before its, or a session's, end are still in the socket."""
        while child.control is not None and child.control.fileno() >= 0 and self._pending(child.control):
            self._read_zygote(child)

    @staticmethod
    def _speaks_soon(child: _Child) -> bool:
        """A zygote that has reaped a session tells of it next: without its word nobody knows how the session ended."""
        control = child.control
        if control is None or control.fileno() < 0:
            return False
        # Not select(): descriptors may be past its 1,024.
        waiting = select.poll()
        waiting.register(control, select.POLLIN)
        return bool(waiting.poll(_REAPED_MS))

    @staticmethod
    def _pending(control: socket.socket) -> bool:
        try:
            return bool(control.recv(1, socket.MSG_PEEK))
        except OSError:
            return False

    def _sweep(self) -> None:
        """Ends orphans of sessions, and zygotes that read no more or have more children than sessions."""
        for pid in procs.children_of(self._pid):
            if pid not in self._children:
                procs.kill_child_of(self._pid, pid)
        for child in list(self._zygotes.values()):
            stalled = child.stalled_since is not None and time.monotonic() - child.stalled_since > _STALL_SECONDS
            if stalled or len(procs.children_of(child.pid)) > len(child.sessions) + _EXTRA_CHILDREN:
                procs.kill_child_of(self._pid, child.pid)


def main() -> int:
    """argv: the socket's path; the token and the parent's pid come by environment, which is wiped at once."""
    parent, token = int(os.environ["AWM_RUNTIME_PARENT"]), os.environ["AWM_RUNTIME_TOKEN"]
    # Descriptors on their way to zygotes count against this too.
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    procs.become_subreaper()
    sandbox = layers.confine_root()
    procs.die_with_parent(parent)  # after the namespaces: a change of credentials clears it
    verifier.preload()
    Root(socket.socket(fileno=3), sys.argv[1], token, sandbox).serve()
    return 0
