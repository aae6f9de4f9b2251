"""Proves every scenario of the starter pack and each of its tasks (see ../README.md)."""

import ast
import json
import re
import socket
import sqlite3
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.routing import APIRoute
from harness import SCENARIOS, Scenario, load_task, scenario_keys, statements
from shapes import model_shapes, table_shapes
from starlette.routing import Match

APP_IMPORTS = {"fastapi", "pydantic", "sqlalchemy", "uvicorn"}
VERIFIER_IMPORTS = {"sqlite3", "json", "re", "datetime", "math", "collections", "typing", "decimal"}
ALL_TASKS = [(key, index) for key in scenario_keys() for index in range(10)]


@pytest.fixture(scope="session")
def load_scenario(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Scenario]]:
    loaded: dict[str, Scenario] = {}

    def load(key: str) -> Scenario:
        if key not in loaded:
            loaded[key] = Scenario(key, tmp_path_factory.mktemp(key))
        return loaded[key]

    yield load
    for scenario in loaded.values():
        scenario.close()


@pytest.fixture(params=scenario_keys())
def scenario(request: pytest.FixtureRequest, load_scenario: Callable[[str], Scenario]) -> Scenario:
    return load_scenario(request.param)


def imported_modules(source: str) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add((node.module or "").split(".")[0])
    return names


def test_description(scenario: Scenario) -> None:
    described = json.loads((scenario.folder / "scenario.json").read_text())
    assert described["name"] == scenario.key
    assert described["description"] and described["category"]
    assert sorted(p.name for p in (scenario.folder / "tasks").iterdir()) == [str(i) for i in range(10)]
    assert 3 <= sum(load_task(scenario.key, index).answer_counts for index in range(10)) <= 5


def test_database(scenario: Scenario, tmp_path: Path) -> None:
    assert scenario.seed_errors == []
    seed = list(statements((scenario.folder / "seed.sql").read_text()))
    assert all(statement.startswith("INSERT INTO ") for statement in seed)
    tables = [statement.split()[2].strip('("') for statement in seed]
    groups = [table for i, table in enumerate(tables) if i == 0 or tables[i - 1] != table]
    assert len(groups) == len(set(groups)), "the inserts of one table stand together"
    connection = sqlite3.connect(scenario.seed)
    try:
        shapes = table_shapes(connection)
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    finally:
        connection.close()
    assert 8 <= len(shapes) <= 20
    assert sum(bool(shape["references"]) for shape in shapes.values()) >= len(shapes) // 2
    assert model_shapes(scenario.metadata, tmp_path / "models.db") == shapes


def test_app(scenario: Scenario) -> None:
    source = (scenario.folder / "app.py").read_text()
    assert imported_modules(source) <= APP_IMPORTS | set(sys.stdlib_module_names)
    assert re.search(r"^engine = create_engine\(.+\)$", source, re.M), "create_engine( on one line"
    assert re.search(
        r'^if __name__ == "__main__":(\n|    .*\n)+    uvicorn\.run\(app, .*\)\s*\Z', source, re.M
    )
    assert 20 <= len(scenario.tools) <= 40
    routes = [route for route in scenario.app.routes if isinstance(route, APIRoute)]
    for route in routes:
        name = route.operation_id
        assert name and route.summary and route.description and route.response_model, route.path
        assert name in scenario.tools
        for method in route.methods:
            scope = {"type": "http", "method": method, "path": re.sub(r"\{[^}]+\}", "x1", route.path)}
            first = next(r for r in routes if r.matches(scope)[0] is Match.FULL)
            assert first is route, f"{name} is shadowed by {first.operation_id}"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@pytest.fixture
