"""What becomes of a parameter in a function: whether anything hangs on it."""

from __future__ import annotations

import ast

_ANYTHING = frozenset({"locals", "vars", "globals", "eval", "exec"})


def uses(function: ast.FunctionDef, parameter: str) -> bool:
    """Whether the parameter's value reaches more than names that nothing reads. Errs towards yes."""
    parents = {child: parent for parent in ast.walk(function) for child in ast.iter_child_nodes(parent)}
    body = [node for statement in function.body for node in ast.walk(statement)]
    if any(isinstance(node, ast.Name) and node.id in _ANYTHING for node in body):
        return True
    followed: set[str] = set()
    waiting = [parameter]
    while waiting:
        name = waiting.pop()
        if name in followed:
            continue
        followed.add(name)
        for node in body:
            if not isinstance(node, ast.Name) or node.id != name or not isinstance(node.ctx, ast.Load):
                continue
            targets = _assigned_by(node, parents)
            if targets is None:
                return True
            waiting.extend(targets)
    return False


def _assigned_by(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> list[str] | None:
    """The plain names that the statement around `node` assigns, where that is all it does."""
    current = node
    while not isinstance(current, ast.stmt):
        if isinstance(current, ast.Call | ast.NamedExpr | ast.Yield | ast.Await) and not _is_text_method(current):
            return None
        current = parents[current]
    if isinstance(current, ast.Assign) and all(isinstance(target, ast.Name) for target in current.targets):
        return [target.id for target in current.targets if isinstance(target, ast.Name)]
    if isinstance(current, ast.AnnAssign) and isinstance(current.target, ast.Name):
        return [current.target.id]
    if isinstance(current, ast.Expr):
        return []  # a value that is thrown away
    return None


def _is_text_method(node: ast.AST) -> bool:
    """`answer.strip().lower()`, `str(answer)`: they only make a value."""
    match node:
        case ast.Call(func=ast.Attribute(attr="strip" | "lower" | "upper" | "casefold" | "split" | "replace")):
            return True
        case ast.Call(func=ast.Name(id="str" | "repr" | "len")):
            return True
        case _:
            return False
