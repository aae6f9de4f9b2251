def verify_task_completion(initial_db_path: str, final_db_path: str, final_answer: str | None = None) -> dict:
    """Luis's ticket is refunded, seat A1 is held for Wendy Achebe, and she has left the waiting list."""
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

    if changed != {"orders", "tickets", "ticket_history", "refunds", "refund_tickets", "waitlist"}:
        return others
    name = {u["id"]: u["full_name"] for u in before["users"]}
    event_id = next(e["id"] for e in before["events"] if e["title"] == "Harbour Film Club: Silent Sea")
    if (
        len(gone["orders"]) != 1
        or len(gone["tickets"]) != 1
        or len(new["orders"]) != 2
        or len(new["tickets"]) != 2
    ):
        return others
    old = gone["tickets"][0]
    back = next((t for t in new["tickets"] if t["id"] == old["id"]), None)
    if back is None or differs(old, back) != {"status"} or back["status"] != "void":
        return others
    if (old["holder_name"], old["event_id"]) != ("Luis Herrera", event_id):
        return others
    given = next((o for o in new["orders"] if o["id"] == old["order_id"]), None)
    if given is None or differs(gone["orders"][0], given) != {"status"} or given["status"] != "refunded":
        return others
    if (
        gone["refunds"]
        or len(new["refunds"]) != 1
        or gone["refund_tickets"]
        or len(new["refund_tickets"]) != 1
    ):
        return others
    refund, line = new["refunds"][0], new["refund_tickets"][0]
    if refund["order_id"] != given["id"] or refund["reason"].strip().rstrip(".").lower() != "returned":
        return others
    if (line["ticket_id"], line["amount_cents"]) != (old["id"], old["price_cents"]):
        return others
    waiting = [w for w in before["waitlist"] if w["event_id"] == event_id and w["quantity"] == 1]
    first = min(waiting, key=lambda w: w["joined_at"])
    if gone["waitlist"] != [first] or new["waitlist"]:
        return others
    order = next(o for o in new["orders"] if o["id"] != given["id"])
    if (order["customer_id"], order["event_id"], order["status"]) != (first["user_id"], event_id, "held"):
        return others
    if order["promo_code_id"] is not None or order["payment_method"] is not None:
        return others
    ticket = next(t for t in new["tickets"] if t["id"] != old["id"])
    if (ticket["order_id"], ticket["holder_name"], ticket["status"]) != (
        order["id"],
        name[first["user_id"]],
        "valid",
    ):
        return others
    if differs(old, ticket) & {"event_id", "tier_id", "section_id", "row_label", "seat_number"}:
        return others
    return {"result": "complete"}
