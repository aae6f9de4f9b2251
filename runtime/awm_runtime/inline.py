"""Runs sync endpoints in the event loop's own thread.

A session answers one call at a time, so a thread pool buys nothing and costs a thread per session. While such a
function runs no loop counts as running, as in a worker thread, so that `asyncio.run` inside it works.
"""

import contextlib
import contextvars
import functools
from asyncio import events
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractContextManager
from typing import Any

import fastapi.concurrency
import fastapi.dependencies.utils
import fastapi.routing
import starlette._exception_handler
import starlette.background
import starlette.concurrency
import starlette.datastructures
import starlette.endpoints
import starlette.middleware.errors
import starlette.routing

_PATCHED = (
    fastapi.concurrency,
    fastapi.dependencies.utils,
    fastapi.routing,
    starlette._exception_handler,
    starlette.background,
    starlette.concurrency,
    starlette.datastructures,
    starlette.endpoints,
    starlette.middleware.errors,
    starlette.routing,
)


async def _run_inline(func: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    call = functools.partial(contextvars.copy_context().run, func, *args, **kwargs)
    loop = events._get_running_loop()
    events._set_running_loop(None)
    try:
        return call()
    finally:
        events._set_running_loop(loop)
        events.set_event_loop(loop)


@contextlib.asynccontextmanager
async def _manage_inline(manager: AbstractContextManager[Any]) -> AsyncIterator[Any]:
    try:
        yield await _run_inline(manager.__enter__)
    except Exception as error:
        if not await _run_inline(manager.__exit__, type(error), error, error.__traceback__):
            raise
    else:
        await _run_inline(manager.__exit__, None, None, None)


def install() -> None:
    """Replaces the thread pool helpers wherever they were imported by name."""
    replacements: dict[str, Any] = {
        "run_in_threadpool": _run_inline,
        "contextmanager_in_threadpool": _manage_inline,
    }
    for module in _PATCHED:
        for name, replacement in replacements.items():
            if hasattr(module, name):
                setattr(module, name, replacement)
