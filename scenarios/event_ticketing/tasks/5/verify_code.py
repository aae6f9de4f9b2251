def verify_task_completion(initial_db_path: str, final_db_path: str, final_answer: str | None = None) -> dict:
    """Doors and start move to 2027-02-12 at 18:30 and 19:00, with one pinned note; three paid orders."""
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

    if changed != {"events", "event_notes"} or gone["event_notes"] or len(new["event_notes"]) != 1:
        return others
    if len(gone["events"]) != 1 or len(new["events"]) != 1:
        return others
    old, now = gone["events"][0], new["events"][0]
    if now["title"] != "The Lighthouse Keeper's Daughter" or differs(old, now) != {"doors_at", "starts_at"}:
        return others
    if (now["doors_at"][:19], now["starts_at"][:19]) != ("2027-02-12 18:30:00", "2027-02-12 19:00:00"):
        return others
    note = new["event_notes"][0]
    if (note["event_id"], note["author_id"], note["pinned"]) != (now["id"], 1, 1):
        return others
    if note["body"].strip().rstrip(".").lower() != "moved by one week, tell the coach parties":
        return others
    paid = [o for o in before["orders"] if o["event_id"] == now["id"] and o["status"] == "paid"]
    if not (len(paid) == 3 and says("3", "three")):
        return others
    return {"result": "complete"}
