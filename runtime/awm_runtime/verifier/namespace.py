"""What a verifier's code may name and import: the reference's lists."""

from __future__ import annotations

import builtins
import json
import os.path
import re
import sqlite3
from collections.abc import Mapping
from importlib import import_module
from typing import Any, Final

_BUILTINS: Final = """
    int float complex bool str bytes bytearray list tuple dict set frozenset range slice memoryview iter next
    len enumerate zip map filter reversed sorted any all sum min max abs round divmod pow isinstance
    issubclass type hasattr getattr setattr delattr callable id vars dir globals locals __build_class__ repr
    ord chr format ascii hex oct bin print BaseException Exception ArithmeticError AssertionError
    AttributeError BufferError FloatingPointError ImportError IndexError KeyError LookupError
    NotImplementedError OverflowError RuntimeError StopIteration TypeError UnicodeError UnicodeDecodeError
    UnicodeEncodeError ValueError ZeroDivisionError Warning DeprecationWarning UserWarning
"""
_MODULES: Final = """
    sqlite3 json re math decimal fractions datetime time calendar zoneinfo collections collections.abc
    itertools functools operator string statistics heapq bisect uuid hashlib base64 binascii unicodedata
    typing enum dataclasses copy pprint textwrap difflib contextlib traceback ipaddress io csv urllib.parse
    dateutil pytz _strptime
"""
_allowed: Final = frozenset(_MODULES.split())
_NOT_INSTALLED: Final = frozenset({"dateutil", "pytz"})


def preload() -> None:
    """Imports what verifiers may import, so that the forks of the verifier zygote find it in memory."""
    for name in sorted(_allowed - _NOT_INSTALLED):
        import_module(name)


def make_namespace() -> dict[str, Any]:
    """The globals that a verifier's code starts with."""
    return {
        "sqlite3": sqlite3,
        "json": json,
        "re": re,
        "__builtins__": {**{name: getattr(builtins, name) for name in _BUILTINS.split()}, "__import__": _import},
        "__name__": "__main__",
    }


class _OnlyOsPath:
    """What `import os` gives to a verifier."""

    path = os.path

    def __repr__(self) -> str:
        return "<os: only os.path is here>"


_only_os_path: Final = _OnlyOsPath()


def _import(
    name: str,
    globals: Mapping[str, object] | None = None,  # noqa: A002 (the names of __import__)
    locals: Mapping[str, object] | None = None,  # noqa: A002
    fromlist: tuple[str, ...] = (),
    level: int = 0,
) -> Any:
    """The `__import__` of verifier code alone: modules that it imports have Python's own."""
    if level != 0:
        raise ImportError("Relative imports are not permitted in verifier code")
    if name == "os" or name.startswith("os."):
        return _only_os_path
    if name.split(".", 1)[0] not in _allowed and name not in _allowed:
        raise ImportError(f"Import of '{name}' is not permitted in verifier code")
    return builtins.__import__(name, globals, locals, fromlist, level)
