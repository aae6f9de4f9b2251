"""Finds routes that another route hides, and tools whose calls can never be valid.

The tools are those of fastapi-mcp 0.4.0: arguments are one flat object; path, query and header parameters are taken
out of it by name, and what is left is the JSON body of a POST, PUT or PATCH.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from fastapi import FastAPI, params
from fastapi.dependencies.models import Dependant
from fastapi.dependencies.utils import get_flat_dependant
from fastapi.routing import APIRoute
from pydantic import BaseModel
from starlette.routing import Mount

from awm_runtime.findings.model import Finding, finding

_BODY_METHODS: Final = frozenset({"POST", "PUT", "PATCH"})
_PARAMETER: Final = re.compile(r"{([^}:]+)(?::([^}]+))?}")
_EXAMPLES: Final = {"int": "7", "float": "7.5", "uuid": "7f1d3a4e-0000-4000-8000-000000000007", "path": "a/b"}


def routes(app: FastAPI) -> list[Finding]:
    """`shadowed_route` for routes that no request reaches since one declared before matches too; `uncallable_tool` for
    tools whose every call is refused, whatever the arguments."""
    api_routes = [route for route in app.routes if isinstance(route, APIRoute)]
    return [
        *_shadowed(app),
        *_doubled(api_routes),
        *(found for route in api_routes for found in _uncallable(route)),
    ]


def _title(route: Any, method: str) -> str:
    return f"{method} {getattr(route, 'path', '?')}"


def _tool(route: Any) -> str | None:
    return (route.operation_id or route.unique_id) if isinstance(route, APIRoute) else None


def _shadowed(app: FastAPI) -> Iterator[Finding]:
    before: list[Any] = []
    for route in app.routes:
        if isinstance(route, APIRoute):
            example = _PARAMETER.sub(lambda match: _EXAMPLES.get(match[2] or "", "any-value"), route.path)
            for method in sorted(route.methods):
                first = next((other for other in before if _takes(other, method, example)), None)
                if first is not None:
                    yield finding(
                        "shadowed_route",
                        f"{_title(route, method)} is never reached: {_title(first, method)}, declared before it, "
                        "matches the same requests.",
                        method=method,
                        path=route.path,
                        tool=_tool(route),
                        byPath=getattr(first, "path", None),
                        byTool=_tool(first),
                    )
        before.append(route)


def _takes(route: Any, method: str, path: str) -> bool:
    pattern = getattr(route, "path_regex", None)
    if pattern is None or pattern.match(path) is None:
        return False
    if isinstance(route, Mount):
        return True
    methods = getattr(route, "methods", None)
    return methods is None or method in methods


def _doubled(api_routes: list[APIRoute]) -> Iterator[Finding]:
    by_tool: dict[str, list[APIRoute]] = {}
    for route in api_routes:
        if route.include_in_schema:
            by_tool.setdefault(_tool(route) or "", []).append(route)
    for tool, same in by_tool.items():
        # One route of several methods shares its operation id among them.
        for route in same[:-1]:
            yield finding(
                "uncallable_tool",
                f"The operation id {tool} is that of {len(same)} routes: {route.path} is not callable as a tool.",
                tool=tool,
                path=route.path,
                reason="operation_id",
            )


def _uncallable(route: APIRoute) -> Iterator[Finding]:
    if not route.include_in_schema:
        return
    flat = get_flat_dependant(route.dependant, skip_repeats=True)
    cookies = sorted(field.alias for field in flat.cookie_params if field.field_info.is_required())
    if cookies:
        yield _never(route, f"the cookie {cookies[0]} is required, and tools send none", "cookie")
    body = [field for field in flat.body_params if field.field_info.is_required()]
    if not body:
        return
    if not route.methods & _BODY_METHODS:
        yield _never(route, f"its body is required, and a {min(route.methods)} of a tool has none", "body_of_method")
    elif any(isinstance(field.field_info, params.Form) for field in body):
        yield _never(route, "it takes a form or a file, and tools send JSON", "form")
    else:
        yield from _refused_body(route, flat)


def _refused_body(route: APIRoute, flat: Dependant) -> Iterator[Finding]:
    names = _body_names(flat)
    if names is None:
        yield _never(route, "its body is not an object, and that of a tool always is", "body_type")
        return
    taken = {field.alias for field in [*flat.path_params, *flat.query_params, *flat.header_params]}
    clash = sorted(names & taken)
    if clash:
        yield _never(
            route,
            f"{clash[0]} is required in the body and is a parameter too: the parameter takes it away",
            "name_clash",
        )


def _body_names(flat: Dependant) -> set[str] | None:
    """Required top-level keys of the JSON body; None where the body cannot be an object."""
    required = [field for field in flat.body_params if field.field_info.is_required()]
    only = required[0]
    if len(flat.body_params) > 1 or getattr(only.field_info, "embed", None):
        return {field.alias for field in required}
    annotation = only.field_info.annotation
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return {
            info.alias or name
            for name, info in annotation.model_fields.items()
            if info.is_required() and not annotation.model_config.get("populate_by_name")
        }
    origin = getattr(annotation, "__origin__", annotation)
    return None if origin in (list, set, tuple, frozenset, str, int, float, bool) else set()


def _never(route: APIRoute, because: str, reason: str) -> Finding:
    return finding(
        "uncallable_tool",
        f"{_tool(route)} ({_title(route, min(route.methods))}) can never succeed: {because}.",
        tool=_tool(route),
        path=route.path,
        reason=reason,
    )
