"""Finds state that a scenario keeps outside its database.

Such a session cannot be hibernated, nor be forked by copying its database. The pass errs on the side of silence: what
it misses, `data check` finds by replaying calls; what it reports wrongly costs the scenario its hibernation.
"""

from __future__ import annotations

import ast
from typing import Final

from awm_runtime.findings.model import Finding, finding
from awm_runtime.findings.scopes import Scope, functions, module_statements

_MUTATORS: Final = frozenset(
    [
        "append",
        "appendleft",
        "extend",
        "extendleft",
        "insert",
        "remove",
        "pop",
        "popleft",
        "popitem",
        "clear",
        "update",
        "setdefault",
        "add",
        "discard",
        "sort",
        "reverse",
        "rotate",
        "subtract",
        "difference_update",
        "intersection_update",
        "symmetric_difference_update",
        "put",
        "put_nowait",
        "get_nowait",
    ]
)
_CONTAINERS: Final = frozenset(
    [
        "list",
        "dict",
        "set",
        "bytearray",
        "deque",
        "defaultdict",
        "OrderedDict",
        "Counter",
        "ChainMap",
        "Queue",
        "LifoQueue",
        "PriorityQueue",
        "SimpleQueue",
        "WeakValueDictionary",
        "WeakKeyDictionary",
        "WeakSet",
    ]
)
# Each use changes them.
_GENERATORS: Final = frozenset({"Random", "count", "cycle"})
_CACHES: Final = frozenset({"lru_cache", "cache", "cached"})
# Classes whose instances are data of one request, or rows.
_DATA_BASES: Final = frozenset({"BaseModel", "Base", "DeclarativeBase", "Enum", "IntEnum", "StrEnum", "Exception"})
# What FastAPI's manual tells people to set on the application.
_HARMLESS_ATTRIBUTES: Final = frozenset({"openapi_schema", "openapi", "dependency_overrides"})
# Calls that give the same answer each time, so that a cache in front of them keeps nothing.
_PURE_CALLS: Final = frozenset(
    [
        "len",
        "str",
        "int",
        "float",
        "bool",
        "abs",
        "min",
        "max",
        "sum",
        "sorted",
        "round",
        "tuple",
        "frozenset",
        "range",
        "enumerate",
        "zip",
        "isinstance",
        "repr",
        "getenv",
        "strip",
        "lower",
        "upper",
        "split",
        "join",
        "replace",
        "startswith",
        "endswith",
        "format",
        "compile",
        "timedelta",
        "Decimal",
        "Path",
    ]
)


def static(code: str) -> list[Finding]:
    """One `mutable_state` finding per thing that is changed, with {name, kind, lines, functions}; kind is one of
    global, container, attribute, class_attribute, app_state, cache, generator, closure, default_argument, instance.
    Code that does not parse has none."""
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    module = _Module(tree)
    for scope in functions(tree):
        module.look_at(scope)
    return module.findings()


