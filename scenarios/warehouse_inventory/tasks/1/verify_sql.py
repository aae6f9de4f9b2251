"""Evidence: the new purchase orders with their lines, what suppliers ask, and every change."""

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
    orders = query(
        final_db_path,
        "SELECT o.supplier_code, o.warehouse_code, o.status, o.expected_on, l.sku, l.quantity, l.price_cents,"
        " l.quantity * l.price_cents AS total_cents FROM purchase_orders o"
        " LEFT JOIN purchase_order_lines l ON l.order_number = o.number WHERE o.number > "
        "'PO-1041' ORDER BY 1, 5",
    )
    prices = query(
        initial_db_path,
        "SELECT p.supplier_code, p.price_cents, s.is_active FROM supplier_prices p"
        " JOIN suppliers s ON s.code = p.supplier_code WHERE p.sku = 'GL-NIT-M' ORDER BY p.price_cents",
    )
    return {"new_orders": orders, "prices": prices, "changes": list_changes(initial_db_path, final_db_path)}
