def verify_task_completion(initial_db_path: str, final_db_path: str, final_answer: str | None = None) -> dict:
    """Fergus Doyle's gala ticket is refunded with 26.84 for 'Illness', and no other ticket is touched."""
    import re
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

    def says(*options: str) -> bool:
        """One of the options stands in the answer, and not inside a longer word or number."""
        text = re.sub(r"(?<=\d)[, ](?=\d{3}\b)", "", (final_answer or "").lower())
        return any(re.search(rf"(?<![\w.]){re.escape(o.lower())}(?!\w|\.\d)", text) for o in options)

    if changed != {"orders", "tickets", "ticket_history", "refunds", "refund_tickets"}:
        return others
    if gone["refunds"] or gone["refund_tickets"] or gone["ticket_history"]:
        return others
    if any(len(new[t]) != 1 for t in changed):
        return others
    old, ticket = gone["tickets"][0], new["tickets"][0]
    event = {e["id"]: e["title"] for e in before["events"]}[ticket["event_id"]]
    if (ticket["holder_name"], event) != ("Fergus Doyle", "Six-Day Sprint Gala"):
        return others
    if differs(old, ticket) != {"status"} or ticket["status"] != "void":
        return others
    old, order = gone["orders"][0], new["orders"][0]
    if (
        order["id"] != ticket["order_id"]
        or differs(old, order) != {"status"}
        or order["status"] != "part_refunded"
    ):
        return others
    refund, line = new["refunds"][0], new["refund_tickets"][0]
    if refund["order_id"] != order["id"] or refund["reason"].strip().rstrip(".").lower() != "illness":
        return others
    if (line["refund_id"], line["ticket_id"], line["amount_cents"]) != (refund["id"], ticket["id"], 2684):
        return others
    if not says("26.84", "26,84", "2684"):
        return others
    return {"result": "complete"}