class _Module:
    def __init__(self, tree: ast.Module) -> None:
        self._seen: dict[tuple[str, str], list[tuple[int, str]]] = {}
        self._classes = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
        self._variables: set[str] = set()
        self._containers: set[str] = set()
        self._generators: set[str] = set()
        self._instances: dict[str, str] = {}
        self._called: set[str] = set()
        for node in module_statements(tree):
            if isinstance(node, ast.Call) and (name := _last_name(node.func)):
                self._called.add(name)
        for statement in _top_level(tree):
            if isinstance(statement, ast.Assign | ast.AnnAssign):
                self._remember(statement)

    def findings(self) -> list[Finding]:
        return [
            finding(
                "mutable_state",
                f"{_PHRASES[kind].format(name)}: line {lines[0][0]}, in {lines[0][1]}.",
                name=name,
                kind=kind,
                lines=sorted({line for line, _ in lines}),
                functions=sorted({function for _, function in lines}),
            )
            for (kind, name), lines in self._seen.items()
        ]

    def _remember(self, statement: ast.Assign | ast.AnnAssign) -> None:
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        names = {target.id for target in targets if isinstance(target, ast.Name)}
        self._variables |= names
        value = statement.value
        if value is not None and _is_container(value):
            self._containers |= names
        if isinstance(value, ast.Call) and (called := _last_name(value.func)):
            if called in _GENERATORS:
                self._generators |= names
            if called in self._classes:
                self._instances |= dict.fromkeys(names, called)

    def _add(self, kind: str, name: str, node: ast.AST, scope: Scope) -> None:
        at = (getattr(node, "lineno", 0), scope.name)
        lines = self._seen.setdefault((kind, name), [])
        if at not in lines:
            lines.append(at)

    def look_at(self, scope: Scope) -> None:
        """Adds what this function changes."""
        self._look_at_decorators(scope)
        for node in scope.body():
            match node:
                case ast.Assign(targets=targets):
                    for target in targets:
                        self._look_at_target(target, scope)
                case ast.AugAssign(target=target) | ast.AnnAssign(target=target, value=ast.expr()):
                    self._look_at_target(target, scope)
                case ast.Delete(targets=targets):
                    for target in targets:
                        self._look_at_target(target, scope)
                case ast.Call():
                    self._look_at_call(node, scope)
                case ast.Name(id=name, ctx=ast.Load()) if name in self._instances and scope.is_module_level(name):
                    self._look_at_instance(name, node, scope)
                case _:
                    pass

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
                elif method in _MUTATORS:
                    self._change_of_container(name, call, scope)
            case ast.Call(func=ast.Attribute(value=ast.Subscript(value=ast.Name(id=name)), attr=method)):
                if method in _MUTATORS:
                    self._change_of_container(name, call, scope)
            case ast.Call(func=ast.Attribute(value=ast.Attribute() as owner, attr=method)) if method in _MUTATORS:
                self._look_at_attribute(owner, call, scope, through_item=True)
            case ast.Call(func=ast.Name(id="next"), args=[ast.Name(id=name), *_]):
                if name in self._generators and scope.is_module_level(name):
                    self._add("generator", name, call, scope)
            case _:
                pass

    def _change_of_container(self, name: str, node: ast.AST, scope: Scope) -> None:
        if name in self._containers and scope.is_module_level(name):
            self._add("container", name, node, scope)
        elif name in _mutable_defaults(scope):
            self._add("default_argument", name, node, scope)

    def _look_at_attribute(self, owner: ast.Attribute, node: ast.AST, scope: Scope, *, through_item: bool) -> None:
        """`owner` is what is set, or (through an item or a mutating method) what holds the changed container."""
        match owner:
            case ast.Attribute(value=ast.Attribute(attr="state", value=app), attr=name) if _is_app(app):
                self._add("app_state", name, node, scope)
            case ast.Attribute(value=app, attr="state") if through_item and _is_app(app):
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
            if _has_decorator(scope, "classmethod"):
                self._add("class_attribute", f"{owner.name}.{name}", node, scope)
        elif through_item and name in _class_containers(owner) and not _assigns_to_self(owner, name):
            self._add("class_attribute", f"{owner.name}.{name}", node, scope)

    def _look_at_instance(self, name: str, node: ast.AST, scope: Scope) -> None:
        """A module-level object of a class of the module, whose methods change it."""
        owner = self._classes[self._instances[name]]
        if not _is_data_class(owner) and _methods_change_self(owner):
            self._add("instance", name, node, scope)

    def _look_at_decorators(self, scope: Scope) -> None:
        if isinstance(scope.node, ast.Lambda):
            return
        for decorator in scope.node.decorator_list:
            target = decorator.func if isinstance(decorator, ast.Call) else decorator
            if _last_name(target) in _CACHES and not _is_pure(scope):
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


