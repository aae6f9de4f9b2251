"""Complete when one order of 240 boxes went to Medisupply and the answer says 1,077.60 euros."""

import re
import sqlite3
from typing import Any

STAMPS = {"made_at", "moved_at"}
LOGS = {"movements"}


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


def states_amount(answer: str | None, cents: int) -> bool:
    """Whether an answer states this amount in euro or cents, with or without separators of either kind."""
    amounts = set()
    for text in re.findall(r"\d+(?:[.,']\d+| \d{3}(?!\d))*", answer or ""):
        decimals = re.search(r"[.,](\d{1,2})$", text)
        digits = re.sub(r"\D", "", text[: decimals.start()] if decimals else text)
        amounts.add(int(digits or 0) * 100 + (int(decimals[1].ljust(2, "0")) if decimals else 0))
        if not decimals:
            amounts.add(int(digits))
    return cents in amounts


def verify_task_completion(
    initial_db_path: str, final_db_path: str, final_answer: str | None = None
) -> dict[str, str]:
    added, removed, cells = compare(initial_db_path, final_db_path)
    orders = [row for table, row in added if table == "purchase_orders"]
    lines = [row for table, row in added if table == "purchase_order_lines"]
    done = False
    if not removed and not cells and len(orders) == len(lines) == 1 and len(added) == 2:
        order, line = orders[0], lines[0]
        done = (
            (order["supplier_code"], order["warehouse_code"], order["status"], order["expected_on"])
            == ("MEDI", "RTM", "sent", "2026-03-20")
            and (line["order_number"], line["sku"], line["quantity"], line["price_cents"])
            == (order["number"], "GL-NIT-M", 240, 449)
            and states_amount(final_answer, 107760)
        )
    return {"result": "complete" if done else "others"}
