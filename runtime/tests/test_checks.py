"""Probes and what they prove: first on scripted answers, then on real applications in real forks."""

from __future__ import annotations

import os
import sqlite3
import types
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from forked import in_fork
from sample import build_databases, needs_sample, rows

from awm_runtime import checks, inline, sandbox, scenario, tools
from awm_runtime.calls import Caller
from awm_runtime.checks import Answer, Call, Played, replay
from awm_runtime.checks.arguments import arguments
from awm_runtime.checks.judge import probes
from awm_runtime.checks.replay import known_values
from awm_runtime.databases import Databases


def schema(properties: dict[str, Any], *required: str) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(required)}


@pytest.mark.parametrize(
    "of",
    [
        {"type": "integer", "minimum": 5},
        {"type": "integer", "exclusiveMinimum": 0, "maximum": 1},
        {"type": "number", "exclusiveMaximum": 0.5},
        {"type": "integer", "multipleOf": 10},
        {"type": "string", "minLength": 20},
        {"type": "string", "maxLength": 3},
        {"type": "string", "enum": ["a", "b"]},
        {"type": "string", "format": "date-time"},
        {"const": "x"},
        {"type": "boolean"},
        {"type": "array", "items": {"type": "string"}, "minItems": 2},
        {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]},
        {"anyOf": [{"type": "null"}, {"type": "integer"}]},
        {"type": ["null", "string"]},
        {"$ref": "#/$defs/Item"},
        {"type": "array", "items": {"$ref": "#/$defs/Item"}},
    ],
)
def test_arguments_are_valid(of: dict[str, Any]) -> None:
    whole = {
        **schema({"value": of}, "value"),
        "$defs": {"Item": schema({"n": {"type": "integer"}, "kind": {"enum": ["k"]}}, "n", "kind")},
    }
    for variant in range(3):
        made = arguments(whole, {}, variant)
        assert made is not None
        assert "value" in made
        jsonschema.validate(made, whole)
        assert arguments(whole, {}, variant) == made


def test_arguments_prefer_rows_that_exist() -> None:
    known: dict[str, list[Any]] = {"user_id": [11, 12], "sku": ["S-1"]}
    wanted = schema(
        {"user_id": {"type": "integer", "example": 99}, "sku": {"type": "string"}, "note": {"type": "string"}},
        "user_id",
    )
    assert arguments(wanted, known, 0) == {"user_id": 99}
    assert arguments(wanted, known, 1) == {"user_id": 12, "sku": "S-1", "note": "probe 1"}


def test_what_no_probe_fits_is_not_called() -> None:
    assert arguments(schema({"code": {"type": "string", "pattern": "^[A-Z]{3}-[0-9]{9}$"}}, "code"), {}, 0) is None


TOOLS: list[dict[str, Any]] = [
    {"name": "read", "input_schema": schema({})},
    {"name": "write", "input_schema": schema({"n": {"type": "integer"}}, "n")},
    {"name": "remove", "input_schema": schema({"n": {"type": "integer"}}, "n")},
]
OPERATIONS: dict[str, dict[str, Any]] = {
    "read": {"method": "get"},
    "write": {"method": "post"},
    "remove": {"method": "delete"},
}


def test_a_tool_that_kills_its_process_is_left_out_of_the_rest() -> None:
    played: list[list[str]] = []

    def play(groups: Sequence[Sequence[Call]]) -> Played:
        calls, apart = [call for group in groups for call in group], len(groups) > 1
        played.append([call.tool for call in calls])
        answers: list[Answer | None] = []
        for call in calls:
            dead = call.tool == "write" or (bool(answers) and answers[-1] is None and not apart)
            answers.append(None if dead else Answer(200, str(apart)))
        return Played(answers, {})

    found = checks.check(TOOLS, OPERATIONS, {}, play)
    assert "write" not in played[-2]
    assert len(played) == 5
    assert played[-1] == []  # no tool takes keys
    assert [one["details"]["tool"] for one in found] == ["read"]


def test_every_tool_is_probed_and_deletions_come_late() -> None:
    names = [call.tool for call in probes(TOOLS, OPERATIONS, {})]
    assert names == ["read", "write", "read", "write", "remove", "read"]


def judged(answer: Any, *, tables: Any = lambda _: {"t": "same"}) -> list[tuple[str, Any]]:
    def play(groups: Sequence[Sequence[Call]]) -> Played:
        calls, apart = [call for group in groups for call in group], len(groups) > 1
        return Played([answer(call, number, apart) for number, call in enumerate(calls)], tables(apart))

    return [
        (one["code"], one["details"].get("tool") or one["details"].get("tables"))
        for one in checks.check(TOOLS, OPERATIONS, {}, play)
    ]


