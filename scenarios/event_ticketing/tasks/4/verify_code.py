def verify_task_completion(initial_db_path: str, final_db_path: str, final_answer: str | None = None) -> dict:
    """Ellen Marsh's own ticket now has stalls seat A8, the free accessible one; nothing else moves."""
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

    if changed != {"tickets"} or len(gone["tickets"]) != 1 or len(new["tickets"]) != 1:
        return others
    old, now = gone["tickets"][0], new["tickets"][0]
    if old["id"] != now["id"] or not differs(old, now) <= {"row_label", "seat_number"}:
        return others
    event = {e["id"]: e["title"] for e in before["events"]}[now["event_id"]]
    if (now["holder_name"], event) != ("Ellen Marsh", "Brass at Midwinter"):
        return others
    place = (now["section_id"], now["row_label"], now["seat_number"])
    seat = next(s for s in before["seats"] if (s["section_id"], s["row_label"], s["seat_number"]) == place)
    if not seat["is_accessible"] or place[1:] != ("A", 8):
        return others
    return {"result": "complete"}
