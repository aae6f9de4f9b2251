"""Derives the tool list with fastapi-mcp's own conversion, and the routes behind the tools."""

import inspect
from types import CodeType
from typing import Any, NamedTuple, TypedDict, cast

from fastapi import FastAPI
from fastapi._compat import v2
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from fastapi_mcp.openapi import convert as fastapi_mcp_convert
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from awm_runtime.scenario import FILENAME, PRELUDE_LINES


class Tool(TypedDict):
    name: str
    description: str
    input_schema: dict[str, Any]


class Operation(TypedDict):
    method: str
    path: str
    line: int | None
    endLine: int | None
    params: list[tuple[str, str]]
    """(name, place) in the order of the operation; place is path, query, header or cookie."""


class Learned(TypedDict):
    tools: list[Tool]
    operations: dict[str, Operation]


class _Annotated(NamedTuple):
    """As much of FastAPI's ModelField as its search for models looks at."""

    field_info: FieldInfo


def _flat_models(model: type[BaseModel], known_models: v2.TypeModelSet | None = None) -> v2.TypeModelSet:
    """FastAPI's own makes a type adapter for each field of each model, several times over, and looks only at the
    annotations: 100 of the 180 ms that the OpenAPI of a scenario took here."""
    known = known_models or set()
    for field in model.model_fields.values():
        v2.get_flat_models_from_field(cast(v2.ModelField, _Annotated(field)), known_models=known)
    return known


v2.get_flat_models_from_model = _flat_models


def _lines(app: FastAPI) -> dict[tuple[str, str], tuple[int, int]]:
    """First (a decorator's, where there is one) and last line of each route's function in the scenario's code."""
    found: dict[tuple[str, str], tuple[int, int]] = {}
    for route in app.routes:
        if not isinstance(route, APIRoute):
            continue
        code = getattr(inspect.unwrap(route.endpoint), "__code__", None)
        if code is None or code.co_filename != FILENAME:
            continue
        for method in route.methods:
            found[(route.path_format, method.lower())] = (
                code.co_firstlineno - PRELUDE_LINES,
                _end(code) - PRELUDE_LINES,
            )
    return found


def _end(code: CodeType) -> int:
    """The last line that the function's code or that of a function within it stands on, closing brackets included."""
    ends = [end for _, end, _, _ in code.co_positions() if end is not None]
    inner = [_end(constant) for constant in code.co_consts if isinstance(constant, CodeType)]
    return max([code.co_firstlineno, *ends, *inner])


def derive(app: FastAPI) -> Learned:
    """The tools as fastapi-mcp 0.4.0 lists them, and per tool what is needed to call its route."""
    schema = get_openapi(
        title=app.title,
        version=app.version,
        openapi_version=app.openapi_version,
        description=app.description,
        routes=app.routes,
    )
    tools, operations = fastapi_mcp_convert.convert_openapi_to_mcp_tools(schema)
    lines = _lines(app)
    return {
        "tools": [
            {"name": tool.name, "description": tool.description or "", "input_schema": tool.inputSchema}
            for tool in tools
        ],
        "operations": {
            name: {
                "method": operation["method"],
                "path": operation["path"],
                "line": lines.get((operation["path"], operation["method"]), (None, None))[0],
                "endLine": lines.get((operation["path"], operation["method"]), (None, None))[1],
                "params": [(param.get("name"), param.get("in")) for param in operation["parameters"]],
            }
            for name, operation in operations.items()
        },
    }
