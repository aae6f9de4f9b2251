"""Complete when Paul Dubois has the slot through the waiting list, in Hazel."""

import sqlite3
from typing import Any

STAMPS = {"added_on", "created_on"}
LOGS = frozenset[str]()


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


def verify_task_completion(
    initial_db_path: str, final_db_path: str, final_answer: str | None = None
) -> dict[str, str]:
    added, removed, cells = compare(initial_db_path, final_db_path)
    visits = [row for table, row in added if table == "appointments"]
    done = False
    if not removed and len(added) == len(visits) == 1:
        visit = visits[0]
        slot = ("patient_id", "practitioner_id", "room_id", "type_code", "starts_at", "status")
        done = tuple(visit[name] for name in slot) == (
            16,
            2,
            8,
            "SKIN30",
            "2026-05-12T09:00",
            "booked",
        ) and cells == {
            ("waiting_list", 3, "status"): "booked",
            ("waiting_list", 3, "appointment_id"): visit["id"],
        }
    return {"result": "complete" if done else "others"}
