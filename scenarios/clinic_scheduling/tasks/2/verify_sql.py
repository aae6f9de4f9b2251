"""Evidence: the dermatology waiting list, Dr. Osei's appointments of the day, and every change."""

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
    waiting = query(
        final_db_path,
        "SELECT p.name, w.urgency, w.added_on, w.status FROM waiting_list w JOIN patients p ON "
        "p.id = w.patient_id"
        " WHERE w.specialty_code = 'DERM' ORDER BY w.id",
    )
    visits = query(
        final_db_path,
        "SELECT p.name, a.type_code, a.starts_at, r.name AS room, a.status FROM appointments a"
        " JOIN patients p ON p.id = a.patient_id JOIN rooms r ON r.id = a.room_id"
        " WHERE a.practitioner_id = 2 AND a.starts_at LIKE '2026-05-12%' ORDER BY a.starts_at",
    )
    return {"waiting": waiting, "visits": visits, "changes": list_changes(initial_db_path, final_db_path)}
