"""Which functions a module has, and which names in them mean the module's own.

One pass over the tree, for the first reset waits for it: 130,000 characters have 25,000 nodes (40 ms).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
_LEAVES: Final = frozenset([ast.Load, ast.Store, ast.Del, ast.Constant])


@dataclass
class Scope:
    """A function, with the names that it declares global or binds itself."""

    node: Function
    owner: ast.ClassDef | None
    outer: Scope | None
    nodes: list[ast.AST] = field(default_factory=list)
    """Of its own body, without those of functions and classes inside it."""
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


@dataclass
class Module:
    """What one pass over a module gives."""

    scopes: list[Scope] = field(default_factory=list)
    classes: list[ast.ClassDef] = field(default_factory=list)
    nodes: list[ast.AST] = field(default_factory=list)
    """Those that are evaluated when the module is imported, bodies of classes included."""


def read(tree: ast.Module) -> Module:
    """Finds every function, methods and nested ones included."""
    module = Module()
    _visit_all(tree.body, module, module.nodes, None, None)
    for scope in module.scopes:
        _bind(scope)
    return module


def _visit_all(
    roots: list[ast.stmt] | list[ast.expr] | list[ast.AST],
    module: Module,
    nodes: list[ast.AST],
    owner: ast.ClassDef | None,
    outer: Scope | None,
) -> None:
    """Puts `roots` and what is beneath them into `nodes`; functions and classes open lists of their own."""
    todo: list[ast.AST] = list(reversed(roots))
    while todo:
        node = todo.pop()
        nodes.append(node)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            around: list[ast.AST] = [*node.args.defaults, *(one for one in node.args.kw_defaults if one)]
            if not isinstance(node, ast.Lambda):
                around += node.decorator_list
            _visit_all(around, module, nodes, None, outer)
            scope = Scope(node, owner, outer)
            module.scopes.append(scope)
            _visit_all([node.body] if isinstance(node, ast.Lambda) else node.body, module, scope.nodes, None, scope)
        elif isinstance(node, ast.ClassDef):
            module.classes.append(node)
            _visit_all([*node.decorator_list, *node.bases], module, nodes, owner, outer)
            _visit_all(node.body, module, module.nodes if outer is None else [], node, outer)
        else:
            todo += _children(node)


def _children(node: ast.AST) -> Iterator[ast.AST]:
    """As ast.iter_child_nodes, in reverse, without leaves that tell nothing and without annotations."""
    for name in reversed(node._fields):
        value = node.__dict__.get(name)
        if isinstance(value, ast.AST):
            if type(value) not in _LEAVES and name != "annotation":
                yield value
        elif isinstance(value, list):
            for item in reversed(value):
                if isinstance(item, ast.AST) and type(item) not in _LEAVES:
                    yield item


def _bind(scope: Scope) -> None:
    arguments = scope.node.args
    for argument in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]:
        scope.locals.add(argument.arg)
    scope.locals |= {extra.arg for extra in (arguments.vararg, arguments.kwarg) if extra}
    for node in scope.nodes:
        if isinstance(node, ast.Name):
            if not isinstance(node.ctx, ast.Load):
                scope.locals.add(node.id)
        elif isinstance(node, ast.Global):
            scope.globals |= set(node.names)
        elif isinstance(node, ast.Nonlocal):
            scope.nonlocals |= set(node.names)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            scope.locals.add(node.name)
        elif isinstance(node, ast.ExceptHandler):
            if node.name:
                scope.locals.add(node.name)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            scope.locals |= {(alias.asname or alias.name).split(".")[0] for alias in node.names}
    scope.locals -= scope.globals | scope.nonlocals
