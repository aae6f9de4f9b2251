def verify_task_completion(initial_db_path: str, final_db_path: str, final_answer: str | None = None) -> dict:
    """Three of the four Okoro tickets are used and checked in at the North gate; Mia's stays valid."""
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

    if changed != {"tickets", "check_ins", "ticket_history"} or gone["check_ins"] or gone["ticket_history"]:
        return others
    old = {t["id"]: t for t in gone["tickets"]}
    now = {t["id"]: t for t in new["tickets"]}
    if sorted(t["holder_name"] for t in now.values()) != ["Daniel Okoro", "Grace Okoro", "Samuel Okoro"]:
        return others
    event = next(e for e in before["events"] if e["title"] == "Night Trams")
    for key, ticket in now.items():
        if key not in old or differs(old[key], ticket) != {"status"} or ticket["status"] != "used":
            return others
        if ticket["event_id"] != event["id"]:
            return others
    gate = next(
        g["id"] for g in before["gates"] if g["label"] == "North gate" and g["venue_id"] == event["venue_id"]
    )
    if sorted((c["ticket_id"], c["gate_id"]) for c in new["check_ins"]) != sorted((key, gate) for key in now):
        return others
    return {"result": "complete"}
