"""What becomes of a parameter in a function: whether its verdict hangs on it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Final

_ANYTHING: Final = frozenset({"locals", "vars", "globals", "eval", "exec"})
_TOLD: Final = frozenset({"print", "debug", "info", "warning", "error", "exception", "log"})
_TEXT_METHODS: Final = frozenset({"strip", "lower", "upper", "casefold", "split", "replace"})
_LEAVES: Final = (ast.Return, ast.Raise, ast.Assert, ast.Break, ast.Continue, ast.Yield, ast.YieldFrom)


def uses(function: ast.FunctionDef, parameter: str) -> bool:
    """Whether the verdict may hang on the parameter's value, by data or by the way that the code takes. Errs towards
    yes. What is only printed, or returned beside the verdict, does not count."""
    if any(isinstance(node, ast.Name) and node.id in _ANYTHING for node in ast.walk(function)):
        return True
    wanted: set[str] = set()
    while True:
        before = len(wanted)
        for statement in function.body:
            wanted |= _needs(statement, wanted, watched=False)
        if parameter in wanted:
            return True
        if len(wanted) == before:
            return False


def _needs(step: ast.stmt, wanted: set[str], *, watched: bool) -> set[str]:
    """Names whose value matters to the verdict, as far as this statement tells. `watched`: an error in it is caught and
    changes the way."""
    found: set[str] = set()
    for block in _blocks(step):
        inside = watched or (isinstance(step, ast.Try) and block is step.body and _turns(step.handlers, wanted))
        for one in block:
            found |= _needs(one, wanted, watched=inside)
    match step:
        case ast.Return(value=value):
            found |= _names(_verdict_of(value))
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            return _names(step) if name in wanted else set()
        case ast.If(test=head) | ast.While(test=head) | ast.Match(subject=head):
            found |= _names(head) if _turns([step], wanted) else set()
        case ast.For(iter=head) | ast.AsyncFor(iter=head):
            found |= _names(head) if _turns([step], wanted) or _stores([step.target]) & wanted else set()
        case ast.With(items=items) | ast.AsyncWith(items=items):
            for item in items:
                if item.optional_vars is None or _stores([item.optional_vars]) & wanted:
                    found |= _names(item.context_expr)
        case ast.Expr(value=ast.Call(func=function) as call):
            told = isinstance(function, ast.Name | ast.Attribute) and _last(function) in _TOLD
            owner = function.value if isinstance(function, ast.Attribute) else None
            if not told and (owner is None or _names(owner) & wanted):
                found |= _names(call)
        case ast.Try() | ast.Expr() | ast.Import() | ast.ImportFrom() | ast.Pass() | ast.ClassDef():
            pass
        case ast.Assign() | ast.AnnAssign() | ast.AugAssign():
            targets = step.targets if isinstance(step, ast.Assign) else [step.target]
            if _changed(targets) & wanted:
                found |= _names(step)
        case _:
            found |= _names(step)
    for node in _own(step):
        if isinstance(node, ast.NamedExpr) and node.target.id in wanted:
            found |= _names(node.value)
        elif watched and isinstance(node, ast.Call) and not _is_text_method(node):
            found |= _names(node)
    return found


def _blocks(step: ast.stmt) -> Iterator[list[ast.stmt]]:
    if isinstance(step, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return
    for name in ("body", "orelse", "finalbody"):
        block = getattr(step, name, None)
        if isinstance(block, list):
            yield block
    for part in [*getattr(step, "handlers", []), *getattr(step, "cases", [])]:
        yield part.body


def _own(step: ast.stmt) -> Iterator[ast.AST]:
    """Nodes of the statement's expressions, those of statements inside it left out."""
    if isinstance(step, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return
    todo = list(ast.iter_child_nodes(step))
    while todo:
        node = todo.pop()
        if isinstance(node, ast.stmt | ast.ExceptHandler | ast.match_case):
            continue
        yield node
        todo += ast.iter_child_nodes(node)


def _turns(steps: Sequence[ast.stmt | ast.ExceptHandler], wanted: set[str]) -> bool:
    """Whether these leave their course, or give a name that matters another value."""
    for step in steps:
        for node in ast.walk(step):
            if isinstance(node, _LEAVES):
                return True
            if isinstance(node, ast.Name) and node.id in wanted and not isinstance(node.ctx, ast.Load):
                return True
            is_part = isinstance(node, ast.Attribute | ast.Subscript) and not isinstance(node.ctx, ast.Load)
            if is_part and _names(node) & wanted:
                return True
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and _names(node) & wanted:
                return True
    return False


def _verdict_of(value: ast.expr | None) -> ast.AST | None:
    """The part of what is returned that is the verdict: of {'result': a, 'note': b}, a."""
    if isinstance(value, ast.Dict):
        for key, item in zip(value.keys, value.values, strict=True):
            if isinstance(key, ast.Constant) and key.value == "result" and None not in value.keys:
                return item
    return value


def _names(node: ast.AST | None) -> set[str]:
    if node is None:
        return set()
    return {one.id for one in ast.walk(node) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load)}


def _stores(targets: list[ast.expr]) -> set[str]:
    return {
        one.id
        for target in targets
        for one in ast.walk(target)
        if isinstance(one, ast.Name) and not isinstance(one.ctx, ast.Load)
    }


def _changed(targets: Sequence[ast.expr]) -> set[str]:
    """Names that an assignment gives a value, or whose insides it changes."""
    return {one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name)}


def _last(node: ast.Name | ast.Attribute) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr


def _is_text_method(node: ast.Call) -> bool:
    """`answer.strip().lower()`, `str(answer)`: they only make a value."""
    match node.func:
        case ast.Attribute(attr=name):
            return name in _TEXT_METHODS
        case ast.Name(id=name):
            return name in ("str", "repr", "len", "bool")
        case _:
            return False
