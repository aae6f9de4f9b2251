"""seccomp: which system calls a process may make. Two filters, written as classic BPF.

The zygote's filter refuses what no scenario needs but lets it fork, since it forks the sessions. A session adds the
second filter, which refuses new processes; threads stay. clone3 hides its flags behind a pointer, so it "does not
exist" and glibc falls back to clone.
"""

from __future__ import annotations

import ctypes
import errno
import struct
from collections.abc import Sequence
from typing import Final

from .kernel import MACHINE, PR_SET_NO_NEW_PRIVS, SandboxError, prctl, syscall
from .syscalls import AUDIT_ARCH, EXAMINED, HIGHEST_KNOWN, REFUSED, SECCOMP

_LOAD: Final = 0x20  # BPF_LD | BPF_W | BPF_ABS
_JUMP: Final = 0x05
_JUMP_EQUAL: Final = 0x15
_JUMP_GREATER: Final = 0x25
_JUMP_SET: Final = 0x45
_RETURN: Final = 0x06

_ALLOW: Final = 0x7FFF0000
_KILL_PROCESS: Final = 0x80000000
_REFUSE: Final = 0x00050000 | errno.EPERM
_ABSENT: Final = 0x00050000 | errno.ENOSYS

_SET_MODE_FILTER: Final = 1
_TSYNC: Final = 1
_PR_GET_SECCOMP: Final = 21

_CLONE_THREAD: Final = 0x00010000
# new namespaces, CLONE_PARENT (a child of the trusted root), CLONE_PTRACE, CLONE_UNTRACED
_CLONE_NEVER: Final = 0x7E020000 | 0x00008000 | 0x00002000 | 0x00800000
_PR_SET_PDEATHSIG: Final = 1
_SIGKILL: Final = 9
# PR_SET_DUMPABLE, PR_SET_MM, PR_SET_CHILD_SUBREAPER, PR_SET_PTRACER
_PRCTL_NEVER: Final = (4, 35, 36, 0x59616D61)
# TIOCSTI, TIOCLINUX, FIOSETOWN, SIOCSPGRP: input for a terminal; signals by way of a descriptor's owner
_IOCTL_NEVER: Final = (0x5412, 0x541C, 0x8901, 0x8902)
# F_SETOWN, F_SETSIG, F_SETOWN_EX
_FCNTL_NEVER: Final = (8, 10, 15)
_AF_UNIX: Final = 1

# One instruction: (code, jump if true, jump if false, operand).
_Instruction = tuple[int, int, int, int]


def _argument(index: int) -> _Instruction:
    """Loads the low half of an argument (both machines are little endian)."""
    return (_LOAD, 0, 0, 16 + 8 * index)


def _return(value: int) -> _Instruction:
    return (_RETURN, 0, 0, value)


def _refuse_when_equal(values: Sequence[int]) -> list[_Instruction]:
    """Refuses the call when what is loaded is one of the values, else allows it."""
    checks = [(_JUMP_EQUAL, len(values) - at, 0, value) for at, value in enumerate(values)]
    return [*checks, _return(_ALLOW), _return(_REFUSE)]


def _only_for(name: str, body: list[_Instruction]) -> list[_Instruction]:
    """The body for one system call; it ends in a return on every path. Nothing where the machine lacks the call."""
    number = EXAMINED.get(name)
    return [] if number is None else [(_JUMP_EQUAL, 0, len(body), number), *body]


def _assemble(parts: list[_Instruction]) -> bytes:
    if AUDIT_ARCH is None:
        raise SandboxError(f"no filter for {MACHINE}")
    head: list[_Instruction] = [
        (_LOAD, 0, 0, 4),
        (_JUMP_EQUAL, 1, 0, AUDIT_ARCH),
        _return(_KILL_PROCESS),
        (_LOAD, 0, 0, 0),
        (_JUMP_GREATER, 0, 1, HIGHEST_KNOWN),  # later kernels' calls, and the x32 numbers
        _return(_ABSENT),
    ]
    return b"".join(struct.pack("<HBBI", *line) for line in [*head, *parts, _return(_ALLOW)])


