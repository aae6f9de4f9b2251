"""Finds state that a scenario keeps outside its database.

Such a session cannot be hibernated, nor be forked by copying its database. The pass errs on the side of silence: what
it misses, `data check` finds by replaying calls; what it reports wrongly costs the scenario its hibernation.
"""

from __future__ import annotations

import ast
import gc
from typing import Final

from awm_runtime.findings.model import Finding, finding
from awm_runtime.findings.scopes import Scope, read
from awm_runtime.findings.shapes import (
    MUTATORS,
    assigns_to_self,
    class_containers,
    has_decorator,
    is_app,
    is_container,
    is_data_class,
    is_pure,
    last_name,
    methods_change_self,
    mutable_defaults,
    top_level,
)

# Each use changes them.
_GENERATORS: Final = frozenset({"Random", "count", "cycle"})
_CACHES: Final = frozenset({"lru_cache", "cache", "cached"})
# What FastAPI's manual tells people to set on the application.
_HARMLESS_ATTRIBUTES: Final = frozenset({"openapi_schema", "openapi", "dependency_overrides"})


def static(code: str) -> list[Finding]:
    """One `mutable_state` finding per thing that is changed, with {name, kind, lines, functions}; kind is one of
    global, container, attribute, class_attribute, app_state, cache, generator, closure, default_argument, instance.
    Code that does not parse has none."""
    collecting = gc.isenabled()
    gc.disable()  # a tree of 25,000 nodes sets off the collector again and again: half of the time
    try:
        return _Module(ast.parse(code)).findings()
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    finally:
        if collecting:
            gc.enable()


