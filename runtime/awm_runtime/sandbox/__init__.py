"""The layers between untrusted code and the machine (design.md, Trust).

Order of use. Root: `scrub_environment`, `enter_namespaces` (once, one thread). Zygote, after its fork and before it
runs a line of the scenario: `limit('zygote')`, `confine_zygote`. Session, after its fork from the zygote: set its
parent-death signal, `limit('session')`, `confine_session`. Verifier, after its fork: `limit('verifier')`,
`confine_verifier`; a query likewise, with `limit('query')`. Confinement is for ever, holds for the calling thread and
all that it starts, and is applied as far as the kernel offers it; `report` says how far that is.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import sys
import tempfile

from . import landlock, seccomp
from .kernel import SandboxError
from .limits import Kind, limit
from .paths import DEVICES, library_paths
from .privileges import drop_capabilities, enter_namespaces, no_new_privs, scrub_environment
from .probe import report

__all__ = [
    "Kind",
    "SandboxError",
    "confine_session",
    "confine_verifier",
    "confine_zygote",
    "enter_namespaces",
    "library_paths",
    "limit",
    "no_new_privs",
    "report",
    "scrub_environment",
]

# What the zygote may read, for the sessions that it forks.
_zygote_reads: list[str] = []


def confine_zygote(*, read_only: list[str], write_dirs: list[str]) -> dict[str, bool]:
    """May read `read_only` and the libraries, write beneath `write_dirs`, fork, and use the descriptors that it has.

    No sockets of its own, no exec, no ptrace, no signals, no namespaces, no change of file attributes. Returns which
    of the layers hold: {landlock, seccomp}.
    @raises SandboxError where a layer is there and fails
    """
    global _zygote_reads
    _zygote_reads = list(dict.fromkeys([*read_only, *library_paths()]))
    sys.dont_write_bytecode = True
    no_new_privs()
    drop_capabilities()
    return {
        "landlock": landlock.restrict(read=_zygote_reads, write=write_dirs, write_files=DEVICES),
        "seccomp": seccomp.confine(may_fork=True),
    }


def confine_session(*, work_dir: str) -> None:
    """Narrows a fork of a confined zygote: writes beneath `work_dir` only (its working directory from now on, and the
    place of temporary files), reads there and in the zygote's read-only paths, starts threads but no process.

    @raises SandboxError where a layer is there and fails, OSError where `work_dir` is missing
    """
    os.chdir(work_dir)
    os.umask(0o077)
    os.environ["TMPDIR"] = work_dir
    tempfile.tempdir = work_dir
    _keep_sqlite_files_here(work_dir)
    landlock.restrict(read=_zygote_reads, write=[work_dir], write_files=DEVICES)
    seccomp.forbid_fork()


def _keep_sqlite_files_here(work_dir: str) -> None:
    """SQLite looks for a folder for its temporary files by access(2), which knows nothing of Landlock."""
    connection = sqlite3.connect(":memory:")
    with contextlib.closing(connection):
        quoted = work_dir.replace("'", "''")
        connection.execute(f"PRAGMA temp_store_directory='{quoted}'")


def confine_verifier(*, read_only: list[str]) -> None:
    """May read `read_only` (two databases) and the libraries; writes nowhere; no process, no signal, no socket.

    For a fork of the (trusted) root. @raises SandboxError where a layer is there and fails
    """
    os.chdir("/")
    sys.dont_write_bytecode = True
    no_new_privs()
    drop_capabilities()
    landlock.restrict(read=[*read_only, *library_paths()], write=[], write_files=DEVICES)
    seccomp.confine(may_fork=False)
