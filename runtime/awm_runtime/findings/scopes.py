"""Which functions a module has, and which names in them mean the module's own."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field

Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)


@dataclass
class Scope:
    """A function, with the names that it declares global or binds itself."""

    node: Function
    owner: ast.ClassDef | None
    outer: Scope | None
    globals: set[str] = field(default_factory=set)
    nonlocals: set[str] = field(default_factory=set)
    locals: set[str] = field(default_factory=set)

    @property
    def name(self) -> str:
        """As people call it."""
        own = "a lambda" if isinstance(self.node, ast.Lambda) else self.node.name
        return f"{self.owner.name}.{own}" if self.owner else own

    def is_module_level(self, name: str) -> bool:
        """Whether `name`, used here, is the module's."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.globals:
                return True
            if name in scope.locals:
                return False
            scope = scope.outer
        return True

    def body(self) -> Iterator[ast.AST]:
        """All nodes of this function, without those of functions and classes inside it."""
        roots = [self.node.body] if isinstance(self.node, ast.Lambda) else self.node.body
        for root in roots:
            yield from _walk(root)


def _walk(node: ast.AST) -> Iterator[ast.AST]:
    yield node
    if isinstance(node, _SCOPES):
        return
    for child in ast.iter_child_nodes(node):
        yield from _walk(child)


def functions(tree: ast.Module) -> list[Scope]:
    """Every function of the module, methods and nested ones included."""
    found: list[Scope] = []
    _collect(tree, None, None, found)
    return found


def module_statements(tree: ast.Module) -> Iterator[ast.AST]:
    """Nodes that run when the module is imported (bodies of classes too), without those in functions."""
    todo: list[ast.AST] = [tree]
    while todo:
        node = todo.pop(0)
        yield node
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            todo += node.decorator_list
        elif not isinstance(node, ast.Lambda):
            todo += ast.iter_child_nodes(node)


def _collect(node: ast.AST, owner: ast.ClassDef | None, outer: Scope | None, found: list[Scope]) -> None:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            scope = _scope(child, owner, outer)
            found.append(scope)
            _collect(child, None, scope, found)
        elif isinstance(child, ast.ClassDef):
            _collect(child, child, outer, found)
        else:
            _collect(child, owner, outer, found)


def _scope(node: Function, owner: ast.ClassDef | None, outer: Scope | None) -> Scope:
    scope = Scope(node, owner, outer)
    arguments = node.args
    for argument in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]:
        scope.locals.add(argument.arg)
    scope.locals |= {extra.arg for extra in (arguments.vararg, arguments.kwarg) if extra}
    for child in scope.body():
        match child:
            case ast.Global(names=names):
                scope.globals |= set(names)
            case ast.Nonlocal(names=names):
                scope.nonlocals |= set(names)
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                scope.locals.add(name)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                scope.locals.add(name)
            case ast.ExceptHandler(name=str(name)):
                scope.locals.add(name)
            case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
                scope.locals |= {(alias.asname or alias.name).split(".")[0] for alias in aliases}
            case _:
                pass
    scope.locals -= scope.globals | scope.nonlocals
    return scope
