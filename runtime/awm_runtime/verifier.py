"""Runs one verifier function on two databases, the way the reference's runner does.

Which builtins and modules a verifier sees, how its arguments are passed, how its result becomes JSON and the texts of
its errors are those of the reference (OpenEnv's AWM environment, June 2026): training data hangs on them. They guard
against accidents; what guards the machine is the sandbox around the process. Call `run` in a fork of its own, confined
before: a verifier may leave its process in any state.
"""

from __future__ import annotations

import builtins
import inspect
import io
import json
import linecache
import math
import os.path
import re
import sqlite3
import sys
import time
import traceback
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, Final

from awm_runtime.clock_reading import python_reads_clock

_BUILTINS: Final = [
    "int",
    "float",
    "complex",
    "bool",
    "str",
    "bytes",
    "bytearray",
    "list",
    "tuple",
    "dict",
    "set",
    "frozenset",
    "range",
    "slice",
    "memoryview",
    "iter",
    "next",
    "len",
    "enumerate",
    "zip",
    "map",
    "filter",
    "reversed",
    "sorted",
    "any",
    "all",
    "sum",
    "min",
    "max",
    "abs",
    "round",
    "divmod",
    "pow",
    "isinstance",
    "issubclass",
    "type",
    "hasattr",
    "getattr",
    "setattr",
    "delattr",
    "callable",
    "id",
    "vars",
    "dir",
    "globals",
    "locals",
    "__build_class__",
    "repr",
    "ord",
    "chr",
    "format",
    "ascii",
    "hex",
    "oct",
    "bin",
    "print",
    "BaseException",
    "Exception",
    "ArithmeticError",
    "AssertionError",
    "AttributeError",
    "BufferError",
    "FloatingPointError",
    "ImportError",
    "IndexError",
    "KeyError",
    "LookupError",
    "NotImplementedError",
    "OverflowError",
    "RuntimeError",
    "StopIteration",
    "TypeError",
    "UnicodeError",
    "UnicodeDecodeError",
    "UnicodeEncodeError",
    "ValueError",
    "ZeroDivisionError",
    "Warning",
    "DeprecationWarning",
    "UserWarning",
]

_MODULES: Final = frozenset(
    [
        "sqlite3",
        "json",
        "re",
        "math",
        "decimal",
        "fractions",
        "datetime",
        "time",
        "calendar",
        "zoneinfo",
        "collections",
        "collections.abc",
        "itertools",
        "functools",
        "operator",
        "string",
        "statistics",
        "heapq",
        "bisect",
        "uuid",
        "hashlib",
        "base64",
        "binascii",
        "unicodedata",
        "typing",
        "enum",
        "dataclasses",
        "copy",
        "pprint",
        "textwrap",
        "difflib",
        "contextlib",
        "traceback",
        "ipaddress",
        "io",
        "csv",
        "urllib.parse",
        "dateutil",
        "pytz",
        "_strptime",
    ]
)
_NOT_INSTALLED: Final = frozenset({"dateutil", "pytz"})

# Where a verifier's code seems to come from; the reference's syntax errors name it.
_FILENAME: Final = "<string>"
_STDOUT_CHARS: Final = 64 * 1024
_RESULT_CHARS: Final = 16 * 1024 * 1024


def preload() -> None:
    """Imports what verifiers may import, so that the forks of the verifier zygote find it in memory."""
    for name in sorted(_MODULES - _NOT_INSTALLED):
        import_module(name)


def run(request: Mapping[str, Any]) -> dict[str, Any]:
    """Runs `request` = {code, function_name, initial_db, final_db, final_answer?}; the answer is left out for verifiers
    of two arguments (sql mode).

    Returns VerifierOutcome of server/host/types.ts as far as the process itself can tell:
    {kind: 'returned', value, typeName, stdout, ms, readsClock} or {kind: 'raised', error, traceback, stdout, ms,
    readsClock}. `value` encodes as JSON (NaN and infinities are null), `typeName` is the Python type of what came back,
    `error` is the reference's error_message.
    Never raises for what the verifier does, except when memory runs out while answering.
    """
    code = str(request["code"])
    printed = _CappedText()
    started = time.perf_counter()
    stdout, stderr = sys.stdout, sys.stderr
    sys.stdout = sys.stderr = printed
    try:
        outcome = _outcome(code, request)
    finally:
        sys.stdout, sys.stderr = stdout, stderr
    return {
        **outcome,
        "stdout": printed.text(),
        "ms": round((time.perf_counter() - started) * 1000, 3),
        "readsClock": python_reads_clock(code),
    }


