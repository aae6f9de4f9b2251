"""Whether code or SQL asks what time it is. Errs towards yes: a verdict or a template that is thought to hang on the
clock is only made again more often."""

from __future__ import annotations

import ast
import re
from typing import Final

_NAMES: Final = frozenset({"now", "utcnow", "today"})
_TIME_FUNCTIONS: Final = frozenset(
    {"time", "time_ns", "localtime", "gmtime", "ctime", "asctime", "strftime", "monotonic", "clock_gettime"}
)
_SQL: Final = re.compile(
    r"""
      \b current_(?: timestamp | date | time ) \b
    | \b (?: datetime | date | time | julianday | unixepoch ) \s* \( \s* (?: \) | ['"] \s* now \b )
    | \b (?: strftime | timediff ) \s* \( [^()]*? ['"] \s* now \s* ['"]
    | \b strftime \s* \( \s* (?: '[^']*' | "[^"]*" ) \s* \)
    """,
    re.IGNORECASE | re.VERBOSE,
)
# Without one of these no code reads the clock; most has none, and parsing takes a millisecond.
_HINT: Final = re.compile(
    r"now|today|\btime\b|current_|\b(?:date|datetime|julianday|unixepoch|strftime)\s*\(", re.IGNORECASE
)


def sql_reads_clock(text: str) -> bool:
    """Whether SQL text calls a date function on 'now' (or on nothing, which means the same) or a CURRENT_ keyword."""
    return _SQL.search(text) is not None


def python_reads_clock(code: str) -> bool:
    """Whether Python code names `now`, `utcnow` or `today`, a function of the `time` module, or SQL that reads the
    clock. Code that does not parse reads nothing."""
    return line_that_reads_clock(code) is not None


def line_that_reads_clock(code: str) -> int | None:
    """The first such line, 1-based."""
    if _HINT.search(code) is None:
        return None
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    times = _names_of_time_module(tree)
    return min((getattr(node, "lineno", 1) for node in ast.walk(tree) if _reads(node, times)), default=None)


def _names_of_time_module(tree: ast.AST) -> tuple[set[str], set[str]]:
    """Under which names the module is known, and under which its functions are."""
    modules: set[str] = set()
    functions: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            modules |= {alias.asname or alias.name for alias in node.names if alias.name == "time"}
        elif isinstance(node, ast.ImportFrom) and node.module == "time":
            functions |= {alias.asname or alias.name for alias in node.names if alias.name in _TIME_FUNCTIONS}
    return modules, functions


def _reads(node: ast.AST, times: tuple[set[str], set[str]]) -> bool:
    modules, functions = times
    match node:
        case ast.Attribute(attr=name) if name in _NAMES:
            return True
        case ast.Attribute(value=ast.Name(id=module), attr=name) if module in modules:
            return name in _TIME_FUNCTIONS
        case ast.Call(func=ast.Name(id=name)):
            return name in functions
        case ast.Call(func=ast.Name(id="getattr"), args=[_, ast.Constant(value=str(name)), *_]):
            return name in _NAMES
        case ast.Constant(value=str(text)):
            return sql_reads_clock(text)
        case ast.JoinedStr(values=parts):
            # What is filled in may be a column; the fixed text around it tells.
            return sql_reads_clock(
                "".join(str(part.value) if isinstance(part, ast.Constant) else "x" for part in parts)
            )
        case _:
            return False
