"""Facts of a verifier's code, from its text and from the schema that it asks."""

from __future__ import annotations

import ast
import math
import sqlite3
from typing import Any, Final

from awm_runtime.audit import answers, statements
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
        "readsDatabases": True,
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
    paths = [name for role, name in roles.items() if role != "final_answer"]
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
        "readsDatabases": anyhow or any(answers.uses(function, path) for path in paths),
        "saysComplete": _says_complete(tree),
        "clockLine": line_that_reads_clock(code),
        "broken": [
            {
                "line": statement.line,
                "sql": statement.sql.strip()[:_TEXT_CHARS],
                "error": error,
                "fatal": _is_fatal(function, statement),
            }
            for statement, error in broken
        ],
        "writes": [{"line": one.line, "sql": one.sql.strip()[:_TEXT_CHARS]} for one in statements.writes(tree)],
        "constants": _constants(function),
    }


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


def _is_fatal(function: ast.FunctionDef, statement: statements.Statement) -> bool:
    """Whether nothing but `others` can follow: the statement is asked in the function's own course, and either its
    error ends the course, or its rows go to a name and the course ends where there are none. (A helper that swallows
    the error gives no rows; one that does not raises.)"""
    call = statement.call
    if call is None:
        return False
    course = _course(function.body)
    position = next((at for at, one in enumerate(course) if call in ast.walk(one)), None)
    if position is None or any(_returns_complete(one) for one in course[:position]):
        return False
    step = course[position]
    if isinstance(step, _BRANCHING):
        return False
    if isinstance(call.func, ast.Attribute) and call.func.attr == "execute":
        return True
    match step:
        case ast.Assign(targets=[ast.Name(id=name)], value=value) if value is call:
            pass
        case _:
            return False
    for follower in course[position + 1 :]:
        if isinstance(follower, ast.If) and _asks_for_none(follower.test, name):
            return isinstance(follower.body[-1], ast.Return | ast.Raise) and not _says_complete(follower)
        if _assigns(follower, name) or _returns_complete(follower):
            return False
    return False


_BRANCHING: Final = (ast.If, ast.For, ast.While, ast.Match, ast.FunctionDef, ast.Try)


def _course(body: list[ast.stmt]) -> list[ast.stmt]:
    """The steps that are always gone through, in their order: `try` and `with` opened."""
    course: list[ast.stmt] = []
    for step in body:
        match step:
            case ast.Try(handlers=handlers) if not any(_returns_complete(one) for one in handlers):
                course += [*_course(step.body), *_course(step.orelse), *_course(step.finalbody)]
            case ast.With():
                course += _course(step.body)
            case _:
                course.append(step)
    return course


def _returns_complete(step: ast.AST) -> bool:
    return any(isinstance(node, ast.Return) and _says_complete(node) for node in ast.walk(step))


def _assigns(step: ast.stmt, name: str) -> bool:
    """Whether the step may give the name other rows."""
    return any(
        isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store) for node in ast.walk(step)
    )


def _asks_for_none(test: ast.expr, name: str) -> bool:
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=ast.Name(id=asked)):
            return asked == name
        case ast.Compare(
            left=ast.Call(func=ast.Name(id="len"), args=[ast.Name(id=asked)]),
            ops=[ast.Eq()],
            comparators=[ast.Constant(value=0)],
        ):
            return asked == name
        case ast.BoolOp(op=ast.Or(), values=values):
            return any(_asks_for_none(one, name) for one in values)
        case _:
            return False
