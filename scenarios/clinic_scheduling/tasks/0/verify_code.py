"""Complete when Agnes's session is on 8 May at 10:30 and a phone reminder is planned for 7 May."""

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
    wanted = {
        ("appointments", 215, "starts_at"): "2026-05-08T10:30",
        ("appointments", 215, "ends_at"): "2026-05-08T11:15",
        ("appointments", 215, "status"): "booked",
        ("reminders", 2, "status"): "cancelled",
    }
    reminders = [
        (table, row.get("appointment_id"), row.get("channel"), row.get("send_on"), row.get("status"))
        for table, row in added
    ]
    done = (
        not removed
        and cells == wanted
        and reminders == [("reminders", 215, "phone", "2026-05-07", "planned")]
    )
    return {"result": "complete" if done else "others"}
