"""Tries every layer in a throw-away fork and reports what held."""

from __future__ import annotations

import errno
import json
import os
import select
import signal
import socket
import tempfile
from collections.abc import Callable
from typing import TypedDict

from . import landlock, limits, privileges, seccomp
from .kernel import SandboxError
from .paths import DEVICES, library_paths

_DEADLINE_S = 5.0


class Layer(TypedDict, total=False):
    """One layer: `why` where it is not active, `abi` for Landlock."""

    active: bool
    abi: int
    why: str


class Report(TypedDict):
    """The shape of SandboxReport in server/host/types.ts."""

    landlock: Layer
    seccomp: Layer
    rlimits: bool
    noNewPrivs: bool
    namespaces: Layer


def report() -> Report:
    """What holds on this machine, measured in a fork that tries to break out of each layer (about 5 ms).

    Call it from a process of one thread that is not confined itself.
    """
    library_paths()  # kept for all that is forked from here
    with tempfile.TemporaryDirectory(prefix="awm-probe-") as outside:
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            _answer_and_exit(writer, outside)
        os.close(writer)
        try:
            ready, _, _ = select.select([reader], [], [], _DEADLINE_S)
            text = os.read(reader, 65536) if ready else b""
        finally:
            os.close(reader)
            # Harmless where it has ended: it is not reaped yet, so the number is still its own.
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
    if not text.endswith(b"}"):
        return _nothing("the probe of the sandbox did not answer")
    result: Report = json.loads(text)
    return result


def _answer_and_exit(writer: int, outside: str) -> None:
    status = 1
    try:
        os.write(writer, json.dumps(_measure(outside)).encode())
        status = 0
    finally:
        os._exit(status)


def _nothing(why: str) -> Report:
    layer: Layer = {"active": False, "why": why}
    return {"landlock": layer, "seccomp": layer, "rlimits": False, "noNewPrivs": False, "namespaces": layer}


def _measure(outside: str) -> Report:
    namespaces = _namespaces()
    limits.limit("session")
    return {
        "namespaces": namespaces,
        "rlimits": limits.holds("session"),
        "noNewPrivs": _no_new_privs(),
        "landlock": _landlock(outside),
        "seccomp": _seccomp(),
    }


def _namespaces() -> Layer:
    why = privileges.enter_namespaces()
    return {"active": True} if why is None else {"active": False, "why": why}


def _no_new_privs() -> bool:
    try:
        privileges.no_new_privs()
    except SandboxError:
        return False
    return privileges.has_no_new_privs()


def _landlock(outside: str) -> Layer:
    version, why = landlock.abi()
    if version == 0:
        return {"active": False, "why": why or "not offered"}
    try:
        landlock.restrict(read=library_paths(), write=[], write_files=DEVICES)
    except SandboxError as error:
        return {"active": False, "abi": version, "why": str(error)}
    target = os.path.join(outside, "written")
    if _refused(errno.EACCES, lambda: os.open(target, os.O_CREAT | os.O_WRONLY)) and _refused(
        errno.EACCES, lambda: os.listdir(outside)
    ):
        return {"active": True, "abi": version}
    return {"active": False, "abi": version, "why": "a file outside could be read or written all the same"}


def _seccomp() -> Layer:
    why = seccomp.available()
    if why is not None:
        return {"active": False, "why": why}
    try:
        seccomp.confine(may_fork=False)
    except SandboxError as error:
        return {"active": False, "why": str(error)}
    attempts: dict[str, Callable[[], object]] = {
        "a socket": lambda: socket.socket(socket.AF_INET, socket.SOCK_STREAM),
        "a program": lambda: os.execv("/bin/true", ["true"]),
        "a process": os.fork,
        "a signal": lambda: os.kill(os.getppid(), 0),
    }
    for name, attempt in attempts.items():
        if not _refused(errno.EPERM, attempt):
            return {"active": False, "why": f"{name} was possible all the same"}
    return {"active": True}


def _refused(code: int, attempt: Callable[[], object]) -> bool:
    try:
        attempt()
    except OSError as error:
        return error.errno == code
    return False
