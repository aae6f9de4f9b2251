"""How each kind of process is confined: limits first, then the layers, in one place."""

from typing import Any

from awm_runtime import sandbox


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


def confine_query(read_only: list[str]) -> None:
    """In the fork, before SQLite opens a file: like a verifier, with less memory."""
    sandbox.limit("query")
    sandbox.confine_verifier(read_only=read_only)


def confine_root() -> dict[str, Any]:
    """Once, at start: the environment is wiped, the network left. Returns what holds (SandboxReport)."""
    report = dict(sandbox.report())
    sandbox.scrub_environment()
    sandbox.enter_namespaces()
    return report
