"""The seams to the sandbox, the logical clock, the verifier and the findings: one place that knows how they are called."""

import importlib
import sqlite3
from typing import Any

from fastapi import FastAPI

from awm_runtime import sandbox


def _optional(name: str) -> Any:
    try:
        return importlib.import_module(f"awm_runtime.{name}")
    except ImportError:
        return None


_clock = _optional("clock")
_findings = _optional("findings")
_verifier = _optional("verifier")
_checks = _optional("checks")


def report() -> dict[str, Any]:
    """The layers that hold, measured in a fork."""
    return dict(sandbox.report())


def register_clock(connection: sqlite3.Connection) -> None:
    """Gives a connection the logical clock where one is installed."""
    if _clock:
        _clock.register(connection)


def tick() -> None:
    """One call has begun."""
    if _clock:
        _clock.tick()


def install_clock(start_ms: int, tick_ms: int, calls_before: int, seed: int | None) -> None:
    """Replaces this process's clocks and seeds its randomness."""
    if _clock:
        _clock.install(start_ms, tick_ms, calls_before, seed)


def static_findings(code: str) -> list[dict[str, Any]]:
    """Mutable state outside the database, by reading the code."""
    return list(_findings.static(code)) if _findings else []


def route_findings(app: FastAPI) -> list[dict[str, Any]]:
    """Routes that another route hides."""
    return list(_findings.routes(app)) if _findings else []


def confine_zygote(read_only: list[str], write_dirs: list[str]) -> None:
    """Before the module runs."""
    sandbox.limit("zygote")
    sandbox.confine_zygote(read_only=read_only, write_dirs=write_dirs)


def confine_session(work_dir: str) -> None:
    """In the fork, before the first call."""
    sandbox.limit("session")
    sandbox.confine_session(work_dir=work_dir)


def confine_verifier(read_only: list[str]) -> None:
    """In the fork, before the verifier's code is compiled."""
    sandbox.limit("verifier")
    sandbox.confine_verifier(read_only=read_only)


def run_verifier(request: dict[str, Any]) -> dict[str, Any]:
    """Runs a verifier in this process."""
    return dict(_verifier.run(request))


def probe(zygote: Any, built: Any) -> list[dict[str, Any]]:
    """Probes every tool of a built scenario."""
    return list(_checks.probe(zygote, built)) if _checks else []