class _Module:
    def __init__(self, tree: ast.Module) -> None:
        self._seen: dict[tuple[str, str], list[tuple[int, str]]] = {}
        read_module = read(tree)
        self._scopes = read_module.scopes
        self._classes = {node.name: node for node in read_module.classes}
        self._variables: set[str] = set()
        self._containers: set[str] = set()
        self._generators: set[str] = set()
        self._instances: dict[str, str] = {}
        self._called: set[str] = set()
        for node in read_module.nodes:
            if isinstance(node, ast.Call) and (name := last_name(node.func)):
                self._called.add(name)
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                self._called |= {name for one in node.decorator_list if (name := last_name(one))}
        for statement in top_level(tree):
            if isinstance(statement, ast.Assign | ast.AnnAssign):
                self._remember(statement)

    def findings(self) -> list[Finding]:
        for scope in self._scopes:
            self._look_at(scope)
        found: list[Finding] = []
        for (kind, name), places in self._seen.items():
            line, function = min(places)
            found.append(
                finding(
                    "mutable_state",
                    f"{_PHRASES[kind].format(name)}: line {line}, in {function}.",
                    name=name,
                    kind=kind,
                    lines=sorted({line for line, _ in places}),
                    functions=sorted({function for _, function in places}),
                )
            )
        return sorted(found, key=lambda one: one["details"]["lines"])

    def _remember(self, statement: ast.Assign | ast.AnnAssign) -> None:
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        names = {target.id for target in targets if isinstance(target, ast.Name)}
        self._variables |= names
        value = statement.value
        if value is not None and is_container(value):
            self._containers |= names
        if isinstance(value, ast.Call) and (called := last_name(value.func)):
            if called in _GENERATORS:
                self._generators |= names
            if called in self._classes:
                self._instances |= dict.fromkeys(names, called)

    def _add(self, kind: str, name: str, node: ast.AST, scope: Scope) -> None:
        at = (getattr(node, "lineno", 0), scope.name)
        lines = self._seen.setdefault((kind, name), [])
        if at not in lines:
            lines.append(at)

    def _look_at(self, scope: Scope) -> None:
        """Adds what this function changes."""
        self._look_at_decorators(scope)
        for node in scope.nodes:
            if isinstance(node, ast.Call):
                self._look_at_call(node, scope)
            elif isinstance(node, ast.Name):
                if node.id in self._instances and isinstance(node.ctx, ast.Load) and scope.is_module_level(node.id):
                    self._look_at_instance(node.id, node, scope)
            elif isinstance(node, ast.Assign | ast.Delete):
                for target in node.targets:
                    self._look_at_target(target, scope)
            elif isinstance(node, ast.AugAssign) or (isinstance(node, ast.AnnAssign) and node.value):
                self._look_at_target(node.target, scope)

    def _look_at_target(self, target: ast.expr, scope: Scope) -> None:
        match target:
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                for part in parts:
                    self._look_at_target(part, scope)
            case ast.Starred(value=part):
                self._look_at_target(part, scope)
            case ast.Name(id=name) if name in scope.globals:
                self._add("global", name, target, scope)
            case ast.Name(id=name) if name in scope.nonlocals and self._outlives(scope):
                self._add("closure", name, target, scope)
            case ast.Subscript(value=ast.Attribute() as owner):
                self._look_at_attribute(owner, target, scope, through_item=True)
            case ast.Subscript(value=ast.Name(id=name)):
                self._change_of_container(name, target, scope)
            case ast.Attribute():
                self._look_at_attribute(target, target, scope, through_item=False)
            case _:
                pass

    def _look_at_call(self, call: ast.Call, scope: Scope) -> None:
        match call:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=method)):
                if name in self._generators and scope.is_module_level(name):
                    self._add("generator", name, call, scope)
                elif method in MUTATORS:
                    self._change_of_container(name, call, scope)
            case ast.Call(func=ast.Attribute(value=ast.Subscript(value=ast.Name(id=name)), attr=method)):
                if method in MUTATORS:
                    self._change_of_container(name, call, scope)
            case ast.Call(func=ast.Attribute(value=ast.Attribute() as owner, attr=method)) if method in MUTATORS:
                self._look_at_attribute(owner, call, scope, through_item=True)
            case ast.Call(func=ast.Name(id="next"), args=[ast.Name(id=name), *_]):
                if name in self._generators and scope.is_module_level(name):
                    self._add("generator", name, call, scope)
            case _:
                pass

    def _change_of_container(self, name: str, node: ast.AST, scope: Scope) -> None:
        if name in self._containers and scope.is_module_level(name):
            self._add("container", name, node, scope)
        elif name in mutable_defaults(scope):
            self._add("default_argument", name, node, scope)

    def _look_at_attribute(self, owner: ast.Attribute, node: ast.AST, scope: Scope, *, through_item: bool) -> None:
        """`owner` is what is set, or (through an item or a mutating method) what holds the changed container."""
        match owner:
            case ast.Attribute(value=ast.Attribute(attr="state", value=app), attr=name) if is_app(app):
                self._add("app_state", name, node, scope)
            case ast.Attribute(value=app, attr="state") if through_item and is_app(app):
                self._add("app_state", "state", node, scope)
            case ast.Attribute(value=ast.Name(id=base), attr=name):
                if base in ("self", "cls") and scope.owner is not None:
                    self._look_at_member(base, name, node, scope, through_item=through_item)
                elif not scope.is_module_level(base) or name in _HARMLESS_ATTRIBUTES:
                    return
                elif base in self._classes:
                    self._add("class_attribute", f"{base}.{name}", node, scope)
                elif base in self._variables and base not in self._instances and not through_item:
                    self._add("attribute", f"{base}.{name}", node, scope)
            case ast.Attribute(value=ast.Call(func=ast.Name(id="type")), attr=name) if scope.owner is not None:
                self._add("class_attribute", f"{scope.owner.name}.{name}", node, scope)
            case ast.Attribute(value=ast.Attribute(attr="__class__"), attr=name) if scope.owner is not None:
                self._add("class_attribute", f"{scope.owner.name}.{name}", node, scope)
            case _:
                pass

    def _look_at_member(self, base: str, name: str, node: ast.AST, scope: Scope, *, through_item: bool) -> None:
        owner = scope.owner
        if owner is None:
            return
        if base == "cls":
            if has_decorator(scope, "classmethod"):
                self._add("class_attribute", f"{owner.name}.{name}", node, scope)
        elif through_item and name in class_containers(owner) and not assigns_to_self(owner, name):
            self._add("class_attribute", f"{owner.name}.{name}", node, scope)

    def _look_at_instance(self, name: str, node: ast.AST, scope: Scope) -> None:
        """A module-level object of a class of the module, whose methods change it."""
        owner = self._classes[self._instances[name]]
        if not is_data_class(owner) and methods_change_self(owner):
            self._add("instance", name, node, scope)

    def _look_at_decorators(self, scope: Scope) -> None:
        if isinstance(scope.node, ast.Lambda):
            return
        for decorator in scope.node.decorator_list:
            target = decorator.func if isinstance(decorator, ast.Call) else decorator
            if last_name(target) in _CACHES and not is_pure(scope):
                self._add("cache", scope.node.name, decorator, scope)

    def _outlives(self, scope: Scope) -> bool:
        """Whether the function around this closure is called at import (a factory, or a decorator)."""
        outer = scope.outer
        while outer is not None:
            if isinstance(outer.node, ast.FunctionDef) and outer.node.name in self._called:
                return True
            outer = outer.outer
        return False


_PHRASES: Final = {
    "global": "The global variable {} is assigned by a function",
    "container": "The module-level container {} is changed by a function",
    "attribute": "The attribute {} of a module-level object is set by a function",
    "class_attribute": "The class attribute {} is changed by a method or function",
    "app_state": "app.state.{} is set by a function",
    "cache": "The function {} keeps its results in a cache",
    "generator": "The module-level generator {} is advanced by a function",
    "closure": "The variable {} of a closure made at import is assigned",
    "default_argument": "The mutable default argument {} is changed",
    "instance": "The module-level object {} changes itself",
}
