"""Shapes of code that the search for state asks about."""

from __future__ import annotations

import ast
from typing import Final

from awm_runtime.findings.scopes import Scope


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


MUTATORS: Final = _words(
    """
    append appendleft extend extendleft insert remove pop popleft popitem clear update setdefault add discard
    sort reverse rotate subtract difference_update intersection_update symmetric_difference_update put
    put_nowait get_nowait
    """
)
_CONTAINERS: Final = _words(
    """
    list dict set bytearray deque defaultdict OrderedDict Counter ChainMap Queue LifoQueue PriorityQueue
    SimpleQueue WeakValueDictionary WeakKeyDictionary WeakSet
    """
)
# Classes whose instances are data of one request, or rows.
_DATA_BASES: Final = frozenset({"BaseModel", "Base", "DeclarativeBase", "Enum", "IntEnum", "StrEnum", "Exception"})
# Calls that give the same answer each time, so that a cache in front of them keeps nothing.
_PURE_CALLS: Final = _words(
    """
    len str int float bool abs min max sum sorted round tuple frozenset range enumerate zip isinstance repr
    getenv strip lower upper split join replace startswith endswith format compile timedelta Decimal Path
    """
)


def top_level(tree: ast.Module) -> list[ast.stmt]:
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


def last_name(node: ast.expr) -> str | None:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Subscript(value=value):
            return last_name(value)
        case _:
            return None


def is_container(node: ast.expr) -> bool:
    match node:
        case ast.List() | ast.Dict() | ast.Set() | ast.ListComp() | ast.DictComp() | ast.SetComp():
            return True
        case ast.Call(func=function):
            return last_name(function) in _CONTAINERS
        case _:
            return False


def is_app(node: ast.expr) -> bool:
    """`app`, or `request.app`."""
    return last_name(node) == "app"


def has_decorator(scope: Scope, name: str) -> bool:
    return not isinstance(scope.node, ast.Lambda) and any(
        last_name(decorator) == name for decorator in scope.node.decorator_list
    )


def mutable_defaults(scope: Scope) -> set[str]:
    arguments = scope.node.args
    positional = [*arguments.posonlyargs, *arguments.args]
    pairs = [
        *zip(positional[len(positional) - len(arguments.defaults) :], arguments.defaults, strict=True),
        *zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True),
    ]
    # Of a name that is assigned in the body nothing is known.
    assigned = {node.id for node in scope.nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return {
        argument.arg
        for argument, default in pairs
        if default is not None and is_container(default) and argument.arg not in assigned
    }


def class_containers(owner: ast.ClassDef) -> set[str]:
    if is_data_class(owner):
        return set()
    names: set[str] = set()
    for statement in owner.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if is_container(value):
                names.add(name)
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value) if is_container(value):
                names.add(name)
            case _:
                pass
    return names


def is_data_class(owner: ast.ClassDef) -> bool:
    bases = [name for base in owner.bases if (name := last_name(base))]
    decorators = [
        name
        for decorator in owner.decorator_list
        if (name := last_name(decorator.func if isinstance(decorator, ast.Call) else decorator))
    ]
    return any(base in _DATA_BASES or base.endswith(("Model", "Base", "Error")) for base in bases) or (
        "dataclass" in decorators
    )


def assigns_to_self(owner: ast.ClassDef, name: str) -> bool:
    return any(
        isinstance(node, ast.Attribute)
        and node.attr == name
        and isinstance(node.ctx, ast.Store)
        and isinstance(node.value, ast.Name)
        and node.value.id == "self"
        for node in ast.walk(owner)
    )


def methods_change_self(owner: ast.ClassDef) -> bool:
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
                    if name in MUTATORS:
                        return True
                case _:
                    pass
    return False


def is_pure(scope: Scope) -> bool:
    """Whether what a cached function gives can neither change nor be changed, as far as one sees."""
    for node in scope.nodes:
        match node:
            case ast.Return(value=value) if value is not None and is_container(value):
                return False
            case ast.Call(func=function):
                name = last_name(function)
                if name not in _PURE_CALLS and not (name and name[:1].isupper()):
                    return False
            case _:
                pass
    return True
