"""rlimits per kind of process. They are inherited by forks and only ever lowered."""

from __future__ import annotations

import contextlib
import resource
from typing import Final, Literal

from .kernel import limit_malloc_arenas

Kind = Literal["zygote", "session", "verifier", "query"]

_MIB: Final = 1 << 20

# DATA counts what is really written to (heap, stacks, private mappings) and is the memory limit; AS is the backstop
# for shared mappings, which DATA does not see. A 100 MiB tool result takes about 1 GiB while it is decoded and
# indented. The verifier's figures are the reference's (512 MiB, 16 MiB, 64 files, 20 s), with room in AS for the
# 90 MiB that its zygote has mapped already.
_LIMITS: Final[dict[Kind, dict[int, int]]] = {
    "zygote": {
        resource.RLIMIT_AS: 4096 * _MIB,
        resource.RLIMIT_DATA: 2048 * _MIB,
        resource.RLIMIT_FSIZE: 256 * _MIB,
        resource.RLIMIT_NOFILE: 1024,
    },
    "session": {
        resource.RLIMIT_AS: 4096 * _MIB,
        resource.RLIMIT_DATA: 2048 * _MIB,
        resource.RLIMIT_FSIZE: 256 * _MIB,
        resource.RLIMIT_NOFILE: 256,
        resource.RLIMIT_CPU: 900,
    },
    "verifier": {
        resource.RLIMIT_AS: 768 * _MIB,
        resource.RLIMIT_DATA: 512 * _MIB,
        resource.RLIMIT_FSIZE: 16 * _MIB,
        resource.RLIMIT_NOFILE: 64,
        resource.RLIMIT_CPU: 20,
    },
    "query": {
        resource.RLIMIT_AS: 768 * _MIB,
        resource.RLIMIT_DATA: 384 * _MIB,
        resource.RLIMIT_FSIZE: 0,
        resource.RLIMIT_NOFILE: 32,
        resource.RLIMIT_CPU: 5,
    },
}
_NEVER: Final = (resource.RLIMIT_CORE, resource.RLIMIT_MSGQUEUE, resource.RLIMIT_RTPRIO, resource.RLIMIT_NICE)


def limit(kind: Kind) -> None:
    """Sets the limits of this kind of process, soft and hard alike. @raises OSError where the kernel refuses

    RLIMIT_NPROC is not among them: it counts all processes of the user, Node's and every session's, and does not hold
    for root. Sessions can't fork (seccomp); threads are bounded by RLIMIT_AS; the root counts a zygote's children.
    """
    if kind == "zygote":
        limit_malloc_arenas(2)
    if kind != "session":  # inherited from the zygote, whose sessions do not see /proc any more
        _be_ended_first()
    for which, wanted in {**_LIMITS[kind], **dict.fromkeys(_NEVER, 0)}.items():
        hard = resource.getrlimit(which)[1]
        value = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(which, (value, value))
    if kind == "session":
        # A spinning session dies by SIGXCPU before the hard limit's SIGKILL, so that the exit tells why.
        soft = resource.getrlimit(resource.RLIMIT_CPU)[0]
        resource.setrlimit(resource.RLIMIT_CPU, (max(soft - 5, 1), soft))


def _be_ended_first() -> None:
    """When the machine runs out of memory, these processes go rather than the server."""
    with contextlib.suppress(OSError), open("/proc/self/oom_score_adj", "wb") as file:
        file.write(b"1000")


def holds(kind: Kind) -> bool:
    """Whether every limit of this kind is at or below its figure."""
    return all(
        0 <= resource.getrlimit(which)[1] <= wanted
        for which, wanted in {**_LIMITS[kind], **dict.fromkeys(_NEVER, 0)}.items()
    )
