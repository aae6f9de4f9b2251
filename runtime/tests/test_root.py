"""Root where the machine has no room for another process."""

import errno
import json
import os
import signal
import socket
import tempfile
from pathlib import Path
from typing import Any

import pytest
from root_client import RootClient

from awm_runtime import frames
from awm_runtime.root import Root


def test_a_fork_that_fails_is_answered_and_root_lives(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    handlers = [(number, signal.getsignal(number)) for number in (signal.SIGCHLD, signal.SIGTERM)]
    ours, theirs = socket.socketpair()

    def no_room() -> int:
        raise OSError(errno.EAGAIN, os.strerror(errno.EAGAIN))

    monkeypatch.setattr(os, "fork", no_room)
    try:
        root: Any = Root(theirs, str(tmp_path / "s"), "token", {})
        before = len(os.listdir("/proc/self/fd"))
        for op in ("prepare", "check"):
            root._request({"op": op, "id": 7, "zygote": "z"}, json.dumps({}).encode())
            answer, _ = frames.read_frame(ours, frames.MAX_CONTROL)
            assert (answer["id"], answer["ok"], answer["code"]) == (7, False, "runtime_failed")
            assert "no process could be started" in answer["message"]
        mine, passed = socket.socketpair()
        root._open(passed, {"kind": "verify", "session": "v", "token": "token", "readOnly": [], "background": False})
        passed.close()
        assert mine.recv(1) == b""
        mine.close()
        assert len(os.listdir("/proc/self/fd")) == before
    finally:
        signal.set_wakeup_fd(-1)
        for number, handler in handlers:
            signal.signal(number, handler)
        ours.close()
        theirs.close()


def test_a_check_runs_at_the_lowest_priority() -> None:
    code = "import os\nraise RuntimeError(f'priority {os.getpriority(os.PRIO_PROCESS, 0)}')"
    # A Unix socket's path is short.
    with tempfile.TemporaryDirectory(prefix="awm-", dir="/tmp") as folder:
        root = RootClient.start(Path(folder))
        try:
            places = {name: Path(folder) / name for name in ("scratch", "out")}
            for place in places.values():
                place.mkdir()
            request = {
                "op": "check",
                "zygote": "c",
                "name": "c",
                **{name: str(place) for name, place in places.items()},
                "sessionsDir": str(places["scratch"]),
                "readOnly": [],
                "stay": False,
            }
            answer = root.request(request, json.dumps({"code": code, "tables": [], "seed": []}).encode())
            assert "priority 19" in answer["message"]
        finally:
            root.stop()
