"""Files and packets that untrusted processes wrote."""

import json
import os
import stat
from typing import Any

MAX_DATABASE = 512 * 1024 * 1024


def parse_object(data: bytes) -> dict[str, Any]:
    """Raises ValueError where it is no JSON object, or one nested without end."""
    try:
        value = json.loads(data)
    except RecursionError as error:
        raise ValueError("nested too deep") from error
    if not isinstance(value, dict):
        raise ValueError("not an object")
    return value


def dump(value: dict[str, Any]) -> bytes:
    """Compact JSON."""
    return json.dumps(value, separators=(",", ":")).encode()


def _open_regular(path: str, limit: int) -> tuple[int, int]:
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    found = os.fstat(handle)
    if not stat.S_ISREG(found.st_mode) or found.st_size > limit:
        os.close(handle)
        raise ValueError(f"{os.path.basename(path)} is not a regular file of at most {limit} bytes")
    return handle, found.st_size


def read_untrusted(path: str, limit: int) -> bytes:
    """A regular file's bytes; links are not followed. Raises OSError, ValueError."""
    handle, size = _open_regular(path, limit)
    with open(handle, "rb") as file:
        return file.read(size)


def copy_untrusted(source: str, target: str) -> bool:
    """Copies a regular file to a new read-only file; False where there is none. Raises OSError, ValueError."""
    try:
        handle, size = _open_regular(source, MAX_DATABASE)
    except FileNotFoundError:
        return False
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC
    with open(handle, "rb") as file, open(os.open(target, flags, 0o600), "wb") as out:
        while size > 0:
            sent = os.sendfile(out.fileno(), file.fileno(), None, size)
            if sent == 0:
                break
            size -= sent
    return True
