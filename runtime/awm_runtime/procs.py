"""Processes as the kernel sees them: nothing here trusts what a zygote says."""

import contextlib
import ctypes
import os
import signal
import time

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
_libc = ctypes.CDLL(None, use_errno=True)


def die_with_parent(parent: int) -> None:
    """SIGKILL for this process when `parent` ends; exits at once where it has ended already."""
    _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)


def become_subreaper() -> None:
    """Orphans of killed sessions come to this process instead of init."""
    _libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def parent_of(pid: int) -> int | None:
    """The parent's pid, or None where the process is gone."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            stat = file.read()
    except OSError:
        return None
    return int(stat[stat.rindex(b")") + 2 :].split()[1])


def children_of(pid: int) -> list[int]:
    """Direct children, from /proc."""
    try:
        with open(f"/proc/{pid}/task/{pid}/children", "rb") as file:
            return [int(child) for child in file.read().split()]
    except OSError:
        return []


def descendants_of(pid: int) -> list[int]:
    """All descendants, parents before children."""
    found: list[int] = []
    todo = [pid]
    while todo:
        children = children_of(todo.pop())
        found += children
        todo += children
        if len(found) > 10_000:
            break
    return found


def kill_child_of(parent: int, pid: int) -> bool:
    """SIGKILLs `pid` and what descends from it, if it is a child of `parent`. The pidfd pins it meanwhile."""
    try:
        handle = os.pidfd_open(pid)
    except OSError:
        return False
    try:
        if parent_of(pid) != parent:
            return False
        below = descendants_of(pid)
        with contextlib.suppress(OSError):
            signal.pidfd_send_signal(handle, signal.SIGKILL)
        for child in below:
            with contextlib.suppress(OSError):
                os.kill(child, signal.SIGKILL)
        return True
    finally:
        os.close(handle)


def end_descendants(pid: int, seconds: float) -> None:
    """SIGKILLs all that descend from this process, a subreaper, and waits until they are gone, so long at most."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        for child in descendants_of(pid):
            with contextlib.suppress(OSError):
                os.kill(child, signal.SIGKILL)
        try:
            while os.waitpid(-1, os.WNOHANG)[0] != 0:
                pass
        except ChildProcessError:
            return
        time.sleep(0.01)


def pss_kib(pid: int) -> int:
    """Proportional set size in KiB; 0 where it cannot be read."""
    try:
        with open(f"/proc/{pid}/smaps_rollup", "rb") as file:
            for line in file:
                if line.startswith(b"Pss:"):
                    return int(line.split()[1])
    except OSError:
        pass
    return 0


def describe_status(status: int) -> dict[str, int | str]:
    """A wait status as `{"signal": name}` or `{"exitCode": n}`."""
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        try:
            return {"signal": signal.Signals(number).name}
        except ValueError:
            return {"signal": f"SIG{number}"}
    return {"exitCode": os.WEXITSTATUS(status)}
