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

    event = {e["id"]: e["title"] for e in after["events"]}
    ticket = {t["id"]: t for t in after["tickets"]}
    reason = {r["id"]: r["reason"] for r in after["refunds"]}
    gala = [o for o in after["orders"] if event[o["event_id"]] == "Six-Day Sprint Gala"]
    names = {u["id"]: u["full_name"] for u in after["users"]}
    return {
        "refunds": [
            {
                "reason": reason[line["refund_id"]],
                "holder": ticket[line["ticket_id"]]["holder_name"],
                "event": event[ticket[line["ticket_id"]]["event_id"]],
                "amount_cents": line["amount_cents"],
            }
            for line in new["refund_tickets"]
        ],
        "order_status": {
            o["reference"]: o["status"] for o in gala if names[o["customer_id"]] == "Patrick Doyle"
        },
        "void_tickets": [
            [t["holder_name"], event[t["event_id"]]] for t in new["tickets"] if t["status"] == "void"
        ],
        "changed_tables": counts,
    }
