"""Landlock: which files a process may read and write, set by itself and for ever.

Rules of the kernel's documentation, userspace-api/landlock.rst. Each call of `restrict` adds a layer; what a process
may do is what every layer allows. Landlock does not govern chmod, chown, utime and xattr: seccomp.py does.
"""

from __future__ import annotations

import ctypes
import errno
import os
import stat
from collections.abc import Iterable
from typing import Final

from .kernel import SandboxError, syscall

_CREATE_RULESET: Final = 444
_ADD_RULE: Final = 445
_RESTRICT_SELF: Final = 446
_VERSION_FLAG: Final = 1
_RULE_PATH_BENEATH: Final = 1

_EXECUTE: Final = 1 << 0
_WRITE_FILE: Final = 1 << 1
_READ_FILE: Final = 1 << 2
_READ_DIR: Final = 1 << 3
_REMOVE_DIR: Final = 1 << 4
_REMOVE_FILE: Final = 1 << 5
_MAKE_DIR: Final = 1 << 7
_MAKE_REG: Final = 1 << 8
_REFER: Final = 1 << 13
_TRUNCATE: Final = 1 << 14
_IOCTL_DEV: Final = 1 << 15

_READ: Final = _READ_FILE | _READ_DIR
# No symbolic links, sockets, pipes or devices: the trusted side opens these folders.
_WRITE: Final = _READ | _WRITE_FILE | _REMOVE_DIR | _REMOVE_FILE | _MAKE_DIR | _MAKE_REG | _REFER | _TRUNCATE
_OF_FILES: Final = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE | _IOCTL_DEV

_NET_BIND_AND_CONNECT: Final = 0b11
_SCOPE_ABSTRACT_UNIX_AND_SIGNAL: Final = 0b11


class _RulesetAttr(ctypes.Structure):
    _fields_ = (
        ("handled_access_fs", ctypes.c_uint64),
        ("handled_access_net", ctypes.c_uint64),
        ("scoped", ctypes.c_uint64),
    )


class _PathBeneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed_access", ctypes.c_uint64), ("parent_fd", ctypes.c_int32))


def abi() -> tuple[int, str | None]:
    """The kernel's Landlock version, or 0 and why there is none."""
    try:
        return syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint32(_VERSION_FLAG)), None
    except OSError as error:
        if error.errno == errno.ENOSYS:
            return 0, "the kernel is built without Landlock"
        if error.errno == errno.EOPNOTSUPP:
            return 0, "Landlock is built in but not enabled (lsm= of the kernel command line)"
        return 0, f"landlock_create_ruleset: {error.strerror}"


def _handled(version: int) -> tuple[_RulesetAttr, int]:
    """All that this version knows, and the size of the structure in its eyes."""
    access = (1 << 13) - 1
    if version >= 2:
        access |= _REFER
    if version >= 3:
        access |= _TRUNCATE
    if version >= 5:
        access |= _IOCTL_DEV
    size = 24 if version >= 6 else 16 if version >= 4 else 8
    attr = _RulesetAttr(
        access,
        _NET_BIND_AND_CONNECT if version >= 4 else 0,
        _SCOPE_ABSTRACT_UNIX_AND_SIGNAL if version >= 6 else 0,
    )
    return attr, size


def restrict(*, read: Iterable[str], write: Iterable[str], write_files: Iterable[str] = ()) -> bool:
    """Allows reading beneath `read`, everything useful beneath `write`, and nothing else.

    Paths that do not exist, or that this user may not see, are left out. TCP, abstract unix sockets and signals to
    outside are refused where the kernel can. Affects the calling thread and all that it forks. False where the kernel
    has no Landlock.
    @raises SandboxError where it has, yet the layer could not be put on
    """
    version, _ = abi()
    if version == 0:
        return False
    attr, size = _handled(version)
    handled = int(attr.handled_access_fs)
    try:
        ruleset = syscall(_CREATE_RULESET, ctypes.byref(attr), ctypes.c_size_t(size), ctypes.c_uint32(0))
        try:
            for paths, access in ((read, _READ), (write, _WRITE), (write_files, _WRITE & _OF_FILES)):
                for path in paths:
                    _allow(ruleset, path, access & handled)
            syscall(_RESTRICT_SELF, ctypes.c_int(ruleset), ctypes.c_uint32(0))
        finally:
            os.close(ruleset)
    except OSError as error:
        raise SandboxError(f"Landlock could not be applied: {error}") from error
    return True


def _allow(ruleset: int, path: str, access: int) -> None:
    try:
        beneath = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except (FileNotFoundError, PermissionError):  # what cannot be opened now cannot be later
        return
    try:
        if not stat.S_ISDIR(os.fstat(beneath).st_mode):
            access &= _OF_FILES
        rule = _PathBeneath(access, beneath)
        syscall(
            _ADD_RULE,
            ctypes.c_int(ruleset),
            ctypes.c_int(_RULE_PATH_BENEATH),
            ctypes.byref(rule),
            ctypes.c_uint32(0),
        )
    finally:
        os.close(beneath)
