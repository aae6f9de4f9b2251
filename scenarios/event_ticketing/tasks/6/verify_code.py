def verify_task_completion(initial_db_path: str, final_db_path: str, final_answer: str | None = None) -> dict:
    """'Alderby Laughs', with one ticket sold, carries the new note, and nothing else is changed."""
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

    def says(*options: str) -> bool:
        """One of the options stands in the answer, and not inside a longer word or number."""
        text = re.sub(r"(?<=\d)[, ](?=\d{3}\b)", "", (final_answer or "").lower())
        return any(re.search(rf"(?<![\w.]){re.escape(o.lower())}(?!\w|\.\d)", text) for o in options)

    if changed != {"event_notes"} or gone["event_notes"] or len(new["event_notes"]) != 1:
        return others
    cities = {v["id"]: v["city"] for v in before["venues"]}
    orders = {o["id"]: o["status"] for o in before["orders"]}
    sold = {
        e["id"]: sum(
            t["event_id"] == e["id"] and t["status"] != "void" and orders[t["order_id"]] != "held"
            for t in before["tickets"]
        )
        for e in before["events"]
        if e["status"] == "on_sale" and cities[e["venue_id"]] == "Alderby"
    }
    fewest = min(sold, key=lambda event_id: sold[event_id])
    note = new["event_notes"][0]
    if (note["event_id"], note["author_id"], note["pinned"]) != (fewest, 1, 0):
        return others
    if note["body"].strip().rstrip(".").lower() != "slow seller: push on social media":
        return others
    title = {e["id"]: e["title"] for e in before["events"]}[fewest]
    if not (says(title) and says(str(sold[fewest]), "one", "a single")):
        return others
    return {"result": "complete"}
