"""`json.dumps(value, indent=2, ensure_ascii=False)` byte for byte, several times as fast.

Python 3.11 has no C encoder for indented output. Only values that `json.loads` can return are taken.
"""

from json.encoder import encode_basestring
from typing import Any

_float_repr = float.__repr__


def _number(value: float) -> str:
    if value != value:
        return "NaN"
    if value in (float("inf"), float("-inf")):
        return "Infinity" if value > 0 else "-Infinity"
    return _float_repr(value)


def _text(value: Any, newline: str) -> str:
    if isinstance(value, str):
        return encode_basestring(value)
    if value is None:
        return "null"
    if value is True:
        return "true"
    if value is False:
        return "false"
    if isinstance(value, int):
        return int.__repr__(value)
    if isinstance(value, float):
        return _number(value)
    inner = newline + "  "
    if isinstance(value, dict):
        if not value:
            return "{}"
        items = [f"{encode_basestring(key)}: {_text(item, inner)}" for key, item in value.items()]
        return "{" + inner + ("," + inner).join(items) + newline + "}"
    if not value:
        return "[]"
    return "[" + inner + ("," + inner).join([_text(item, inner) for item in value]) + newline + "]"


def dumps(value: Any) -> str:
    """The reference's re-encoding of a JSON answer."""
    return _text(value, "\n")
