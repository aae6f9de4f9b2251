"""What a process may be: capabilities, no_new_privs, namespaces, and what its environment tells."""

from __future__ import annotations

import ctypes
import os
from typing import Final

from .kernel import (
    PR_GET_NO_NEW_PRIVS,
    PR_SET_NO_NEW_PRIVS,
    SandboxError,
    prctl,
    syscall,
    unshare,
    wipe_environment_block,
)
from .syscalls import CAPSET

_CLONE_NEWUSER: Final = 0x10000000
_CLONE_NEWNET: Final = 0x40000000
_CLONE_NEWIPC: Final = 0x08000000

_CAPABILITY_VERSION_3: Final = 0x20080522

_KEPT: Final = frozenset({"LANG", "LC_ALL", "LC_CTYPE", "TZ", "PYTHONHASHSEED", "PYTHONUTF8", "PYTHONIOENCODING"})
_SET: Final = {
    "HOME": "/nonexistent",
    "PATH": "/nonexistent",
    "PYTHONDONTWRITEBYTECODE": "1",
    # SQLite reads this once; '.' is then the folder of the session, which is its working directory.
    "SQLITE_TMPDIR": ".",
}


def scrub_environment() -> None:
    """Leaves only locale, time zone and Python's hash seed in the environment, and wipes the block it came in."""
    kept = {name: value for name, value in os.environ.items() if name in _KEPT}
    wipe_environment_block()
    os.environ.clear()
    os.environ.update({**kept, **_SET})


def no_new_privs() -> None:
    """No set-user-id program raises this process any more. @raises SandboxError"""
    try:
        prctl(PR_SET_NO_NEW_PRIVS, 1)
    except OSError as error:
        raise SandboxError(f"no_new_privs: {error.strerror}") from error


def has_no_new_privs() -> bool:
    """Whether `no_new_privs` holds."""
    return prctl(PR_GET_NO_NEW_PRIVS) == 1


def drop_capabilities() -> None:
    """A process of root keeps root's files and loses root's powers. Nothing to do for others. @raises SandboxError"""
    if CAPSET is None:
        return
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION_3, 0)
    nothing = (ctypes.c_uint32 * 6)()
    try:
        syscall(CAPSET, ctypes.byref(header), ctypes.byref(nothing))
    except OSError as error:
        raise SandboxError(f"capabilities could not be dropped: {error.strerror}") from error


def enter_namespaces() -> str | None:
    """Leaves the machine's network and IPC, in a user namespace where that takes one. None, or why it is refused.

    For the runtime's root, once, before it forks: all descendants are inside, and forks pay nothing (2 ms here). File
    descriptors that are open stay usable. The process must have one thread.
    """
    # Half a namespace (made, but without its user map) would be worse than none: tried in a fork first.
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(reader)
            os.write(writer, (_enter() or "").encode())
        finally:
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as file:
        why = file.read().decode()
    os.waitpid(child, 0)
    return why or _enter()


def _enter() -> str | None:
    if os.geteuid() == 0:
        try:
            unshare(_CLONE_NEWNET | _CLONE_NEWIPC)
            return None
        except PermissionError:
            pass  # root of a container without CAP_SYS_ADMIN: a user namespace may still be allowed
        except OSError as error:
            return f"unshare: {error.strerror}"
    user, group = os.geteuid(), os.getegid()
    try:
        unshare(_CLONE_NEWUSER | _CLONE_NEWNET | _CLONE_NEWIPC)
        for name, text in (
            ("setgroups", b"deny"),
            ("uid_map", b"%d %d 1" % (user, user)),
            ("gid_map", b"%d %d 1" % (group, group)),
        ):
            with open(f"/proc/self/{name}", "wb") as file:
                file.write(text)
    except OSError as error:
        return f"user namespaces are refused: {error.strerror}"
    return None
