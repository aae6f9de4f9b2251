"""Speaks with a real runtime root as Node does: a control channel, and a connection per session or verifier."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from awm_runtime import frames

RUNTIME = Path(__file__).resolve().parent.parent
Frame = tuple[dict[str, Any], bytes]


@dataclass
class Session:
    """One session's connection and folder."""

    sock: socket.socket
    folder: Path
    name: str
    pid: int
    calls: int = 0

    def call(self, tool: str, arguments: Mapping[str, Any] | None = None, *, deadline_s: float = 60) -> Frame:
        """The answer. @raises PeerClosed, FrameError, TimeoutError or OSError where there is none"""
        self.calls += 1
        self.sock.settimeout(deadline_s)
        header = {"op": "call", "id": self.calls, "tool": tool}
        frames.send_frame(self.sock, header, json.dumps(arguments or {}).encode())
        return frames.read_frame(self.sock, frames.MAX_RESULT)

    def close(self) -> None:
        """Hangs up; the process ends by itself."""
        self.sock.close()


@dataclass
class RootClient:
    """A running root."""

    folder: Path
    process: subprocess.Popen[bytes]
    control: socket.socket
    token: str
    hello: dict[str, Any]
    zygotes: dict[str, Path] = field(default_factory=dict)
    _ids: int = 0

    @classmethod
    def start(cls, folder: Path) -> RootClient:
        """Starts one; `folder` is private and has a short path."""
        ours, theirs = socket.socketpair()
        token = os.urandom(8).hex()

        process = subprocess.Popen(
            # The shell puts the channel where root expects it.
            [
                "/bin/sh",
                "-c",
                'exec "$0" -P -m awm_runtime "$1" 3<&0 0</dev/null',
                sys.executable,
                str(folder / "root.sock"),
            ],
            cwd=folder,
            stdin=theirs.fileno(),
            start_new_session=True,
            env={
                "PATH": "/usr/bin:/bin",
                "PYTHONPATH": str(RUNTIME),
                "PYTHONHASHSEED": "0",
                "AWM_RUNTIME_TOKEN": token,
                "AWM_RUNTIME_PARENT": str(os.getpid()),
            },
        )
        theirs.close()
        ours.settimeout(60)
        hello, _ = frames.read_frame(ours, frames.MAX_CONTROL)
        return cls(folder, process, ours, token, hello)

    def stop(self) -> None:
        """Hangs up and waits for its end."""
        self.control.close()
        try:
            self.process.wait(10)
        finally:
            self.process.kill()
            self.process.wait()

    def request(self, header: Mapping[str, Any], body: bytes = b"") -> dict[str, Any]:
        """Root's answer; its events are passed over."""
        self._ids += 1
        frames.send_frame(self.control, {**header, "id": self._ids}, body)
        while True:
            answer, _ = frames.read_frame(self.control, frames.MAX_CONTROL)
            if answer.get("id") == self._ids:
                return answer

    def prepare(self, name: str, code: str) -> dict[str, Any]:
        """Builds a zygote of this code without tables of its own."""
        base = self.folder / name
        shutil.rmtree(base, ignore_errors=True)
        for part in ("scratch", "out", "sessions"):
            (base / part).mkdir(parents=True)
        answer = self.request(
            {
                "op": "prepare",
                "zygote": name,
                "name": name,
                "scratch": str(base / "scratch"),
                "out": str(base / "out"),
                "sessionsDir": str(base / "sessions"),
                "readOnly": [],
                "learned": None,
                "code": None,
                "template": None,
                "clock": None,
                "stay": True,
            },
            json.dumps({"code": code, "tables": [], "seed": []}).encode(),
        )
        if answer["ok"]:
            self.zygotes[name] = base
        return answer

    def open(self, zygote: str, session: str, *, resumed: bool = False) -> Session:
        """Forks a session; `resumed` goes on with the folder of one that ended."""
        base = self.zygotes[zygote]
        folder = base / "sessions" / session
        if not resumed:
            folder.mkdir(mode=0o700)
            shutil.copyfile(base / "out" / "template.db", folder / f"{zygote}.db")
        # A session that is opened again is another process.
        name = f"{session}.{time.monotonic_ns()}"
        sock = self._connect(
            {
                "kind": "open",
                "zygote": zygote,
                "session": name,
                "workDir": str(folder),
                "dbPath": str(folder / f"{zygote}.db"),
                "clock": None,
                "callsBefore": 0,
                "seed": None,
                "resumed": resumed,
            }
        )
        ready, _ = frames.read_frame(sock, frames.MAX_CONTROL)
        return Session(sock, folder, name, ready["pid"])

    def kill(self, session: Session) -> None:
        """As Node does at a deadline."""
        session.close()
        self.request({"op": "kill", "session": session.name})

    def verify(self, request: Mapping[str, Any], *, deadline_s: float = 60) -> dict[str, Any]:
        """Runs a verifier. @raises PeerClosed, TimeoutError"""
        read_only = [request["initial_db"], request["final_db"]]
        sock = self._connect(
            {"kind": "verify", "session": f"v.{time.monotonic_ns()}", "readOnly": read_only, "background": False}
        )
        with sock:
            sock.settimeout(deadline_s)
            frames.send_frame(sock, {"op": "verify"}, json.dumps(request).encode())
            _, body = frames.read_frame(sock, frames.MAX_CONTROL)
        outcome: dict[str, Any] = json.loads(body)
        return outcome

    def _connect(self, header: Mapping[str, Any]) -> socket.socket:
        sock = socket.socket(socket.AF_UNIX)
        sock.settimeout(60)
        sock.connect(str(self.folder / "root.sock"))
        frames.send_frame(sock, {**header, "token": self.token})
        return sock
