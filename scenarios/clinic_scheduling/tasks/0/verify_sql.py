"""Evidence: Agnes Kowalczyk's appointments and reminders, and every change."""

import sqlite3
from typing import Any

STAMPS = {"added_on", "created_on"}
LOGS = frozenset[str]()


def query(path: str, sql: str, *parameters: Any) -> list[dict[str, Any]]:
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    connection.row_factory = sqlite3.Row
    try:
        return [dict(row) for row in connection.execute(sql, parameters)]
    finally:
        connection.close()


def list_changes(initial_db_path: str, final_db_path: str) -> list[str]:
    """Every row that was added, removed or changed, in words, without time stamps and log tables."""
    found = []
    for entry in query(final_db_path, "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"):
        table = entry["name"]
        if table in LOGS:
            continue
        columns = query(final_db_path, f'PRAGMA table_info("{table}")')
        keys = [column["name"] for column in columns if column["pk"]]
        old, new = (
            {tuple(row[key] for key in keys): row for row in query(path, f'SELECT * FROM "{table}"')}
            for path in (initial_db_path, final_db_path)
        )
        for key in sorted(old.keys() | new.keys(), key=str):
            place = f"{table}{list(key)}"
            was = {k: v for k, v in old.get(key, {}).items() if k not in STAMPS}
            now = {k: v for k, v in new.get(key, {}).items() if k not in STAMPS}
            if key not in old:
                found.append(f"added {place}: {now}")
            elif key not in new:
                found.append(f"removed {place}: {was}")
            else:
                found += [f"changed {place}.{k}: {was[k]!r} to {v!r}" for k, v in now.items() if was[k] != v]
    return found


def verify_task(initial_db_path: str, final_db_path: str) -> dict[str, Any]:
    visits = query(
        final_db_path,
        "SELECT a.id, a.starts_at, a.status, p.name AS practitioner, r.name AS room FROM appointments a"
        " JOIN practitioners p ON p.id = a.practitioner_id JOIN rooms r ON r.id = a.room_id"
        " WHERE a.patient_id = 1 ORDER BY a.id",
    )
    reminders = query(
        final_db_path,
        "SELECT m.channel, m.send_on, m.status FROM reminders m JOIN appointments a ON a.id = "
        "m.appointment_id"
        " WHERE a.patient_id = 1 ORDER BY m.id",
    )
    return {"visits": visits, "reminders": reminders, "changes": list_changes(initial_db_path, final_db_path)}
