def verify_task(initial_db_path: str, final_db_path: str) -> dict:
    """Evidence for the judge; the criteria in task.json name its fields."""
    import sqlite3

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
    counts = {t: f"-{len(gone.get(t, []))} +{len(new[t])}" for t in sorted(after) if gone.get(t) or new[t]}

    name = {u["id"]: u["full_name"] for u in after["users"]}
    ticket = {t["id"]: t for t in after["tickets"]}
    reason = {r["id"]: r["reason"] for r in after["refunds"]}
    known = {o["id"] for o in before["orders"]}
    event_id = next((e["id"] for e in after["events"] if e["title"] == "Harbour Film Club: Silent Sea"), None)
    return {
        "refunds": [
            [ticket[r["ticket_id"]]["holder_name"], reason[r["refund_id"]], r["amount_cents"]]
            for r in new["refund_tickets"]
        ],
        "new_orders": [
            {
                "customer": name[o["customer_id"]],
                "status": o["status"],
                "seats": [
                    [f"{t['row_label']}{t['seat_number']}", t["holder_name"]]
                    for t in after["tickets"]
                    if t["order_id"] == o["id"]
                ],
            }
            for o in new["orders"]
            if o["id"] not in known
        ],
        "waitlist_now": [name[w["user_id"]] for w in after["waitlist"] if w["event_id"] == event_id],
        "changed_tables": counts,
    }
