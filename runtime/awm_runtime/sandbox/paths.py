"""What confined Python needs to read: itself, its libraries, and a little of the system."""

from __future__ import annotations

import os
import sysconfig
from functools import cache
from typing import Final

_SYSTEM: Final = (
    "/lib",
    "/lib64",
    "/usr/lib",
    "/usr/lib64",
    "/usr/local/lib",
    "/usr/share/zoneinfo",
    "/etc/ld.so.cache",
    "/etc/localtime",
    "/etc/mime.types",
    "/dev/urandom",
    "/dev/random",
    "/dev/zero",
)
# Written to, yet nothing is kept.
DEVICES: Final = ("/dev/null",)


@cache
def library_paths() -> tuple[str, ...]:
    """The standard library, the installed packages, this package and shared libraries: what imports that happen late
    still read. Not `sys.path`: its first entry may be any folder. Found once, since it takes 3 ms."""
    paths = [path for key in ("stdlib", "platstdlib", "purelib", "platlib") if (path := sysconfig.get_path(key))]
    paths.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    library = sysconfig.get_config_var("LIBDIR")
    shared = sysconfig.get_config_var("LDLIBRARY")
    if library and shared:
        paths.append(os.path.join(library, shared))
    return tuple(dict.fromkeys(os.path.realpath(path) for path in [*paths, *_SYSTEM] if os.path.exists(path)))
