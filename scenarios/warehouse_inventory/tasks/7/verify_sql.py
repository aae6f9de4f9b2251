"""Evidence: the overdue orders before, the orders of Kartonwerk after, its lead time, and every change."""

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
    overdue = query(
        initial_db_path,
        "SELECT o.supplier_code, o.number, SUM(l.quantity * l.price_cents) AS total_cents, "
        "SUM(l.received) AS arrived"
        " FROM purchase_orders o JOIN purchase_order_lines l ON l.order_number = o.number"
        " WHERE o.status IN ('sent', 'partly_received') AND o.expected_on < '2026-03-10' GROUP "
        "BY o.number ORDER BY 1, 2",
    )
    orders = query(
        final_db_path,
        "SELECT number, status FROM purchase_orders WHERE supplier_code = 'KART' ORDER BY number",
    )
    lead = query(final_db_path, "SELECT code, lead_time_days FROM suppliers ORDER BY code")
    changes = list_changes(initial_db_path, final_db_path)
    return {"overdue": overdue, "orders": orders, "lead_times": lead, "changes": changes}
