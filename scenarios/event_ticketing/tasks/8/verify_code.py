def verify_task_completion(initial_db_path: str, final_db_path: str, final_answer: str | None = None) -> dict:
    """Noura Saleh's held order is paid in cash, the two other held orders are cancelled with their seats."""
    import sqlite3

    others = {"result": "others"}

    def rows(path: str) -> dict:
        con = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        con.row_factory = sqlite3.Row
        try:
            names = con.execute(
                "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
            )
            tables = [name for (name,) in names.fetchall()]
            return {t: [dict(r) for r in con.execute(f'SELECT * FROM "{t}"')] for t in tables}
        finally:
            con.close()

    before, after = rows(initial_db_path), rows(final_db_path)
    gone = {t: [r for r in before[t] if r not in after.get(t, [])] for t in before}
    new = {t: [r for r in after[t] if r not in before.get(t, [])] for t in after}
    changed = {t for t in after if gone.get(t) or new[t]}

    def differs(old: dict, now: dict) -> set:
        """Names of the columns whose values are not the same."""
        return {column for column in old if old[column] != now[column]}

    if changed != {"orders", "tickets", "ticket_history"} or gone["ticket_history"]:
        return others
    event_id = next(e["id"] for e in before["events"] if e["title"] == "Alderby Laughs")
    name = {u["id"]: u["full_name"] for u in before["users"]}
    held = {o["id"]: o for o in before["orders"] if o["event_id"] == event_id and o["status"] == "held"}
    now = {o["id"]: o for o in new["orders"]}
    if now.keys() != held.keys() or len(gone["orders"]) != len(held):
        return others
    dropped = set()
    for key, order in now.items():
        if name[order["customer_id"]] == "Noura Saleh":
            if differs(held[key], order) != {"status", "payment_method"}:
                return others
            if (order["status"], order["payment_method"]) != ("paid", "cash"):
                return others
        else:
            if differs(held[key], order) != {"status"} or order["status"] != "cancelled":
                return others
            dropped.add(key)
    old = {t["id"]: t for t in gone["tickets"]}
    if sorted(old) != sorted(t["id"] for t in before["tickets"] if t["order_id"] in dropped):
        return others
    if any(differs(old[t["id"]], t) != {"status"} or t["status"] != "void" for t in new["tickets"]):
        return others
    return {"result": "complete"}
