"""Executes a scenario's module once, the way the reference runs it: as a script that ends in `uvicorn.run(app)`."""

import builtins
import linecache
import marshal
import sys
import types
import warnings
from typing import Any

import uvicorn
from fastapi import FastAPI

FILENAME = "server.py"
PRELUDE = 'import warnings\nwarnings.filterwarnings("ignore", category=DeprecationWarning)\n'
"""What the reference puts before a scenario's code; line numbers in logs count it. `execute` does what it says."""
PRELUDE_LINES = 2


class _Served(BaseException):
    """Raised where the script would start to serve."""

    def __init__(self, app: Any) -> None:
        self.app = app


def _stop_at_serving(app: Any, *_args: Any, **_kwargs: Any) -> None:
    raise _Served(app)


class NoApp(Exception):
    """The module ran and no FastAPI application was found in it."""


def compile_code(code: str, cached: bytes | None) -> tuple[types.CodeType, bytes | None]:
    """The code object, and its marshalled form where it was compiled now."""
    shown = PRELUDE + code
    linecache.cache[FILENAME] = (len(shown), None, shown.splitlines(keepends=True), FILENAME)
    if cached is not None:
        loaded = marshal.loads(cached)
        if isinstance(loaded, types.CodeType):
            return loaded, None
    # Blank lines stand for the prelude, so that `from __future__` may come first.
    compiled = compile("\n" * PRELUDE_LINES + code, FILENAME, "exec", dont_inherit=True)
    return compiled, marshal.dumps(compiled)


def execute(compiled: types.CodeType) -> FastAPI:
    """Runs the module as `__main__` up to the point where it would serve; returns the application."""
    module = types.ModuleType("__main__")
    module.__dict__.update(__builtins__=builtins, __file__=FILENAME, warnings=warnings)
    warnings.filterwarnings("ignore", category=DeprecationWarning)
    sys.modules["__main__"] = module
    uvicorn.run = _stop_at_serving
    served: Any = None
    try:
        exec(compiled, module.__dict__)
    except _Served as stop:
        served = stop.app
    if isinstance(served, str):
        served = getattr(module, served.partition(":")[2] or "app", None)
    candidates = [served, module.__dict__.get("app"), *module.__dict__.values()]
    for candidate in candidates:
        if isinstance(candidate, FastAPI):
            return candidate
    raise NoApp("the module defines no FastAPI application")
