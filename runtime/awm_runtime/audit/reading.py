"""Facts of a verifier's code, from its text and from the schema that it asks."""

from __future__ import annotations

import ast
import math
import re
import sqlite3
from typing import Any, Final

from awm_runtime.audit import answers, statements
from awm_runtime.audit.reach import RAISES, UNKNOWN, can_complete
from awm_runtime.clock_reading import line_that_reads_clock

_CONSTANTS: Final = 200
_TEXT_CHARS: Final = 300
_COMPLETE: Final = "complete"


def read_verifier(code: str, function_name: str, database: str) -> dict[str, Any]:
    """VerifierFacts of server/host/types.ts. Code that does not parse, or lacks the function, has `function` false and
    nothing else is told of it."""
    nothing: dict[str, Any] = {
        "function": False,
        "line": None,
        "takesAnswer": False,
        "usesAnswer": True,
        "readsInitial": True,
        "readsFinal": True,
        "drawsLots": False,
        "saysComplete": True,
        "clockLine": None,
        "broken": [],
        "writes": [],
        "constants": [],
    }
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return nothing
    function = next(
        (node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == function_name), None
    )
    if function is None:
        return nothing
    named = [argument.arg for argument in (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)]
    offered = ["initial_db_path", "final_db_path", "final_answer"]
    roles = {role: role for role in offered if role in named}
    if not roles:
        roles = dict(zip(offered, named, strict=False))
    answer = roles.get("final_answer")
    anyhow = function.args.vararg is not None or function.args.kwarg is not None
    try:
        broken = statements.broken(tree, database)
    except sqlite3.Error:
        broken = []
    return {
        "function": True,
        "line": function.lineno,
        "takesAnswer": answer is not None,
        "usesAnswer": anyhow or (answer is not None and answers.uses(function, answer)),
        "readsInitial": anyhow or _uses(function, roles, "initial_db_path"),
        "readsFinal": anyhow or _uses(function, roles, "final_db_path"),
        "saysComplete": _says_complete(tree) and can_complete(function),
        "drawsLots": _draws_lots(tree),
        "clockLine": line_that_reads_clock(code),
        "broken": [
            {
                "line": statement.line,
                "sql": statement.sql.strip()[:_TEXT_CHARS],
                "error": error,
                "fatal": _is_fatal(tree, function, statement),
            }
            for statement, error in broken
        ],
        "writes": [{"line": one.line, "sql": one.sql.strip()[:_TEXT_CHARS]} for one in statements.writes(tree)],
        "constants": _constants(function),
    }


def _uses(function: ast.FunctionDef, roles: dict[str, str], role: str) -> bool:
    return role in roles and answers.uses(function, roles[role])


def _draws_lots(tree: ast.AST) -> bool:
    """Whether the code asks SQLite for chance: a verifier can import no other source of it."""
    return any(
        isinstance(node, ast.Constant) and isinstance(node.value, str) and re.search(r"\brandom\s*\(", node.value, re.I)
        for node in ast.walk(tree)
    )


def _says_complete(tree: ast.AST) -> bool:
    """Whether the word stands anywhere in the code; put together from pieces it counts as standing there."""
    texts = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    return any(_COMPLETE in text or (len(text) > 2 and text in _COMPLETE) for text in texts)


def _constants(function: ast.FunctionDef) -> list[Any]:
    """Values that the code compares with, perhaps; what is quoted in its SQL comes first."""
    docstring = ast.get_docstring(function, clean=False)
    quoted: dict[Any, None] = {}
    plain: dict[Any, None] = {}
    for node in ast.walk(function):
        if not isinstance(node, ast.Constant) or node.value == docstring:
            continue
        match node.value:
            case bool():
                plain.setdefault(int(node.value))
            case int(value) if abs(value) < 2**63:
                plain.setdefault(value)
            case float(value) if math.isfinite(value):
                plain.setdefault(value)
            case str(text) if statements.is_sql(text):
                quoted |= dict.fromkeys(statements.literals(text))
            case str(text) if 0 < len(text) <= _TEXT_CHARS:
                plain.setdefault(text)
            case _:
                pass
    return list(quoted | plain)[:_CONSTANTS]


def _is_fatal(tree: ast.AST, function: ast.FunctionDef, statement: statements.Statement) -> bool:
    """Whether no way to complete is left, once the statement gives what it must give: an error, or what a helper that
    swallows it returns."""
    if not statement.calls:
        return False
    given = {call: _given_for_error(tree, call) for call in statement.calls}
    return UNKNOWN not in given.values() and not can_complete(function, given)


def _given_for_error(tree: ast.AST, call: ast.Call) -> Any:
    if isinstance(call.func, ast.Attribute):
        return RAISES if call.func.attr in ("execute", "executemany", "executescript") else UNKNOWN
    helpers = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and isinstance(call.func, ast.Name) and node.name == call.func.id
    ]
    if len(helpers) != 1 or helpers[0].decorator_list:
        return UNKNOWN
    handlers = [node for node in ast.walk(helpers[0]) if isinstance(node, ast.ExceptHandler)]
    if not handlers:
        return RAISES
    returned = [_returned(handler) for handler in handlers]
    return returned[0] if all(one == returned[0] for one in returned) else UNKNOWN


def _returned(handler: ast.ExceptHandler) -> Any:
    match handler.body[-1]:
        case ast.Return(value=None):
            return None
        case ast.Return(value=ast.expr() as value):
            try:
                return ast.literal_eval(value)
            except (ValueError, TypeError):
                return UNKNOWN
        case ast.Raise():
            return RAISES
        case _:
            return UNKNOWN
