"""The shape of a finding."""

from __future__ import annotations

from typing import Any, TypedDict


class Finding(TypedDict):
    """`code` is one of Finding.code in server/host/types.ts."""

    code: str
    message: str
    details: dict[str, Any]


def finding(code: str, message: str, **details: Any) -> Finding:
    """A finding with its details by name."""
    return {"code": code, "message": message, "details": details}
