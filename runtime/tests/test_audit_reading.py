"""What an audit reads of a verifier's text: proofs that it cannot say complete, and what its verdict hangs on."""
# ruff: noqa: E501 (each case is one text)

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from awm_runtime.audit.reading import read_verifier

HEAD = """def verify(initial_db_path, final_db_path, final_answer=None):
    import re
    import sqlite3

    def q(path, sql, params=()):
        try:
            return sqlite3.connect(path).execute(sql, params).fetchall()
        except Exception:
            return []

"""
YES = "    return {'result': 'complete'}\n"
NO = "    return {'result': 'others'}\n"
BAD = "    found = q(final_db_path, 'SELECT nam FROM users WHERE id = ?', (1,))\n"
GOOD = "    found = q(final_db_path, 'SELECT name FROM users WHERE id = ?', (1,))\n"


@pytest.fixture
def database(tmp_path: Path) -> str:
    path = str(tmp_path / "users.db")
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT)")
    connection.commit()
    connection.close()
    return path


def facts(database: str, body: str) -> dict[str, Any]:
    return read_verifier(HEAD + body, "verify", database)


@pytest.mark.parametrize(
    "body",
    [
        BAD + "    if not found:\n        return {'result': 'others'}\n" + YES,
        BAD + "    return {'result': 'complete' if found else 'others'}\n",
        BAD + "    if len(found) != 1:\n        return {'result': 'others'}\n" + YES,
        BAD + "    if found and found[0][0] == 'x':\n        return {'result': 'complete'}\n" + NO,
        BAD + "    for row in found:\n        if row[0]:\n            return {'result': 'complete'}\n" + NO,
        BAD + "    names = {row[0] for row in found}\n    ok = len(names) > 0\n    if ok:\n    " + YES + NO,
        BAD + "    name = found[0][0]\n" + YES,
        "    sql = 'SELECT nam FROM users'\n    new = set(q(final_db_path, sql)) - set(q(initial_db_path, sql))\n"
        "    if len(new) == 1:\n        return {'result': 'complete'}\n" + NO,
        "    one = 1\n    found = q(final_db_path, f'SELECT id FROM users WHERE nam = {one}')\n    if found:\n    "
        + YES
        + NO,
        "    try:\n        row = sqlite3.connect(final_db_path).execute('SELECT id FROM user').fetchone()\n"
        "        if row:\n            return {'result': 'complete'}\n    except sqlite3.Error:\n        pass\n" + NO,
    ],
)
def test_a_broken_query_without_which_nothing_is_complete_is_fatal(database: str, body: str) -> None:
    assert [one["fatal"] for one in facts(database, body)["broken"]] == [True]


@pytest.mark.parametrize(
    "body",
    [
        BAD + "    if not found:\n        return {'result': 'complete'}\n" + NO,
        BAD
        + GOOD.replace("found", "other")
        + "    if other and not found:\n        return {'result': 'complete'}\n"
        + NO,
        BAD
        + "    if not found:\n        found = q(final_db_path, 'SELECT id FROM users')\n    if found:\n    "
        + YES
        + NO,
        BAD + "    found.append((1,))\n    if found:\n        return {'result': 'complete'}\n" + NO,
        BAD + "    same = found\n    same.extend([1])\n    if found:\n        return {'result': 'complete'}\n" + NO,
        BAD + "    try:\n        found[0]\n    except IndexError:\n        return {'result': 'complete'}\n" + NO,
        BAD + "    ok = True\n    for row in found:\n        ok = False\n    if ok:\n    " + YES + NO,
        BAD + "    while not found:\n        found = q(final_db_path, 'SELECT id FROM users')\n" + YES,
    ],
)
def test_a_broken_query_that_leaves_a_way_is_not(database: str, body: str) -> None:
    read = facts(database, body)
    assert [one["fatal"] for one in read["broken"]] == [False]
    assert read["saysComplete"]


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (NO + YES, False),
        ("    if False:\n    " + YES + NO, False),
        ("    return {'status': 'complete'}\n", False),
        (
            "    word = 'others'\n    if q(final_db_path, 'SELECT 1'):\n        word = 'complete'\n    return {'result': word}\n",
            True,
        ),
        ("    out = {'result': 'others'}\n    out['result'] = 'complete'\n    return out\n", True),
        ("    seen = []\n    def add():\n        seen.append(1)\n    add()\n    if seen:\n    " + YES + NO, True),
    ],
)
def test_a_way_to_complete(database: str, body: str, says: bool) -> None:
    assert facts(database, body)["saysComplete"] is says


@pytest.mark.parametrize(
    ("body", "uses"),
    [
        ("    said = (final_answer or '').strip()\n" + GOOD + "    if not found:\n    " + NO + YES, False),
        ("    print('answer', final_answer)\n" + YES, False),
        ("    if final_answer is None:\n        final_answer = ''\n" + YES, False),
        ("    if final_answer and 'x' in final_answer:\n        pass\n" + YES, False),
        ("    return {'result': 'complete', 'answer': final_answer}\n", False),
        ("    notes = {'said': bool(re.search('x', final_answer or ''))}\n" + YES, False),
        ("    ok = False\n    if 'x' in (final_answer or ''):\n        ok = True\n    return {'result': 'complete' if ok else 'others'}\n", True),
        ("    try:\n        float(final_answer)\n    except ValueError:\n    " + NO + YES, True),
        ("    def says(word):\n        return word in (final_answer or '')\n    if not says('x'):\n    " + NO + YES, True),
        ("    hits = []\n    for word in ['x']:\n        if word in (final_answer or ''):\n            hits.append(word)\n    if hits:\n    " + YES + NO, True),
        ("    assert final_answer\n" + YES, True),
    ],
)  # fmt: skip
def test_whether_the_verdict_hangs_on_the_answer(database: str, body: str, uses: bool) -> None:
    assert facts(database, body)["usesAnswer"] is uses


def test_which_database_the_verdict_hangs_on(database: str) -> None:
    opened = "    con = sqlite3.connect(final_db_path)\n    con.close()\n" + YES
    read = facts(database, opened)
    assert (read["readsInitial"], read["readsFinal"]) == (False, False)
    read = facts(database, GOOD.replace("final", "initial") + "    if found:\n    " + YES + NO)
    assert (read["readsInitial"], read["readsFinal"]) == (True, False)