def test_judgements_need_evidence() -> None:
    fine = Answer(200, "{}")
    assert judged(lambda *_: fine) == []
    assert judged(lambda _, n, apart: Answer(200, str(apart and n == 5))) == [("mutable_state", "read")]
    assert judged(lambda *_: fine, tables=lambda apart: {"t": str(apart)}) == [("mutable_state", ["t"])]
    # An answer that never came proves nothing.
    assert judged(lambda *at: None if at[2] else fine) == []

    random = iter(range(1000))
    assert judged(lambda *_: Answer(200, str(next(random)))) == [("nondeterministic", "read")]

    def raises(tool: str, error: str) -> Any:
        return lambda call, *_: Answer(500, "Internal Server Error", error) if call.tool == tool else fine

    assert judged(raises("read", "NameError: name 'x'")) == [("uncallable_tool", "read")]
    assert judged(raises("write", "AttributeError: x")) == [("uncallable_tool", "write")]
    assert judged(raises("write", "IntegrityError: UNIQUE")) == []
    # Called once, with arguments: they may have been unlucky.
    assert judged(raises("remove", "NameError: name 'x'")) == []


APP = """
from fastapi import FastAPI
from sqlalchemy import Column, Integer, String, create_engine, text
from sqlalchemy.orm import declarative_base, sessionmaker
engine = create_engine("sqlite:///x.db")
Base = declarative_base()
Session = sessionmaker(engine)

class Note(Base):
    __tablename__ = "notes"
    id = Column(Integer, primary_key=True)
    body = Column(String)

Base.metadata.create_all(engine)
app = FastAPI()
{state}

@app.get("/notes", operation_id="list_notes")
def list_notes():
    with Session() as session:
        return [{{"id": note.id, "body": note.body}} for note in session.query(Note).all()]

@app.post("/notes", operation_id="add_note")
def add_note(body: str):
    with Session() as session:
        session.add(Note(body=body + {suffix}))
        session.commit()
    return {{"ok": True}}

@app.get("/broken/{{note_id}}", operation_id="broken")
def broken(note_id: int):
    return undefined_name

@app.get("/spins", operation_id="spins")
def spins():
    while {spins}:
        pass
    return 1

if __name__ == "__main__":
    import uvicorn
    uvicorn.run(app)
"""


def probed(code: str, folder: Path, database: Path | None = None) -> list[dict[str, Any]]:
    """Builds the scenario as a zygote does and probes it, confined."""

    def run() -> list[dict[str, Any]]:
        os.chdir(folder)
        path = folder / "x.db"
        path.write_bytes(database.read_bytes() if database else b"")
        files = Databases(str(path))
        files.install()
        inline.install()
        sandbox.limit("zygote")
        sandbox.confine_zygote(read_only=[], write_dirs=[str(folder)])
        compiled, _ = scenario.compile_code(code, None)
        app = scenario.execute(compiled)
        files.release_all()
        learned = tools.derive(app)
        built = types.SimpleNamespace(app=app, caller=Caller(app, learned), learned=learned)
        return [dict(one) for one in checks.probe_built(files, built, template=str(path), scratch=str(folder)).findings]

    ended = in_fork(run, deadline_s=300)
    assert ended.error is None
    found: list[dict[str, Any]] = ended.value
    return found


def test_a_tool_that_always_raises_is_found_and_an_honest_app_is_not_called_stateful(tmp_path: Path) -> None:
    found = probed(APP.format(state="", suffix="''", spins="False"), tmp_path)
    assert [(one["code"], one["details"]["tool"]) for one in found] == [("uncallable_tool", "broken")]
    assert "NameError: name 'undefined_name' is not defined" in found[0]["message"]


def test_state_that_no_reader_sees_is_found_by_replay(tmp_path: Path) -> None:
    hidden = "bag = vars(app)\nbag['n'] = 0\ndef bump():\n    bag['n'] += 1\n    return str(bag['n'])\n"
    code = APP.format(state=hidden, suffix="bump()", spins="False")
    found = [one for one in probed(code, tmp_path) if one["code"] == "mutable_state"]
    assert len(found) == 1
    assert found[0]["details"]["tool"] == "list_notes"


def test_a_call_that_never_ends_does_not_hold_up_the_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "_CALL_SECONDS", 0.3)
    found = probed(APP.format(state="", suffix="''", spins="True"), tmp_path)
    assert {one["code"] for one in found} <= {"uncallable_tool"}


def test_known_values_name_keys_as_references_do(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "k.db")
    connection.execute("CREATE TABLE categories(id INTEGER PRIMARY KEY, name TEXT)")
    connection.execute("INSERT INTO categories(name) VALUES ('tea'), ('cups')")
    connection.commit()
    connection.close()
    assert known_values(str(tmp_path / "k.db")) == {"category_id": [1, 2], "name": ["cups", "tea"]} or known_values(
        str(tmp_path / "k.db")
    ) == {"category_id": [1, 2], "name": ["tea", "cups"]}


@needs_sample
def test_a_scenario_of_the_sample_is_checked_without_false_alarm(tmp_path: Path) -> None:
    row = next(row for row in rows("gen_envs.jsonl") if row["scenario"] == "banking_fintech_2")
    databases = build_databases(tmp_path)
    folder = tmp_path / "scratch"
    folder.mkdir()
    assert probed(row["full_code"], folder, databases["banking_fintech_2"]) == []