def _outcome(code: str, request: Mapping[str, Any]) -> dict[str, Any]:
    paths = {"Initial": str(request["initial_db"]), "Final": str(request["final_db"])}
    for which, path in paths.items():
        if not os.path.exists(path):
            return _raised(f"{which} DB not found: {path}")
    _open_databases_without_writing(frozenset(paths.values()))

    namespace: dict[str, Any] = {
        "sqlite3": sqlite3,
        "json": json,
        "re": re,
        "__builtins__": _builtins(),
        "__name__": "__main__",
    }
    linecache.cache[_FILENAME] = (len(code), None, code.splitlines(keepends=True), _FILENAME)
    try:
        exec(compile(code, _FILENAME, "exec"), namespace)
    except BaseException as error:
        return _raised(f"Compile error: {_text(error)}", error)
    name = str(request["function_name"])
    function = namespace.get(name)
    if not callable(function):
        return _raised(f"Function '{name}' not found")
    try:
        result = _call(function, paths["Initial"], paths["Final"], request)
    except BaseException as error:
        return _raised(f"Execution error: {_text(error)}", error)
    try:
        value = _encodable(result)
        size = len(json.dumps(value, allow_nan=False))
    except (TypeError, ValueError, RecursionError) as error:
        return _raised(f"Result not JSON-serializable: {_text(error)}", error)
    if size > _RESULT_CHARS:
        return _raised(f"Result not JSON-serializable: {size} characters, {_RESULT_CHARS} are the limit")
    return {"kind": "returned", "value": value, "typeName": type(result).__name__}


def _raised(error: str, cause: BaseException | None = None) -> dict[str, Any]:
    return {"kind": "raised", "error": error, "traceback": "" if cause is None else _traceback(cause)}


def _traceback(error: BaseException) -> str:
    """From the verifier's own frames on: ours above them are of no interest to its author."""
    try:
        entries = error.__traceback__
        while entries is not None and entries.tb_frame.f_code.co_filename != _FILENAME:
            entries = entries.tb_next
        return "".join(traceback.format_exception(type(error), error, entries, limit=-30))[-_STDOUT_CHARS:]
    except Exception:  # an exception class of the verifier may raise while it is printed
        return type(error).__name__


def _text(error: BaseException) -> str:
    try:
        return str(error)
    except Exception:
        return type(error).__name__


def _call(function: Callable[..., Any], initial: str, final: str, request: Mapping[str, Any]) -> Any:
    """By keyword where the function has the reference's names, else by position."""
    answer = request.get("final_answer") or ""
    offered = {"initial_db_path": initial, "final_db_path": final, "final_answer": answer}
    parameters = inspect.signature(function).parameters
    taken = {name: value for name, value in offered.items() if name in parameters}
    if not taken and len(parameters) >= 2:
        return function(*list(offered.values())[: 3 if len(parameters) >= 3 else 2])
    return function(**taken)


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
    if name.split(".", 1)[0] not in _MODULES and name not in _MODULES:
        raise ImportError(f"Import of '{name}' is not permitted in verifier code")
    return builtins.__import__(name, globals, locals, fromlist, level)


def _builtins() -> dict[str, Any]:
    return {**{name: getattr(builtins, name) for name in _BUILTINS}, "__import__": _import}


def _encodable(value: Any) -> Any:
    """As the reference does: tuples are lists, bytes are text, what JSON does not know is its str()."""
    if isinstance(value, dict):
        return {str(key) if isinstance(key, tuple) else key: _encodable(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_encodable(item) for item in value]
    if isinstance(value, bytes):
        return value.decode("utf-8", errors="ignore")
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if value is None or isinstance(value, str | int):
        return value
    return str(value)


def _open_databases_without_writing(paths: frozenset[str]) -> None:
    """The verifier's folder is not writable, and SQLite wants to write in two cases: temporary files (kept in memory
    instead), and a database that its app put in WAL mode (opened as immutable: it is a frozen copy)."""
    plain_connect = sqlite3.connect
    in_wal_mode = {path for path in paths if _is_in_wal_mode(path)}

    def connect(database: Any, *args: Any, **options: Any) -> sqlite3.Connection:
        path = os.fsdecode(database) if isinstance(database, str | bytes | os.PathLike) else ""
        if path in in_wal_mode and not options.get("uri"):
            database, options["uri"] = f"file:{_quoted(path)}?immutable=1", True
        elif options.get("uri") and any(path.startswith(f"file:{known}") for known in in_wal_mode):
            database = path + ("&" if "?" in path else "?") + "immutable=1"
        connection: sqlite3.Connection = plain_connect(database, *args, **options)
        connection.execute("PRAGMA temp_store=MEMORY").close()
        return connection

    sqlite3.connect = connect  # type: ignore[assignment]


def _quoted(path: str) -> str:
    return path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")


def _is_in_wal_mode(path: str) -> bool:
    """The read version of SQLite's file header (https://sqlite.org/fileformat2.html, 1.3.3)."""
    try:
        with open(path, "rb") as file:
            return file.read(20)[19:] == b"\x02"
    except OSError:
        return False


class _CappedText(io.TextIOBase):
    """What was printed, up to a limit; the rest is counted."""

    def __init__(self) -> None:
        super().__init__()
        self._parts: list[str] = []
        self._room = _STDOUT_CHARS
        self._lost = 0

    def writable(self) -> bool:
        return True

    def write(self, text: str, /) -> int:
        kept = text[: self._room]
        if kept:
            self._parts.append(kept)
            self._room -= len(kept)
        self._lost += len(text) - len(kept)
        return len(text)

    def text(self) -> str:
        """All that was kept, and how much was not."""
        note = f"\n… {self._lost} characters more" if self._lost else ""
        return "".join(self._parts) + note
