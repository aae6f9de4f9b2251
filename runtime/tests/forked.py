"""Runs a function in a fork and brings back what it returned, or what it raised as text."""

from __future__ import annotations

import os
import pickle
import select
import signal
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Ended:
    """How the fork ended: its value, or the error it raised, or the wait status of its death."""

    value: Any = None
    error: str | None = None
    signal: int | None = None
    timed_out: bool = False


def in_fork(function: Callable[[], Any], *, deadline_s: float = 20.0) -> Ended:
    """The function's result must be picklable."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        try:
            try:
                answer = pickle.dumps(Ended(value=function()))
            except BaseException as error:
                answer = pickle.dumps(Ended(error=f"{type(error).__name__}: {error}"))
            while answer:
                answer = answer[os.write(writer, answer) :]
        finally:
            os._exit(0)
    os.close(writer)
    text = b""
    timed_out = False
    while True:
        ready, _, _ = select.select([reader], [], [], deadline_s)
        if not ready:
            timed_out = True
            break
        part = os.read(reader, 1 << 20)
        if not part:
            break
        text += part
    os.close(reader)
    if timed_out:
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    if timed_out:
        return Ended(timed_out=True)
    if text:
        ended: Ended = pickle.loads(text)
        return ended
    return Ended(signal=os.WTERMSIG(status) if os.WIFSIGNALED(status) else None)
