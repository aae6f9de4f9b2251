"""Evidence: the hazard count with its lines, the stock of the hazard zone, the new adjustments, and every
change."""

import sqlite3
from typing import Any

STAMPS = {"made_at", "moved_at"}
LOGS = {"movements"}


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
    count = query(final_db_path, "SELECT status FROM stock_counts WHERE id = 2")[0]
    lines = query(
        final_db_path, "SELECT sku, expected, counted FROM stock_count_lines WHERE count_id = 2 ORDER BY sku"
    )
    stock = query(
        final_db_path, "SELECT bin_code, sku, quantity FROM stock WHERE bin_code LIKE 'ANR-H-%' ORDER BY 1, 2"
    )
    new = query(final_db_path, "SELECT sku, delta, reason FROM adjustments WHERE id > 9 ORDER BY sku, id")
    changes = list_changes(initial_db_path, final_db_path)
    return {
        "count": {"status": count["status"], "lines": lines},
        "stock": stock,
        "adjustments": new,
        "changes": changes,
    }