def _zygote_filter() -> bytes:
    examined: list[_Instruction] = [
        *_only_for("clone3", [_return(_ABSENT)]),
        *_only_for("clone", [_argument(0), (_JUMP_SET, 0, 1, _CLONE_NEVER), _return(_REFUSE), _return(_ALLOW)]),
        *_only_for(
            "prctl",
            [
                _argument(0),
                (_JUMP_EQUAL, 0, 4, _PR_SET_PDEATHSIG),
                _argument(1),
                (_JUMP_EQUAL, 1, 0, _SIGKILL),  # a session asks for it; nobody takes it back
                _return(_REFUSE),
                _return(_ALLOW),
                *_refuse_when_equal(_PRCTL_NEVER),
            ],
        ),
        *_only_for("ioctl", [_argument(1), *_refuse_when_equal(_IOCTL_NEVER)]),
        *_only_for("fcntl", [_argument(1), *_refuse_when_equal(_FCNTL_NEVER)]),
        # a session's fork may become the leader of its own group, nothing else
        *_only_for(
            "setpgid",
            [
                _argument(0),
                (_JUMP_EQUAL, 0, 2, 0),
                _argument(1),
                (_JUMP_EQUAL, 1, 0, 0),
                _return(_REFUSE),
                _return(_ALLOW),
            ],
        ),
        # limits of this process only
        *_only_for("prlimit64", [_argument(0), (_JUMP_EQUAL, 1, 0, 0), _return(_REFUSE), _return(_ALLOW)]),
        *_only_for("socketpair", [_argument(0), (_JUMP_EQUAL, 1, 0, _AF_UNIX), _return(_REFUSE), _return(_ALLOW)]),
    ]
    refused = sorted(REFUSED.values())
    # All refusals jump to one return; a jump reaches 255 instructions.
    checks: list[_Instruction] = [(_JUMP_EQUAL, len(refused) - at, 0, number) for at, number in enumerate(refused)]
    return _assemble([*checks, (_JUMP, 0, 0, 1), _return(_REFUSE), *examined])


def _session_filter() -> bytes:
    return _assemble(
        [
            *_only_for("clone", [_argument(0), (_JUMP_SET, 1, 0, _CLONE_THREAD), _return(_REFUSE), _return(_ALLOW)]),
            *_only_for("fork", [_return(_REFUSE)]),
            *_only_for("setpgid", [_return(_REFUSE)]),
        ]
    )


def available() -> str | None:
    """None where filters can be put on, else why not."""
    if AUDIT_ARCH is None:
        return f"no filter for {MACHINE}"
    try:
        prctl(_PR_GET_SECCOMP)
    except OSError as error:
        return f"the kernel is built without seccomp: {error.strerror}"
    return None


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_void_p))


def _install(code: bytes) -> None:
    if SECCOMP is None:
        raise SandboxError(f"no filter for {MACHINE}")
    buffer = ctypes.create_string_buffer(code, len(code))
    program = _Program(len(code) // 8, ctypes.addressof(buffer))
    try:
        prctl(PR_SET_NO_NEW_PRIVS, 1)
        out_of_step = syscall(SECCOMP, ctypes.c_uint(_SET_MODE_FILTER), ctypes.c_uint(_TSYNC), ctypes.byref(program))
    except OSError as error:
        raise SandboxError(f"seccomp could not be applied: {error}") from error
    if out_of_step:
        raise SandboxError(f"seccomp could not be applied to thread {out_of_step}")


def confine(*, may_fork: bool) -> bool:
    """The first filter on all threads; with `may_fork=False` the second too. False where there is no seccomp.

    @raises SandboxError
    """
    if available() is not None:
        return False
    _install(_zygote_filter())
    return may_fork or forbid_fork()


def forbid_fork() -> bool:
    """The second filter, for a process that has the first. False where there is no seccomp. @raises SandboxError"""
    if available() is not None:
        return False
    _install(_session_filter())
    return True
