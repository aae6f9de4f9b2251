def verify_task_completion(initial_db_path: str, final_db_path: str, final_answer: str | None = None) -> dict:
    """A paid order of Noura Saleh with stalls D4 and D5, discounted by WINTER10, paid by card: 73.40."""
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

    if changed != {"orders", "tickets", "promo_codes"} or gone["orders"] or gone["tickets"]:
        return others
    if len(new["orders"]) != 1 or len(new["promo_codes"]) != 1:
        return others
    order, old, promo = new["orders"][0], gone["promo_codes"][0], new["promo_codes"][0]
    customer = {u["id"]: u["full_name"] for u in before["users"]}[order["customer_id"]]
    event = {e["id"]: e["title"] for e in before["events"]}[order["event_id"]]
    if (customer, event) != ("Noura Saleh", "Brass at Midwinter"):
        return others
    if (order["status"], order["payment_method"], order["promo_code_id"]) != ("paid", "card", promo["id"]):
        return others
    if (order["subtotal_cents"], order["discount_cents"], order["fees_cents"]) != (7600, 760, 500):
        return others
    if promo["code"] != "WINTER10" or differs(old, promo) != {"used_count"}:
        return others
    if promo["used_count"] != old["used_count"] + 1:
        return others
    tier = {t["id"]: t["name"] for t in before["price_tiers"]}
    seats = sorted(
        (tier[t["tier_id"]], t["row_label"], t["seat_number"], t["holder_name"]) for t in new["tickets"]
    )
    if seats != [("Stalls", "D", 4, "Noura Saleh"), ("Stalls", "D", 5, "Karim Saleh")]:
        return others
    if any(t["order_id"] != order["id"] or t["status"] != "valid" for t in new["tickets"]):
        return others
    if not says("73.40", "73,40", "73.4", "7340"):
        return others
    return {"result": "complete"}
