"""Hostile scenarios in a real root: each harms its own session at most, and that session answers its next call."""

from __future__ import annotations

import json
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from root_client import RootClient, Session

from awm_runtime.frames import FrameError, PeerClosed

HOSTILE = Path(__file__).parent / "fixtures" / "hostile"

# What `run` may end in: a value; "error" (an answer with status 500); "dead" (the process ended without an answer);
# "late" (no answer in time); "nonsense" (bytes that are no frame).
OUTCOMES: dict[str, Any] = {
    "prints": "printed",
    "forks": 4,
    "threads": "started",
    "exits_hard": "dead",
    "exits": "dead",
    "aborts": "dead",
    "recurses": "error",
    "recurses_in_c": "error",
    "spins": "late",
    "spins_in_sql": "late",
    "ignores_signals": "late",
    "writes_for_ever": "error",
    "allocates": "error",
    "answers_50_mib": "x" * (50 << 20),
    "kills_its_parent": 5,
    "closes_descriptors": "dead",
    "writes_garbage": "nonsense",
    "removes_its_files": "gone",
    "replaces_its_database": "replaced",
    "opens_sockets": 5,
}
# After these the session's database may be gone or broken: its own harm, and the answer says so.
LOST = {"removes_its_files", "replaces_its_database", "writes_garbage"}


@pytest.fixture(scope="module")
def root() -> Iterator[RootClient]:
    # A Unix socket's path is short.
    with tempfile.TemporaryDirectory(prefix="awm-", dir="/tmp") as folder:
        client = RootClient.start(Path(folder))
        yield client
        client.stop()
        assert _descendants(client.hello["pid"]) == []


def _descendants(pid: int) -> list[int]:
    """All processes below this one."""
    parents: dict[int, int] = {}
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            stat = entry.read_text()
        except OSError:
            continue
        parents[int(stat.split()[0])] = int(stat[stat.rindex(")") + 2 :].split()[1])
    found = [pid]
    for one in found:
        found += [child for child, parent in parents.items() if parent == one]
    return found[1:]


def outcome(session: Session, deadline_s: float) -> Any:
    try:
        header, body = session.call("run", deadline_s=deadline_s)
    except TimeoutError:
        return "late"
    except FrameError:
        return "nonsense"
    except (PeerClosed, OSError, UnicodeDecodeError):
        return "dead"
    if header.get("kind") == "ok":
        return json.loads(body)
    return "error" if header.get("status") == 500 else header


def count(session: Session) -> int:
    header, body = session.call("ping")
    assert header["kind"] == "ok", body
    return int(body)


@pytest.mark.parametrize("name", sorted(OUTCOMES))
def test_a_hostile_tool_harms_its_own_session_only(root: RootClient, name: str) -> None:
    assert root.prepare(name, (HOSTILE / f"{name}.py").read_text())["ok"]
    neighbour = root.open(name, "neighbour")
    session = root.open(name, "hostile")
    assert count(session) == 1
    expected = OUTCOMES[name]
    got = outcome(session, deadline_s=2 if expected == "late" else 60)
    if got != expected:
        pytest.fail(f"{name}: {str(got)[:500]}")
    root.kill(session)
    again = root.open(name, "hostile", resumed=True)
    if name in LOST:
        header, _ = again.call("ping")
        assert header["kind"] in ("ok", "error")
    else:
        assert count(again) == 2
    assert count(neighbour) == 1
    again.close()
    neighbour.close()
    assert root.request({"op": "retire", "zygote": name})["ok"]
    assert root.process.poll() is None


@pytest.mark.parametrize("name", ["raises_at_import", "exits_at_import", "lies_at_import"])
def test_a_module_that_does_not_run_is_named_and_the_root_lives(root: RootClient, name: str) -> None:
    answer = root.prepare(name, (HOSTILE / f"{name}.py").read_text())
    assert (answer["ok"], answer["code"]) == (False, "scenario_broken")
    if name == "raises_at_import":
        assert "RuntimeError: not today" in answer["message"]
    assert root.process.poll() is None


def test_processes_that_a_module_leaves_behind_are_swept(root: RootClient) -> None:
    before = set(_descendants(root.hello["pid"]))
    root.prepare("forks_at_import", (HOSTILE / "forks_at_import.py").read_text())
    deadline = time.monotonic() + 20
    while set(_descendants(root.hello["pid"])) - before:
        assert time.monotonic() < deadline
        time.sleep(0.1)
    assert root.process.poll() is None


def test_every_fixture_is_tried() -> None:
    assert {path.stem for path in HOSTILE.glob("*.py")} == {
        *OUTCOMES,
        "raises_at_import",
        "exits_at_import",
        "lies_at_import",
        "forks_at_import",
    }


def test_the_layers_hold_as_reported(root: RootClient) -> None:
    assert root.hello["sandbox"]["rlimits"] is True
    assert root.hello["sandbox"]["noNewPrivs"] is True


@pytest.fixture
def databases(tmp_path: Path) -> dict[str, str]:
    for name in ("initial", "final"):
        with sqlite3.connect(tmp_path / f"{name}.db") as connection:
            connection.execute("CREATE TABLE t(a)")
    return {f"{name}_db": str(tmp_path / f"{name}.db") for name in ("initial", "final")}


def test_hostile_verifiers_end_as_answers_or_deadlines(root: RootClient, databases: dict[str, str]) -> None:
    def run(body: str, deadline_s: float = 60) -> dict[str, Any]:
        code = f"def verify(initial_db_path, final_db_path):\n    {body}\n"
        return root.verify({"code": code, "function_name": "verify", **databases}, deadline_s=deadline_s)

    assert run("return {'result': 'complete'}")["value"] == {"result": "complete"}
    assert run("return len(bytearray(2 << 30))")["kind"] == "raised"
    escape = (
        "[c for c in ().__class__.__base__.__subclasses__() if c.__name__ == '_wrap_close'][0].__init__.__globals__"
    )
    assert run(f"return {escape}['fork']()")["error"] == "Execution error: [Errno 1] Operation not permitted"
    assert run("import urllib.parse as u\n    return u.sys.modules['socket'].socket()")["kind"] == "raised"
    with pytest.raises(TimeoutError):
        run("while True: pass", deadline_s=1)
    with pytest.raises(PeerClosed):
        run(f"{escape}['_exit'](0)")
    assert run("return 1")["value"] == 1
