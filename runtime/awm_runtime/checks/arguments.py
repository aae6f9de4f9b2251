"""Arguments that a tool's schema takes, the same each time, and likely to hit rows that exist."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import jsonschema

Known = Mapping[str, Sequence[Any]]
"""Values that the database holds, by lower-case column name; `x_id` holds the keys of table x."""

_MAX_DEPTH: Final = 6
_BY_FORMAT: Final[dict[str, str]] = {
    "date-time": "2026-01-15T10:00:00",
    "date": "2026-01-15",
    "time": "10:00:00",
    "email": "probe@example.com",
    "uri": "https://example.com/",
    "uuid": "7f1d3a4e-0000-4000-8000-000000000007",
    "duration": "P1D",
    "ipv4": "192.0.2.1",
}


def arguments(schema: Mapping[str, Any], known: Known, variant: int) -> dict[str, Any] | None:
    """Arguments for one call; None where none could be made that the schema takes.

    Variant 0: what is required, by the schema's own examples where it has them. Later ones: optional ones too, with the
    database's values first, a different row each.
    """
    properties: Mapping[str, Any] = schema.get("properties", {})
    required = set(schema.get("required", []))
    wanted = [name for name in properties if name in required or variant > 0]
    made = {name: _value(name, properties[name], schema, known, variant, 0) for name in wanted}
    # An optional one that nothing is known of is better left out.
    made = {name: value for name, value in made.items() if value is not None or name in required}
    try:
        jsonschema.validate(made, schema)
    except (jsonschema.ValidationError, jsonschema.SchemaError):
        return None
    return made


def _value(name: str, schema: Any, root: Mapping[str, Any], known: Known, variant: int, depth: int) -> Any:
    if not isinstance(schema, Mapping) or depth > _MAX_DEPTH:
        return None
    schema = _resolved(schema, root)
    if "const" in schema:
        return schema["const"]
    if schema.get("enum"):
        return schema["enum"][variant % len(schema["enum"])]
    kind = _kind(schema)
    stored = _stored(name, kind, known, variant)
    given = _given(schema)
    for value in (stored, given) if variant else (given, stored):
        if value is not None and is_valid(value, schema):
            return value
    match kind:
        case "integer":
            return int(_number(schema, variant))
        case "number":
            return float(_number(schema, variant))
        case "boolean":
            return variant % 2 == 0
        case "string":
            return _string(schema, variant)
        case "array":
            item = _value(name.removesuffix("s"), schema.get("items", {}), root, known, variant, depth + 1)
            return [] if item is None else [item] * max(int(schema.get("minItems", 1)), 1)
        case "object":
            return _object(schema, root, known, variant, depth)
        case _:
            return next((value for value in (stored, given) if value is not None), None)


def _object(schema: Mapping[str, Any], root: Mapping[str, Any], known: Known, variant: int, depth: int) -> Any:
    properties: Mapping[str, Any] = schema.get("properties", {})
    required = schema.get("required", [])
    return {
        name: _value(name, properties[name], root, known, variant, depth + 1) for name in required if name in properties
    }


def _resolved(schema: Mapping[str, Any], root: Mapping[str, Any]) -> Mapping[str, Any]:
    """Follows $ref, allOf of one, and the first choice that is not null."""
    for _ in range(_MAX_DEPTH):
        reference = schema.get("$ref")
        choices = schema.get("anyOf") or schema.get("oneOf") or schema.get("allOf")
        if isinstance(reference, str) and reference.startswith("#/"):
            target: Any = root
            for part in reference[2:].split("/"):
                target = target.get(part, {}) if isinstance(target, Mapping) else {}
            schema = target
        elif isinstance(choices, Sequence) and choices:
            chosen = next((one for one in choices if isinstance(one, Mapping) and one.get("type") != "null"), {})
            rest = {key: value for key, value in schema.items() if key not in ("anyOf", "oneOf", "allOf", "type")}
            schema = {**rest, **chosen}
        else:
            break
    return schema


def _kind(schema: Mapping[str, Any]) -> str:
    kind = schema.get("type")
    if isinstance(kind, list):
        kind = next((one for one in kind if one != "null"), None)
    if isinstance(kind, str):
        return kind
    return "object" if "properties" in schema else ""


def _given(schema: Mapping[str, Any]) -> Any:
    """What the schema itself offers."""
    for key in ("example", "default"):
        if schema.get(key) is not None:
            return schema[key]
    examples = schema.get("examples")
    return examples[0] if isinstance(examples, list) and examples else None


def _stored(name: str, kind: str, known: Known, variant: int) -> Any:
    types: dict[str, tuple[type, ...]] = {"integer": (int,), "number": (int, float), "string": (str,)}
    fitting = [value for value in known.get(name.lower(), ()) if isinstance(value, types.get(kind, ()))]
    return fitting[variant % len(fitting)] if fitting else None


def is_valid(value: Any, schema: Mapping[str, Any]) -> bool:
    """Whether the schema takes the value; a schema that is none takes nothing."""
    try:
        jsonschema.validate(value, schema)
    except (jsonschema.ValidationError, jsonschema.SchemaError):
        return False
    return True


def _number(schema: Mapping[str, Any], variant: int) -> float:
    low = schema.get("minimum", schema.get("exclusiveMinimum"))
    high = schema.get("maximum", schema.get("exclusiveMaximum"))
    value = float(1 + variant)
    if isinstance(low, int | float):
        value = max(value, low + ("exclusiveMinimum" in schema))
    if isinstance(high, int | float) and value >= high:
        value = float(high) if "exclusiveMaximum" not in schema else high - 1
    step = schema.get("multipleOf")
    return value if not isinstance(step, int | float) or not step else step * max(round(value / step), 1)


def _string(schema: Mapping[str, Any], variant: int) -> str:
    made = _BY_FORMAT.get(str(schema.get("format"))) or f"probe {variant}"
    made = made.ljust(int(schema.get("minLength", 0)), "x")
    return made[: int(schema["maxLength"])] if isinstance(schema.get("maxLength"), int) else made
