"""Runs one verifier function on two databases, the way the reference's runner does.

Which builtins and modules a verifier sees, how its arguments are passed, how its result becomes JSON and the texts of
its errors are those of the reference (OpenEnv's AWM environment, June 2026): training data hangs on them. They guard
against accidents; what guards the machine is the sandbox around the process. Call `run` in a fork of its own, confined
before: a verifier may leave its process in any state.
"""

from __future__ import annotations

import contextlib
import inspect
import json
import linecache
import os.path
import sys
import time
import traceback
from collections.abc import Callable, Mapping
from typing import Any, Final

from awm_runtime.clock_reading import python_reads_clock
from awm_runtime.verifier.databases import open_without_writing
from awm_runtime.verifier.namespace import make_namespace, preload
from awm_runtime.verifier.observing import Ending, Reads
from awm_runtime.verifier.output import PRINTED_CHARS, CappedText, encodable

__all__ = ["preload", "run"]

# Where a verifier's code seems to come from; the reference's syntax errors name it.
_FILENAME: Final = "<string>"
_RESULT_CHARS: Final = 16 * 1024 * 1024


def run(request: Mapping[str, Any]) -> dict[str, Any]:
    """Runs `request` = {code, function_name, initial_db, final_db, final_answer?, observe?}; the answer is left out for
    verifiers of two arguments (sql mode).

    Returns VerifierOutcome of server/host/types.ts as far as the process itself can tell:
    {kind: 'returned', value, typeName, stdout, ms, readsClock} or {kind: 'raised', error, traceback, stdout, ms,
    readsClock}. `value` encodes as JSON (NaN and infinities are null), `typeName` is the Python type of what came back,
    `error` is the reference's error_message. With `observe` also `reads`, [{table, columns}]
    (absent where there are too many), and `endedAtLine`.
    Never raises for what the verifier does, except when memory runs out while answering.
    """
    code = str(request["code"])
    printed = CappedText()
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
    reads = Reads() if request.get("observe") else None
    open_without_writing(frozenset(paths.values()), reads.watch if reads else None)
    outcome = _evaluated(code, paths, request, observed=reads is not None)
    found = None if reads is None else reads.found(list(paths.values()))
    return outcome if found is None else {**outcome, "reads": found}


def _evaluated(code: str, paths: Mapping[str, str], request: Mapping[str, Any], *, observed: bool) -> dict[str, Any]:
    namespace = make_namespace()
    linecache.cache[_FILENAME] = (len(code), None, code.splitlines(keepends=True), _FILENAME)
    try:
        exec(compile(code, _FILENAME, "exec", dont_inherit=True), namespace)
    except BaseException as error:
        return _raised(f"Compile error: {_text(error)}", error)
    name = str(request["function_name"])
    function = namespace.get(name)
    if not callable(function):
        return _raised(f"Function '{name}' not found")
    ending = Ending(function)
    try:
        with ending.watched() if observed else contextlib.nullcontext():
            result = _call(function, paths["Initial"], paths["Final"], request)
    except BaseException as error:
        return _raised(f"Execution error: {_text(error)}", error)
    try:
        value = encodable(result)
        size = len(json.dumps(value, allow_nan=False))
    except (TypeError, ValueError, RecursionError) as error:
        return _raised(f"Result not JSON-serializable: {_text(error)}", error)
    if size > _RESULT_CHARS:
        return _raised(f"Result not JSON-serializable: {size} characters, {_RESULT_CHARS} are the limit")
    line = {"endedAtLine": ending.line} if observed else {}
    return {"kind": "returned", "value": value, "typeName": type(result).__name__, **line}


def _raised(error: str, cause: BaseException | None = None) -> dict[str, Any]:
    if cause is None:
        return {"kind": "raised", "error": error, "traceback": ""}
    return {"kind": "raised", "error": error, "traceback": _traceback(cause), "endedAtLine": _line(cause)}


def _line(error: BaseException) -> int | None:
    """Where in the verifier's code it was raised, or what it called raised."""
    line, entry = None, error.__traceback__
    while entry is not None:
        if entry.tb_frame.f_code.co_filename == _FILENAME:
            line = entry.tb_lineno
        entry = entry.tb_next
    if line is None and isinstance(error, SyntaxError) and error.filename == _FILENAME:
        return error.lineno
    return line


def _traceback(error: BaseException) -> str:
    """From the verifier's own frames on: ours above them are of no interest to its author."""
    try:
        entries = error.__traceback__
        while entries is not None and entries.tb_frame.f_code.co_filename != _FILENAME:
            entries = entries.tb_next
        return "".join(traceback.format_exception(type(error), error, entries, limit=-30))[-PRINTED_CHARS:]
    except Exception:  # an exception class of the verifier may raise while it is printed
        return type(error).__name__


def _text(error: BaseException) -> str:
    if isinstance(error, MemoryError) and not error.args:
        # Python gives it no text; a verdict's reader has no traceback.
        return "MemoryError: it needs more memory than a verifier may use"
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
