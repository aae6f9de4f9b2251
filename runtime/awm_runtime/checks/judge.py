"""What the probes' answers prove. Knows nothing of processes: it is given a function that plays calls."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from awm_runtime.checks.arguments import Known, arguments, is_valid
from awm_runtime.findings.model import Finding, finding

_SHOWN: Final = 400
_SERVER_FAULT: Final = 500
_KEPT_TEXT: Final = 2_000
_ABSENT_KEY: Final = 987_654_321
_ABSENT_NAME: Final = "no-such-987654321"
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
        "Exception",
        "RuntimeError",
        "AssertionError",
        "ZeroDivisionError",
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


class Probed(NamedTuple):
    """What probing tells: `findings`, and one answer per tool and status, {tool, arguments, status, text, absent}
    (`absent`: its keys name rows that do not exist)."""

    findings: list[Finding]
    answers: list[dict[str, Any]]


def check(
    tools: Sequence[Mapping[str, Any]], operations: Mapping[str, Mapping[str, Any]], known: Known, play: Play
) -> list[Finding]:
    """The findings of `probe`."""
    return probe(tools, operations, known, play).findings


def probe(
    tools: Sequence[Mapping[str, Any]], operations: Mapping[str, Mapping[str, Any]], known: Known, play: Play
) -> Probed:
    """`uncallable_tool` for tools whose every valid call fails by a fault of the code; `mutable_state` where new
    processes between calls change an answer or the database; `nondeterministic` where the same calls at the same time
    are answered differently. `tools` are {name, input_schema}, `operations` {method}.
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
    absent = list(_absent_probes(tools, known))
    missed = play([absent] if absent else [])
    findings = [
        *_uncallable(calls, together),
        *_state(calls, together, again, apart),
        *_nondeterministic(calls, together, again),
    ]
    return Probed(findings, [*_kept(calls, together, absent=False), *_kept(absent, missed, absent=True)])


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


def _absent_probes(tools: Sequence[Mapping[str, Any]], known: Known) -> Iterator[Call]:
    """One call of each tool that takes keys, with keys that no row has."""
    for tool in tools:
        made = arguments(tool["input_schema"], known, 0)
        if made is None:
            continue
        changed: dict[str, Any] = {
            name: _ABSENT_KEY for name, value in made.items() if _is_key(name) and type(value) is int
        }
        changed |= {name: _ABSENT_NAME for name, value in made.items() if _is_key(name) and isinstance(value, str)}
        if not changed:
            continue
        call = {**made, **changed}
        if is_valid(call, tool["input_schema"]):
            yield Call(tool["name"], call)


def _is_key(name: str) -> bool:
    return name == "id" or name.endswith(("_id", "Id", "_code", "_key", "_slug"))


def _kept(calls: Sequence[Call], played: Played, *, absent: bool) -> Iterator[dict[str, Any]]:
    seen: set[tuple[str, int | None]] = set()
    for call, answer in zip(calls, played.answers, strict=False):
        if answer is None or (call.tool, answer.status) in seen:
            continue
        seen.add((call.tool, answer.status))
        yield {
            "tool": call.tool,
            "arguments": dict(call.arguments),
            "status": answer.status,
            "text": answer.text[:_KEPT_TEXT],
            "absent": absent,
        }


def _nondeterministic(calls: Sequence[Call], together: Played, again: Played) -> Iterator[Finding]:
    """The first call of each such tool. What comes after a process that died is no evidence."""
    if None in together.answers or None in again.answers:
        return
    seen: set[str] = set()
    for number, (call, one, other) in enumerate(zip(calls, together.answers, again.answers, strict=True), 1):
        if one is None or other is None or call.tool in seen or (one.status, one.text) == (other.status, other.text):
            continue
        seen.add(call.tool)
        yield finding(
            "nondeterministic",
            f"{call.tool} answers differently when the same calls are made again at the same time: its answer hangs on "
            "something besides the database and the clock.",
            tool=call.tool,
            call=number,
            arguments=dict(call.arguments),
            first=_shown(one.text),
            second=_shown(other.text),
        )
        return  # what follows may only be a consequence


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
        elif raised == {None} and _is_always_the_same_fault([answer for _, answer in made]):
            yield finding(
                "uncallable_tool",
                f"{tool} answers {made[0][1].status} whatever it is called with: {_shown(made[0][1].text)}",
                tool=tool,
                reason="always_fails",
                calls=len(made),
            )


def _is_always_the_same_fault(answers: Sequence[Answer]) -> bool:
    """A fault whose text differs may hang on what was asked."""
    return all((answer.status or 0) >= _SERVER_FAULT for answer in answers) and len({one.text for one in answers}) == 1


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
