"""What the probes' answers prove. Knows nothing of processes: it is given a function that plays calls."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from awm_runtime.checks.arguments import Known, arguments
from awm_runtime.findings.model import Finding, finding

_SHOWN: Final = 400
# So many tools that end or hang their process are left out, so that the others are seen.
_DEADLY_TOOLS: Final = 3
# Faults of the code rather than of the probe's arguments or of the rows that it met.
_BUGS: Final = frozenset(
    [
        "NameError",
        "UnboundLocalError",
        "AttributeError",
        "TypeError",
        "ImportError",
        "ModuleNotFoundError",
        "SyntaxError",
        "RecursionError",
        "NotImplementedError",
        "ResponseValidationError",
        "ValidationError",
        "DetachedInstanceError",
        "PydanticUserError",
        "InvalidRequestError",
        "ArgumentError",
        "NoSuchColumnError",
        "NoReferencedTableError",
        "NoForeignKeysError",
        "CompileError",
        "OperationalError",
    ]
)


class Call(NamedTuple):
    """One probe."""

    tool: str
    arguments: Mapping[str, Any]


class Answer(NamedTuple):
    """What a call gave; `raised` is the application's exception, if it raised one ("KeyError: 'x'")."""

    status: int | None
    text: str
    raised: str | None = None


class Played(NamedTuple):
    """The answers in the order of the calls (None: the process died or overran), and a digest per table afterwards."""

    answers: Sequence[Answer | None]
    tables: Mapping[str, str]


Play = Callable[[Sequence[Sequence[Call]]], Played]
"""Plays groups of calls on one fresh copy of the template, from the same logical time on; each group in a process of
its own."""


def check(
    tools: Sequence[Mapping[str, Any]], operations: Mapping[str, Mapping[str, Any]], known: Known, play: Play
) -> list[Finding]:
    """`uncallable_tool` for tools whose every valid call fails by a fault of the code; `mutable_state` where new
    processes between calls change an answer or the database. `tools` are {name, input_schema}, `operations` {method}.
    """
    calls = list(probes(tools, operations, known))
    together = play([calls])
    for _ in range(_DEADLY_TOOLS):
        if None not in together.answers:
            break
        deadly = calls[together.answers.index(None)].tool
        calls = [call for call in calls if call.tool != deadly]
        together = play([calls])
    # What differs between two equal runs is no evidence (addresses, elapsed times).
    again = play([calls])
    apart = play(_groups(calls, operations))
    return [*_uncallable(calls, together), *_state(calls, together, again, apart)]


def probes(
    tools: Sequence[Mapping[str, Any]], operations: Mapping[str, Mapping[str, Any]], known: Known
) -> Iterator[Call]:
    """Reads, then writes, then reads again: what a write left in memory shows itself in a later read. Deletions come
    last, so that they take nothing from the others."""
    by_method: dict[str, list[Mapping[str, Any]]] = {}
    for tool in tools:
        by_method.setdefault(str(operations[tool["name"]]["method"]).lower(), []).append(tool)
    reads = [*by_method.pop("get", []), *by_method.pop("head", [])]
    deletions = by_method.pop("delete", [])
    writes = [tool for tools_of_method in by_method.values() for tool in tools_of_method]
    for round_of, variant in ((reads, 0), (writes, 0), (reads, 1), (writes, 1), (deletions, 0), (reads, 1)):
        for tool in round_of:
            made = arguments(tool["input_schema"], known, variant)
            if made is not None:
                yield Call(tool["name"], made)


def _groups(calls: Sequence[Call], operations: Mapping[str, Mapping[str, Any]]) -> list[list[Call]]:
    """Each write by itself. Reads in a row share a process: a fork costs 30 ms, and what one round of reads leaves
    behind is missed by the next round."""
    groups: list[list[Call]] = []
    for call in calls:
        reads = _reads(call, operations)
        if reads and groups and _reads(groups[-1][0], operations):
            groups[-1].append(call)
        else:
            groups.append([call])
    return groups


def _reads(call: Call, operations: Mapping[str, Mapping[str, Any]]) -> bool:
    return str(operations[call.tool]["method"]).lower() in ("get", "head")


def _uncallable(calls: Sequence[Call], played: Played) -> Iterator[Finding]:
    by_tool: dict[str, list[tuple[Call, Answer]]] = {}
    for call, answer in zip(calls, played.answers, strict=False):
        if answer is not None:
            by_tool.setdefault(call.tool, []).append((call, answer))
    for tool, made in by_tool.items():
        different = {repr(sorted(call.arguments.items())) for call, _ in made}
        takes_arguments = any(call.arguments for call, _ in made)
        if takes_arguments and len(different) < 2:
            continue
        raised = {answer.raised for _, answer in made}
        kinds = {str(error).partition(":")[0] for error in raised}
        if None not in raised and kinds <= _BUGS:
            yield finding(
                "uncallable_tool",
                f"{tool} fails whatever it is called with: {_shown(str(made[0][1].raised))}",
                tool=tool,
                reason="always_raises",
                calls=len(made),
                raised=sorted(_shown(str(error)) for error in raised),
            )


def _state(calls: Sequence[Call], together: Played, again: Played, apart: Played) -> Iterator[Finding]:
    rows = zip(calls, together.answers, again.answers, apart.answers, strict=False)
    for number, (call, one, same, other) in enumerate(rows, 1):
        if one is None or other is None or one != same:
            continue
        if (one.status, one.text) != (other.status, other.text):
            yield finding(
                "mutable_state",
                f"{call.tool} answers differently when the calls before it were made in other processes: "
                "the scenario keeps state outside its database.",
                kind="replay",
                tool=call.tool,
                call=number,
                arguments=dict(call.arguments),
                together=_shown(one.text),
                apart=_shown(other.text),
            )
            return
    tables = sorted(
        table
        for table in together.tables.keys() | apart.tables.keys()
        if together.tables.get(table) == again.tables.get(table) != apart.tables.get(table)
    )
    complete = all(None not in played.answers for played in (together, again, apart))
    if tables and complete:
        yield finding(
            "mutable_state",
            f"The same calls leave other rows in {tables[0]} when each is made in a process of its own: "
            "the scenario keeps state outside its database.",
            kind="replay",
            tables=tables,
        )


def _shown(text: str) -> str:
    text = re.sub(r"0x[0-9a-f]{6,}", "0x…", re.sub(r"\s+", " ", text))
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"
