"""Complete when the follow-up stands on Tomas Herrera's open rating of 2 and the answer names him and 2.5."""

import re
import sqlite3
from typing import Any

STAMPS = {"created_at", "joined_on", "last_seen_at", "rated_at", "updated_at"}
LOGS = {"ticket_events"}


def read_tables(path: str) -> dict[str, dict[tuple[Any, ...], dict[str, Any]]]:
    """Every table as {primary key: row}, without time stamps and log tables."""
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    connection.row_factory = sqlite3.Row
    try:
        tables = {}
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            columns = sorted(
                connection.execute(f'PRAGMA table_info("{name}")'), key=lambda column: column["pk"]
            )
            keys = [column["name"] for column in columns if column["pk"]]
            if name not in LOGS:
                tables[name] = {
                    tuple(row[key] for key in keys): {k: row[k] for k in row.keys() if k not in STAMPS}
                    for row in connection.execute(f'SELECT * FROM "{name}"')
                }
        return tables
    finally:
        connection.close()


def compare(initial_db_path: str, final_db_path: str) -> tuple[list[Any], list[Any], dict[Any, Any]]:
    """Rows added and removed as (table, row), and changed cells as {(table, *key, column): new value}."""
    before, after = read_tables(initial_db_path), read_tables(final_db_path)
    added: list[Any] = []
    removed: list[Any] = []
    cells: dict[Any, Any] = {}
    for table in sorted(before.keys() | after.keys()):
        old, new = before.get(table, {}), after.get(table, {})
        added += [(table, row) for key, row in new.items() if key not in old]
        removed += [(table, row) for key, row in old.items() if key not in new]
        for key in old.keys() & new.keys():
            for column, value in new[key].items():
                if old[key][column] != value:
                    cells[(table, *key, column)] = value
    return added, removed, cells


def first_named(answer: str | None, names: list[str]) -> str | None:
    """The name that an answer mentions first."""
    text = (answer or "").casefold()
    found = [(text.find(name.casefold()), name) for name in names if name.casefold() in text]
    return min(found)[1] if found else None


def states_number(answer: str | None, value: str, word: str = "") -> bool:
    """Whether an answer states this number, in digits or as a word."""
    text = (answer or "").replace(",", "")
    in_digits = re.search(rf"(?<![\d.]){re.escape(value)}(?!\.?\d)", text) is not None
    return in_digits or (word != "" and re.search(rf"\b{word}\b", text, re.IGNORECASE) is not None)


def verify_task_completion(
    initial_db_path: str, final_db_path: str, final_answer: str | None = None
) -> dict[str, str]:
    added, removed, cells = compare(initial_db_path, final_db_path)
    agents = [
        "Dana Whitfield",
        "Marcus Oyelaran",
        "Priya Raman",
        "Tomas Herrera",
        "Ingrid Solberg",
        "Kwame Boateng",
        "Leah Feldman",
        "Yuki Tanabe",
    ]
    wanted = {("satisfaction_ratings", 13, "follow_up_note"): "Coaching session booked"}
    notes = {
        key: value.strip().rstrip(".") if isinstance(value, str) else value for key, value in cells.items()
    }
    named = first_named(final_answer, agents) == "Tomas Herrera" and states_number(
        (final_answer or "").replace("2.50", "2.5"), "2.5"
    )
    done = not added and not removed and notes == wanted and named
    return {"result": "complete" if done else "others"}
