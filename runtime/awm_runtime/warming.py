"""Runs a zygote's read-only routes against a throw-away database, so that sessions inherit what a first call costs:
SQLAlchemy's compiled statements, argument validators, imports that happen late.

The routes are untrusted code in the zygote itself: each step has a time limit, and a scenario that keeps state outside
the database is not warmed.
"""

import asyncio
import contextlib
import json
import os
import signal
from collections.abc import Iterator
from typing import Any

from awm_runtime.calls import Caller, ToolError
from awm_runtime.databases import Databases
from awm_runtime.tools import Learned

_STEP_SECONDS = 0.5
_MAX_STEPS = 60


class _TooSlow(BaseException):
    """Raised in the scenario's code by the timer."""


def _stop(*_: Any) -> None:
    raise _TooSlow


def example(schema: dict[str, Any]) -> Any:
    """A value that the schema is likely to take; None where there is no telling."""
    for key in ("example", "default"):
        if schema.get(key) is not None:
            return schema[key]
    for key in ("examples", "enum"):
        if schema.get(key):
            return schema[key][0]
    return {"integer": 1, "number": 1, "boolean": True, "string": "a"}.get(str(schema.get("type")))


def _arguments(input_schema: dict[str, Any]) -> dict[str, Any]:
    properties: dict[str, dict[str, Any]] = input_schema["properties"]
    return {name: example(properties[name]) for name in input_schema.get("required", []) if name in properties}


async def _call(caller: Caller, tool: str, arguments: dict[str, Any]) -> None:
    with contextlib.suppress(ToolError):
        await caller.call(tool, arguments)


def _step(caller: Caller, tool: str, arguments: dict[str, Any] | None) -> bool:
    """False where the step took too long: then no more are made."""
    previous = signal.signal(signal.SIGALRM, _stop)
    signal.setitimer(signal.ITIMER_REAL, _STEP_SECONDS)
    loop = asyncio.SelectorEventLoop()
    try:
        caller.warm(tool)
        if arguments is not None:
            loop.run_until_complete(_call(caller, tool, arguments))
    except BaseException:  # what the scenario raises, exits included, must not end its zygote
        return False
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)
        loop.close()
        asyncio.set_event_loop(None)
    return True


def steps(caller: Caller, learned: Learned, files: Databases) -> Iterator[None]:
    """One tool a step; between steps the zygote may fork."""
    null = os.open(os.devnull, os.O_WRONLY | os.O_CLOEXEC)
    saved = [os.dup(descriptor) for descriptor in (1, 2)]
    try:
        for tool in learned["tools"][:_MAX_STEPS]:
            operation = learned["operations"][tool["name"]]
            arguments = _arguments(tool["input_schema"]) if operation["method"] == "get" else None
            for descriptor in (1, 2):
                os.dup2(null, descriptor)
            try:
                going = _step(caller, tool["name"], json.loads(json.dumps(arguments)))
                files.release_all()
            finally:
                for descriptor, old in zip((1, 2), saved, strict=True):
                    os.dup2(old, descriptor)
            if not going:
                return
            yield
    finally:
        for descriptor in (null, *saved):
            os.close(descriptor)