def alone(scenario: Scenario, tmp_path: Path) -> Iterator[tuple[Scenario, str]]:
    """`python app.py` on an empty database, once it says that it serves."""
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, str(scenario.folder / "app.py")],
        env={"DATABASE_PATH": f"sqlite:///{tmp_path / 'x.db'}", "HOST": "127.0.0.1", "PORT": str(port)},
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert process.stderr is not None
        log: list[str] = []
        for line in process.stderr:
            log.append(line)
            if "Uvicorn running on" in line:
                break
        else:
            pytest.fail("".join(log))
        yield scenario, f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.communicate(timeout=10)


def test_app_runs_alone(alone: tuple[Scenario, str]) -> None:
    scenario, address = alone
    with urllib.request.urlopen(f"{address}/openapi.json", timeout=10) as response:
        paths = json.load(response)["paths"]
    assert {op["operationId"] for path in paths.values() for op in path.values()} == set(scenario.tools)


def named_ids(arguments: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, value in arguments.items():
        if name == "id" or name.endswith(("_id", "_ids")):
            yield from ((name, item) for item in (value if isinstance(value, list) else [value]))
        for entry in value if isinstance(value, list) else [value]:
            if isinstance(entry, dict):
                yield from named_ids(entry)


@pytest.mark.parametrize(("key", "index"), ALL_TASKS, ids=[f"{key}-{index}" for key, index in ALL_TASKS])
def test_task(key: str, index: int, load_scenario: Callable[[str], Scenario]) -> None:
    scenario, task = load_scenario(key), load_task(key, index)
    seed, gold, right_answer = scenario.seed, task.gold, task.gold["final_answer"]
    for file in ("verify_code.py", "verify_sql.py"):
        source = (task.folder / file).read_text()
        assert imported_modules(source) <= VERIFIER_IMPORTS
        assert "mode=ro" in source

    assert not task.passes(seed, seed, None)
    assert not task.passes(seed, seed, "")
    assert not task.passes(seed, seed, right_answer)

    assert 2 <= len(gold["calls"]) <= 8
    final, outcomes = scenario.play(gold["calls"], "gold")
    assert [outcome for outcome in outcomes if outcome.status >= 400] == []
    seen = task.spec["task"]
    for call, outcome in zip(gold["calls"], outcomes, strict=True):
        assert call["tool"] == outcome.tool
        for name, value in named_ids(call["arguments"]):
            known = value in (None, 1) or re.search(rf"(?<!\w){re.escape(str(value))}(?!\w)", seen)
            assert known, f"{call['tool']}: nothing before it shows {name}={value}"
        seen += outcome.text
    assert task.passes(seed, final, right_answer)
    assert task.answer_counts == (not task.passes(seed, final, None))
    assert task.answer_counts == (not task.passes(seed, final, "I do not know."))

    sql = task.spec["sql"]
    named = f"{sql['success_criteria']} {sql['failure_criteria']}"
    assert sql["reasoning"] and sql["fields"]
    assert [field for field in sql["fields"] if field not in named] == []
    untouched, done = task.evidence(seed, seed), task.evidence(seed, final)
    assert untouched != done
    again, _ = scenario.play(gold["calls"], "again")
    assert task.evidence(seed, again) == done, "the evidence that counts does not hang on the clock"

    kinds = [miss["kind"] for miss in task.near_misses]
    assert len(kinds) >= 2 and "wrong_write" in kinds
    assert "wrong_answer" in kinds or not task.answer_counts
    for miss in task.near_misses:
        final, outcomes = scenario.play(miss["calls"], "miss")
        name = miss["name"]
        assert [outcome for outcome in outcomes if outcome.status >= 400] == [], name
        assert not task.passes(seed, final, miss["final_answer"]), name
        missed = task.evidence(seed, final)
        if miss["kind"] == "wrong_answer":
            assert task.passes(seed, final, right_answer), f"{name}: only the answer is wrong"
        else:
            assert missed not in (untouched, done), f"{name}: the evidence shows what was written"


def test_no_stray_folders() -> None:
    folders = {path.name for path in SCENARIOS.iterdir() if path.is_dir() and (path / "app.py").exists()}
    assert folders == set(scenario_keys())