def _top_level(tree: ast.Module) -> list[ast.stmt]:
    """Statements of the module, also those under its `if` and `try`."""
    found: list[ast.stmt] = []
    todo: list[ast.stmt] = list(tree.body)
    while todo:
        statement = todo.pop(0)
        found.append(statement)
        for block in ("body", "orelse", "finalbody"):
            if isinstance(statement, ast.If | ast.Try | ast.With | ast.For | ast.While):
                todo += getattr(statement, block, [])
    return found


def _last_name(node: ast.expr) -> str | None:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Subscript(value=value):
            return _last_name(value)
        case _:
            return None


def _is_container(node: ast.expr) -> bool:
    match node:
        case ast.List() | ast.Dict() | ast.Set() | ast.ListComp() | ast.DictComp() | ast.SetComp():
            return True
        case ast.Call(func=function):
            return _last_name(function) in _CONTAINERS
        case _:
            return False


def _is_app(node: ast.expr) -> bool:
    """`app`, or `request.app`."""
    return _last_name(node) == "app"


def _has_decorator(scope: Scope, name: str) -> bool:
    return not isinstance(scope.node, ast.Lambda) and any(
        _last_name(decorator) == name for decorator in scope.node.decorator_list
    )


def _mutable_defaults(scope: Scope) -> set[str]:
    arguments = scope.node.args
    positional = [*arguments.posonlyargs, *arguments.args]
    pairs = [
        *zip(positional[len(positional) - len(arguments.defaults) :], arguments.defaults, strict=True),
        *zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True),
    ]
    # Of a name that is assigned in the body nothing is known.
    assigned = {node.id for node in scope.body() if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return {
        argument.arg
        for argument, default in pairs
        if default is not None and _is_container(default) and argument.arg not in assigned
    }


def _class_containers(owner: ast.ClassDef) -> set[str]:
    if _is_data_class(owner):
        return set()
    names: set[str] = set()
    for statement in owner.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if _is_container(value):
                names.add(name)
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value) if _is_container(value):
                names.add(name)
            case _:
                pass
    return names


def _is_data_class(owner: ast.ClassDef) -> bool:
    bases = [name for base in owner.bases if (name := _last_name(base))]
    decorators = [
        name
        for decorator in owner.decorator_list
        if (name := _last_name(decorator.func if isinstance(decorator, ast.Call) else decorator))
    ]
    return any(base in _DATA_BASES or base.endswith(("Model", "Base", "Error")) for base in bases) or (
        "dataclass" in decorators
    )


def _assigns_to_self(owner: ast.ClassDef, name: str) -> bool:
    return any(
        isinstance(node, ast.Attribute)
        and node.attr == name
        and isinstance(node.ctx, ast.Store)
        and isinstance(node.value, ast.Name)
        and node.value.id == "self"
        for node in ast.walk(owner)
    )


def _methods_change_self(owner: ast.ClassDef) -> bool:
    for method in owner.body:
        if not isinstance(method, ast.FunctionDef | ast.AsyncFunctionDef) or method.name in (
            "__init__",
            "__new__",
            "__post_init__",
        ):
            continue
        for node in ast.walk(method):
            match node:
                case ast.Attribute(value=ast.Name(id="self"), ctx=ast.Store() | ast.Del()):
                    return True
                case ast.Subscript(value=ast.Attribute(value=ast.Name(id="self")), ctx=ast.Store() | ast.Del()):
                    return True
                case ast.Call(func=ast.Attribute(value=ast.Attribute(value=ast.Name(id="self")), attr=name)):
                    if name in _MUTATORS:
                        return True
                case _:
                    pass
    return False


def _is_pure(scope: Scope) -> bool:
    """Whether what a cached function gives can neither change nor be changed, as far as one sees."""
    for node in scope.body():
        match node:
            case ast.Return(value=value) if value is not None and _is_container(value):
                return False
            case ast.Call(func=function):
                name = _last_name(function)
                if name not in _PURE_CALLS and not (name and name[:1].isupper()):
                    return False
            case _:
                pass
    return True
