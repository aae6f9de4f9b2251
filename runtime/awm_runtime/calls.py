"""One tool call: what fastapi-mcp 0.4.0 under the MCP SDK 1.26.0 does, without their transports.

Texts of results and errors are part of the wire (docs/protocol): keep them byte for byte.
"""

import asyncio
import contextlib
import json
import os
import sys
import traceback
from http import HTTPStatus
from typing import Any, NamedTuple

import httpx
import jsonschema
from fastapi import FastAPI
from jsonschema.exceptions import best_match
from jsonschema.validators import validator_for

from awm_runtime import jsontext
from awm_runtime.scenario import FILENAME
from awm_runtime.tools import Learned, Operation

_BASE_URL = "http://apiserver"
_CLIENT = ("127.0.0.1", 123)
_BODY_METHODS = frozenset({"post", "put", "patch"})


class ToolError(Exception):
    """The tool answered with an error; the text is the wire's."""

    def __init__(self, text: str, status: int | None = None) -> None:
        super().__init__(text)
        self.status = status


class Result(NamedTuple):
    text: str
    status: int


def log(line: str) -> None:
    """A line of server.log, past the buffers of the scenario's own stderr. A log that is full loses it."""
    with contextlib.suppress(OSError, ValueError):
        sys.stderr.flush()
    with contextlib.suppress(OSError):
        os.write(2, line.encode(errors="backslashreplace"))


def log_traceback(error: BaseException) -> None:
    """As uvicorn prints it, without the frames of the framework above the scenario's code."""
    trace = error.__traceback__
    step = trace
    while step is not None and step.tb_frame.f_code.co_filename != FILENAME:
        step = step.tb_next
    lines = traceback.format_exception(type(error), error, step or trace)
    log("ERROR:    Exception in ASGI application\n" + "".join(lines))


def log_access(method: str, target: str, status: int) -> None:
    """The access line of uvicorn."""
    try:
        phrase = HTTPStatus(status).phrase
    except ValueError:
        phrase = ""
    log(f'INFO:     {_CLIENT[0]}:{_CLIENT[1]} - "{method} {target} HTTP/1.1" {status} {phrase}\n')


class Caller:
    """Calls the tools of one application."""

    def __init__(self, app: FastAPI, learned: Learned) -> None:
        self._app = app
        self._operations = learned["operations"]
        # The SDK keeps the last of equal names, as this does.
        self._schemas = {tool["name"]: tool["input_schema"] for tool in learned["tools"]}
        self._validators: dict[str, Any] = {}
        self._client = httpx.AsyncClient(
            transport=httpx.ASGITransport(app=app, raise_app_exceptions=False), base_url=_BASE_URL
        )

    def warm(self, tool: str) -> None:
        """Makes the tool's validator ahead of its first call."""
        with contextlib.suppress(Exception):
            self._validator(tool)

    def _validator(self, tool: str) -> Any:
        validator = self._validators.get(tool)
        if validator is None:
            schema = self._schemas[tool]
            cls: Any = validator_for(schema)
            cls.check_schema(schema)
            validator = self._validators[tool] = cls(schema)
        return validator

    def _validate(self, tool: str, arguments: Any) -> None:
        error = best_match(self._validator(tool).iter_errors(arguments))
        if error is not None:
            raise jsonschema.ValidationError(error.message)

    def _build(self, operation: Operation, arguments: dict[str, Any]) -> httpx.Request:
        path = operation["path"]
        query: dict[str, Any] = {}
        headers: dict[str, Any] = {}
        for name, place in operation["params"]:
            if place == "path" and name in arguments:
                path = path.replace(f"{{{name}}}", str(arguments.pop(name)))
        for name, place in operation["params"]:
            if place == "query" and name in arguments:
                query[name] = arguments.pop(name)
        for name, place in operation["params"]:
            if place == "header" and name in arguments:
                headers[name] = arguments.pop(name)
        method = operation["method"]
        body = (arguments or None) if method in _BODY_METHODS else None
        return self._client.build_request(method.upper(), path, params=query, headers=headers, json=body)

    async def call(self, tool: str, arguments: dict[str, Any]) -> Result:
        """Raises ToolError. Whatever else the application raises has become a 500, as with the reference."""
        operation = self._operations.get(tool)
        if tool not in self._schemas or operation is None:
            log(f"Tool '{tool}' not listed, no validation will be performed\n")
            log_access("POST", "/mcp", 200)
            raise ToolError(f"Unknown tool: {tool}")
        try:
            self._validate(tool, arguments)
        except jsonschema.ValidationError as error:
            log_access("POST", "/mcp", 200)
            raise ToolError(f"Input validation error: {error.message}") from None
        except Exception as error:
            log_access("POST", "/mcp", 200)
            raise ToolError(str(error)) from error
        try:
            request = self._build(operation, dict(arguments))
            response = await self._send(request)
            try:
                text = jsontext.dumps(response.json())
            except json.JSONDecodeError:
                text = response.text
        except Exception as error:
            log_traceback(error)
            raise ToolError(str(error)) from error
        if 400 <= response.status_code < 600:
            raise ToolError(
                f"Error calling {tool}. Status code: {response.status_code}. Response: {response.text}",
                response.status_code,
            )
        return Result(text, response.status_code)

    async def _send(self, request: httpx.Request) -> httpx.Response:
        status, headers, body = await _run(self._app, request)
        target = request.url.raw_path.decode("ascii", "replace")
        log_access(request.method, target, status)
        response = httpx.Response(status, headers=headers, content=body, request=request)
        if "set-cookie" in response.headers:
            self._client.cookies.extract_cookies(response)
        return response


async def _run(app: FastAPI, request: httpx.Request) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
    """httpx's ASGITransport without raising, in one pass."""
    url = request.url
    scope: dict[str, Any] = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": request.method,
        "headers": [(name.lower(), value) for name, value in request.headers.raw],
        "scheme": url.scheme,
        "path": url.path,
        "raw_path": url.raw_path.split(b"?")[0],
        "query_string": url.query,
        "server": (url.host, url.port),
        "client": _CLIENT,
        "root_path": "",
    }
    unread = True
    complete = asyncio.Event()
    status: int | None = None
    headers: list[tuple[bytes, bytes]] = []
    parts: list[bytes] = []

    async def receive() -> dict[str, Any]:
        nonlocal unread
        if unread:
            unread = False
            return {"type": "http.request", "body": request.content, "more_body": False}
        await complete.wait()
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        nonlocal status, headers
        if message["type"] == "http.response.start":
            status = message["status"]
            headers = list(message.get("headers", []))
        elif message["type"] == "http.response.body":
            body = message.get("body", b"")
            if body and request.method != "HEAD":
                parts.append(bytes(body))
            if not message.get("more_body", False):
                complete.set()

    try:
        await app(scope, receive, send)
    except Exception as error:
        log_traceback(error)
        if status is None:
            status = 500
    complete.set()
    if status is None:
        raise AssertionError
    return status, headers, b"".join(parts)
