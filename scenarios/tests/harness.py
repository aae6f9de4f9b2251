"""Loads a scenario folder and plays calls against a fresh copy of its seed database.

A call is made as the studio makes it: the tool's name is the operation_id, the arguments are checked against
the input schema, path and query parameters are taken out of them, and what is left is the JSON body.
"""

import asyncio
import importlib.util
import json
import os
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx
from fastapi import FastAPI
from fastapi_mcp import FastApiMCP  # type: ignore[import-untyped]
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from jsonschema.exceptions import best_match  # type: ignore[import-untyped]
from sqlalchemy import Engine

SCENARIOS = Path(__file__).resolve().parent.parent
Call = dict[str, Any]


@dataclass(frozen=True)
class Outcome:
    """One call's HTTP status and raw body; a call that never left (unknown tool, bad arguments) is a 400."""

    tool: str
    status: int
    text: str


@dataclass(frozen=True)
class Task:
    """One folder of tasks/: the text with its criteria, the gold file and the sources of both verifiers."""

    folder: Path
    spec: dict[str, Any]
    gold: dict[str, Any]
    near_misses: list[dict[str, Any]]

    @property
    def answer_counts(self) -> bool:
        return bool(self.spec["answer_counts"])

    def verifier(self, file: str) -> Callable[..., Any]:
        """The first `verify_…` function that the file defines."""
        namespace: dict[str, Any] = {}
        exec(compile((self.folder / file).read_text(), str(self.folder / file), "exec"), namespace)
        found: Callable[..., Any] = next(v for k, v in namespace.items() if k.startswith("verify_"))
        return found

    def passes(self, initial: Path, final: Path, answer: str | None) -> bool:
        verdict = self.verifier("verify_code.py")(str(initial), str(final), answer)
        assert verdict in ({"result": "complete"}, {"result": "others"}), verdict
        return bool(verdict["result"] == "complete")

    def evidence(self, initial: Path, final: Path) -> dict[str, str]:
        """The values of the fields that the criteria name, as JSON text by dotted name."""
        found = self.verifier("verify_sql.py")(str(initial), str(final))
        json.dumps(found)
        return {field: json.dumps(pick(found, field), sort_keys=True) for field in self.spec["sql"]["fields"]}


def pick(value: Any, dotted: str) -> Any:
    """The value under a dotted name; a part that is a number indexes a list."""
    for part in dotted.split("."):
        value = value[int(part)] if isinstance(value, list) else value[part]
    return value


def scenario_keys() -> list[str]:
    return sorted(path.parent.name for path in SCENARIOS.glob("*/scenario.json"))


def load_task(key: str, index: int) -> Task:
    folder = SCENARIOS / key / "tasks" / str(index)
    gold = json.loads((folder / "gold.json").read_text())
    return Task(folder, json.loads((folder / "task.json").read_text()), gold["gold"], gold["near_misses"])


def statements(script: str) -> Iterator[str]:
    """The statements of a script whose statements each end at the end of a line."""
    pending = ""
    for line in script.splitlines(keepends=True):
        pending += line
        if pending.strip() and sqlite3.complete_statement(pending):
            yield pending.strip()
            pending = ""
    if pending.strip():
        raise ValueError(f"unfinished statement: {pending.strip()[:80]}")


def build_database(folder: Path, path: Path) -> list[str]:
    """Writes schema and seed to `path` with foreign keys on; answers the errors of single statements."""
    errors: list[str] = []
    with sqlite3.connect(path, isolation_level=None) as connection:
        connection.execute("PRAGMA foreign_keys = ON")
        for name in ("schema.sql", "seed.sql"):
            connection.execute("BEGIN")
            for statement in statements((folder / name).read_text()):
                try:
                    connection.execute(statement)
                except sqlite3.Error as error:
                    errors.append(f"{name}: {error}: {statement[:120]}")
            connection.execute("COMMIT")
    connection.close()
    return errors


def import_app(folder: Path, database: Path) -> ModuleType:
    """Executes app.py as a module of its own, bound to `database`."""
    name = f"starter_{folder.name}"
    spec = importlib.util.spec_from_file_location(name, folder / "app.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    os.environ["DATABASE_PATH"] = f"sqlite:///{database}"
    try:
        spec.loader.exec_module(module)
    finally:
        del os.environ["DATABASE_PATH"]
    return module


class Scenario:
    """A scenario's app bound to one live database that every run replaces by a copy of the seed."""

    def __init__(self, key: str, work: Path) -> None:
        self.key = key
        self.folder = SCENARIOS / key
        self.seed = work / "seed.db"
        self.live = work / "live.db"
        self.work = work
        self.seed_errors = build_database(self.folder, self.seed)
        shutil.copyfile(self.seed, self.live)
        module = import_app(self.folder, self.live)
        self.app: FastAPI = module.app
        self.engine: Engine = module.engine
        self.metadata = module.Base.metadata
        converted = FastApiMCP(self.app)
        self.tools = {tool.name: tool for tool in converted.tools}
        self.operations: dict[str, dict[str, Any]] = converted.operation_map
        self.validators = {name: Draft202012Validator(tool.inputSchema) for name, tool in self.tools.items()}
        self.loop = asyncio.new_event_loop()
        transport = httpx.ASGITransport(self.app, raise_app_exceptions=False)
        self.client = httpx.AsyncClient(transport=transport, base_url="http://scenario")

    def close(self) -> None:
        self.loop.run_until_complete(self.client.aclose())
        self.loop.run_until_complete(self.loop.shutdown_default_executor())
        self.loop.close()
        self.engine.dispose()

    def play(self, calls: list[Call], name: str) -> tuple[Path, list[Outcome]]:
        """Plays the calls on a fresh database; answers the path of the database that they left."""
        self.engine.dispose()
        shutil.copyfile(self.seed, self.live)
        outcomes = [self.call(entry["tool"], dict(entry["arguments"])) for entry in calls]
        self.engine.dispose()
        final = self.work / f"{name}.db"
        shutil.copyfile(self.live, final)
        return final, outcomes

    def call(self, tool: str, arguments: dict[str, Any]) -> Outcome:
        if tool not in self.operations:
            return Outcome(tool, 400, f"Unknown tool: {tool}")
        error = best_match(self.validators[tool].iter_errors(arguments))
        if error is not None:
            return Outcome(tool, 400, f"Input validation error: {error.message}")
        operation = self.operations[tool]
        path: str = operation["path"]
        query: dict[str, Any] = {}
        for parameter in operation.get("parameters", []):
            name = parameter["name"]
            if name not in arguments:
                continue
            if parameter["in"] == "path":
                path = path.replace(f"{{{name}}}", str(arguments.pop(name)))
            elif parameter["in"] == "query":
                query[name] = arguments.pop(name)
        request = self.client.request(operation["method"], path, params=query, json=arguments or None)
        response = self.loop.run_until_complete(request)
        return Outcome(tool, response.status_code, response.text)
