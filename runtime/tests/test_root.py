"""Root where the machine has no room for another process."""

import errno
import json
import os
import signal
import socket
from pathlib import Path
from typing import Any

import pytest

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
        root._open(passed, {"kind": "verify", "session": "v", "token": "token", "readOnly": []})
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
